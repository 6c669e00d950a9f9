/** Copies that happen at once, as moves one after the other. */
import type { OperandTable, Scalar } from './operand-table.ts';

/** A move of some components from one source to one register. */
export interface Move {
  readonly register: number;
  /** Written components, and what each gets: a scalar, or `~location` of a scratch component. */
  readonly components: number[];
  readonly from: Scalar[];
  /** Locations of temporary registers that are read. */
  readonly reads: Set<number>;
  /** The register that is read; -1 if it is no temporary one. */
  fromRegister: number;
  fromComponents: number[];
}

/** Copies of scalars to locations (`register << 2 | component`), grouped to moves in an order that is right. */
export function movesOf(
  copies: readonly { readonly to: number; readonly from: Scalar }[],
  table: OperandTable,
  at: (value: Scalar) => number,
  scratch: () => number,
): Move[] {
  const groups = new Map<string, Move>();
  for (const { to, from } of copies) {
    const location = from >= 0 ? at(from) : -1;
    if (location === to) continue;
    const source = from >= 0 ? location >> 2 : `s${table.sourceOf(from)}`;
    const key = `${to >> 2} ${source}`;
    let move = groups.get(key);
    if (move === undefined) {
      const fromRegister = from >= 0 ? location >> 2 : -1;
      move = { register: to >> 2, components: [], from: [], reads: new Set(), fromRegister, fromComponents: [] };
      groups.set(key, move);
    }
    move.components.push(to & 3);
    move.from.push(from);
    move.fromComponents.push(location & 3);
    if (from >= 0) move.reads.add(location);
    else
      for (const { value } of table.sources[table.sourceOf(from)]!.indices) if (value >= 0) move.reads.add(at(value));
  }
  return ordered([...groups.values()], scratch);
}

/** Each move before those that write what it reads; a circle of moves is cut with a scratch register. */
function ordered(moves: Move[], scratch: () => number): Move[] {
  if (moves.length < 2) return moves;
  const readers = new Map<number, number>();
  const count = (move: Move, by: number): void => {
    for (const location of move.reads) readers.set(location, (readers.get(location) ?? 0) + by);
  };
  for (const move of moves) count(move, 1);
  const isReady = (move: Move): boolean =>
    move.components.every((component) => {
      const location = (move.register << 2) | component;
      return (readers.get(location) ?? 0) - (move.reads.has(location) ? 1 : 0) === 0;
    });
  const letsAnotherGo = (move: Move, others: readonly Move[]): boolean => {
    count(move, -1);
    const found = others.some((other) => other !== move && isReady(other));
    count(move, 1);
    return found;
  };
  const result: Move[] = [];
  /** Moves that read a scratch register already. */
  const cuts = new Set<Move>();
  let pending = moves;
  while (pending.length > 0) {
    const ready = pending.filter(isReady);
    if (ready.length > 0) {
      const [first] = ready;
      count(first!, -1);
      result.push(first!);
      pending = pending.filter((move) => move !== first);
      continue;
    }
    // One that waits for a circle without being a part of it does not end the circle.
    const candidates = pending.filter((one) => one.fromRegister >= 0 && !cuts.has(one));
    const move = candidates.find((one) => letsAnotherGo(one, pending)) ?? candidates[0]!;
    const register = scratch();
    const components = move.fromComponents.map((_, i) => i);
    result.push({ ...move, register, components, from: move.from, reads: move.reads });
    count(move, -1);
    const cut: Move = {
      ...move,
      reads: new Set(components.map((component) => (register << 2) | component)),
      fromRegister: register,
      fromComponents: components,
    };
    count(cut, 1);
    cuts.add(cut);
    pending = pending.map((one) => (one === move ? cut : one));
  }
  return result;
}
