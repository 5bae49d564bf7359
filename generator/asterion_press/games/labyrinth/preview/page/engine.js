"use strict";

/*
 * The rules of the game, as far as laid tiles go: what is legal, who is impaled, which chambers there are, who wins.
 *
 * It is written from the rules, not from the program's own engine, and a test holds both against each other on
 * thousands of positions (`test_positions_are_judged_alike`). Cells are [x, y], x grows east, y grows south, the minotaur
 * lies at [0, 0]; sides are numbered clockwise from the north, N 0, E 1, S 2, W 3; turns are clockwise quarter turns.
 * Nothing here knows the page.
 *
 *   Engine.box(deck)                                what is played with
 *   Engine.read(box, rules, seats, described)       a table as somebody describes it
 *   Engine.play(box, rules, seats, plies)           a table laid ply by ply, every ply judged
 *   Engine.fault(table, tile, turns, x, y)          why a tile may not be laid there, or null
 *   Engine.placements(table, tile)                  everywhere it may be laid
 *   Engine.chambers(table)  Engine.final(table)     what hangs together, and what it is worth
 */
const Engine = (() => {
  const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  const TURNS = [0, 1, 2, 3];
  const WINGS_TO_FLY = 2;
  const MINOTAUR = "0,0 0"; // the one path of his tile

  const keyOf = (x, y) => `${x},${y}`;
  const cellOf = (key) => key.split(",").map(Number);
  const across = (key, side) => {
    const [x, y] = cellOf(key);
    return keyOf(x + STEPS[side][0], y + STEPS[side][1]);
  };
  const around = (key) => TURNS.map((side) => across(key, side));
  const byPlace = ([ax, ay], [bx, by]) => ay - by || ax - bx;

  /** What is played with: every physical tile by id; further copies are called Y07-2, Y07-3. */
  function box(deck) {
    const pieces = new Map();
    for (const tile of deck.tiles) {
      for (let copy = 1; copy <= tile.copies; copy += 1) {
        const id = copy === 1 ? tile.id : `${tile.id}-${copy}`;
        pieces.set(id, { id, tile, colour: tile.colour, paths: tile.paths });
      }
    }
    return { colours: deck.colours, pieces, gates: deck.minotaur };
  }

  /** The rules with what the edition says where nothing was agreed. */
  function agreed(rules) {
    const revised = rules.edition === "revised";
    return {
      edition: rules.edition,
      scoresImpaled: rules.score_impaled ?? revised,
      tieBreak: rules.tie_break ?? (revised ? "coinless" : "all"),
      outside: rules.outside ?? "any",
    };
  }

  function emptyTable(itsBox, rules, seats) {
    return {
      box: itsBox,
      rules: agreed(rules),
      seats,
      laid: new Map(), // by cell: {id, piece, turns}, in the order of laying
      where: new Map(), // by tile: its cell
      dead: new Set(), // "tile path" of everybody who was ever impaled
      kills: Object.fromEntries(seats.map((seat) => [seat, 0])),
    };
  }

  function lay(table, id, turns, x, y) {
    table.laid.set(keyOf(x, y), { id, piece: table.box.pieces.get(id), turns });
    table.where.set(id, keyOf(x, y));
  }

  const covered = (table, key) => key === "0,0" || table.laid.has(key);

  /** The number of the path that a covered cell opens to a side; -1 for a wall. The minotaur's tile is one path. */
  function pathAt(table, key, side) {
    if (key === "0,0") return table.box.gates.includes(side) ? 0 : -1;
    const { piece, turns } = table.laid.get(key);
    const own = (side - turns + 4) % 4;
    return piece.paths.findIndex((path) => path.exits.includes(own));
  }

  /** The sides where a path leaves a covered cell. */
  function sidesOf(table, key, path) {
    if (key === "0,0") return table.box.gates;
    const { piece, turns } = table.laid.get(key);
    return piece.paths[path].exits.map((side) => (side + turns) % 4);
  }

  /** All that is reached from a start by single steps. */
  function reachedFrom(start, stepsFrom) {
    const found = new Set([start]);
    const waiting = [start];
    while (waiting.length) {
      for (const next of stepsFrom(waiting.pop())) {
        if (found.has(next)) continue;
        found.add(next);
        waiting.push(next);
      }
    }
    return found;
  }

  /**
   * What hangs together with a path: its "cell path" nodes and the uncovered cells that it leads onto. A path that meets
   * a wall ends there (A6).
   */
  function reach(table, start) {
    const onto = new Set();
    const nodes = reachedFrom(start, (node) => {
      const [key, path] = node.split(" ");
      return sidesOf(table, key, path).flatMap((side) => {
        const next = across(key, side);
        if (!covered(table, next)) onto.add(next);
        const met = covered(table, next) ? pathAt(table, next, (side + 2) % 4) : -1;
        return met < 0 ? [] : [`${next} ${met}`];
      });
    });
    return { nodes, onto };
  }

  /** The uncovered cells that share a side with a tile, from north to south and west to east. */
  function border(table) {
    const beside = new Set(["0,0", ...table.laid.keys()].flatMap(around));
    return [...beside].filter((key) => !covered(table, key)).map(cellOf).sort(byPlace);
  }

  /**
   * A test for cells: are they outside? Any uncovered one is, or only those from which the table's edge is reached (A7).
   * A cell beside a tile may be given that counts as covered, too; it leaves the way around all tiles open.
   */
  function outsideOf(table, also = null) {
    if (table.rules.outside === "any") return (key) => key !== also;
    const cells = ["0,0", ...table.laid.keys()].map(cellOf);
    const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
    const [west, east] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
    const [north, south] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
    const isFree = (key) => {
      const [x, y] = cellOf(key);
      return key !== also && !covered(table, key) && x >= west && x <= east && y >= north && y <= south;
    };
    const free = reachedFrom(keyOf(west, north), (key) => around(key).filter(isFree));
    return (key) => free.has(key);
  }

  /** Why a tile may not be laid on a cell in a turn (rule 2a): the rule, or null. */
  function fault(table, id, turns, x, y) {
    const key = keyOf(x, y);
    if (covered(table, key)) return "covered";
    if (!around(key).some((next) => covered(table, next))) return "touch";
    const before = table.where.get(id);
    lay(table, id, turns, x, y);
    const trapped = ![...reach(table, MINOTAUR).onto].some(outsideOf(table)); // he has no way out
    table.laid.delete(key);
    if (before === undefined) table.where.delete(id);
    else table.where.set(id, before);
    return trapped ? "trap" : null;
  }

  /**
   * Everywhere a tile may be laid, as [x, y, turns]. If a way out would stay outside with a tile on a cell, it stays so
   * whatever is laid there, so most cells need no trial.
   */
  function placements(table, id) {
    const found = [];
    const onto = [...reach(table, MINOTAUR).onto];
    for (const [x, y] of border(table)) {
      const safe = onto.some(outsideOf(table, keyOf(x, y)));
      for (const turns of TURNS) if (safe || fault(table, id, turns, x, y) === null) found.push([x, y, turns]);
    }
    return found;
  }

  /** Impale all living prisoners who are connected to the minotaur, at once (A12); how many of each colour. */
  function impale(table) {
    const counts = {};
    for (const node of reach(table, MINOTAUR).nodes) {
      const [key, number] = node.split(" ");
      if (node === MINOTAUR) continue;
      const { id, piece } = table.laid.get(key);
      const path = piece.paths[number];
      const name = `${id} ${number}`;
      if (path.prisoners && !table.dead.has(name)) {
        table.dead.add(name);
        counts[piece.colour] = (counts[piece.colour] ?? 0) + path.prisoners;
      }
    }
    return counts;
  }

  /**
   * A table as somebody describes it.
   *
   * described: {laid: [[tile, x, y, turns]], impaled: [[tile, path]] who died earlier, kills: {seat: points}}
   */
  function read(itsBox, rules, seats, described) {
    const table = emptyTable(itsBox, rules, seats);
    for (const [tile, x, y, turns] of described.laid) lay(table, tile, turns, x, y);
    for (const [tile, path] of described.impaled ?? []) table.dead.add(`${tile} ${path}`);
    for (const seat of seats) table.kills[seat] = described.kills?.[seat] ?? 0;
    impale(table);
    return table;
  }

  /**
   * A table laid ply by ply; the player of a ply is the tile's colour. An illegal ply is laid all the same and told of, a
   * ply on a covered cell or of a tile that lies already is not laid.
   *
   * Returns {table, turns}, a turn being {fault, impaled: {colour: number}, points}.
   */
  function play(itsBox, rules, seats, plies) {
    const table = emptyTable(itsBox, rules, seats);
    const turns = [];
    for (const [tile, x, y, turned] of plies) {
      const wrong = table.where.has(tile) ? "covered" : fault(table, tile, turned, x, y);
      if (wrong === "covered") {
        turns.push({ fault: wrong, impaled: {}, points: 0 });
        continue;
      }
      lay(table, tile, turned, x, y);
      const seat = itsBox.pieces.get(tile).colour;
      const impaled = impale(table);
      const count = Object.values(impaled).reduce((sum, number) => sum + number, 0);
      const points = table.rules.scoresImpaled ? count - 2 * (impaled[seat] ?? 0) : 0;
      if (seat in table.kills) table.kills[seat] += points;
      turns.push({ fault: wrong, impaled, points });
    }
    return { table, turns };
  }

  function counted(spots, impaled) {
    const counts = {};
    for (const spot of spots) {
      if (spot.prisoners && spot.impaled === impaled) counts[spot.colour] = (counts[spot.colour] ?? 0) + spot.prisoners;
    }
    return counts;
  }

  /** All chambers, the minotaur's first, then in the order in which their oldest tiles were laid. */
  function chambers(table) {
    const outside = outsideOf(table);
    const order = new Map(); // of all paths but the minotaur's, in the order in which their tiles were laid
    for (const [key, { piece }] of table.laid) piece.paths.forEach((_, number) => order.set(`${key} ${number}`, order.size));
    const seen = new Set();
    const found = [];
    const gather = (start) => {
      if (seen.has(start)) return;
      const { nodes, onto } = reach(table, start);
      nodes.forEach((node) => seen.add(node));
      const inOrder = [...nodes].filter((node) => order.has(node)).sort((a, b) => order.get(a) - order.get(b));
      const spots = inOrder.map((node) => {
        const [key, number] = node.split(" ");
        const { id, piece } = table.laid.get(key);
        const path = piece.paths[number];
        return {
          tile: id,
          path: Number(number),
          cell: cellOf(key),
          exits: sidesOf(table, key, number).sort(),
          colour: piece.colour,
          prisoners: path.prisoners,
          impaled: table.dead.has(`${id} ${number}`),
          coins: path.coins,
          wings: path.wings,
        };
      });
      const total = (what) => spots.reduce((sum, spot) => sum + spot[what], 0);
      const [minotaur, coins, wings] = [start === MINOTAUR, total("coins"), total("wings")];
      const waysOut = [...onto].filter(outside).map(cellOf).sort(byPlace);
      found.push({
        spots,
        living: counted(spots, false),
        impaled: counted(spots, true),
        coins,
        wings,
        waysOut,
        outside: waysOut.length > 0,
        minotaur,
        escapes: !minotaur && (waysOut.length > 0 || wings >= WINGS_TO_FLY),
      });
    };
    [MINOTAUR, ...order.keys()].forEach(gather);
    return found;
  }

  /** The count of the end, as the table lies now (rule 4; A1, A29, A30). */
  function final(table) {
    const zeros = () => Object.fromEntries(table.seats.map((seat) => [seat, 0]));
    const [treasure, withCoins, without] = [zeros(), zeros(), zeros()];
    let captured = 0;
    for (const chamber of chambers(table)) {
      for (const number of Object.values(chamber.impaled)) captured += number;
      for (const seat of chamber.escapes ? table.seats : []) {
        const living = chamber.living[seat] ?? 0;
        treasure[seat] += living * chamber.coins;
        (chamber.coins ? withCoins : without)[seat] += living;
      }
    }
    const [scores, escaped, tie] = [zeros(), zeros(), zeros()];
    const early = Object.fromEntries(table.seats.map((seat, number) => [seat, -number])); // who plays first wins
    for (const seat of table.seats) {
      scores[seat] = table.kills[seat] + treasure[seat];
      escaped[seat] = withCoins[seat] + without[seat];
      tie[seat] = { all: escaped, coinless: without, coin_only: withCoins, seat: early }[table.rules.tieBreak][seat];
    }
    const best = Math.max(...Object.values(scores));
    const bestTie = Math.max(...table.seats.filter((seat) => scores[seat] === best).map((seat) => tie[seat]));
    const winners = table.seats.filter((seat) => scores[seat] === best && tie[seat] === bestTie);
    return { scores, kills: { ...table.kills }, treasure, escaped, tie, captured, winners };
  }

  return { box, read, play, fault, placements, border, chambers, final };
})();
