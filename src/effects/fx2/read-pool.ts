/**
 * Reads the pool of an effect of Direct3D 9: declarations, values, names and the states of samplers, which offsets
 * point to.
 *
 * Not for: the lists of parameters and techniques (read.ts).
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { type Diagnostics, hex } from '../../base/diagnostics.ts';
import { latin1Text, u32At, wordsOf } from '../../base/words.ts';
import type { ByteRange } from '../../container/layout.ts';
import { DX0132, DX0133, DX0134, DX0135, DX0136, DX0137, DX0143 } from '../../container/messages.ts';
import type { Fx2Declaration, Fx2Sampler, Fx2State, Fx2Value } from './model.ts';
import { FX2_STATES } from './states.ts';

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
 * Returns the members of each structure of the declaration at byte `at`, in the order in which structures begin, such
 * that the declaration ends at `end`; undefined where there is no such way. As many members as are stored are
 * preferred.
 */
function memberCounts(bytes: Uint8Array, at: number, end: number): readonly number[] | undefined {
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

// Which bytes of an effect of Direct3D 9 were read, so that the rest can be reported, and whether others are in the
// file.

class ReadRanges {
  /** The ranges that were read: start and end of each. */
  private readonly marks: number[] = [];

  /** @param base the byte offset that offsets count from */
  constructor(
    protected readonly bytes: Uint8Array,
    protected readonly base: number,
    protected readonly diagnostics: Diagnostics,
  ) {}

  /** Notes that the bytes from `start` to `end` were read. */
  mark(start: number, end: number): void {
    this.marks.push(start, end);
  }

  /** Notes the zero bytes that pad a DWORD from `at` on. */
  markPadding(at: number): void {
    const { bytes } = this;
    let end = at;
    while (((end - this.base) & 3) !== 0 && end < bytes.byteLength && bytes[end] === 0) end++;
    if (end > at && ((end - this.base) & 3) === 0) this.mark(at, end);
  }

  /** The ranges of the file that were not read, ascending. */
  unmarked(): ByteRange[] {
    const { marks } = this;
    const order = Array.from({ length: marks.length >> 1 }, (_, i) => 2 * i).sort((a, b) => marks[a]! - marks[b]!);
    const ranges: ByteRange[] = [];
    let at = 0;
    for (const i of order) {
      if (marks[i]! > at) ranges.push({ start: at, end: marks[i]! });
      at = Math.max(at, marks[i + 1]!);
    }
    if (at < this.bytes.byteLength) ranges.push({ start: at, end: this.bytes.byteLength });
    return ranges;
  }

  /** Whether `size` bytes from `at` on are in the file; reports the offset at `from` when not. */
  protected inside(at: number, size: number, from: number, what: string): boolean {
    const end = at + size;
    if (end <= this.bytes.byteLength) return true;
    const values = { what, offset: hex(at), end: hex(end), size: this.bytes.byteLength };
    this.diagnostics.report(DX0132, from, from + 4, values);
    return false;
  }
}

const STATE_SIZE = 16;
/** Levels of structures in structures; compilers write few. */
const MAX_DEPTH = 64;
/** Levels of samplers in states of samplers; compilers write none inside another. */
const MAX_SAMPLERS = 4;
/**
 * Bytes that are read for each byte of the file, and beyond: compilers share nothing, and damaged files may share
 * everything.
 */
const SHARED = 4;
const ALLOWANCE = 0x1_0000;

/** `D3DXPT_SAMPLER` to `D3DXPT_SAMPLERCUBE`. */
export function isFx2Sampler(type: number): boolean {
  return type >= 10 && type <= 14;
}
/** `D3DXPT_STRING` to `D3DXPT_VERTEXFRAGMENT`. */
const [FIRST_OBJECT_TYPE, LAST_OBJECT_TYPE] = [4, 18];

const NOTHING: Fx2Declaration = {
  type: 0,
  class: 0,
  name: null,
  semantic: null,
  elements: 0,
  rows: 0,
  columns: 0,
  members: [],
  definitions: 0,
};

export class Fx2Pool extends ReadRanges {
  readonly stateSize = STATE_SIZE;
  objectCount = 0;
  private left: number;
  private full = false;
  /** The strings that were read, by their offset: names are often shared. */
  private readonly names = new Map<number, string | null>();

  /** @param base the byte offset that offsets count from */
  constructor(bytes: Uint8Array, base: number, diagnostics: Diagnostics) {
    super(bytes, base, diagnostics);
    this.left = ALLOWANCE + SHARED * bytes.byteLength;
  }

  /**
   * The declaration that the offset at `at` points to.
   *
   * @param valueAt where the offset of the value is, if the compiler stores the value after the declaration
   */
  declaration(at: number, what: string, valueAt?: number): Fx2Declaration {
    const { bytes, base } = this;
    const target = base + u32At(bytes, at);
    if (!this.inside(target, DECLARATION_SIZE, at, `the declaration of ${what}`)) return NOTHING;
    const structure = u32At(bytes, target + 4) === VariableClass.struct;
    this.counts =
      structure && valueAt !== undefined ? memberCounts(bytes, target, base + u32At(bytes, valueAt)) : undefined;
    this.structures = 0;
    return this.declarationAt(target, what, 0).declaration;
  }

  /** The members of each structure of the declaration that is being read, where they are known. */
  private counts: readonly number[] | undefined;
  /** How many structures of it have begun. */
  private structures = 0;

  /** The text that the offset at `at` points to; null for none. */
  nameAt(at: number, what: string): string | null {
    const { bytes, names, base } = this;
    const target = base + u32At(bytes, at);
    const known = names.get(target);
    // A name that many share counts each time: what is made of an effect has it each time, too.
    if (known !== undefined) return this.spend(known?.length ?? 0, at, what) ? known : null;
    if (!this.inside(target, 4, at, `the name of ${what}`)) return null;
    const size = u32At(bytes, target);
    if (!this.inside(target + 4, size, target, `the name of ${what}`)) return null;
    if (!this.spend(size, at, what)) return null;
    this.mark(target, target + 4 + size);
    this.markPadding(target + 4 + size);
    // The size counts a NUL.
    let end = target + 4;
    while (end < target + 4 + size && bytes[end] !== 0) end++;
    const name = size === 0 ? null : latin1Text(bytes, target + 4, end);
    names.set(target, name);
    return name;
  }

  value(at: number, declaration: Fx2Declaration, what: string, depth = 0): Fx2Value {
    const target = this.base + u32At(this.bytes, at);
    return this.valueAt(target, declaration, at, what, depth).value;
  }

  state(at: number, what: string, depth: number): Fx2State {
    const { bytes } = this;
    const operation = u32At(bytes, at);
    const last = FX2_STATES.length - 1;
    if (operation > last) this.diagnostics.report(DX0143, at, at + 4, { what, operation, last });
    const declaration = this.declaration(at + 8, what);
    const value = this.value(at + 12, declaration, what, depth);
    return { operation, index: u32At(bytes, at + 4), declaration, value, offset: at };
  }

  private declarationAt(at: number, what: string, depth: number): { declaration: Fx2Declaration; end: number } {
    const { bytes, diagnostics } = this;
    const cut = { declaration: NOTHING, end: at };
    if (!this.spend(DECLARATION_SIZE, at, what)) return cut;
    const type = u32At(bytes, at);
    const kind = u32At(bytes, at + 4);
    const name = this.nameAt(at + 8, what);
    const semantic = this.nameAt(at + 12, `the semantic of ${what}`);
    const elements = u32At(bytes, at + 16);
    const declaration = {
      type,
      class: kind,
      name,
      semantic,
      elements,
      rows: 0,
      columns: 0,
      members: [],
      definitions: 0,
    };
    let end = at + DECLARATION_SIZE;
    this.mark(at, end);
    if (kind === VariableClass.object) {
      if (type < FIRST_OBJECT_TYPE || type > LAST_OBJECT_TYPE)
        diagnostics.report(DX0134, at, at + 8, { what, class: kind, type });
      return { declaration, end };
    }
    if (kind === VariableClass.struct) return this.structure(declaration, at, what, depth);
    if (kind > VariableClass.struct) {
      diagnostics.report(DX0134, at, at + 8, { what, class: kind, type });
      return { declaration, end };
    }
    if (!this.inside(end, 8, at, `the declaration of ${what}`)) return { declaration, end };
    const [first, second] = [u32At(bytes, end), u32At(bytes, end + 4)];
    this.mark(end, end + 8);
    end += 8;
    // Vectors store their columns first.
    const [rows, columns] = kind === VariableClass.vector ? [second, first] : [first, second];
    return { declaration: { ...declaration, rows, columns }, end };
  }

  private structure(
    declaration: Fx2Declaration,
    at: number,
    what: string,
    depth: number,
  ): { declaration: Fx2Declaration; end: number } {
    const { bytes, diagnostics } = this;
    const countAt = at + DECLARATION_SIZE;
    if (!this.inside(countAt, 4, at, `the declaration of ${what}`)) return { declaration, end: countAt };
    const stored = u32At(bytes, countAt);
    const count = this.counts?.[this.structures++] ?? stored;
    this.mark(countAt, countAt + 4);
    let end = countAt + 4;
    const available = Math.floor((bytes.byteLength - end) / DECLARATION_SIZE);
    if (count > available) {
      diagnostics.report(DX0133, countAt, countAt + 4, { count, what: `members of ${what}`, room: available });
      return { declaration, end };
    }
    if (depth >= MAX_DEPTH) {
      diagnostics.report(DX0136, at, countAt, { limit: MAX_DEPTH });
      return { declaration, end };
    }
    const members: Fx2Declaration[] = [];
    for (let i = 0; i < count && !this.full; i++) {
      const member = `member ${members.length} of ${what}`;
      if (!this.inside(end, DECLARATION_SIZE, countAt, member)) break;
      const read = this.declarationAt(end, member, depth + 1);
      members.push(read.declaration);
      end = read.end;
    }
    return { declaration: { ...declaration, members, definitions: stored - count }, end };
  }

  /** @param from the offset that points to the value, for messages */
  private valueAt(
    at: number,
    declaration: Fx2Declaration,
    from: number,
    what: string,
    depth: number,
  ): { value: Fx2Value; end: number } {
    const count = Math.max(1, declaration.elements);
    switch (declaration.class) {
      case VariableClass.struct:
        return this.structureValue(at, declaration, count, from, what, depth);
      case VariableClass.object:
        return isFx2Sampler(declaration.type)
          ? this.samplers(at, count, from, what, depth)
          : this.objectIds(at, count, from, what);
      default: {
        const size = 4 * count * declaration.rows * declaration.columns;
        const words = this.words(at, size, from, what);
        return { value: { kind: 'numbers', words, offset: at }, end: at + 4 * words.length };
      }
    }
  }

  private structureValue(
    at: number,
    { members: declarations }: Fx2Declaration,
    count: number,
    from: number,
    what: string,
    depth: number,
  ): { value: Fx2Value; end: number } {
    const members: Fx2Value[] = [];
    let end = at;
    for (let i = 0; i < count && declarations.length > 0; i++) {
      for (const [k, declaration] of declarations.entries()) {
        if (!this.spend(4, from, what)) return { value: { kind: 'structure', members, offset: at }, end };
        const member = this.valueAt(end, declaration, from, `member ${k} of ${what}`, depth);
        members.push(member.value);
        end = member.end;
      }
    }
    return { value: { kind: 'structure', members, offset: at }, end };
  }

  private objectIds(at: number, count: number, from: number, what: string): { value: Fx2Value; end: number } {
    const ids = Array.from(this.words(at, 4 * count, from, what));
    for (const [i, id] of ids.entries()) {
      if (id < this.objectCount) continue;
      this.diagnostics.report(DX0137, at + 4 * i, at + 4 * i + 4, { what, id, count: this.objectCount });
    }
    return { value: { kind: 'objects', ids, offset: at }, end: at + 4 * ids.length };
  }

  private samplers(
    at: number,
    count: number,
    from: number,
    what: string,
    depth: number,
  ): { value: Fx2Value; end: number } {
    const { bytes, diagnostics } = this;
    const samplers: Fx2Sampler[] = [];
    const result = (end: number) => ({ value: { kind: 'samplers', samplers, offset: at } as Fx2Value, end });
    let end = at;
    if (depth >= MAX_SAMPLERS) {
      diagnostics.report(DX0136, from, from + 4, { limit: MAX_SAMPLERS });
      return result(end);
    }
    for (let i = 0; i < count; i++) {
      if (!this.spend(4, from, what) || !this.inside(end, 4, from, `the value of ${what}`)) break;
      const states = u32At(bytes, end);
      this.mark(end, end + 4);
      const available = Math.floor((bytes.byteLength - end - 4) / STATE_SIZE);
      if (states > available) {
        diagnostics.report(DX0133, end, end + 4, { count: states, what: `states of ${what}`, room: available });
        break;
      }
      end += 4;
      const sampler: Fx2State[] = [];
      for (let k = 0; k < states && this.spend(STATE_SIZE, from, what); k++, end += STATE_SIZE) {
        this.mark(end, end + STATE_SIZE);
        sampler.push(this.state(end, `state ${k} of ${what}`, depth + 1));
      }
      samplers.push({ states: sampler });
    }
    return result(end);
  }

  /** `size` bytes as DWORDs; none, with a diagnostic, where they lie outside. */
  private words(at: number, size: number, from: number, what: string): Uint32Array {
    if (!this.inside(at, size, from, `the value of ${what}`) || !this.spend(size, from, what))
      return new Uint32Array(0);
    this.mark(at, at + size);
    return wordsOf(this.bytes, at, size);
  }

  /** Whether `size` more bytes may be read; reports once when not. */
  private spend(size: number, from: number, what: string): boolean {
    if (this.left >= size) {
      this.left -= size;
      return true;
    }
    if (!this.full) this.diagnostics.report(DX0135, from, from + 4, { what });
    this.full = true;
    return false;
  }
}
