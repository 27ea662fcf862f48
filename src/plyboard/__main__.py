"""`python -m plyboard` is the command `plyboard`."""

from plyboard.cli import main

if __name__ == "__main__":
    main()
