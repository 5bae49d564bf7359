"""The command, with every set of the program in an order by chance, as another Python or 32 bits may have it.

``python -m tests.support.shuffled_sets SEED build asterion ...``. What is printed must not depend on SEED.
"""

from __future__ import annotations

import ast
import importlib.machinery
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from types import CodeType, ModuleType
from typing import Any

OPERATIONS = ("and", "or", "sub", "xor", "rand", "ror", "rsub", "rxor")
NAMES = (*(f"__{name}__" for name in OPERATIONS), "union", "intersection", "difference", "symmetric_difference", "copy")


def shuffling(plain: type) -> type:
    """Return a kind of set that yields its elements by chance, as do the sets that are made of it."""

    def by_chance(self: Any) -> Iterator[Any]:
        elements = list(plain.__iter__(self))  # type: ignore[attr-defined]
        random.shuffle(elements)
        return iter(elements)

    def keeping(name: str) -> Callable[..., Any]:
        def operation(self: Any, *others: Any) -> Any:
            found = getattr(plain, name)(self, *others)
            return found if found is NotImplemented else kind(found)

        return operation

    kind = type(plain.__name__, (plain,), {"__iter__": by_chance, **{name: keeping(name) for name in NAMES}})
    return kind


class Exchange(ast.NodeTransformer):
    """Exchanges the sets of a module for those that shuffle."""

    def visit_Set(self, node: ast.Set) -> ast.AST:
        """Exchange what stands in braces."""
        return self._exchanged(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        """Exchange what is collected."""
        return self._exchanged(node)

    def _exchanged(self, node: ast.Set | ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("set", ast.Load()), [node], [])


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the program with its sets exchanged."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as Python calls it
        """Compile the module anew."""
        tree = Exchange().visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with other names for `set` and `frozenset`."""
        module.__dict__.update(SHUFFLED)
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules of the program, but those that are compiled for a machine."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """Find a module as Python does, and have it loaded here."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if (
            fullname.startswith("asterion_press.")
            and ".kernel" not in fullname
            and spec
            and spec.origin
            and spec.loader
        ):
            spec.loader = Loader(fullname, spec.origin)
        return spec


SHUFFLED = {kind.__name__: shuffling(kind) for kind in (set, frozenset)}

if __name__ == "__main__":
    seed, *words = sys.argv[1:]
    random.seed(int(seed))
    sys.meta_path.insert(0, Finder())
    from asterion_press.cli.main import main

    main(words)
