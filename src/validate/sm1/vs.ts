/** The rules of vertex shaders: vs_1_1, vs_2_x and vs_3_x. */
import type { Sm1ModelRules } from './instruction.ts';

/** The rules for one stream of vs_1_1. */
export function createVs11(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}

/** The rules for one stream of vs_2_0, vs_2_x or vs_2_sw. */
export function createVs20(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}

/** The rules for one stream of vs_3_0 or vs_3_sw. */
export function createVs30(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}
