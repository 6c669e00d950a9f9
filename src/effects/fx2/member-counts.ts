/**
 * Finds how many members the structures of a declaration really have. Microsoft's compiler counts a type that the source defines
 * inside a structure as a member (source: oracle): `struct { struct { float a; } b; }` says that it has two. Where the value of a
 * parameter begins shows where its declaration ends.
 *
 * Not for: reading declarations (read-pool.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { u32At } from '../../base/words.ts';

/** Bytes of a declaration without rows, columns and members. */
const DECLARATION_SIZE = 20;
/** Ways to read the same bytes that are tried. */
const MAX_STEPS = 4096;

/** A way to read members: the structures that are open, and the counts of those that were closed or are open. */
interface Path {
  readonly at: number;
  readonly open: readonly Open[];
  /** Counts of members in the order in which structures begin. */
  readonly counts: readonly number[];
}

interface Open {
  /** Its position in {@link Path.counts}. */
  readonly index: number;
  readonly stored: number;
  /** Members that are structures: each may have counted twice. */
  readonly structures: number;
}

/**
 * Returns the members of each structure of the declaration at byte `at`, in the order in which structures begin, such that the
 * declaration ends at `end`; undefined where there is no such way. As many members as are stored are preferred.
 */
export function memberCounts(bytes: Uint8Array, at: number, end: number): readonly number[] | undefined {
  return search(bytes, at, end, true) ?? search(bytes, at, end, false);
}

/** @param pure whether a structure defines the types of all its structures or of none, as sources do nearly always */
function search(bytes: Uint8Array, at: number, end: number, pure: boolean): readonly number[] | undefined {
  const paths: Path[] = [{ at, open: [], counts: [] }];
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const path = paths.pop();
    if (path === undefined) return undefined;
    const last = path.open.at(-1);
    if (path.counts.length > 0 && last === undefined) {
      if (path.at === end) return path.counts;
      continue;
    }
    if (last !== undefined) {
      const { stored, structures, index } = last;
      const count = path.counts[index]!;
      const closed: Path = { ...path, open: path.open.slice(0, -1) };
      if (count === stored) {
        paths.push(closed);
        continue;
      }
      // The last one that is entered is tried first: to read on comes before closing early.
      const defined = stored - count;
      if (defined === structures || (!pure && defined < structures)) paths.push(closed);
    }
    const next = step(bytes, path, end);
    if (next !== undefined) paths.push(next);
  }
  return undefined;
}

/** The path after one more declaration; undefined where there is none. */
function step(bytes: Uint8Array, { at, open, counts }: Path, end: number): Path | undefined {
  if (at + DECLARATION_SIZE + 4 > end) return undefined;
  const kind = u32At(bytes, at + 4);
  const structure = kind === VariableClass.struct;
  const member = open.length > 0;
  // Members have a name, and are numbers or structures.
  if (member && (u32At(bytes, at + 8) === 0 || (!structure && kind >= VariableClass.object))) return undefined;
  const parent = open.at(-1);
  const changed = [...counts];
  let parents = open;
  if (parent !== undefined) {
    changed[parent.index]!++;
    if (structure) parents = [...open.slice(0, -1), { ...parent, structures: parent.structures + 1 }];
  }
  if (!structure) return { at: at + DECLARATION_SIZE + 8, open: parents, counts: changed };
  const stored = u32At(bytes, at + DECLARATION_SIZE);
  const opened = { index: changed.length, stored, structures: 0 };
  return { at: at + DECLARATION_SIZE + 4, open: [...parents, opened], counts: [...changed, 0] };
}
