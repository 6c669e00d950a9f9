/**
 * Temporaries of pixel shaders that are read before they are written, as Microsoft's validator finds them in a stage of its own
 * behind all other checks (source: oracle). Other stages are not looked at.
 *
 * It walks the program once, in order. Behind `endif` and `endswitch` a component counts as written where any branch writes it; an
 * `else` and a `case` begin with what was written in front of the block. Loops are walked once (Microsoft's may say
 * the same a second time), and what breaks, continues or returns is not followed. Subroutines are walked at each call. With the first `fcall` it ends.
 *
 * What a branch adds is logged and taken back, so that no state is ever copied: the walk is linear in the program, but for what
 * deeply nested branches write.
 *
 * Not for: which components an opcode reads (initialisation-reads.ts).
 */
import { COMPONENTS, componentsRead } from '../../../../isa/components.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPCODES } from '../../../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../../isa/sm4/operands.ts';
import {
  Sm4ComponentCount,
  Sm4DeclarationControls,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4SelectionMode,
} from '../../../../isa/sm4/tokens.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { MAX_TEMPS } from '../../limits.ts';
import { rules, type Sm4RuleRow } from '../../rule.ts';
import { OPCODE_READS, type OpcodeReads, patternOf } from './component-reads.ts';

export const UNINITIALIZED_READ_RULES = rules({
  source: {
    code: 'DX3850',
    text: '{register}.{component} is read, and nothing in front writes it.',
    hint: 'Write it on some way that leads here, or read another register.',
  },
  index: {
    code: 'DX3851',
    text: '{register}.{component} is the index of a register, and nothing in front writes it.',
    hint: 'Write it on some way that leads here, or take another index.',
  },
  array: {
    code: 'DX3852',
    text: '{component} of some element of {register} is tested, and nothing in front writes {component} of any.',
    hint: 'Write the elements that may be tested.',
  },
});

/** Calls within calls; deeper ones are not followed (source: oracle). */
const MAX_CALLS = 32;
/**
 * Instructions of subroutines that are walked in all. Subroutines that call others twice, and so on, are walked more often than
 * there is time for; Microsoft's validator hangs there.
 */
const MAX_CALLED_INSTRUCTIONS = 2 ** 20;
/** Entries of the log that branches take back and bring in, in all: where deeply nested ones write much, the rest is not walked. */
const MAX_MOVED = 2 ** 24;
/** Slots of an indexable temporary in front of its elements. */
const ARRAY_HEAD = 2;
/** Indices that may be registers whose contents are checked: those of more dimensions are not (source: oracle). */
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

/** Judges what a pixel shader reads before it writes it. */
export function checkUninitializedReads(j: Sm4ValidationContext): void {
  if (j.stage !== 'ps') return;
  const walk = new Walk(j);
  if (walk.begin()) walk.run();
}

/** Part of what a branch has written: it comes back behind the block. */
interface Branch {
  /** Where in the log the branch begins. */
  mark: number;
  /** Slots and masks that branches which have ended added, in turns; undefined: there is no such branch. */
  added: number[] | undefined;
}

class Walk {
  readonly #j: Sm4ValidationContext;
  /**
   * Components that are written, by slot: temporaries, then for each indexable one what is written to some element, which may be any,
   * what is written to any, and the elements.
   */
  #written = new Uint8Array(0);
  #temps = 0;
  /** Slot and number of elements of each indexable temporary, by its number. */
  readonly #arrays = new Map<number, { readonly slot: number; readonly size: number }>();
  /** Dimensions by {@link resourceKey}. */
  readonly #dimensions = new Map<number, number>();
  #labels: Map<number, number> | undefined;

  /** Slots and masks that were added since the outermost block began, in turns. */
  readonly #log: number[] = [];
  readonly #branches: Branch[] = [];
  #called = 0;
  #moved = 0;

  constructor(j: Sm4ValidationContext) {
    this.#j = j;
  }

  /** Takes in the declarations; whether there is anything to walk for. */
  begin(): boolean {
    const { program, cursor } = this.#j;
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
    const { program, diagnostics } = this.#j;
    const { words, starts, count } = program;
    /** Where to go on behind each call that is under way, and how many blocks were open there. */
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
        this.#bringBack();
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

  /** The instruction number of the label that operand `operand` of instruction `i` names. */
  #target(i: number, operand: number): number | undefined {
    const { program, cursor } = this.#j;
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
    const { cursor } = this.#j;
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
      // Most sources are written in all components: then it does not matter which of them are read.
      if (this.#written[slot.index0] === 15) continue;
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

  /** Reports what of `positions` of a temporary is not written. */
  #read(slot: Sm4OperandSlot, positions: number): void {
    let missing = components(slot.token, positions) & ~this.#written[slot.index0]!;
    for (let c = 0; missing !== 0; missing >>= 1, c++) {
      if ((missing & 1) !== 0) this.#report(UNINITIALIZED_READ_RULES.source, slot, c);
    }
  }

  /** Judges a test of an element that only the running program knows; other reads of elements are not looked at (source: oracle). */
  #test(slot: Sm4OperandSlot): void {
    const array = this.#arrays.get(slot.index0);
    if (array === undefined || slot.isRegular || !slot.isRelative(1)) return;
    const missing = components(slot.token, 1) & ~this.#written[array.slot + 1]!;
    if (missing === 0) return;
    const component = COMPONENTS[31 - Math.clz32(missing)]!;
    this.#j.report(UNINITIALIZED_READ_RULES.array, 0, { register: `x${slot.index0}`, component }, slot.at);
  }

  /** Judges the registers that an operand is indexed with. */
  #indices(slot: Sm4OperandSlot): void {
    if (slot.isRegular || slot.literalCount > 0) return;
    for (let i = 0; i < slot.indexCount && i < CHECKED_INDICES; i++) {
      if (!slot.isRelative(i)) continue;
      const register = slot.relative[i]!;
      const missing = components(register.token, 1) & ~this.#of(register);
      if (missing !== 0) this.#report(UNINITIALIZED_READ_RULES.index, register, 31 - Math.clz32(missing));
    }
  }

  /** The components of a register that are written; all of one that nothing is known of. */
  #of(slot: Sm4OperandSlot): number {
    if (slot.type === TEMP) return slot.index0 >>> 0 < this.#temps ? this.#written[slot.index0]! : 15;
    const array = slot.type === INDEXABLE ? this.#arrays.get(slot.index0) : undefined;
    if (array === undefined || slot.index1 >>> 0 >= array.size) return 15;
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
    // Which element is written stands nowhere: any may be.
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

  /** A further branch of the innermost block begins: what the one in front wrote is not written in it. */
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

  /** The innermost block ends: what any branch wrote is written. */
  #bringBack(): void {
    const branch = this.#branches.pop();
    if (branch?.added) {
      this.#moved += branch.added.length;
      for (let i = 0; i < branch.added.length; i += 2) this.#add(branch.added[i]!, branch.added[i + 1]!);
    }
    if (this.#branches.length === 0) this.#log.length = 0;
  }

  #report(rule: Sm4RuleRow, slot: Sm4OperandSlot, component: number): void {
    const register = slot.type === TEMP ? `r${slot.index0}` : `x${slot.index0}[${slot.index1}]`;
    this.#j.report(rule, 0, { register, component: COMPONENTS[component]! }, slot.at);
  }
}

/** A number for a resource view or a UAV that tells it from all others. */
function resourceKey({ type, index0 }: Sm4OperandSlot): number {
  return (index0 >>> 0) * (Sm4OperandToken.type.ones + 1) + type;
}

/** The components of a result that are written. */
function resultMask({ token }: Sm4OperandSlot): number {
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return 0;
  return Sm4OperandToken.selection.get(token) === Sm4SelectionMode.mask ? Sm4OperandToken.mask.get(token) : 0;
}

/**
 * The components of a source that stand at `positions` of it; none of one with a mask, which no source should have, and x of one
 * that has one component (source: oracle).
 */
function components(token: number, positions: number): number {
  const count = Sm4OperandToken.componentCount.get(token);
  if (count === Sm4ComponentCount.one) return positions === 0 ? 0 : 1;
  if (count !== Sm4ComponentCount.four) return 0;
  const mode = Sm4OperandToken.selection.get(token);
  if (mode === Sm4SelectionMode.selectOne) return positions === 0 ? 0 : 1 << Sm4OperandToken.select.get(token);
  if (mode !== Sm4SelectionMode.swizzle) return 0;
  return componentsRead(Sm4OperandToken.swizzle.get(token), positions);
}
