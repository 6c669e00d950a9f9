/**
 * The register types of preshaders. An operand names a component: four times the number of its register, and the first component.
 *
 * Not for: the sizes of register files, which no code declares.
 * Source: oracle, by listing every number.
 */

export interface PreshaderRegisterRow {
  readonly code: number;
  /** Before the register number; a preshader names its outputs as constants. */
  readonly name: string;
  readonly preshaderName?: string;
  /** The name under relative addressing and as an index, where it differs. */
  readonly relativeName?: string;
  /** The name in an expression of Direct3D 10 and 11, where the constant table names no variable. */
  readonly expressionName?: string;
  /** Registers that have a name of their own, from 0 on. */
  readonly named?: readonly string[];
}

// biome-ignore format: one row, one line
export const PRESHADER_REGISTERS = {
  literal:     { code: 1, name: 'l' },
  constant:    { code: 2, name: 'c' },
  input:       { code: 3, name: 'v', named: ['vPos', 'vPSize'] },
  floatOutput: { code: 4, name: 'oC', preshaderName: 'c', relativeName: 'of', expressionName: 'expr' },
  boolOutput:  { code: 5, name: 'ob' },
  intOutput:   { code: 6, name: 'oi' },
  temp:        { code: 7, name: 'r' },
  pointer:     { code: 9, name: 'ip' },
} as const satisfies Record<string, PreshaderRegisterRow>;

/** The register types by our names. */
export type PreshaderRegister = keyof typeof PRESHADER_REGISTERS;

const COUNT = 10;

/** The register types by number. */
export const PRESHADER_REGISTER_BY_CODE: readonly (PreshaderRegister | undefined)[] = /* @__PURE__ */ namesByCode();

function namesByCode(): (PreshaderRegister | undefined)[] {
  const names = Object.keys(PRESHADER_REGISTERS) as PreshaderRegister[];
  return Array.from({ length: COUNT }, (_, code) => names.find((name) => PRESHADER_REGISTERS[name].code === code));
}
