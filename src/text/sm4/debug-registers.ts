/**
 * Registers as listings write them in notes on variables. Spelling: oracle.
 *
 * Not for: operands of instructions (operands.ts).
 */
import type { PdbLocation } from '../../debug/spdb/symbols.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';

const PREFIXES = Object.values(SM4_OPERAND_TYPES).map(({ prefix }) => prefix);
const LETTERS = 'xyzw';
/** Registers that have no number, by their numbers. */
const WITHOUT_NUMBER = new Set([11, 12, 15, 22, 23, 24, 28, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42]);
/** Registers whose index is their number, not an offset in bytes: indexable temporaries and streams. */
const NUMBERED = new Set([3, 16]);

export interface SpdbRegister {
  readonly name: string;
  /** `.x`, or empty. */
  readonly component: string;
  /** The same for components of one register. */
  readonly group: string;
}

/** The register of `location`; undefined for one that listings do not know. */
export function spdbRegister({ register, indices }: PdbLocation): SpdbRegister | undefined {
  const prefix = PREFIXES[register];
  if (prefix === undefined) return undefined;
  const [at, ...elements] = indices;
  if (at === undefined) return { name: prefix, component: '', group: prefix };
  const number = at >>> 4;
  const group = `${prefix}${elements.join()}_${number}`;
  if (NUMBERED.has(register)) return { name: `${prefix}${at}`, component: '', group };
  const component = `.${LETTERS[(at >>> 2) & 3]}`;
  if (WITHOUT_NUMBER.has(register)) return { name: prefix, component, group };
  const arrays = elements.map((element) => `[${element}]`).join('');
  return { name: `${prefix}${arrays}${arrays === '' ? number : `[${number}]`}`, component, group };
}
