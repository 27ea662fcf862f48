"""Plyboard in the languages of other programs: viewers, match runners, courses, learning code."""
