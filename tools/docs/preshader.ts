/** The reference of the operations and registers of preshaders, from their tables. */
import {
  PRESHADER_OPCODES,
  PRESHADER_REGISTERS,
  type PreshaderOpcode,
  type PreshaderOpcodeRow,
  type PreshaderRegister,
  type PreshaderRegisterRow,
} from '../../src/isa/preshader/opcodes.ts';
import { code, GENERATED, table } from './markdown.ts';

const PRESHADER_OPCODE_DOCS: Readonly<Record<PreshaderOpcode, string>> = {
  mov: 'dst = a',
  neg: 'dst = -a',
  rcp: 'dst = 1 / a',
  frc: 'dst = a - floor(a)',
  exp: '2 to the power of a',
  log: 'logarithm of |a| to base 2; 0 where a is 0',
  rsq: 'dst = 1 / sqrt(|a|) in the first generation, 1 / sqrt(a) in the second',
  sin: 'sine of a in radians',
  cos: 'cosine of a in radians',
  asin: 'arcsine of a',
  acos: 'arccosine of a',
  atan: 'arctangent of a',
  sqrt: 'square root of a',
  ineg: 'dst = -a',
  not: 'dst = ~a',
  itof: 'signed integer to float',
  utof: 'unsigned integer to float',
  ftoi: 'float to signed integer, toward zero, saturated; 0 for a NaN',
  ftou: 'float to unsigned integer, toward zero, saturated; 0 for a NaN',
  btof: 'boolean to float: dst = a ? 1 : 0',
  btoi: 'boolean to integer: dst = a ? 1 : 0',
  itob: 'integer to boolean: all bits set where a is not 0',
  ftob: 'float to boolean: all bits set where a is not 0',
  round: 'a rounded to an integer, ties to even',
  floor: 'a rounded down',
  ceil: 'a rounded up',
  min: 'the smaller of a and b',
  max: 'the larger of a and b',
  lt: 'dst = a < b ? 1 : 0, as floats',
  ge: 'dst = a >= b ? 1 : 0, as floats',
  add: 'dst = a + b',
  mul: 'dst = a * b',
  atan2: 'angle of the point (b, a)',
  div: 'dst = a / b',
  bilt: 'signed a < b: all bits set, or 0',
  bige: 'signed a >= b: all bits set, or 0',
  bieq: 'a == b: all bits set, or 0',
  bine: 'a != b: all bits set, or 0',
  buge: 'unsigned a >= b: all bits set, or 0',
  bult: 'unsigned a < b: all bits set, or 0',
  iadd: 'dst = a + b, modulo 2^32',
  idiv: 'signed a / b, toward zero; all bits set where b is 0',
  imul: 'the low 32 bits of a * b',
  udiv: 'unsigned a / b; all bits set where b is 0',
  umod: 'rest of unsigned a / b; all bits set where b is 0',
  umul: 'the low 32 bits of unsigned a * b',
  imin: 'the smaller of signed a and b',
  imax: 'the larger of signed a and b',
  umin: 'the smaller of unsigned a and b',
  umax: 'the larger of unsigned a and b',
  and: 'dst = a & b',
  or: 'dst = a | b',
  xor: 'dst = a ^ b',
  ishl: 'a shifted left by the low 5 bits of b',
  ishr: 'signed a shifted right by the low 5 bits of b',
  ushr: 'unsigned a shifted right by the low 5 bits of b',
  cmp: 'dst = a >= 0 ? b : c',
  movc: 'dst = a ? b : c, where any bit of a counts',
  dot: 'sum of the products of the components; writes one component',
  noise: 'Perlin noise of as many dimensions as components, from -1 to 1; writes one component',
  d3ds_dotswiz: 'dot product of the first half of the inputs with the second half, one component each',
  d3ds_noiseswiz: 'noise of as many dimensions as inputs, one component each',
};

const PRESHADER_REGISTER_DOCS: Readonly<Record<PreshaderRegister, string>> = {
  literal: 'a literal of the code: doubles of CLIT, DWORDs of CLI4',
  constant: 'parameters of the effect, as its constant table places them',
  input: 'position and size of a texel, in texture shaders',
  floatOutput: 'float constants of the shader, color of a texture shader, or the value of an expression',
  boolOutput: 'boolean constants of the shader',
  intOutput: 'integer constants of the shader',
  temp: 'temporaries',
  pointer: 'index registers',
};

export function preshaderPage(): string {
  const operations = (Object.entries(PRESHADER_OPCODES) as [PreshaderOpcode, PreshaderOpcodeRow][]).map(
    ([name, row]) => [
      code(`0x${row.code.toString(16)}`),
      code(name),
      row.category,
      row.variable ? `${row.inputs[0]}, any number` : row.inputs.join(', '),
      row.output,
      row.generations.join(', '),
      PRESHADER_OPCODE_DOCS[name],
    ],
  );
  const registers = (Object.entries(PRESHADER_REGISTERS) as [PreshaderRegister, PreshaderRegisterRow][]).map(
    ([name, row]) => [row.code, code(row.expressionName ?? row.name), code(name), PRESHADER_REGISTER_DOCS[name]],
  );
  return `# Operations of preshaders

${GENERATED}What runs them and how to read them: [Preshaders](preshaders.md). Generation 1 are effects of Direct3D 9 and texture shaders, 2 those
of Direct3D 10 and 11; the column says for which the compiler writes an operation.

${table(['number', 'operation', 'category', 'inputs', 'output', 'generation', 'computes'], operations)}
## Registers

${table(['number', 'listing', 'name', 'holds'], registers)}`;
}
