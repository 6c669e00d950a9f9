/**
 * Operands of instructions of shader models 1 to 3, decoded once for all executions.
 *
 * Not for: reading and writing them (quad.ts).
 */
import { swizzleComponent } from '../../isa/components.ts';
import { type Sm1Cursor, Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import { SM1_REGISTER_BY_CODE, SM1_REGISTERS, SM1_SOURCE_MODIFIERS } from '../../isa/sm1/registers.ts';

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
