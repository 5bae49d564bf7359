"""The rules of Asterion, each with the ways in which it could be otherwise.

Source: rules/asterion.md; the ids of rulings stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from generator.games.labyrinth import other_impaling as impaling
from generator.games.labyrinth import other_rules as other
from generator.games.labyrinth.deck.tiles import Deck
from generator.games.labyrinth.engine.rules import Rules, rules_of
from generator.games.labyrinth.proposed_figures import first_untrue, short_games
from generator.games.teaching import Otherwise, Rule, RulesOfPlay

PLACING = (
    Rule(
        "place.touch",
        "a tile is placed side to side with another one",
        (
            Otherwise("a corner is enough", {"Labyrinth.touches": other.corners_touch}),
            Otherwise("it may lie apart", {"Labyrinth.touches": other.always(True)}),
        ),
    ),
    Rule(
        "place.turn",
        "a tile is placed in any turn",
        (Otherwise("it may not be turned", {"placement_fault": other.only_upright}),),
    ),
    Rule(
        "place.trap",
        "a placement may not trap the minotaur: one way out is enough",
        (
            Otherwise("he may be trapped", {"placement_fault": other.allowing("traps")}),
            Otherwise("he must keep two ways out", {"Labyrinth.traps": other.two_ways_out}),
        ),
    ),
    Rule(
        "outside.hole",
        "an empty space is outside even with tiles all round it (A7)",
        (Otherwise("a hole is not outside", {"rules_of": other.agreed(outside="unbounded")}),),
    ),
    Rule(
        "path.bridge",
        "the paths of a tile do not meet on it",
        (Otherwise("all paths of a tile are connected", {"Labyrinth.lay": impaling.paths_joined}),),
    ),
    Rule(
        "path.minotaur",
        "all four sides of the minotaur's tile lead to him (A8)",
        (Otherwise("two of them do", {"GameSet.of": impaling.gates_of_half}),),
    ),
)
IMPALING = (
    Rule(
        "impale.all",
        "every prisoner connected to the minotaur is impaled, one's own too, however far away, all at once (A12)",
        (
            Otherwise("one's own are spared", impaling.others_only()),
            Otherwise("only those on tiles beside the minotaur's", impaling.beside_only()),
            Otherwise("one in a turn", impaling.one_a_turn()),
        ),
    ),
)
POINTS = (
    Rule(
        "impale.points",
        "an opposing prisoner brings 1 point",
        (
            Otherwise("no point", {"POINTS_IMPALED": 0}),
            Otherwise("2 points", {"POINTS_IMPALED": 2}),
        ),
    ),
    Rule(
        "impale.own",
        "one's own prisoner costs 1 point",
        (
            Otherwise("it costs nothing", {"POINTS_OWN": 0}),
            Otherwise("it brings a point, too", {"POINTS_OWN": 1}),
        ),
    ),
    Rule(
        "impale.active",
        "only the player whose turn it is scores, whoever's prisoners they are (A11)",
        (Otherwise("their owners lose a point", {"Position._completed": impaling.owners_lose}),),
    ),
    Rule(
        "impale.negative",
        "a score may fall below zero (A11)",
        (Otherwise("it stays at zero", {"Position._completed": impaling.never_negative}),),
    ),
)
IMPALED = (
    Rule(
        "impaled.open",
        "the path of an impaled prisoner stays open (A13)",
        (Otherwise("it is blocked", {"Labyrinth.lay": impaling.blocked, "Position._completed": impaling.laid_anew}),),
    ),
)
CUT_OFF = (
    Rule(
        "impaled.forever",
        "who is cut off from the minotaur stays impaled (A14)",
        (Otherwise("who is cut off lives again", {"Labyrinth.without": impaling.saved_when_cut_off}),),
    ),
    Rule(
        "impaled.nothing",
        "an impaled prisoner scores nothing at the end",
        (Otherwise("it scores like the living", {"escapes": impaling.impaled_score}),),
    ),
    Rule(
        "impaled.symbols",
        "coins and wings on the path of an impaled prisoner serve the others (A13)",
        (
            Otherwise(
                "they are lost", {"Labyrinth._corridors": impaling.emptied, "Position._completed": impaling.laid_anew}
            ),
        ),
    ),
)
ACTING = (
    Rule(
        "act.instead",
        "a player may act instead of placing",
        (Otherwise("there are no actions", {"rules_of": other.agreed(actions=False)}),),
    ),
    Rule(
        "act.discard",
        "the tile that pays for an action counts as played (A22)",
        (Otherwise("it goes under the deck", {"Position.push": other.discard_returns}),),
    ),
    Rule(
        "act.living",
        "a tile that is acted on shows a living prisoner of the player (A15)",
        (
            Otherwise("a prisoner of any player", {"actor_fault": other.any_colour}),
            Otherwise("an impaled one, too", {"actor_fault": other.allowing("no living prisoner")}),
        ),
    ),
    Rule(
        "act.free",
        "it has a free side before the action; the minotaur's tile is a neighbour (A15)",
        (
            Otherwise("it needs none", {"FREE_SIDES_TO_ACT": 0}),
            Otherwise("it needs two", {"FREE_SIDES_TO_ACT": 2}),
            Otherwise("the side towards the minotaur is free", {"Labyrinth.free_sides": other.minotaur_no_neighbour}),
            Otherwise("it needs one after the action", {"Position._table_fault": other.free_afterwards}),
        ),
    ),
    Rule(
        "act.change",
        "an action changes something (A18)",
        (
            Otherwise(
                "it may change nothing",
                {"rotation_fault": other.allowing("changes nothing"), "swap_fault": other.allowing("changes nothing")},
            ),
        ),
    ),
    Rule(
        "act.trap",
        "an action may not trap the minotaur; what counts is the table afterwards (A20)",
        (
            Otherwise(
                "a way that is open while the tile is lifted is enough",
                dict.fromkeys(("rotation_fault", "swap_fault", "Lifted.fault"), other.allowing("traps")),
            ),
        ),
    ),
    Rule(
        "act.impale",
        "an action impales and scores as a placement does (A10)",
        (
            Otherwise("actions impale nobody", {"Position._completed": impaling.spared_by_actions}),
            Otherwise("they impale without points", {"Position._completed": impaling.unpaid_actions}),
        ),
    ),
    Rule(
        "rotate.any",
        "a tile is turned by a quarter, a half or three quarters",
        (Otherwise("by a quarter", {"rotation_fault": other.quarter_only}),),
    ),
    Rule(
        "swap.own",
        "both tiles of a swap are the player's (A16)",
        (Otherwise("one of them is", {"Position._table_fault": other.one_own_tile}),),
    ),
    Rule(
        "swap.turn",
        "swapped tiles keep their turns (A16)",
        (Otherwise("each takes that of the other", {"apply_action": other.turns_exchanged}),),
    ),
    Rule(
        "move.turn",
        "a moved tile is laid in any turn (A17)",
        (Otherwise("it keeps its turn", {"Position._table_fault": other.move_unturned}),),
    ),
    Rule(
        "move.away",
        "a moved tile may not return to its place (A17)",
        reason="who lays it back turned has rotated it, which is allowed",
    ),
    Rule(
        "move.group",
        "after a move all tiles form one group (A17)",
        (Otherwise("they may fall apart", {"Lifted.cell_fault": other.allowing("falls apart")}),),
    ),
)
SCORING = (
    Rule(
        "escape.ways",
        "a way outside is enough to escape, and so are wings",
        (
            Otherwise("both are needed", {"leads_out": other.both_needed}),
            Otherwise("a way outside is of no use", {"leads_out": other.wings_needed}),
            Otherwise("wings are of no use", {"leads_out": other.exit_needed}),
        ),
    ),
    Rule(
        "escape.wings",
        "two wings are needed to fly",
        (
            Otherwise("one wing is enough", {"WINGS_TO_FLY": 1}),
            Otherwise("three are needed", {"WINGS_TO_FLY": 3}),
        ),
    ),
    Rule(
        "escape.room",
        "exits and wings are not used up",
        (
            Otherwise(
                "each exit lets out one prisoner",
                {"addends_of": other.crowded(lambda chamber: chamber.exits or chamber.wings)},
            ),
            Otherwise(
                "two wings carry one prisoner",
                {"addends_of": other.crowded(lambda chamber: 999 if chamber.outside else chamber.wings // 2)},
            ),
        ),
    ),
    Rule(
        "coin.points",
        "a prisoner who escapes scores 1 point for every coin in the chamber",
        (
            Otherwise("2 points", {"POINTS_COIN": 2}),
            Otherwise("for one coin at most", {"payments": other.one_coin_each}),
            Otherwise("and 1 for the escape", {"payments": other.point_for_escaping}),
            Otherwise("once for each way to escape (A29)", {"addends_of": other.each_way_pays}),
        ),
    ),
    Rule(
        "coin.shared",
        "coins are not used up: each prisoner scores each coin (A30)",
        (Otherwise("each coin pays one prisoner", {"payments": other.used_up}),),
    ),
    Rule(
        "win.most",
        "the most points win",
        (Otherwise("the fewest win", {"leading": other.fewest_win}),),
    ),
)
NOT_PLAYED = (
    Rule("order.first", "the player with horns begins", reason="the seats of a game are data"),
    Rule("order.direction", "play goes anticlockwise", reason="the engine knows the order of the seats, not the table"),
    Rule("hand.secret", "the tile in hand is secret", reason="the engine knows all hands; secrecy is for the players"),
    Rule("hand.draw", "a tile is drawn after each turn", reason="the order of drawing is data of a game"),
)


def rules_of_play(deck: Deck) -> RulesOfPlay:
    """Return the rules of a deck's edition."""
    rules = tuple(_rules(rules_of(deck.catalogue)))
    return RulesOfPlay(rules, partial(short_games, deck), partial(first_untrue, deck=deck))


def _rules(rules: Rules) -> Iterator[Rule]:
    yield from (*PLACING, *IMPALING)
    if rules.scores_impaled:
        yield from POINTS
    else:
        yield Rule(
            "impale.points",
            "impaling brings no points",
            (Otherwise("it brings and costs points", {"rules_of": other.agreed(score_impaled=True)}),),
        )
    yield from IMPALED
    if rules.acts:
        yield from (*CUT_OFF, *ACTING)
    else:
        yield Rule(
            "act.never",
            "a tile on the table is never turned, swapped or moved",
            (Otherwise("a tile may pay for an action", {"rules_of": other.agreed(actions=True)}),),
        )
    yield from SCORING
    if rules.scores_impaled:
        yield Rule(
            "win.sum",
            "points from impaling are added at the end",
            (
                Otherwise("they are not", {"final": other.without_impaling}),
                Otherwise("nobody scores for impaling", {"rules_of": other.agreed(score_impaled=False)}),
            ),
        )
    yield _tie_rule(rules)
    yield from NOT_PLAYED


TIES = {
    "all": "all prisoners who escaped count",
    "coinless": "those count who escaped without a coin",
    "coin_only": "those count who escaped with a coin",
    "seat": "the player who sits earlier in turn order wins",
}


def _tie_rule(rules: Rules) -> Rule:
    """Return the rule for ties, whose other ways are the tie-breaks of the other edition and of agreements (A1)."""
    mine = rules.breaks_tie
    others = [Otherwise(said, {"rules_of": other.agreed(tie_break=key)}) for key, said in TIES.items() if key != mine]
    return Rule(
        "win.tie",
        f"in a tie {TIES[mine]}",
        (*others, Otherwise("all who are tied win", {"leading": other.ties_stay})),
    )
