/**
 * Operands of instructions of shader models 1 to 3, decoded once for all executions.
 *
 * Not for: reading and writing them (quad.ts).
 */
import { swizzleComponent } from '../../isa/components.ts';
import { type Sm1Cursor, Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';
import { add, multiply, saturate } from '../../numerics/float.ts';
import { type LaneWords, REGISTER_WORDS } from '../lanes.ts';

/** The index that is added to a register number: a component of an address register, or the loop counter. */
export interface Sm1Relative {
  /** D3DSPR_*: `a0` or `aL` */
  readonly type: number;
  readonly component: number;
}

export interface Sm1Register {
  /** D3DSPR_* */
  readonly type: number;
  /** Constants count through all their types. */
  readonly number: number;
  readonly relative: Sm1Relative | undefined;
}

export interface Sm1Source extends Sm1Register {
  /** The component that is read for each of x, y, z, w. */
  readonly swizzle: readonly number[];
  /** D3DSPSM_* */
  readonly modifier: number;
}

export interface Sm1Destination extends Sm1Register {
  readonly mask: number;
  readonly saturate: boolean;
  /** The result is multiplied by this power of two. */
  readonly scale: number;
}

export interface Sm1Predicate {
  readonly swizzle: readonly number[];
  readonly negate: boolean;
}

const SATURATE = 1;
/** Registers of constants, which have one numbering. */
const CONSTANTS: ReadonlySet<number> = new Set(
  (['const', 'const2', 'const3', 'const4'] as const).map((name) => SM1_REGISTERS[name].code),
);
const ADDRESS = SM1_REGISTERS.addressOrTexture.code;
const LOOP = SM1_REGISTERS.loop.code;

export function sm1SourceOf(cursor: Sm1Cursor, slot: Sm1OperandSlot): Sm1Source {
  return { ...registerOf(cursor, slot), swizzle: swizzleOf(slot), modifier: slot.modifier };
}

export function sm1DestinationOf(cursor: Sm1Cursor, slot: Sm1OperandSlot): Sm1Destination {
  return {
    ...registerOf(cursor, slot),
    mask: slot.mask,
    saturate: (slot.resultModifiers & SATURATE) !== 0,
    scale: 2 ** slot.shift,
  };
}

/** The predicate whose token is at DWORD `at`. */
export function sm1PredicateOf(cursor: Sm1Cursor, at: number): Sm1Predicate {
  const slot = new Sm1OperandSlot();
  cursor.readOperand(slot, at);
  return { swizzle: swizzleOf(slot), negate: slot.modifier === SM1_SOURCE_MODIFIERS.not.code };
}

function swizzleOf({ swizzle }: Sm1OperandSlot): number[] {
  return [0, 1, 2, 3].map((i) => swizzleComponent(swizzle, i));
}

function registerOf(cursor: Sm1Cursor, { type, number, isRelative, relativeAt }: Sm1OperandSlot): Sm1Register {
  const isConstant = CONSTANTS.has(type);
  return {
    type: isConstant ? SM1_REGISTERS.const.code : type,
    number: number + (isConstant ? (SM1_REGISTER_BY_CODE[type]?.base ?? 0) : 0),
    relative: isRelative ? relativeOf(cursor, relativeAt) : undefined,
  };
}

/** The register at DWORD `at`; in version 1_x, which writes none, `a0.x`. */
function relativeOf(cursor: Sm1Cursor, at: number): Sm1Relative {
  if (at < 0) return { type: ADDRESS, component: 0 };
  const slot = new Sm1OperandSlot();
  cursor.readOperand(slot, at);
  return { type: slot.type === LOOP ? LOOP : ADDRESS, component: swizzleComponent(slot.swizzle, 0) };
}

// Modifiers of shader models 1 to 3: source modifiers of each component, shift and saturation of a result; and the
// range of constants in pixel shaders before 2_0.
//
// Source: the Direct3D 9 shader reference (source register modifiers, instruction modifiers, registers of ps_1_x).

const MODIFIERS = SM1_SOURCE_MODIFIERS;
const bias = (x: number) => add(x, -0.5);
const sign = (x: number) => multiply(bias(x), 2);
const complement = (x: number) => add(1, -x);
const twice = (x: number) => multiply(x, 2);

/** The effect of a source modifier: arithmetic first, then on the sign, of NaN too. */
export interface Change {
  readonly compute?: (x: number) => number;
  readonly isAbsolute?: boolean;
  readonly isNegated?: boolean;
}

/** Effects of source modifiers, by D3DSPSM_*, without the divisions. */
export const CHANGES: readonly (Change | undefined)[] = byCode();

function byCode(): Change[] {
  const list: Change[] = [];
  list[MODIFIERS.negate.code] = { isNegated: true };
  list[MODIFIERS.bias.code] = { compute: bias };
  list[MODIFIERS.biasNegate.code] = { compute: bias, isNegated: true };
  list[MODIFIERS.sign.code] = { compute: sign };
  list[MODIFIERS.signNegate.code] = { compute: sign, isNegated: true };
  list[MODIFIERS.complement.code] = { compute: complement };
  list[MODIFIERS.x2.code] = { compute: twice };
  list[MODIFIERS.x2Negate.code] = { compute: twice, isNegated: true };
  list[MODIFIERS.abs.code] = { isAbsolute: true };
  list[MODIFIERS.absNegate.code] = { isAbsolute: true, isNegated: true };
  return list;
}

const SIGN = 0x8000_0000;

/** Changes all words of a source. */
export function applyChange({ compute, isAbsolute = false, isNegated = false }: Change, values: LaneWords): void {
  const { words, floats } = values;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    if (compute !== undefined) values.setFloat(i, compute(floats[i]!));
    if (isAbsolute) words[i]! &= ~SIGN;
    if (isNegated) words[i]! ^= SIGN;
  }
}

/** Shift, then saturation. */
export function finish({ scale, saturate: isSaturated }: Sm1Destination, values: LaneWords): void {
  if (scale === 1 && !isSaturated) return;
  for (let i = 0; i < REGISTER_WORDS; i++) {
    const scaled = scale === 1 ? values.floats[i]! : multiply(values.floats[i]!, scale);
    values.setFloat(i, isSaturated ? saturate(scaled) : scaled);
  }
}

/** Constants of pixel shaders before 2_0 are between -1 and 1. */
export function clampConstants(words: Uint32Array): void {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  // Whatever is between them keeps its bits.
  for (let i = 0; i < floats.length; i++) {
    if (floats[i]! > 1) floats[i] = 1;
    else if (floats[i]! < -1) floats[i] = -1;
  }
}
