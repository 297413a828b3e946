"""The settings of Sphinx for the documentation site. `build.py` runs it."""
import os

project = "Sextant"
author = "The Sextant authors"
version = release = os.environ["SEXTANT_VERSION"]
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
highlight_language = "text"
# The lexer of Swift does not know key paths.
suppress_warnings = ["misc.highlighting_failure"]
# Backquotes in the docstrings of the Python package enclose code.
default_role = "code"
autodoc_typehints = "signature"
# Options begin with two hyphens, not with a dash.
smartquotes = False
html_theme = "furo"
html_title = f"Sextant {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
templates_path = ["templates"]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_sidebars = {
    "**": ["sidebar/brand.html", "versions.html", "sidebar/search.html", "sidebar/scroll-start.html", "navigation.html",
           "sidebar/scroll-end.html"]
}
