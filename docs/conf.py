"""How Sphinx makes a site of this folder: ``make docs``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "generator"))

from pygments.lexer import RegexLexer
from pygments.token import Comment, Text

from asterion_press import __version__
from tools import reference

project = "Asterion, print and play"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
autodoc_typehints = "description"
autodoc_class_signature = "separated"
autodoc_default_options = {"exclude-members": "__init__, __new__"}
autodoc_preserve_defaults = True
napoleon_use_ivar = True
nitpick_ignore_regex = [("py:class", r"(collections\.abc|os|pathlib)\..*")]  # Python's own pages need a network
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
smartquotes = False  # ids, ranges and options stay as they are typed
html_theme = "furo"
html_title = "Asterion, print and play"
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
pygments_style = "default"
highlight_language = "text"
exclude_patterns = ["_static"]


class CommandLexer(RegexLexer):
    """Lines of commands, which begin with the command and not with a prompt, and what is said behind them."""

    tokens = {"root": [(r"(?<= )# .*", Comment), (r".[^#\n]*", Text), (r"\n", Text)]}  # noqa: RUF012 - as Pygments has it


def setup(app):  # noqa: ANN001, ANN201 (Sphinx is not there when types are checked)
    """Have the descriptions of commands and files filled in."""

    def fill(_app: object, _page: str, text: list[str]) -> None:
        text[0] = reference.fill(text[0])

    app.connect("source-read", fill)
    app.add_lexer("console", CommandLexer)
    return {"parallel_read_safe": True}
