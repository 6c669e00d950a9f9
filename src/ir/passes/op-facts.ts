/** Facts of operations that passes need, as bits by operation number: reading them is one access to a typed array. */
import { OP_NAMES, OP_ROWS, Op } from '../ops.ts';
import { OP_RULES, type OpRules } from '../type-rules.ts';
import { Kind } from '../types.ts';

/** Bits of {@link OP_FACTS}. */
export const OpFact = {
  /** Operands are values. */
  values: 1,
  /** Operands are components of values. */
  refs: 2,
  /** It has an effect besides its value. */
  writes: 4,
  /** Region structure and jumps. */
  control: 8,
  /** It leaves or repeats a construct with values. */
  jump: 16,
  /** Never removed as dead: effects, loops (which may not end), calls, ends of functions. */
  root: 32,
  /** An equal operation before it has the same value. */
  merges: 64,
  /** Equal operations merge if memory has not changed in between. */
  mergesReads: 128,
  /** It can be computed from constants. */
  folds: 256,
  /** Its operands and its value are floats and conditions, never words whose type a pass finds. */
  floats: 512,
  /** Arithmetic of integers that is the same with a sign and without. */
  signless: 1024,
} as const;

const FLOATS_AND_CONDITIONS = (1 << Kind.f32) | (1 << Kind.bool);
const isOfFloats = ({ result, operands }: OpRules): boolean =>
  operands.length > 0 &&
  [result, ...operands].every(
    (rule) => rule?.same !== undefined || ((rule?.kinds ?? 0) & ~FLOATS_AND_CONDITIONS) === 0,
  );

/** Bitwise logic has no sign either, but its constants read better as unsigned numbers. */
const SIGNLESS: readonly number[] = [Op['i.add'], Op['i.sub'], Op['i.mul'], Op['i.shl']];

const JUMPS: readonly number[] = [Op.exit, Op.continue, Op.repeat];

export const OP_FACTS = /* @__PURE__ */ Uint16Array.from(OP_ROWS, ({ effect, operands, attribute }, code) => {
  const isJump = JUMPS.includes(code);
  const isEnd = code >= Op.exit && !isJump;
  const isOther = operands === 'bits' || operands === 'owner';
  const isRoot = effect === 'writes' || code === Op.call || code === Op.loop || isEnd;
  const isBound = OP_NAMES[code]!.startsWith('instance.') || code === Op.status;
  const folds = effect === 'pure' && attribute === 'none' && !isOther && operands !== '' && !isBound;
  const merges = (effect === 'pure' || effect === 'quad') && code !== Op.undef;
  return (
    (isOther ? 0 : operands === 'refs' ? OpFact.refs : OpFact.values) |
    (effect === 'writes' ? OpFact.writes : 0) |
    (effect === 'control' ? OpFact.control : 0) |
    (isJump ? OpFact.jump : 0) |
    (isRoot ? OpFact.root : 0) |
    (merges ? OpFact.merges : 0) |
    (effect === 'reads' ? OpFact.mergesReads : 0) |
    (folds && code !== Op.pick ? OpFact.folds : 0) |
    (effect === 'pure' && isOfFloats(OP_RULES[code]!) ? OpFact.floats : 0) |
    (SIGNLESS.includes(code) ? OpFact.signless : 0)
  );
});

/** By the number of an operation: the operands, a bit each, that have the type of the result. */
export const SAME_AS_RESULT = /* @__PURE__ */ Uint8Array.from(OP_RULES, ({ operands }) =>
  operands.reduce((bits, { same }, i) => bits | (same === 'result' ? 1 << i : 0), 0),
);
