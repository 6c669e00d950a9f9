/** The rules of ps_1_1, ps_1_2 and ps_1_3. */
import type { Sm1ModelRules } from './instruction.ts';

/** The rules for one stream. */
export function createPs11(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}
