"""The web app: play, watch, analyse and review games in the browser."""
