"""Questions about games of horns: pairs dealt at random, and what the engine finds in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from generator.games.minotaurus.game import HornsGame
from generator.games.minotaurus.records import Hands, HornsQuestion
from generator.games.minotaurus.rules import IllegalTurnError

NAMES = {"A": "Ariadne", "B": "Bion", "C": "Chloris"}
Case = tuple[Hands | None, dict[str, Any], str]
Maker = Callable[[HornsGame, Random], Case]
Accept = Callable[[str], bool]


def deal(game: HornsGame, chance: Random, colours: int, players: int = 2, *, resolved: float = 0.2) -> Hands:
    """Return pairs in some colours of two of five players, or of all three who play, each piece once."""
    letters = [colour.letter for colour in game.catalogue.colours.values()]
    values = next(table.values for table in game.catalogue.tables if table.players == (3 if players == 3 else 5))
    held: dict[str, list[tuple[str, str]]] = {name: [] for name in list(NAMES)[:players]}
    for letter in sorted(chance.sample(letters, colours)):
        lefts, rights = (chance.sample(values, players) for _ in range(2))
        rights = lefts if chance.random() < resolved else rights
        for name, left, right in zip(held, lefts, rights, strict=True):
            held[name].append((f"{letter}{left}L", f"{letter}{right}R"))
    return Hands({name: tuple(pairs) for name, pairs in held.items()})


def colour_of(game: HornsGame, hands: Hands, number: int = 0) -> str:
    """Return the colour of one of the first player's pairs."""
    letter = hands.holds["A"][number][0][0]
    return next(name for name, colour in game.catalogue.colours.items() if colour.letter == letter)


def fact(key: str, ask: str) -> Maker:
    """Return a maker of a question about a number of the rules."""
    return lambda game, chance: (None, {"number": key}, ask)  # noqa: ARG005 - as all makers


def in_play(players: int) -> Maker:
    """Return a maker of questions whether a piece is in play."""

    def make(game: HornsGame, chance: Random) -> Case:
        piece = chance.choice(list(game.pieces))
        colour, value = game.pieces[piece].colour, game.pieces[piece].value
        keys = {"find": "in-play", "players": players, "piece": piece}
        return None, keys, f"{players} people play. Are the {colour} pieces of value {value} in play?"

    return make


def turned_up(find: str, ask: str, *, owned: bool | None = None) -> Maker:
    """Return a maker of questions about two pieces that are turned up.

    Args:
        find: what the engine is asked.
        ask: the words.
        owned: whether the player owns a pair of that colour; None if it does not matter.
    """

    def make(game: HornsGame, chance: Random) -> Case:
        hands = deal(game, chance, 2)
        held = {piece for pairs in hands.holds.values() for pair in pairs for piece in pair}
        one = chance.choice([piece for piece in game.pieces if piece not in held])
        like = [piece for piece in game.pieces if piece not in held and piece != one and piece[0] == one[0]]
        other = chance.choice(like if chance.random() < 0.7 else [piece for piece in game.pieces if piece not in held])
        is_owned = one[0] in {piece[0] for piece in held}
        if one == other or (owned is not None and (is_owned != owned or one[0] != other[0] or one[2] == other[2])):
            return make(game, chance)
        return replace(hands, up=(one, other), lying=8), {"find": find, "player": "A"}, ask

    return make


def about(find: str, ask: str, *, players: int = 2, colours: int = 1, resolved: float = 0.2, **more: Any) -> Maker:
    """Return a maker of questions about pairs of one colour, or of several; `{colour}` stands for it."""

    def make(game: HornsGame, chance: Random) -> Case:
        hands = deal(game, chance, colours, players, resolved=resolved)
        colour = colour_of(game, hands)
        keys = {"find": find, "player": "A", "colour": colour, **more}
        if find in {"points", "over", "winner"}:
            del keys["colour"]
        return replace(hands, lying=more.pop("lying", 0)), keys, ask.format(colour=colour)

    return make


def toss(succeeds: str, ask: str, *, of: str = "A", simplified: bool = False) -> Maker:
    """Return a maker of questions about what a player holds after a challenge of A against B."""

    def make(game: HornsGame, chance: Random) -> Case:
        hands = deal(game, chance, 1)
        colour, pair = colour_of(game, hands), hands.holds["B"][0]
        value = int(chance.choice(pair)[1])
        keys = {"find": "after", "player": "A", "rival": "B", "colour": colour, "value": value, "of": of}
        keys |= {"succeeds": tuple(succeeds), "simplified": simplified}
        told = {"A": "only Ariadne succeeds", "B": "only Bion succeeds", "AB": "both succeed", "": "both fail"}[
            succeeds
        ]
        begin = f"Ariadne challenges Bion for the {value}, and {told}."
        if succeeds == "B":
            keys["takes"] = int(chance.choice(hands.holds["A"][0])[1])
            begin = begin[:-1] + f". He takes the {keys['takes']}."
        return hands, keys, f"{begin} {ask}"

    return make


def lying(maker: Maker, count: int, words: str) -> Maker:
    """Return a maker of the same questions with pieces face down on the table."""

    def make(game: HornsGame, chance: Random) -> Case:
        hands, keys, ask = maker(game, chance)
        return (replace(hands, lying=count) if hands else None), keys, f"{words} {ask}"

    return make


def tie_tosses(game: HornsGame, chance: Random) -> Case:
    """Make a question who wins a tie."""
    hands = deal(game, chance, 5, 3, resolved=1.0)
    tosses = dict(zip("AB", chance.sample(range(4), 2), strict=True))
    told = ", ".join(f"{NAMES[name]} succeeds with {count}" for name, count in tosses.items())
    ask = f"{BARE} The game ends. Ariadne and Bion are tied and toss three times each: {told}. Who wins?"
    return hands, {"find": "winner", "tosses": tosses}, ask


def simple_wish(game: HornsGame, chance: Random) -> Case:
    """Make a question whether a piece may be asked for in the simplified game."""
    hands = deal(game, chance, 1, resolved=0)
    value, colour = int(chance.choice(hands.holds["B"][0])[1]), colour_of(game, hands)
    keys = {"find": "challenges", "player": "A", "rival": "B", "colour": colour, "value": value, "simplified": True}
    return hands, keys, f"{SIMPLE}It is Ariadne’s turn. May she ask Bion for the {value}?"


def yes(answer: str) -> bool:
    """Accept yes."""
    return answer == "yes"


def no(answer: str) -> bool:
    """Accept no."""
    return answer == "no"


def some(answer: str) -> bool:
    """Accept every answer but an empty list."""
    return answer != "none"


def two(answer: str) -> bool:
    """Accept lists of two."""
    return answer.count(",") == 1


def none(answer: str) -> bool:
    """Accept empty lists."""
    return answer == "none"


NEXT = (
    "Ariadne, Bion and Chloris sit clockwise in this order. Ariadne has had her turn. Whose turn comes next? "
    "Write the letter."
)
PASS = "It is Ariadne’s turn. Must she pass?"
LYING = "Some pieces still lie on the table."
PAIR = "Two pieces are turned up, below the pairs of the players. Are they a pair?"
TAKE = "It is Ariadne’s turn. She turns up the two pieces below the pairs of the players. May she take them?"
MAY = "It is Ariadne’s turn. May she challenge Bion with her {colour} pair?"
WHOM = "It is Ariadne’s turn. Whom may she challenge? Write the letters of the players."
ASK = "It is Ariadne’s turn. Which values may she ask Bion for?"
REPLY = "Ariadne challenges Bion, and only Bion succeeds. The values of which pieces may he take from her?"
NOW = "What does {} have then? Write the left and the right value, as in 2/5."
SIMPLE = "The simplified game is played. "
BARE = "No pieces lie on the table any more."
WINS = f"{BARE} The game ends. Who wins? Write the letter."
POINTS = f"{BARE} The game ends. How many points has Ariadne?"

ROWS: tuple[tuple[str, str, Maker, Accept], ...] = (
    ("pieces-of-three", "setup", fact("players.3.pieces", "How many pieces are in play with three players?"), some),
    ("pieces-of-four", "setup", fact("players.4.pieces", "How many pieces are in play with four players?"), some),
    ("piece-of-three", "setup", in_play(3), no),
    ("piece-of-four", "setup", in_play(4), yes),
    ("next-player", "setup", about("next", NEXT, players=3), some),
    ("pair-unequal", "match", turned_up("pair", PAIR, owned=False), yes),
    ("pair-one-horn", "match", turned_up("pair", PAIR), no),
    ("take-free", "match", turned_up("takes", TAKE, owned=False), yes),
    ("take-second", "match", turned_up("takes", TAKE, owned=True), no),
    ("take-no-pair", "match", turned_up("takes", TAKE), no),
    ("resolved", "match", about("resolved", "Is Ariadne’s {colour} pair resolved?", resolved=1), yes),
    ("unresolved", "match", about("resolved", "Is Ariadne’s {colour} pair resolved?", resolved=0), no),
    ("challenge", "challenge", about("challenges", MAY, rival="B"), yes),
    ("challenge-nothing-shared", "challenge", about("challenges", MAY, rival="B", resolved=0), no),
    ("challenge-resolved", "challenge", about("challenges", MAY, rival="B", resolved=1), no),
    ("challenge-again", "challenge", about("challenges", MAY, rival="B", resolved=0), yes),
    ("challenge-third", "challenge", about("challenges", MAY.replace("Bion", "Chloris"), rival="C", players=3), yes),
    ("rivals", "challenge", about("rivals", WHOM, players=3, resolved=0), two),
    ("rivals-one", "challenge", about("rivals", WHOM, players=3, colours=2), lambda answer: answer in {"B", "C"}),
    ("rivals-nobody", "challenge", about("rivals", WHOM, players=3), none),
    ("wanted", "challenge", about("wanted", ASK, rival="B", resolved=0), two),
    ("won-own", "challenge", toss("A", NOW.format("Ariadne")), some),
    ("won-rival", "challenge", toss("A", NOW.format("Bion"), of="B"), some),
    ("lost-own", "challenge", toss("B", NOW.format("Ariadne")), some),
    ("lost-rival", "challenge", toss("B", NOW.format("Bion"), of="B"), some),
    ("both-succeed", "challenge", toss("AB", NOW.format("Ariadne")), some),
    ("both-fail", "challenge", toss("", NOW.format("Bion"), of="B"), some),
    ("reply", "challenge", about("replies", REPLY, rival="B", resolved=0), two),
    ("won-again", "challenge", toss("A", NOW.format("Ariadne")), some),
    ("pass-no", "turn", lying(about("passes", PASS, players=3, colours=4), 6, LYING), no),
    ("pass-yes", "turn", lying(about("passes", PASS, players=3, colours=5), 0, BARE), yes),
    ("over", "end", lying(about("over", "Has the game ended?", players=3, colours=5, resolved=1), 0, BARE), yes),
    (
        "over-unresolved",
        "end",
        lying(about("over", "Has the game ended?", players=3, colours=5, resolved=0.6), 0, BARE),
        no,
    ),
    ("points", "end", about("points", POINTS, players=3, colours=5, resolved=1), some),
    ("points-again", "end", about("points", POINTS, players=3, colours=5, resolved=1), some),
    ("winner", "end", about("winner", WINS, players=3, colours=5, resolved=1), lambda answer: answer != "tie"),
    ("tie", "end", tie_tosses, lambda answer: answer != "tie"),
    (
        "simple-ask",
        "simplified",
        about("wanted", SIMPLE + ASK, rival="B", simplified=True, resolved=0),
        lambda answer: "," not in answer and answer != "none",
    ),
    ("simple-wrong", "simplified", simple_wish, no),
    ("simple-reply", "simplified", about("replies", SIMPLE + REPLY, rival="B", simplified=True, resolved=0), some),
)


def make_exam(game: HornsGame) -> Iterator[tuple[str, Hands | None, HornsQuestion]]:
    """Yield the questions of an exam, each with its figure.

    Raises:
        LookupError: no pairs were found for a question.
    """
    for name, rule, make, accept in ROWS:
        yield name, *_search(game, name, rule, make, accept)


def _search(game: HornsGame, name: str, rule: str, make: Maker, accept: Accept) -> tuple[Hands | None, HornsQuestion]:
    chance, examiner = Random(f"{game.head.game} {name}"), game.examiner()
    for _ in range(20_000):
        hands, keys, ask = make(game, chance)
        choices = ("A", "B", "C")[: len(hands.holds)] if hands and keys.get("find") in {"winner", "next"} else ()
        question = HornsQuestion(rule=rule, ask=ask, answer="-", choices=choices, **keys)
        try:
            answer = examiner.answer(hands, question)
        except (IllegalTurnError, ValueError):  # a challenge that is not allowed, or tosses of others than the tied
            continue
        if accept(answer) and _fits(game, name, hands, question):
            return hands, replace(question, answer=answer)
    raise LookupError(f"no pairs for {name}")


def _fits(game: HornsGame, name: str, hands: Hands | None, question: HornsQuestion) -> bool:
    """Check what the name of a question promises beyond its answer."""
    if hands is None:
        return True
    examiner = game.examiner()

    def also(find: str, **more: Any) -> str:
        return examiner.answer(hands, replace(question, find=find, **more))

    if name in {"pair-unequal", "take-free"}:
        return hands.up[0][1] != hands.up[1][1]
    if name.startswith("pass"):
        own = hands.holds["A"]
        return name == "pass-no" or all(left[1] == right[1] for left, right in own)
    if name in {"reply", "simple-reply"}:
        return also("challenges") == "yes"
    if name in {"points", "points-again", "winner", "tie"}:
        tied = also("winner", tosses={}) == "tie"
        return also("over") == "yes" and (tied == (name == "tie") or "points" in name)
    if name == "over-unresolved":
        return sum(left[1] != right[1] for pairs in hands.holds.values() for left, right in pairs) <= 3
    return True
