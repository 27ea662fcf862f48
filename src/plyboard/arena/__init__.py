"""Players against players: games, matches, tournaments and ratings."""
