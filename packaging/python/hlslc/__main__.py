"""`python -m hlslc` is the command."""

import subprocess
import sys

from ._program import program

if __name__ == "__main__":
    sys.exit(subprocess.call([str(program()), *sys.argv[1:]]))
