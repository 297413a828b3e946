"""Tutorials as Jupyter notebooks, and a filter to copy: python -m sextant.tutorials [FOLDER]"""
