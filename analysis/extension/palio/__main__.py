"""python3 -m palio."""

from .program import main

main()
