"""Questions about games of tokens on hexagons: small trees that grow at random, and what the engine finds in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from generator.catalogue.strict_yaml import parse_document
from generator.games.asterismo.board import CENTRE, bit, distance, hexagons, neighbours, written
from generator.games.asterismo.figures import PanelReader
from generator.games.asterismo.game import HexGame
from generator.games.asterismo.records import Figure, HexQuestion, Panel
from generator.games.asterismo.rules import (
    COLOURS,
    TOKENS_PER_COLOUR,
    Tree,
    alive,
    cells_of,
    groups,
    refusal,
)
from generator.games.asterismo.setup import clear

COLOUR_NAMES = ("blue", "yellow", "red")
Case = tuple[Figure | None, dict[str, Any], str]
Maker = Callable[[Random], Case | None]
Accept = Callable[[str], bool]


def grow(chance: Random, size: int, likeness: float = 0.6) -> Tree:
    """Return a tree about the centre, whose tokens often have the colour of a neighbour."""
    lying = {CENTRE: chance.randrange(COLOURS)}
    while len(lying) < size:
        here = chance.choice(sorted(lying))
        free = [there for there in neighbours(here) if there not in lying and distance(there, CENTRE) <= 3]
        if free:
            lying[chance.choice(free)] = lying[here] if chance.random() < likeness else chance.randrange(COLOURS)
    sets = [sum(bit(there) for there, colour in lying.items() if colour == own) for own in range(COLOURS)]
    return sets[0], sets[1], sets[2]


def figure_of(tree: Tree, **more: Any) -> Figure:
    """Return a tree as a figure."""
    tokens = {
        name: tuple(map(written, hexagons(cells))) for name, cells in zip(COLOUR_NAMES, tree, strict=True) if cells
    }
    return Figure((Panel(tokens=tokens, labelled=bool(tokens), **more),))


def fact(key: str, ask: str) -> Maker:
    """Return a maker of a question about a number of the rules."""
    return lambda chance: (None, {"number": key}, ask)  # noqa: ARG005 - as all makers


def ringed(near: int, own: int) -> Maker:
    """Return a maker of questions whether a token is alive with so many neighbours, some of them of its own colour."""

    def make(chance: Random) -> Case | None:
        tree = grow(chance, 7, 0.5)
        cells = cells_of(tree)
        for token in hexagons(cells):
            colour = next(one for one in tree if one & bit(token))
            beside = [there for there in neighbours(token) if bit(there) & cells]
            if len(beside) == near and sum(bool(bit(there) & colour) for there in beside) == own:
                name = written(token)
                return figure_of(tree, ringed=(name,)), {"find": "alive"}, "Is the ringed token alive?"
        return None

    return make


def of_tree(find: str, ask: str, size: int = 7, *, living: bool = False, likeness: float = 0.6) -> Maker:
    """Return a maker of questions about a whole tree, alive if so wanted."""

    def make(chance: Random) -> Case | None:
        tree = grow(chance, size, likeness)
        return None if living and alive(tree) != cells_of(tree) else (figure_of(tree), {"find": find}, ask)

    return make


def taking(find: str, ask: str, reason: str | None = None, size: int = 9) -> Maker:
    """Return a maker of questions about a take that is refused for a reason, or is legal if the reason is empty."""

    def make(chance: Random) -> Case | None:
        tree = grow(chance, size)
        if alive(tree) != cells_of(tree):
            return None
        tokens = list(hexagons(cells_of(tree)))
        chance.shuffle(tokens)
        for token in tokens:
            refused = refusal(tree, bit(token))
            if reason is None or (refused == "" if reason == "" else reason in refused):
                name = written(token)
                return figure_of(tree, take=name), {"find": find}, ask.format(name.upper())
        return None

    return make


def pouring(find: str, ask: str, only: Callable[[Tree], bool]) -> Maker:
    """Return a maker of questions about tokens that were poured."""

    def make(chance: Random) -> Case | None:
        tree = grow(chance, 13, 0.55)
        gone = [there for there in hexagons(cells_of(tree)) if chance.random() < 0.12]
        holes = sum(map(bit, gone))
        tree = (tree[0] & ~holes, tree[1] & ~holes, tree[2] & ~holes)
        if not clear(tree).removed or cells_of(clear(tree).tree) == 0 or not only(tree):
            return None
        return figure_of(tree), {"find": find}, f"These tokens have been poured out at the setup. {ask}"

    return make


def harvesting(find: str, ask: str, players: int, most: int, *, tree: int = 0) -> Maker:
    """Return a maker of questions about harvests, beside a tree of so many tokens if there is one."""

    def make(chance: Random) -> Case | None:
        least = 2 if players == 2 else 0
        harvests = tuple(tuple(chance.randint(least, most) for _ in range(COLOURS)) for _ in range(players))
        keys: dict[str, Any] = {"find": find}
        player, colour = chance.randrange(players), chance.randrange(COLOURS)
        if find == "needs":
            keys |= {"player": player + 1, "colour": COLOUR_NAMES[colour]}
        lying = grow(chance, tree) if tree else (0, 0, 0)
        held = (sum(harvest[own] for harvest in harvests) + lying[own].bit_count() for own in range(COLOURS))
        if alive(lying) != cells_of(lying) or max(held) > TOKENS_PER_COLOUR:
            return None
        words = ask.format(player=player + 1, colour=COLOUR_NAMES[colour])
        return figure_of(lying, harvests=harvests), keys, words

    return make


def sharing(find: str, ask: str, players: int) -> Maker:
    """Return a maker of questions about tokens that are shared out."""

    def make(chance: Random) -> Case:
        pool, player = chance.randint(7, 16), chance.randint(1, players)
        keys = {"find": find, "pool": pool, "players": players} | ({"player": player} if find == "shares" else {})
        return None, keys, ask.format(pool=pool, player=player)

    return make


def _rounds(tree: Tree) -> bool:
    return len(clear(tree).rounds) > 1


def _apart(tree: Tree) -> bool:
    return bool(clear(tree).apart)


def _simple(tree: Tree) -> bool:
    return len(clear(tree).rounds) == 1 and not clear(tree).apart


def _equal_groups(tree: Tree) -> bool:
    result = clear(tree)
    parts = groups(result.apart | cells_of(result.tree))
    return len(parts) > 1 and parts[0].bit_count() == parts[1].bit_count()


def yes(answer: str) -> bool:
    """Accept yes."""
    return answer == "yes"


def no(answer: str) -> bool:
    """Accept no."""
    return answer == "no"


def some(answer: str) -> bool:
    """Accept every answer but an empty list and 0."""
    return answer not in {"none", "0"}


def few(least: int, most: int) -> Accept:
    """Return what accepts lists of so many."""
    return lambda answer: answer != "none" and least <= answer.count(",") + 1 <= most


def is_one(word: str) -> Accept:
    """Return what accepts one answer."""
    return lambda answer: answer == word


TAKE = "It is your turn. May you take the token on {}, the dashed outline?"
DEAD = "Which tokens are not alive? Name their hexagons."
FALL = "Which tokens would fall if the one on {}, the dashed outline, were taken? Name their hexagons."
PARTS = "In how many parts would the tree be if the token on {}, the dashed outline, were taken?"
WHICH = "Which tokens may be taken from this tree now? Name their hexagons."
AWAY = "Which of them are taken away before the tokens are shared out? Name their hexagons."
STAY = "How many tokens remain on the board?"
ROUNDS = "How many times are dead tokens taken away, until all that remain are alive?"
WON = "Have the players won?"
SHARE = (
    "{{pool}} tokens have been taken away from the board, and {} players share them. How many does player {{player}} "
    "get, if player 1 gets the first?"
)
FIRST = (
    "{pool} tokens have been taken away from the board. Three players share them, player 1 gets the first. Which "
    "player takes the first turn? Write the number."
)
NEEDS = "How many more {colour} tokens does player {player} need at least?"
LIVING = "Which tokens are alive? Name their hexagons."
OUTCOME = "The harvests are those of all players. How does the game stand: won, lost, or goes on?"

ROWS: tuple[tuple[str, str, Maker, Accept], ...] = (
    ("tokens", "material", fact("tokens.each", "How many tokens of each colour are there?"), some),
    ("alive-own", "terms", ringed(2, 2), yes),
    ("alive-any", "terms", ringed(3, 0), yes),
    ("alive-any-again", "terms", ringed(3, 1), yes),
    ("dead-two-colours", "terms", ringed(2, 1), no),
    ("dead-others", "terms", ringed(2, 0), no),
    ("dead-one", "terms", ringed(1, 1), no),
    ("dead-list", "terms", of_tree("dead", DEAD, 8), few(1, 2)),
    ("dead-list-again", "terms", of_tree("dead", DEAD, 9, likeness=0.4), few(2, 3)),
    ("living-list", "terms", of_tree("living", LIVING, 7, likeness=0.4), few(2, 4)),
    ("pour-dead", "setup", pouring("removed", AWAY, _simple), few(1, 3)),
    ("pour-again", "setup", pouring("removed", AWAY, _rounds), few(2, 5)),
    ("pour-rounds", "setup", pouring("rounds", ROUNDS, _rounds), some),
    ("pour-rounds-one", "setup", pouring("rounds", ROUNDS, _simple), some),
    ("pour-apart", "setup", pouring("removed", AWAY, _apart), few(3, 6)),
    ("pour-left", "setup", pouring("left", STAY, _apart), some),
    ("pour-left-again", "setup", pouring("left", STAY, _rounds), some),
    ("pour-equal", "setup", pouring("removed", AWAY, _equal_groups), few(3, 6)),
    ("share-two", "setup", sharing("shares", SHARE.format("two"), 2), some),
    ("share-three", "setup", sharing("shares", SHARE.format("three"), 3), some),
    ("share-first-turn", "setup", sharing("first", FIRST, 3), some),
    ("won-two", "object", harvesting("won", WON, 2, 7), yes),
    ("not-won-two", "object", harvesting("won", WON, 2, 7), no),
    ("won-three", "object", harvesting("won", WON, 3, 12), yes),
    ("not-won-three", "object", harvesting("won", WON, 3, 12), no),
    ("needs-two", "object", harvesting("needs", NEEDS, 2, 6), some),
    ("needs-nothing", "object", harvesting("needs", NEEDS, 2, 7), is_one("0")),
    ("take", "turn", taking("legal", TAKE, ""), yes),
    ("take-again", "turn", taking("legal", TAKE, "", 11), yes),
    ("take-third", "turn", taking("legal", TAKE, "", 12), yes),
    ("take-falls", "turn", taking("legal", TAKE, "fall"), no),
    ("take-falls-again", "turn", taking("legal", TAKE, "fall", 11), no),
    ("take-apart", "turn", taking("legal", TAKE, "apart", 11), no),
    ("falls", "turn", taking("falls", FALL, "fall", 10), few(1, 2)),
    ("pieces", "turn", taking("pieces", PARTS, "apart", 11), is_one("2")),
    ("takes", "turn", of_tree("takes", WHICH, 8, living=True), few(2, 3)),
    ("takes-none", "turn", of_tree("takes", WHICH, 6, living=True), is_one("none")),
    ("lost", "end", harvesting("outcome", OUTCOME, 2, 5, tree=6), is_one("lost")),
    ("goes-on", "end", harvesting("outcome", OUTCOME, 2, 6, tree=9), is_one("goes on")),
    ("won", "end", harvesting("outcome", OUTCOME, 2, 8, tree=8), is_one("won")),
)


def make_exam(game: HexGame) -> Iterator[tuple[str, Figure | None, HexQuestion]]:
    """Yield the questions of an exam, each with its figure.

    Raises:
        LookupError: no position was found for a question.
    """
    for name, rule, make, accept in ROWS:
        yield name, *_search(game, name, rule, make, accept)


def _search(game: HexGame, name: str, rule: str, make: Maker, accept: Accept) -> tuple[Figure | None, HexQuestion]:
    chance, examiner = Random(f"{game.head.game} {name}"), game.examiner()
    reader = PanelReader(parse_document(b"a: b\n", "made"), (), COLOUR_NAMES)
    for _ in range(100_000):
        if (case := make(chance)) is None:
            continue
        figure, keys, ask = case
        choices = ("won", "lost", "goes on") if keys.get("find") == "outcome" else ()
        question = HexQuestion(rule=rule, ask=ask, answer="-", choices=choices, **keys)
        answer = examiner.answer(examiner.view(reader, figure) if figure else None, question)
        if accept(answer):
            return figure, replace(question, answer=answer)
    raise LookupError(f"no position for {name}")
