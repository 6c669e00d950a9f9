/**
 * Warns where a text moves an integer such as `l(1, 0, 0, 1)` to what is read as a float: listings show a float 1 as
 * `1.000000`, and the integer 1 is a float that is almost 0.
 *
 * Each literal of a `mov` or `movc` is followed along the control flow graph, through copies, to the first instruction
 * that reads it as a float, or to an output that the signature calls a float. What reads it as an integer, or only
 * copies it, is no fault.
 *
 * Not for: literals whose instruction has a type; the assembler writes those as numbers of that type.
 */

import { firstWhere } from '../../base/collections.ts';
import { ComponentType } from '../../base/d3d/enumerations.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { maskText, swizzleComponent } from '../../isa/components.ts';
import type { FlowGraph } from '../../isa/flow/graph.ts';
import {
  destinationMask,
  isAbsolute,
  isNegated,
  Sm4Cursor,
  type Sm4OperandSlot,
  sourceSwizzle,
} from '../../isa/sm4/cursor.ts';
import { readSm4FlowGraph, sm4ComponentsRead } from '../../isa/sm4/liveness.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { Sm4InstructionControls } from '../../isa/sm4/tokens.ts';
import { DX3124 } from '../messages.ts';
import type { Line, LineReports } from './headers/lines.ts';
import { type InstructionLines, lineFrom } from './validate-assembled.ts';

const { temp: TEMP, output: OUTPUT, immediate32: IMMEDIATE } = SM4_OPERAND_TYPES;
const FLOAT_OUTPUTS: ReadonlySet<number> = new Set([
  SM4_OPERAND_TYPES.outputDepth.code,
  SM4_OPERAND_TYPES.outputDepthGreaterEqual.code,
  SM4_OPERAND_TYPES.outputDepthLessEqual.code,
]);
/** Words up to this far from zero are listed as integers (source: oracle). */
const MAX_INTEGER = 10_000;
/**
 * The result of a comparison. Compilers keep it in a register whose value a later branch replaces before it is read as
 * a float.
 */
const TRUE = -1;
/** Instructions that are visited for all literals of a program; a shader needs a few hundred. */
const MAX_VISITS = 0x4_0000;

/** A literal that is an integer, as the text has it. */
interface WrittenInteger {
  /** Columns in its line, 0-based. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The entire operand, with floats instead of integers. */
  readonly asFloats: string;
}

/**
 * Reports integers of a text that are read as floats.
 *
 * @param outputs the elements of the output signature; an unknown type is no float
 * @param isWritten whether the instruction at an index of `lines` is the text's and not that of an original
 */
export function warnOfIntegers(
  program: Sm4Program,
  outputs: readonly SignatureElement[],
  lines: InstructionLines,
  reports: LineReports,
  isWritten: (index: number) => boolean = () => true,
): void {
  const cursor = new Sm4Cursor(program);
  let follower: FloatReads | undefined;
  for (let position = 0; position < program.count; position++) {
    cursor.goto(position);
    if (cursor.code !== SM4_OPCODES.mov.code && cursor.code !== SM4_OPCODES.movc.code) continue;
    const mask = destinationMask(cursor.operands[0]!);
    let literals = -1;
    for (let i = 1; i < cursor.operandCount; i++) {
      const slot = cursor.operands[i]!;
      if (slot.type !== IMMEDIATE.code) continue;
      literals++;
      const integers = cursor.row!.operands[i]!.type === 'any' ? integersIn(program.words, slot, mask) : 0;
      if (integers === 0) continue;
      const index = lines.indexOf(cursor.start);
      if (index < 0 || !isWritten(index)) continue;
      const line = lineFrom(reports.source, lines.at[index]!, lines.lines[index]!);
      follower ??= new FloatReads(program, outputs);
      const truths = integersIn(program.words, slot, integers, TRUE);
      const read = follower.find(position, cursor.operands[0]!, integers, truths);
      if (read === undefined) continue;
      const written = writtenInteger(line, literals, slot.literalCount === 1 ? 1 : read.components);
      if (written === undefined) continue;
      const at = read.position < 0 ? -1 : lines.indexOf(program.starts[read.position]!);
      const reader = at < 0 ? read.text : `${read.text} in line ${lines.lines[at]}`;
      const { text, from, to, asFloats } = written;
      const float = Number(text) < 0 ? 'NaN' : floatText(Number(text));
      reports.report(DX3124, line, { value: text, reader, float }, from, to, `write ${asFloats}`);
    }
  }
}

/** The components of the mask whose words are integers in a listing, except 0; or those that are `only`. */
function integersIn(words: Uint32Array, { literal, literalCount }: Sm4OperandSlot, mask: number, only = 0): number {
  let integers = 0;
  for (let component = 0; component < 4; component++) {
    const value = words[literal + (literalCount === 1 ? 0 : component)]! | 0;
    if (value === 0 || value < -MAX_INTEGER || value > MAX_INTEGER) continue;
    if (only === 0 || value === only) integers |= 1 << component;
  }
  return integers & mask;
}

/**
 * The integer in literal `number` of a line whose component is in `components`; undefined if it is not spelled as one.
 */
function writtenInteger(line: Line, number: number, components: number): WrittenInteger | undefined {
  const found = [...line.text.matchAll(/\bl\(([^)]*)\)/g)][number];
  if (found === undefined) return undefined;
  const parts = found[1]!.split(',');
  const isInteger = (text: string) => /^[-+]?\d+$/.test(text.trim());
  const component = parts.findIndex((text, i) => ((components >> i) & 1) !== 0 && isInteger(text));
  if (component < 0) return undefined;
  const text = parts[component]!.trim();
  const before = parts.slice(0, component).join(',').length + (component > 0 ? 1 : 0);
  const from = found.index + 2 + before + parts[component]!.indexOf(text);
  const floats = parts.map((one) => (isInteger(one) && Number(one) !== 0 ? `${one.trim()}.0` : one.trim()));
  return { from, to: from + text.length, text, asFloats: `l(${floats.join(', ')})` };
}

/** The float with the bits of a small integer, such as 1.4e-45. */
function floatText(bits: number): string {
  return (bits * 2 ** -149).toPrecision(2);
}

/** Where an integer is read as a float. */
interface FloatRead {
  /** Of the instruction that reads it; -1 where an output takes it. */
  readonly position: number;
  readonly text: string;
  readonly components: number;
}

/** Components of a temporary register that have an integer after an instruction. */
interface Tracked {
  readonly position: number;
  readonly register: number;
  readonly mask: number;
  /** The components of the literal that they come from. */
  readonly origin: number;
}

/** Finds reads of values as floats. */
class FloatReads {
  readonly #cursor: Sm4Cursor;
  readonly #graph: FlowGraph;
  readonly #successors: number[][];
  /** The component of each output register that is a float, as a mask. */
  readonly #floats = new Map<number, number>();
  #visits = MAX_VISITS;

  constructor(program: Sm4Program, outputs: readonly SignatureElement[]) {
    this.#cursor = new Sm4Cursor(program);
    this.#graph = readSm4FlowGraph(program);
    this.#successors = this.#graph.blocks.map(() => []);
    for (const { from, to } of this.#graph.edges) this.#successors[from]!.push(to);
    const others = new Map<number, number>();
    for (const { register, mask, componentType } of outputs) {
      const masks = componentType === ComponentType.float32 ? this.#floats : others;
      masks.set(register, (masks.get(register) ?? 0) | mask);
    }
    // Streams of a geometry shader may share a register.
    for (const [register, mask] of others) this.#floats.set(register, (this.#floats.get(register) ?? 0) & ~mask);
  }

  /**
   * The first read as a float of what the instruction at `position` writes to components `mask` of its result.
   *
   * @param truths those that may be results of comparisons
   */
  find(position: number, result: Sm4OperandSlot, mask: number, truths: number): FloatRead | undefined {
    this.#cursor.goto(position);
    if (Sm4InstructionControls.saturate.test(this.#cursor.token))
      return { position, text: 'saturation', components: mask };
    const floats = this.#floatOutputs(result, mask);
    if (floats !== 0) return { position: -1, text: outputText(result, floats), components: floats };
    if (result.type !== TEMP.code) return undefined;
    // Each component by itself, so that the message names the one that is read.
    const seen = new Map<number, number>();
    const work: Tracked[] = [];
    for (let component = 0; component < 4; component++) {
      const one = 1 << component;
      if ((mask & ~truths & one) !== 0) work.push({ position, register: result.index0, mask: one, origin: one });
    }
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const found = this.#follow(next, seen, work);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Follows `tracked` from the instruction after its position to the end of the block, and adds what comes after it to
   * `work`.
   */
  #follow(tracked: Tracked, seen: Map<number, number>, work: Tracked[]): FloatRead | undefined {
    const cursor = this.#cursor;
    const { blocks } = this.#graph;
    const { register, origin } = tracked;
    let { mask } = tracked;
    const block = this.#blockOf(tracked.position + 1);
    if (block < 0) return undefined;
    for (let position = tracked.position + 1; position < blocks[block]!.end; position++) {
      if (this.#visits-- <= 0) return undefined;
      cursor.goto(position);
      const { row, operands, operandCount } = cursor;
      if (row?.kind !== 'instruction') continue;
      const copies = this.#reads(position, register, mask, origin);
      if (copies !== undefined) {
        if ('text' in copies) return copies;
        for (const copy of copies) if (isNew(seen, copy, position)) work.push(copy);
      }
      for (let i = 0; i < operandCount; i++) {
        const slot = operands[i]!;
        const access = row.operands[i]?.access;
        const isWritten = access === 'write' || access === 'readWrite' || access === 'status';
        if (isWritten && slot.type === TEMP.code && slot.index0 === register) mask &= ~destinationMask(slot);
      }
      if (mask === 0) return undefined;
    }
    for (const successor of this.#successors[block]!) {
      const next = { position: blocks[successor]!.start - 1, register, mask, origin };
      if (isNew(seen, next, next.position)) work.push(next);
    }
    return undefined;
  }

  /** How the current instruction reads components `mask` of a register: as floats, or as copies in others. */
  #reads(position: number, register: number, mask: number, origin: number): FloatRead | Tracked[] | undefined {
    const cursor = this.#cursor;
    const { row, operands, operandCount, token } = cursor;
    let copies: Tracked[] | undefined;
    for (let i = 0; i < operandCount; i++) {
      const slot = operands[i]!;
      const operand = row!.operands[i];
      if (slot.type !== TEMP.code || slot.index0 !== register || slot.isRelative(0) || operand?.role !== 'source')
        continue;
      if ((sm4ComponentsRead(cursor, i) & mask) === 0) continue;
      const text = row!.mnemonic;
      if (operand.type === 'f32') return { position, text, components: origin };
      if (operand.type !== 'any' || (cursor.code !== SM4_OPCODES.mov.code && cursor.code !== SM4_OPCODES.movc.code))
        continue;
      if (Sm4InstructionControls.saturate.test(token) || isNegated(slot) || isAbsolute(slot))
        return { position, text, components: origin };
      const result = operands[0]!;
      const copied = copiedMask(slot, mask, destinationMask(result));
      const floats = this.#floatOutputs(result, copied);
      if (floats !== 0) return { position: -1, text: outputText(result, floats), components: origin };
      if (result.type !== TEMP.code) continue;
      copies ??= [];
      copies.push({ position, register: result.index0, mask: copied, origin });
    }
    return copies;
  }

  /** Those of components `mask` of a result that are a float output. */
  #floatOutputs(result: Sm4OperandSlot, mask: number): number {
    if (FLOAT_OUTPUTS.has(result.type)) return mask;
    if (result.type !== OUTPUT.code || result.isRelative(0)) return 0;
    return (this.#floats.get(result.index0) ?? 0) & mask;
  }

  /** The index of the block with the instruction at `position`; -1: none. */
  #blockOf(position: number): number {
    const { blocks } = this.#graph;
    const index = firstWhere(blocks.length, (i) => blocks[i]!.end > position);
    return index < blocks.length && blocks[index]!.start <= position ? index : -1;
  }
}

/** The name of a result, with components if it has several. */
function outputText(result: Sm4OperandSlot, mask: number): string {
  if (result.type !== OUTPUT.code) return 'output oDepth';
  return `output o${result.index0}.${maskText(mask)}`;
}

/** Enters components into those that were followed from a position; whether there are new ones. */
function isNew(seen: Map<number, number>, { register, mask, origin }: Tracked, position: number): boolean {
  const key = (position + 1) * 0x10000 + (register & 0xfff) * 16 + origin;
  const known = seen.get(key) ?? 0;
  if ((mask & ~known) === 0) return false;
  seen.set(key, known | mask);
  return true;
}

/** The components of a result that get components `mask` of a source. */
function copiedMask(source: Sm4OperandSlot, mask: number, result: number): number {
  const swizzle = sourceSwizzle(source);
  let copied = 0;
  for (let i = 0; i < 4; i++) if ((mask >> swizzleComponent(swizzle, i)) & 1) copied |= 1 << i;
  return copied & result;
}
