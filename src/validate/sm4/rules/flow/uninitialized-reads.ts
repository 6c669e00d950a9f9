/**
 * Finds temporaries of pixel shaders that are read before they are written, as Microsoft's validator does in a pass of
 * its own after all other checks (source: oracle). It does not check other stages.
 *
 * The check walks the program once, in order. After `endif` and `endswitch` a component counts as written if any branch
 * writes it; an `else` and a `case` begin with what was written before the block. Loops are walked once (Microsoft's
 * validator may report the same a second time). Breaks, continues and returns are not followed. Subroutines are walked
 * at each call. The first `fcall` ends the walk.
 *
 * Which components of a source an opcode reads for which component of its result mostly follows from the rows of the
 * opcode table. Some instructions really read other components: {@link QUIRKS} lists them.
 *
 * Writes of a branch are logged and taken back, so that no state is ever copied: the walk is linear in the program,
 * except for the writes of deeply nested branches.
 */

import { COMPONENTS, componentsRead, FULL_MASK } from '../../../../isa/components.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_RESOURCE_DIMENSIONS } from '../../../../isa/sm4/names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Components,
  type Sm4InstructionRow,
  type Sm4Mnemonic,
  sm4IsSparse,
} from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4DeclarationControls,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { MAX_TEMPS } from '../../limits.ts';

/**
 * A pattern has four bits for each component of the result, x in the lowest: the positions of the source, before its
 * swizzle, that are read for it.
 */
const NOTHING = 0;
const EACH = 0x8421;
const X_FOR_X = 0x0001;
const XY_EACH = 0x0021;
const XYZ_EACH = 0x0421;
const W_FOR_X = 0x0008;
const XY_FOR_ALL = 0x3333;
const XYZ_FOR_ALL = 0x7777;
const XYZW_FOR_ALL = 0xffff;
const PAIR_FOR_EACH = 0x00c3;
const EACH_FOR_PAIR = 0x2211;
const W_FOR_W = 0x8000;

/** Sources whose pattern depends on the dimension of the resource that the instruction names. */
const COORDINATES = -1;
/** The mip level is in w. */
const COORDINATES_AND_LEVEL = -2;
/** Buffers have a coordinate too. */
const COORDINATES_OF_UAV = -3;
/** Two dimensions, with or without an array, and no others. */
const COORDINATES_2D = -4;

/**
 * The validator treats coordinates, gradients and offsets like operands that are read by component, not for every
 * result.
 */
const PATTERN_OF: Readonly<Record<Sm4Components, number>> = {
  mask: EACH,
  one: EACH,
  prefix: EACH,
  xy: XY_FOR_ALL,
  xyz: XYZ_FOR_ALL,
  xyzw: XYZW_FOR_ALL,
  coordinates: COORDINATES,
  coordinatesAndLevel: COORDINATES_AND_LEVEL,
  gradients: COORDINATES,
  doublePerComponent: PAIR_FOR_EACH,
  componentPerDouble: EACH_FOR_PAIR,
  none: NOTHING,
};

/** Patterns of the first sources, in order, that differ from what the instruction does. */
interface Quirk {
  readonly of: readonly Sm4Mnemonic[];
  readonly patterns: readonly number[];
}

/** Where Microsoft's validator differs from the facts of the opcode (source: oracle). */
const QUIRKS: readonly Quirk[] = [
  /** Instructions with two results read only w, and only for x. */
  { of: ['imul', 'umul', 'udiv', 'uaddc', 'usubb'], patterns: [W_FOR_X, W_FOR_X] },
  /** Nothing is checked of the location of lod. */
  { of: ['lod'], patterns: [NOTHING] },
  /**
   * Gathers with offsets from registers know two dimensions only, and read their offsets as if they were coordinates.
   */
  { of: ['gather4_po', 'gather4_po_c'], patterns: [COORDINATES_2D, COORDINATES_2D] },
  /** Addresses of raw and structured memory are read for x of the result only. */
  { of: ['ld_raw', 'ld_structured'], patterns: [X_FOR_X, X_FOR_X] },
  /**
   * So is the element of ld_structured_s, which is the only source that is checked of any instruction with access
   * status.
   */
  { of: ['ld_structured_s'], patterns: [X_FOR_X, NOTHING] },
  /** An offset for interpolation is read by component. */
  { of: ['eval_snapped'], patterns: [EACH, XY_EACH] },
  /** A sample for interpolation is read for x of the result only. */
  { of: ['eval_sample_index'], patterns: [EACH, X_FOR_X] },
  /** The condition of dmovc is read by component, not by double. */
  { of: ['dmovc'], patterns: [EACH] },
];

/**
 * Of these no source is checked: atomic operations with results, and what returns or tests an access status (source:
 * oracle).
 */
function isUnchecked(row: Sm4InstructionRow): boolean {
  return row.category === 'atomic' || row.requires === 'tiledResources' || sm4IsSparse(row);
}

/** Coordinates by D3D10_SB_RESOURCE_DIMENSION. */
const COORDINATE_PATTERNS: readonly number[] = SM4_RESOURCE_DIMENSIONS.map((name) => {
  if (name === 'texture1d') return X_FOR_X;
  if (name === 'texture2d' || name === 'texture1darray') return XY_EACH;
  if (name === 'texture3d' || name === 'texturecube' || name === 'texture2darray') return XYZ_EACH;
  return name === 'texturecubearray' ? EACH : NOTHING;
});

/** The pattern of a source, given its pattern or what it depends on, and the dimension of the resource. */
export function patternOf(pattern: number, dimension: number): number {
  if (pattern >= 0) return pattern;
  const name = SM4_RESOURCE_DIMENSIONS[dimension];
  const coordinates = COORDINATE_PATTERNS[dimension] ?? NOTHING;
  if (pattern === COORDINATES_2D) return name === 'texture2d' || name === 'texture2darray' ? coordinates : NOTHING;
  if (name === 'buffer') return pattern === COORDINATES ? NOTHING : X_FOR_X;
  if (pattern !== COORDINATES_AND_LEVEL) return coordinates;
  return name === 'texturecube' || name === 'texturecubearray' ? W_FOR_W : coordinates | W_FOR_W;
}

export interface OpcodeReads {
  /** Numbers of the operands, from 0, that are results. */
  readonly results: readonly number[];
  /** Numbers of the operands that are sources. */
  readonly sources: readonly number[];
  /** The pattern of each source, or what {@link patternOf} resolves. */
  readonly patterns: readonly number[];
  /** Number of the operand that is a resource, for coordinates; -1: there is none. */
  readonly resource: number;
  /** Its first source is tested: x of it is read for any result. */
  readonly tests: boolean;
}

/** By opcode; undefined where nothing is checked: instructions without a result, and declarations. */
export const OPCODE_READS: readonly (OpcodeReads | undefined)[] = SM4_OPCODE_BY_CODE.map((row) =>
  row?.kind === 'instruction' ? readsOf(row) : undefined,
);

function readsOf(row: Sm4InstructionRow): OpcodeReads | undefined {
  const numbers = (...roles: readonly string[]): number[] =>
    row.operands.flatMap(({ role }, i) => (roles.includes(role) ? [i] : []));
  const results = numbers('destination');
  const sources = numbers('source');
  const tests = row.category === 'flow' && sources.length > 0 && row.operands[0]?.access === 'read';
  if (results.length === 0 && !tests) return undefined;
  const resource = numbers('resource', 'uav', 'memory')[0] ?? -1;
  const patterns = sources.map((operand, i) => patternOfSource(row, operand, i));
  return { results, sources, patterns, resource, tests };
}

/** The pattern of operand `operand`, which is source number `source`, both from 0. */
function patternOfSource(row: Sm4InstructionRow, operand: number, source: number): number {
  const quirk = QUIRKS.find(({ of }) => of.includes(row.mnemonic))?.patterns[source];
  if (quirk !== undefined) return quirk;
  if (isUnchecked(row)) return NOTHING;
  const pattern = PATTERN_OF[row.operands[operand]!.components];
  const ofUav = pattern === COORDINATES && row.operands.some(({ role }) => role === 'uav');
  return ofUav ? COORDINATES_OF_UAV : pattern;
}

export const SOURCE_RULE: Sm4RuleRow = {
  code: 'DX3850',
  text: '{register}.{component} is read before it is written.',
  hint: 'Write it on a path that leads here, or read another register.',
};
export const INDEX_RULE: Sm4RuleRow = {
  code: 'DX3851',
  text: '{register}.{component} is used as an index before it is written.',
  hint: 'Write it on a path that leads here, or use another index.',
};
export const ARRAY_RULE: Sm4RuleRow = {
  code: 'DX3852',
  text: '{component} of an element of {register} is tested before {component} of any element is written.',
  hint: 'Write the elements that may be tested.',
};

/** The depth of nested calls; deeper ones are not followed (source: oracle). */
const MAX_CALLS = 32;
/**
 * How many instructions of subroutines are walked in total. Subroutines that call others twice, and so on, would take
 * exponential time; Microsoft's validator hangs there.
 */
const MAX_CALLED_INSTRUCTIONS = 2 ** 20;
/**
 * How many entries of the log branches take back and restore in total; beyond that the rest of the program is not
 * walked.
 */
const MAX_MOVED = 2 ** 24;
/** Slots of an indexable temporary before its elements. */
const ARRAY_HEAD = 2;
/** Indices whose registers are checked; those of further dimensions are not (source: oracle). */
const CHECKED_INDICES = 2;

const TEMP = SM4_OPERAND_TYPES.temp.code;
const INDEXABLE = SM4_OPERAND_TYPES.indexableTemp.code;
const { call, callc, endif, endloop, endswitch, fcall, label, loop, ret } = SM4_OPCODES;
const { dcl_indexableTemp, dcl_resource, dcl_temps, dcl_uav_typed } = SM4_OPCODES;
const IF = SM4_OPCODES.if.code;
const ELSE = SM4_OPCODES.else.code;
const CASE = SM4_OPCODES.case.code;
const DEFAULT = SM4_OPCODES.default.code;
const SWITCH = SM4_OPCODES.switch.code;

/** Checks what a pixel shader reads before it writes it. */
export function checkUninitializedReads(ctx: Sm4ValidationContext): void {
  if (ctx.stage !== 'ps') return;
  const walk = new Walk(ctx);
  if (walk.begin()) walk.run();
}

/** The components that the branches of a block have written; they count as written after the block. */
interface Branch {
  /** Index in the log where the branch begins. */
  mark: number;
  /** Slots and masks, alternating, that earlier branches of the block added; undefined: there is none. */
  added: number[] | undefined;
}

class Walk {
  /**
   * Written components by slot: of each temporary; then of each indexable temporary those written with a computed
   * index, those written to any element, and those of each element.
   */
  #written = new Uint8Array(0);
  #temps = 0;
  /** Slot and number of elements of each indexable temporary, by its number. */
  readonly #arrays = new Map<number, { readonly slot: number; readonly size: number }>();
  /** Dimensions by {@link resourceKey}. */
  readonly #dimensions = new Map<number, number>();
  #labels: Map<number, number> | undefined;

  /** Slots and masks, alternating, that were added since the outermost block began. */
  readonly #log: number[] = [];
  readonly #branches: Branch[] = [];
  #called = 0;
  #moved = 0;

  constructor(private readonly ctx: Sm4ValidationContext) {}

  /** Reads the declarations; returns whether there is anything to check. */
  begin(): boolean {
    const { program, cursor } = this.ctx;
    let slots = 0;
    for (let i = 0; i < program.count; i++) {
      const code = Sm4OpcodeToken.opcode.get(program.words[program.starts[i]!]!);
      if (code === dcl_temps.code) {
        cursor.goto(i);
        this.#temps = Math.min(cursor.word(cursor.payload), MAX_TEMPS);
      } else if (code === dcl_indexableTemp.code) {
        cursor.goto(i);
        const size = Math.min(cursor.word(cursor.payload + 1), MAX_TEMPS);
        this.#arrays.set(cursor.word(cursor.payload), { slot: slots, size });
        slots += ARRAY_HEAD + size;
      } else if (code === dcl_resource.code || code === dcl_uav_typed.code) {
        cursor.goto(i);
        const slot = cursor.operands[0]!;
        this.#dimensions.set(resourceKey(slot), Sm4DeclarationControls.resourceDimension.get(cursor.token));
      } else if (OPCODE_READS[code] !== undefined) break;
      if (slots > 2 * MAX_TEMPS) return false;
    }
    for (const [number, { slot, size }] of this.#arrays) this.#arrays.set(number, { slot: this.#temps + slot, size });
    this.#written = new Uint8Array(this.#temps + slots);
    return this.#written.length > 0;
  }

  run(): void {
    const { program, diagnostics } = this.ctx;
    const { words, starts, count } = program;
    /** For each active call, its position, and how many blocks were open there. */
    const returns: number[] = [];
    let base = 0;
    let depth = 0;
    for (let i = 0; i < count && diagnostics.omitted === 0 && this.#moved <= MAX_MOVED; i++) {
      const code = Sm4OpcodeToken.opcode.get(words[starts[i]!]!);
      const reads = OPCODE_READS[code];
      if (reads !== undefined) this.#instruction(i, reads);
      if (returns.length > 0 && ++this.#called > MAX_CALLED_INSTRUCTIONS) return;
      if (code === IF || code === SWITCH) {
        this.#branches.push({ mark: this.#log.length, added: undefined });
        depth++;
      } else if (code === ELSE || code === CASE || code === DEFAULT) this.#takeBack();
      else if (code === endif.code || code === endswitch.code) {
        this.#restore();
        depth--;
      } else if (code === loop.code) depth++;
      else if (code === endloop.code) depth--;
      else if (code === fcall.code) return;
      else if (code === call.code || code === callc.code) {
        const target = returns.length < 2 * MAX_CALLS ? this.#target(i, code === call.code ? 0 : 1) : undefined;
        if (target === undefined) continue;
        returns.push(i, base);
        base = depth;
        i = target;
      } else if (code === label.code || (code === ret.code && depth === base)) {
        if (returns.length === 0) return;
        base = returns.pop()!;
        i = returns.pop()!;
      }
    }
  }

  /** The position of the label that operand `operand` of instruction `i` names. */
  #target(i: number, operand: number): number | undefined {
    const { program, cursor } = this.ctx;
    if (this.#labels === undefined) {
      this.#labels = new Map();
      for (let k = 0; k < program.count; k++) {
        if (Sm4OpcodeToken.opcode.get(program.words[program.starts[k]!]!) !== label.code) continue;
        cursor.goto(k);
        this.#labels.set(cursor.operands[0]!.index0, k);
      }
    }
    cursor.goto(i);
    return this.#labels.get(cursor.operands[operand]!.index0);
  }

  #instruction(i: number, reads: OpcodeReads): void {
    const { cursor } = this.ctx;
    cursor.goto(i);
    const { operands } = cursor;
    const { results, sources, patterns, resource } = reads;
    for (const number of results) this.#indices(operands[number]!);
    for (const number of sources) this.#indices(operands[number]!);
    let dimension = -1;
    for (let s = 0; s < sources.length; s++) {
      const slot = operands[sources[s]!]!;
      if (reads.tests && s === 0 && slot.type === INDEXABLE) this.#test(slot);
      if (slot.type !== TEMP || slot.index0 >>> 0 >= this.#temps) continue;
      // Most sources have all components written; then it does not matter which are read.
      if (this.#written[slot.index0] === FULL_MASK) continue;
      if (reads.tests) {
        if (s === 0) this.#read(slot, 1);
        continue;
      }
      if (patterns[s]! < 0 && dimension < 0) dimension = this.#dimensions.get(resourceKey(operands[resource]!)) ?? 0;
      const pattern = patternOf(patterns[s]!, dimension);
      for (const number of results) {
        for (let mask = resultMask(operands[number]!), c = 0; mask !== 0; mask >>= 1, c++) {
          if ((mask & 1) !== 0) this.#read(slot, (pattern >> (4 * c)) & 15);
        }
      }
    }
    for (const number of results) this.#write(operands[number]!);
  }

  /** Reports the components at `positions` of a temporary that are not written. */
  #read(slot: Sm4OperandSlot, positions: number): void {
    let missing = components(slot.token, positions) & ~this.#written[slot.index0]!;
    for (let c = 0; missing !== 0; missing >>= 1, c++) {
      if ((missing & 1) !== 0) this.#report(SOURCE_RULE, slot, c);
    }
  }

  /** Checks a test of an element with a computed index; other reads of elements are not checked (source: oracle). */
  #test(slot: Sm4OperandSlot): void {
    const array = this.#arrays.get(slot.index0);
    if (array === undefined || slot.isRegular || !slot.isRelative(1)) return;
    const missing = components(slot.token, 1) & ~this.#written[array.slot + 1]!;
    if (missing === 0) return;
    const component = COMPONENTS[31 - Math.clz32(missing)]!;
    this.ctx.report(ARRAY_RULE, 0, { register: `x${slot.index0}`, component }, slot.at);
  }

  /** Checks the registers in the indices of an operand. */
  #indices(slot: Sm4OperandSlot): void {
    if (slot.isRegular || slot.literalCount > 0) return;
    for (let i = 0; i < slot.indexCount && i < CHECKED_INDICES; i++) {
      if (!slot.isRelative(i)) continue;
      const register = slot.relative[i]!;
      const missing = components(register.token, 1) & ~this.#of(register);
      if (missing !== 0) this.#report(INDEX_RULE, register, 31 - Math.clz32(missing));
    }
  }

  /** The written components of a register; all of them for a register that is not declared. */
  #of(slot: Sm4OperandSlot): number {
    if (slot.type === TEMP) return slot.index0 >>> 0 < this.#temps ? this.#written[slot.index0]! : FULL_MASK;
    const array = slot.type === INDEXABLE ? this.#arrays.get(slot.index0) : undefined;
    if (array === undefined || slot.index1 >>> 0 >= array.size) return FULL_MASK;
    return this.#written[array.slot]! | this.#written[array.slot + ARRAY_HEAD + slot.index1]!;
  }

  #write(slot: Sm4OperandSlot): void {
    if (slot.type === TEMP) {
      if (slot.index0 >>> 0 < this.#temps) this.#add(slot.index0, resultMask(slot));
      return;
    }
    if (slot.type !== INDEXABLE) return;
    const array = this.#arrays.get(slot.index0);
    if (array === undefined) return;
    // The element is computed: it may be any.
    if (slot.isRelative(1)) this.#add(array.slot, resultMask(slot));
    else if (slot.index1 >>> 0 < array.size) this.#add(array.slot + ARRAY_HEAD + slot.index1, resultMask(slot));
    this.#add(array.slot + 1, resultMask(slot));
  }

  #add(slot: number, mask: number): void {
    const added = mask & ~this.#written[slot]!;
    if (added === 0) return;
    this.#written[slot]! |= added;
    if (this.#branches.length > 0) this.#log.push(slot, added);
  }

  /** A further branch of the innermost block begins: takes back what the branch before it wrote. */
  #takeBack(): void {
    const branch = this.#branches.at(-1);
    if (branch === undefined) return;
    branch.added ??= [];
    this.#moved += this.#log.length - branch.mark;
    for (let i = branch.mark; i < this.#log.length; i += 2) {
      const slot = this.#log[i]!;
      const mask = this.#log[i + 1]!;
      this.#written[slot]! &= ~mask;
      branch.added.push(slot, mask);
    }
    this.#log.length = branch.mark;
  }

  /** The innermost block ends: restores what any of its branches wrote. */
  #restore(): void {
    const branch = this.#branches.pop();
    if (branch?.added) {
      this.#moved += branch.added.length;
      for (let i = 0; i < branch.added.length; i += 2) this.#add(branch.added[i]!, branch.added[i + 1]!);
    }
    if (this.#branches.length === 0) this.#log.length = 0;
  }

  #report(rule: Sm4RuleRow, slot: Sm4OperandSlot, component: number): void {
    const register = slot.type === TEMP ? `r${slot.index0}` : `x${slot.index0}[${slot.index1}]`;
    this.ctx.report(rule, 0, { register, component: COMPONENTS[component]! }, slot.at);
  }
}

/** A number that identifies a resource view or a UAV. */
function resourceKey({ type, index0 }: Sm4OperandSlot): number {
  return (index0 >>> 0) * (Sm4OperandToken.type.ones + 1) + type;
}

/** The write mask of a result. */
function resultMask({ token }: Sm4OperandSlot): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  return Sm4OperandToken.selection.get(token) === Sm4SelectionMode.mask ? Sm4OperandToken.mask.get(token) : 0;
}

/**
 * The components that a source selects at `positions`: x for a source with one component. A source with a mask is the
 * token of a result that is read as a source, as by operands that extend into the next instruction: nothing at the
 * first position, and x at the others (source: oracle).
 */
function components(token: number, positions: number): number {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count === Sm4ComponentCount.one) return positions === 0 ? 0 : 1;
  if (count !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.selectOne) return positions === 0 ? 0 : 1 << Sm4OperandToken.select.get(token);
  if (mode === Sm4SelectionMode.mask) return positions > 1 ? 1 : 0;
  if (mode !== Sm4SelectionMode.swizzle) return 0;
  return componentsRead(Sm4OperandToken.swizzle.get(token), positions);
}
