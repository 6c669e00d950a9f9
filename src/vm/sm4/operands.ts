/**
 * Operands of instructions of shader models 4.0 to 5.1, decoded once for all executions: registers by file and number,
 * literals as the words of all lanes, swizzles, modifiers, and the registers that indices are relative to.
 *
 * Not for: reading and writing them (quad.ts).
 */
import { swizzleComponent } from '../../isa/components.ts';
import {
  destinationMask,
  isAbsolute,
  isNegated,
  type Sm4Cursor,
  type Sm4OperandSlot,
  sourceSwizzle,
} from '../../isa/sm4/cursor.ts';
import type { Sm4ValueType } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { saturate } from '../../numerics/float.ts';
import { LANES, type LaneWords, REGISTER_WORDS } from '../lanes.ts';

/** How modifiers change a value: `f64` has its sign in the second of two words. */
export type ModifierType = 'f32' | 'i32' | 'f64';

/** An index: a number, with the component of a register added or not. */
export interface Sm4Index {
  readonly immediate: number;
  readonly register: Sm4Source | undefined;
}

/** Any operand but a literal. */
interface Register {
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  readonly indices: readonly Sm4Index[];
}

export interface Sm4Source extends Register {
  /** Of a literal: the words of all components and lanes. */
  readonly literal: Uint32Array | undefined;
  /** The component that is read for each of x, y, z, w. */
  readonly swizzle: readonly number[];
  readonly negate: boolean;
  readonly absolute: boolean;
  readonly modifiers: ModifierType;
}

export interface Sm4Destination extends Register {
  readonly mask: number;
}

/** The type of the operand `null`: a result that is discarded. */
export const NULL_TYPE = SM4_OPERAND_TYPES.null.code;

/** Decodes a source whose value has the type `type`. */
export function sm4SourceOf(cursor: Sm4Cursor, slot: Sm4OperandSlot, type: Sm4ValueType): Sm4Source {
  const swizzle = sourceSwizzle(slot);
  return {
    type: slot.type,
    indices: indicesOf(cursor, slot),
    literal: slot.literalCount === 0 ? undefined : literalOf(cursor, slot),
    swizzle: [0, 1, 2, 3].map((i) => swizzleComponent(swizzle, i)),
    negate: isNegated(slot),
    absolute: isAbsolute(slot),
    modifiers: type === 'f32' || type === 'any' ? 'f32' : type === 'f64' ? 'f64' : 'i32',
  };
}

export function sm4DestinationOf(cursor: Sm4Cursor, slot: Sm4OperandSlot): Sm4Destination {
  return { type: slot.type, indices: indicesOf(cursor, slot), mask: destinationMask(slot) };
}

function indicesOf(cursor: Sm4Cursor, slot: Sm4OperandSlot): Sm4Index[] {
  return Array.from({ length: slot.indexCount }, (_, i) => ({
    immediate: slot.index(i),
    register: slot.isRelative(i) ? sm4SourceOf(cursor, slot.relative[i]!, 'i32') : undefined,
  }));
}

/** Words of a literal: of one word, the same for each component. Literals have no swizzle. */
function literalOf(cursor: Sm4Cursor, slot: Sm4OperandSlot): Uint32Array {
  const words = new Uint32Array(REGISTER_WORDS);
  for (let i = 0; i < 4; i++)
    words.fill(cursor.word(slot.literal + (i % slot.literalCount)), i * LANES, (i + 1) * LANES);
  return words;
}

// Operand modifiers of shader models 4.0 to 5.1: absolute value, sign, saturation.
//
// Source: Direct3D 11.3 functional specification, 22.18 and 22.19.

const SIGN = 0x8000_0000;

/** Applies the modifiers of a source to the words of its value. */
export function modify({ absolute, negate, modifiers }: Sm4Source, words: Uint32Array): void {
  for (let i = 0; i < REGISTER_WORDS; i++) {
    // The sign of a float64 is in the second of its words: components y and w.
    if (modifiers === 'f64' && ((i / LANES) & 1) === 0) continue;
    let word = words[i]!;
    if (modifiers === 'i32') {
      if (absolute && (word | 0) < 0) word = -word;
      words[i] = negate ? -word : word;
      continue;
    }
    if (absolute) word &= ~SIGN;
    words[i] = negate ? word ^ SIGN : word;
  }
}

/** Clamps the components in `mask` to 0 to 1. */
export function saturateAll(values: LaneWords, mask: number): void {
  for (let i = 0; i < REGISTER_WORDS; i++) if (mask & (1 << (i >> 2))) values.setFloat(i, saturate(values.floats[i]!));
}

/** Flushes subnormal floats of all components: what a move with a modifier does. */
export function flushAll(values: LaneWords): void {
  for (let i = 0; i < REGISTER_WORDS; i++) {
    const word = values.words[i]!;
    // Subnormal: no exponent, but a mantissa.
    if ((word & 0x7f80_0000) === 0) values.words[i] = word & SIGN;
  }
}
