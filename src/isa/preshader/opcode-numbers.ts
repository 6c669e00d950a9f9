/**
 * The numbers of the operations of preshaders by mnemonic: all that listings need. What an operation takes, gives and is for is a
 * second table with the same rows (opcodes.ts).
 *
 * Source: oracle, which lists all numbers.
 */

export const PRESHADER_OPCODE_NUMBERS = {
  mov: 0x100,
  neg: 0x101,
  rcp: 0x103,
  frc: 0x104,
  exp: 0x105,
  log: 0x106,
  rsq: 0x107,
  sin: 0x108,
  cos: 0x109,
  asin: 0x10a,
  acos: 0x10b,
  atan: 0x10c,
  sqrt: 0x112,
  ineg: 0x120,
  not: 0x121,
  itof: 0x130,
  utof: 0x131,
  ftoi: 0x132,
  ftou: 0x133,
  btof: 0x134,
  btoi: 0x135,
  itob: 0x136,
  ftob: 0x137,
  round: 0x138,
  floor: 0x139,
  ceil: 0x13a,
  min: 0x200,
  max: 0x201,
  lt: 0x202,
  ge: 0x203,
  add: 0x204,
  mul: 0x205,
  atan2: 0x206,
  div: 0x208,
  bilt: 0x210,
  bige: 0x211,
  bieq: 0x212,
  bine: 0x213,
  buge: 0x214,
  bult: 0x215,
  iadd: 0x216,
  idiv: 0x217,
  imul: 0x219,
  udiv: 0x21a,
  umod: 0x21b,
  umul: 0x21c,
  imin: 0x21d,
  imax: 0x21e,
  umin: 0x21f,
  umax: 0x220,
  and: 0x230,
  or: 0x231,
  xor: 0x233,
  ishl: 0x234,
  ishr: 0x235,
  ushr: 0x236,
  cmp: 0x300,
  movc: 0x301,
  dot: 0x500,
  noise: 0x502,
  d3ds_dotswiz: 0x70e,
  d3ds_noiseswiz: 0x711,
} as const;

/** The operations, as listings spell them. */
export type PreshaderOpcode = keyof typeof PRESHADER_OPCODE_NUMBERS;

/** Operations by number. */
export const PRESHADER_OPCODE_BY_CODE: ReadonlyMap<number, PreshaderOpcode> = /* @__PURE__ */ namesByCode();

function namesByCode(): Map<number, PreshaderOpcode> {
  return new Map(
    (Object.keys(PRESHADER_OPCODE_NUMBERS) as PreshaderOpcode[]).map((name) => [PRESHADER_OPCODE_NUMBERS[name], name]),
  );
}
