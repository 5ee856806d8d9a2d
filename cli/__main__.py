"""`python -m cli` is `ludograph`."""

from cli.app import main

main()
