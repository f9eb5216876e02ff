"""Run with `python -m unittest` from the folder of the package; needs no installed packages."""
