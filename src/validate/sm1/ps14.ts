/** The rules of ps_1_4. */
import type { Sm1ModelRules } from './instruction.ts';

/** The rules for one stream. */
export function createPs14(): Sm1ModelRules {
  return { instruction() {}, end() {} };
}
