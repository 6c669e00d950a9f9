/** Arithmetic of floats that WGSL spells in its own way, and doubles, which it does not have. */
import { COMMON_VALUE_RULES, guardedFloat, multiplyAdd, nativeFloat, refuseDouble } from '../../common/rules/values.ts';
import type { WgslRule } from './rule.ts';

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
