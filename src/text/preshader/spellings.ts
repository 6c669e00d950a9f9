/**
 * How listings spell the operations, components and literals of preshaders, the same in both generations. Source:
 * oracle.
 */
import { COMPONENTS } from '../../isa/components.ts';
import {
  PRESHADER_OPCODE_BY_CODE,
  PRESHADER_REGISTER_BY_CODE,
  PRESHADER_REGISTERS,
  type PreshaderRegisterRow,
} from '../../isa/preshader/opcodes.ts';

/** The text for a register type without a name; no space comes before it either. */
export const UNKNOWN_REGISTER = '(null)';
const UNKNOWN_OPCODE = '<unknown>';
/** The limit on components of an operand; an instruction has 4, and more only when it is damaged. */
const MAX_COMPONENTS = 128;
/** The limit on indices of an operand, likewise. */
export const MAX_INDICES = 16;

const ROW_BY_CODE: readonly (PreshaderRegisterRow | undefined)[] = PRESHADER_REGISTER_BY_CODE.map(
  (name) => name && PRESHADER_REGISTERS[name],
);

/** The row of a register type; undefined where the number has none. */
export function preshaderRegisterRow(type: number): PreshaderRegisterRow | undefined {
  return ROW_BY_CODE[type];
}

/** The mnemonic of an operation. */
export function preshaderMnemonic(opcode: number): string {
  return PRESHADER_OPCODE_BY_CODE.get(opcode) ?? UNKNOWN_OPCODE;
}

/** By first component and count: components start again after w, and all four in order are not written. */
const COMPONENT_SPELLINGS = Array.from({ length: 4 * (MAX_COMPONENTS + 1) }, (_, i) => {
  let text = '.';
  for (let k = 0; k < i >> 2; k++) text += COMPONENTS[(i + k) & 3];
  return text === '.xyzw' ? '' : text;
});

/** The text of `count` components from component `first` of a register on. */
export function preshaderComponents(first: number, count: number): string {
  return COMPONENT_SPELLINGS[4 * Math.min(count, MAX_COMPONENTS) + (first & 3)]!;
}

/**
 * How many values a literal operand has: at least one. They start again after the last literal.
 *
 * @param literalCount literals of the code
 */
export function preshaderLiteralCount(components: number, literalCount: number): number {
  return literalCount === 0 ? 0 : Math.min(Math.max(components, 1), MAX_COMPONENTS);
}
