/** The rules of pixel shaders from 2_0 on. */
import type { Sm1ModelRules } from './instruction.ts';

/** The rules for one stream of ps_2_0, ps_2_x or ps_2_sw. */
export function createPs20(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}

/** The rules for one stream of ps_3_0 or ps_3_sw. */
export function createPs30(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}
