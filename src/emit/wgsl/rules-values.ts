/** Arithmetic of floats that WGSL spells in its own way, and doubles, which it does not have. */
import { Kind, kindOf } from '../../ir/index.ts';
import { isFinite32 } from '../common/float-literals.ts';
import { COMMON_VALUE_RULES, guardedFloat, multiplyAdd, nativeFloat, refuseDouble } from '../common/rules-values.ts';
import type { WgslContext } from './context.ts';
import type { WgslRule } from './rule.ts';
import { literal } from './types.ts';

/** A component of a constant. What WGSL has no literal for goes through a function, which its compilers do not evaluate. */
export function literalOf(w: WgslContext, value: number, component: number): string {
  const { ops } = w.module;
  const kind = kindOf(ops.type[value]!);
  const word = ops.operand(value, component);
  if (kind === Kind.f32 && !isFinite32(word)) return `${w.helper('float_bits')}(0x${(word >>> 0).toString(16)}u)`;
  return literal(kind, word);
}

export const VALUE_RULES = {
  ...COMMON_VALUE_RULES,
  'f.mad': multiplyAdd(() => 'fma'),
  'f.rsq': nativeFloat('inverseSqrt'),
  'f.sat': guardedFloat('clamp01', 'saturate'),
  'f.rne': nativeFloat('round'),
  'd.pack': refuseDouble,
  'd.low': refuseDouble,
  'd.high': refuseDouble,
  'd.add': refuseDouble,
  'd.mul': refuseDouble,
  'd.div': refuseDouble,
  'd.rcp': refuseDouble,
  'd.fma': refuseDouble,
  'd.min': refuseDouble,
  'd.max': refuseDouble,
  'd.sat': refuseDouble,
  'd.neg': refuseDouble,
  'd.abs': refuseDouble,
  'd.eq': refuseDouble,
  'd.ne': refuseDouble,
  'd.lt': refuseDouble,
  'd.ge': refuseDouble,
  'd.to_f': refuseDouble,
  'd.to_i': refuseDouble,
  'd.to_u': refuseDouble,
  'd.from_f': refuseDouble,
  'd.from_i': refuseDouble,
  'd.from_u': refuseDouble,
} as const satisfies Record<string, WgslRule>;
