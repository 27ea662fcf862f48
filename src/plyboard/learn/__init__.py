"""Players that learn by playing: self-play in the engine, temporal differences, tuning, and proof that it helped."""
