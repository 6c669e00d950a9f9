/**
 * THE TABLE of SM 4.0 to 5.1: one row for every opcode. Decoder, printer, documentation, coverage and the random-program
 * generator derive from it; later the encoder, the assembler and the validator do.
 *
 * Sources: numbers from the public tokenized program format headers; operand counts, how literals print and which
 * sources take their precision from the destination from the oracle.
 */
import type { Sm4Controls } from './token-kinds.ts';

export type Sm4Stage = 'ps' | 'vs' | 'gs' | 'hs' | 'ds' | 'cs';

export type Sm4OperandRole =
  | 'destination'
  | 'source'
  | 'resource'
  | 'sampler'
  | 'uav'
  | 'memory'
  | 'constantBuffer'
  | 'register'
  | 'label'
  | 'stream'
  | 'function';

export interface Sm4OperandRow {
  readonly role: Sm4OperandRole;
  /** The operation runs at the precision of the first operand, so a listing names both precisions of this one. */
  readonly precisionOfDestination: boolean;
}

/** The role stays part of the type: the builder takes operands by it. */
const operand = <Role extends Sm4OperandRole>(
  role: Role,
  precisionOfDestination = false,
): Sm4OperandRow & { readonly role: Role } => ({ role, precisionOfDestination });
/** A register that receives a result. */
const DST = operand('destination');
/** A second result at the precision of the first. */
const DST_AS_DST = operand('destination', true);
/** A value read at its own precision. */
const SRC = operand('source');
/** A value read at the precision of the destination. */
const SRC_AS_DST = operand('source', true);
/** A shader resource view; for sample queries also the rasterizer. */
const RESOURCE = operand('resource');
const SAMPLER = operand('sampler');
const UAV = operand('uav');
/** Raw or structured memory: UAV, group-shared memory, or a buffer view where it is only read. */
const MEMORY = operand('memory');
const CONSTANT_BUFFER = operand('constantBuffer');
/** The register that a declaration is about. */
const REGISTER = operand('register');
const LABEL = operand('label');
const STREAM = operand('stream');
/** An interface pointer. */
const FUNCTION = operand('function');

/** DWORDs of a declaration that are no operands, by what they mean; `space` stands there from 5.1 on only. */
export type Sm4Payload =
  | 'returnTypes'
  | 'space'
  | 'size'
  | 'count'
  | 'name'
  | 'register'
  | 'components'
  | 'list'
  | 'callSites'
  | 'interface'
  | 'float'
  | 'x'
  | 'y'
  | 'z'
  | 'stride'
  | 'byteCount'
  | 'functionIndex'
  | 'interfaceId';

export interface Sm4OpcodeRow {
  readonly code: number;
  /** `marker` stands between the phases of a hull shader; `reserved` opcodes have a number and no meaning. */
  readonly kind: 'instruction' | 'declaration' | 'marker' | 'custom' | 'reserved';
  /** How literals of this opcode print; absent where it has no operands. */
  readonly literals?: 'float' | 'int' | 'untyped';
  readonly operands: readonly Sm4OperandRow[];
  /** Before the operands for `fcall`, behind them for declarations. */
  readonly payload?: readonly Sm4Payload[];
  /**
   * What bits 11 to 23 of its token hold; absent: nothing. Whether a result may be clamped, and in which models it may be
   * precise, is what Microsoft's validator takes (source: oracle).
   */
  readonly controls?: Sm4Controls;
  /**
   * Its lists may be longer than the length in its token can say: with bit 31 that has the low seven bits of the length, and the
   * next DWORD all of it (source: oracle).
   */
  readonly longLength?: true;
  /** What it does to the nesting of blocks. */
  readonly block?: 'open' | 'middle' | 'close';
  /** The first shader model that has it; compute shaders 4.x count. */
  readonly since: '4.0' | '4.1' | '5.0' | '5.1';
  /** The last shader model that has it, where later ones refuse it. */
  readonly until?: '4.1';
  /** The only stages that have it; absent: all. */
  readonly stages?: readonly Sm4Stage[];
  readonly doc: string;
}

// biome-ignore format: one row, one line
export const SM4_OPCODES = {
  add: { code: 0, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'dst = a + b' },
  and: { code: 1, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'dst = a & b' },
  break: { code: 2, kind: 'instruction', operands: [], since: '4.0', doc: 'leave the innermost loop or switch' },
  breakc: { code: 3, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0', doc: 'leave the innermost loop or switch if the test holds' },
  call: { code: 4, kind: 'instruction', literals: 'int', operands: [LABEL], since: '4.0', doc: 'call a subroutine' },
  callc: { code: 5, kind: 'instruction', literals: 'int', operands: [SRC, LABEL], controls: 'test', since: '4.0', doc: 'call a subroutine if the test holds' },
  case: { code: 6, kind: 'instruction', literals: 'int', operands: [SRC], since: '4.0', doc: 'entry of a switch for one value' },
  continue: { code: 7, kind: 'instruction', operands: [], since: '4.0', doc: 'next iteration of the innermost loop' },
  continuec: { code: 8, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0', doc: 'next iteration if the test holds' },
  cut: { code: 9, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'], doc: 'end the current output strip' },
  default: { code: 10, kind: 'instruction', operands: [], since: '4.0', doc: 'entry of a switch for all other values' },
  deriv_rtx: { code: 11, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'], doc: 'rate of change in x' },
  deriv_rty: { code: 12, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'], doc: 'rate of change in y' },
  discard: { code: 13, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0', stages: ['ps'], doc: 'drop the pixel if the test holds' },
  div: { code: 14, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'dst = a / b' },
  dp2: { code: 15, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'two-component dot product' },
  dp3: { code: 16, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'three-component dot product' },
  dp4: { code: 17, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'four-component dot product' },
  else: { code: 18, kind: 'instruction', operands: [], block: 'middle', since: '4.0', doc: 'other branch of an if' },
  emit: { code: 19, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'], doc: 'append a vertex to the output stream' },
  emit_then_cut: { code: 20, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'], doc: 'append a vertex, then end the strip' },
  endif: { code: 21, kind: 'instruction', operands: [], block: 'close', since: '4.0', doc: 'end of an if' },
  endloop: { code: 22, kind: 'instruction', operands: [], block: 'close', since: '4.0', doc: 'end of a loop' },
  endswitch: { code: 23, kind: 'instruction', operands: [], block: 'close', since: '4.0', doc: 'end of a switch' },
  eq: { code: 24, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a == b, as floats' },
  exp: { code: 25, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: '2 to the power of a' },
  frc: { code: 26, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'fraction of a' },
  ftoi: { code: 27, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '4.0', doc: 'float to int, towards zero' },
  ftou: { code: 28, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '4.0', doc: 'float to uint, towards zero' },
  ge: { code: 29, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a >= b, as floats' },
  iadd: { code: 30, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'integer a + b' },
  if: { code: 31, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', block: 'open', since: '4.0', doc: 'run the block if the test holds' },
  ieq: { code: 32, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a == b, as ints' },
  ige: { code: 33, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a >= b, as ints' },
  ilt: { code: 34, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a < b, as ints' },
  imad: { code: 35, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'integer a * b + c' },
  imax: { code: 36, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'larger int' },
  imin: { code: 37, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'smaller int' },
  imul: { code: 38, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'high and low half of the int product' },
  ine: { code: 39, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a != b, as ints' },
  ineg: { code: 40, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'integer negation' },
  ishl: { code: 41, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0', doc: 'shift left' },
  ishr: { code: 42, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0', doc: 'arithmetic shift right' },
  itof: { code: 43, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '4.0', doc: 'int to float' },
  label: { code: 44, kind: 'instruction', literals: 'int', operands: [LABEL], since: '4.0', doc: 'beginning of a subroutine' },
  ld: { code: 45, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE], controls: 'precise', since: '4.0', doc: 'fetch a texel or buffer element' },
  ldms: { code: 46, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE, SRC], controls: 'precise', since: '4.0', doc: 'fetch one sample of a multisampled texture' },
  log: { code: 47, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'logarithm to base 2' },
  loop: { code: 48, kind: 'instruction', operands: [], block: 'open', since: '4.0', doc: 'beginning of a loop' },
  lt: { code: 49, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a < b, as floats' },
  mad: { code: 50, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'dst = a * b + c' },
  min: { code: 51, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'smaller float' },
  max: { code: 52, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'larger float' },
  customdata: { code: 53, kind: 'custom', operands: [], since: '4.0', doc: 'data block: immediate constant buffer, comment, debug message' },
  mov: { code: 54, kind: 'instruction', literals: 'untyped', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'copy' },
  movc: { code: 55, kind: 'instruction', literals: 'untyped', operands: [DST, SRC, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'b where the condition is not zero, else c' },
  mul: { code: 56, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'dst = a * b' },
  ne: { code: 57, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a != b, as floats' },
  nop: { code: 58, kind: 'instruction', operands: [], since: '4.0', doc: 'nothing' },
  not: { code: 59, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'bitwise complement' },
  or: { code: 60, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'dst = a | b' },
  resinfo: { code: 61, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE], controls: 'sizeQuery', since: '4.0', doc: 'size and mip count of a resource' },
  ret: { code: 62, kind: 'instruction', operands: [], since: '4.0', doc: 'return' },
  retc: { code: 63, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0', doc: 'return if the test holds' },
  round_ne: { code: 64, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'round to nearest even' },
  round_ni: { code: 65, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'round down' },
  round_pi: { code: 66, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'round up' },
  round_z: { code: 67, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'round towards zero' },
  rsq: { code: 68, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'reciprocal square root' },
  sample: { code: 69, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.0', stages: ['ps'], doc: 'sample a texture' },
  sample_c: { code: 70, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', stages: ['ps'], doc: 'sample with comparison' },
  sample_c_lz: { code: 71, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', doc: 'sample mip 0 with comparison' },
  sample_l: { code: 72, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', doc: 'sample an explicit mip level' },
  sample_d: { code: 73, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '4.0', doc: 'sample with explicit derivatives' },
  sample_b: { code: 74, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', stages: ['ps'], doc: 'sample with mip bias' },
  sqrt: { code: 75, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'square root' },
  switch: { code: 76, kind: 'instruction', literals: 'int', operands: [SRC], block: 'open', since: '4.0', doc: 'select among cases' },
  sincos: { code: 77, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', doc: 'sine and cosine' },
  udiv: { code: 78, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'unsigned quotient and remainder' },
  ult: { code: 79, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a < b, as uints' },
  uge: { code: 80, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0', doc: 'all ones where a >= b, as uints' },
  umul: { code: 81, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'high and low half of the uint product' },
  umad: { code: 82, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'unsigned a * b + c' },
  umax: { code: 83, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'larger uint' },
  umin: { code: 84, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'smaller uint' },
  ushr: { code: 85, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0', doc: 'logical shift right' },
  utof: { code: 86, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '4.0', doc: 'uint to float' },
  xor: { code: 87, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0', doc: 'dst = a ^ b' },
  dcl_resource: { code: 88, kind: 'declaration', literals: 'int', operands: [RESOURCE], controls: 'dclResource', payload: ['returnTypes', 'space'], since: '4.0', doc: 'typed shader resource view' },
  dcl_constantbuffer: { code: 89, kind: 'declaration', literals: 'int', operands: [CONSTANT_BUFFER], controls: 'dclConstantBuffer', payload: ['size', 'space'], since: '4.0', doc: 'constant buffer' },
  dcl_sampler: { code: 90, kind: 'declaration', literals: 'int', operands: [SAMPLER], controls: 'dclSampler', payload: ['space'], since: '4.0', doc: 'sampler' },
  dcl_indexrange: { code: 91, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['count'], since: '4.0', doc: 'registers that are indexed together' },
  dcl_outputtopology: { code: 92, kind: 'declaration', operands: [], controls: 'dclOutputTopology', since: '4.0', stages: ['gs'], doc: 'kind of primitive that leaves' },
  dcl_inputprimitive: { code: 93, kind: 'declaration', operands: [], controls: 'dclInputPrimitive', since: '4.0', stages: ['gs'], doc: 'kind of primitive that enters' },
  dcl_maxout: { code: 94, kind: 'declaration', operands: [], payload: ['count'], since: '4.0', stages: ['gs'], doc: 'most vertices emitted' },
  dcl_input: { code: 95, kind: 'declaration', literals: 'int', operands: [REGISTER], since: '4.0', doc: 'input register' },
  dcl_input_sgv: { code: 96, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'hs'], doc: 'input that the pipeline generates' },
  dcl_input_siv: { code: 97, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['gs', 'ds', 'cs'], doc: 'input with a system meaning' },
  dcl_input_ps: { code: 98, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', since: '4.0', stages: ['ps'], doc: 'interpolated input' },
  dcl_input_ps_sgv: { code: 99, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'], doc: 'pixel input that the pipeline generates' },
  dcl_input_ps_siv: { code: 100, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'], doc: 'pixel input with a system meaning' },
  dcl_output: { code: 101, kind: 'declaration', literals: 'int', operands: [REGISTER], since: '4.0', doc: 'output register' },
  dcl_output_sgv: { code: 102, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['gs'], doc: 'output that the pipeline generates' },
  dcl_output_siv: { code: 103, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'gs', 'hs', 'ds', 'cs'], doc: 'output with a system meaning' },
  dcl_temps: { code: 104, kind: 'declaration', operands: [], payload: ['count'], since: '4.0', doc: 'number of temporary registers' },
  dcl_indexableTemp: { code: 105, kind: 'declaration', operands: [], payload: ['register', 'count', 'components'], since: '4.0', doc: 'array of temporary registers' },
  dcl_globalFlags: { code: 106, kind: 'declaration', operands: [], controls: 'dclGlobalFlags', since: '4.0', doc: 'facts about the whole program' },
  jmp: { code: 107, kind: 'instruction', operands: [], since: '4.0', doc: 'reserved: jump' },
  lod: { code: 108, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.1', stages: ['ps'], doc: 'mip level that sample would use' },
  gather4: { code: 109, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.1', doc: 'the four texels that bilinear filtering would read' },
  samplepos: { code: 110, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE, SRC], controls: 'precise', since: '4.1', doc: 'position of a sample' },
  sampleinfo: { code: 111, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE], controls: 'sizeQuery', since: '4.1', doc: 'number of samples' },
  reserved_112: { code: 112, kind: 'reserved', operands: [], since: '4.1', doc: 'reserved between 4.1 and 5.0' },
  hs_decls: { code: 113, kind: 'marker', operands: [], since: '5.0', stages: ['hs'], doc: 'beginning of the hull shader\'s declarations' },
  hs_control_point_phase: { code: 114, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'], doc: 'beginning of the control point phase' },
  hs_fork_phase: { code: 115, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'], doc: 'beginning of a fork phase' },
  hs_join_phase: { code: 116, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'], doc: 'beginning of a join phase' },
  emit_stream: { code: 117, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'], doc: 'append a vertex to a stream' },
  cut_stream: { code: 118, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'], doc: 'end the strip of a stream' },
  emit_then_cut_stream: { code: 119, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'], doc: 'append a vertex to a stream, then end its strip' },
  fcall: { code: 120, kind: 'instruction', literals: 'int', operands: [FUNCTION], payload: ['functionIndex'], since: '5.0', doc: 'call a function of an interface' },
  bufinfo: { code: 121, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE], controls: 'precise', since: '5.0', doc: 'number of elements of a buffer' },
  deriv_rtx_coarse: { code: 122, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'rate of change in x, one for the quad' },
  deriv_rtx_fine: { code: 123, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'rate of change in x, for each pixel' },
  deriv_rty_coarse: { code: 124, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'rate of change in y, one for the quad' },
  deriv_rty_fine: { code: 125, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'rate of change in y, for each pixel' },
  gather4_c: { code: 126, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'gather with comparison' },
  gather4_po: { code: 127, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0', doc: 'gather with an offset from a register' },
  gather4_po_c: { code: 128, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'gather with comparison and an offset from a register' },
  rcp: { code: 129, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'reciprocal' },
  f32tof16: { code: 130, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'float to half' },
  f16tof32: { code: 131, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'half to float' },
  uaddc: { code: 132, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'unsigned sum and carry' },
  usubb: { code: 133, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'unsigned difference and borrow' },
  countbits: { code: 134, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'number of one bits' },
  firstbit_hi: { code: 135, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'highest one bit, from the top' },
  firstbit_lo: { code: 136, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'lowest one bit' },
  firstbit_shi: { code: 137, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'highest bit that differs from the sign, from the top' },
  ubfe: { code: 138, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC], controls: 'precise', since: '5.0', doc: 'extract unsigned bit-fields' },
  ibfe: { code: 139, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC], controls: 'precise', since: '5.0', doc: 'extract signed bit-fields' },
  bfi: { code: 140, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC, SRC], controls: 'precise', since: '5.0', doc: 'insert bit-fields' },
  bfrev: { code: 141, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'reverse the bits' },
  swapc: { code: 142, kind: 'instruction', literals: 'untyped', operands: [DST, DST_AS_DST, SRC, SRC, SRC], controls: 'precise', since: '5.0', doc: 'swap where the condition is not zero' },
  dcl_stream: { code: 143, kind: 'declaration', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'], doc: 'output stream that the next outputs belong to' },
  dcl_function_body: { code: 144, kind: 'declaration', operands: [], payload: ['register'], since: '5.0', doc: 'function body' },
  dcl_function_table: { code: 145, kind: 'declaration', operands: [], payload: ['register', 'list'], longLength: true, since: '5.0', doc: 'function table' },
  dcl_interface: { code: 146, kind: 'declaration', operands: [], controls: 'dclInterface', payload: ['interfaceId', 'callSites', 'interface'], longLength: true, since: '5.0', doc: 'interface pointers and their function tables' },
  dcl_input_control_point_count: { code: 147, kind: 'declaration', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs', 'ds'], doc: 'control points of the input patch' },
  dcl_output_control_point_count: { code: 148, kind: 'declaration', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs'], doc: 'control points of the output patch' },
  dcl_tessellator_domain: { code: 149, kind: 'declaration', operands: [], controls: 'dclTessellatorDomain', since: '5.0', stages: ['hs', 'ds'], doc: 'domain of the tessellator' },
  dcl_tessellator_partitioning: { code: 150, kind: 'declaration', operands: [], controls: 'dclTessellatorPartitioning', since: '5.0', stages: ['hs'], doc: 'partitioning of the tessellator' },
  dcl_tessellator_output_primitive: { code: 151, kind: 'declaration', operands: [], controls: 'dclTessellatorOutputPrimitive', since: '5.0', stages: ['hs'], doc: 'primitive that the tessellator makes' },
  dcl_hs_max_tessfactor: { code: 152, kind: 'declaration', operands: [], payload: ['float'], since: '5.0', stages: ['hs'], doc: 'largest tessellation factor' },
  dcl_hs_fork_phase_instance_count: { code: 153, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['hs'], doc: 'instances of the fork phase' },
  dcl_hs_join_phase_instance_count: { code: 154, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['hs'], doc: 'instances of the join phase' },
  dcl_thread_group: { code: 155, kind: 'declaration', operands: [], payload: ['x', 'y', 'z'], since: '4.0', stages: ['cs'], doc: 'threads of a group' },
  dcl_uav_typed: { code: 156, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavTyped', payload: ['returnTypes', 'space'], since: '5.0', doc: 'typed unordered access view' },
  dcl_uav_raw: { code: 157, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavRaw', payload: ['space'], since: '4.0', doc: 'raw unordered access view' },
  dcl_uav_structured: { code: 158, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavStructured', payload: ['stride', 'space'], since: '4.0', doc: 'structured unordered access view' },
  dcl_tgsm_raw: { code: 159, kind: 'declaration', literals: 'int', operands: [MEMORY], payload: ['byteCount'], since: '5.0', stages: ['cs'], doc: 'raw group-shared memory' },
  dcl_tgsm_structured: { code: 160, kind: 'declaration', literals: 'int', operands: [MEMORY], payload: ['stride', 'count'], since: '4.0', stages: ['cs'], doc: 'structured group-shared memory' },
  dcl_resource_raw: { code: 161, kind: 'declaration', literals: 'int', operands: [RESOURCE], payload: ['space'], since: '4.0', doc: 'raw shader resource view' },
  dcl_resource_structured: { code: 162, kind: 'declaration', literals: 'int', operands: [RESOURCE], payload: ['stride', 'space'], since: '4.0', doc: 'structured shader resource view' },
  ld_uav_typed: { code: 163, kind: 'instruction', literals: 'int', operands: [DST, SRC, UAV], controls: 'precise', since: '5.0', doc: 'read a typed UAV' },
  store_uav_typed: { code: 164, kind: 'instruction', literals: 'untyped', operands: [UAV, SRC, SRC], since: '5.0', doc: 'write a typed UAV' },
  ld_raw: { code: 165, kind: 'instruction', literals: 'int', operands: [DST, SRC, MEMORY], controls: 'precise', since: '4.0', doc: 'read raw memory' },
  store_raw: { code: 166, kind: 'instruction', literals: 'untyped', operands: [MEMORY, SRC, SRC], since: '4.0', doc: 'write raw memory' },
  ld_structured: { code: 167, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, MEMORY], controls: 'precise', since: '4.0', doc: 'read structured memory' },
  store_structured: { code: 168, kind: 'instruction', literals: 'untyped', operands: [MEMORY, SRC, SRC, SRC], since: '4.0', doc: 'write structured memory' },
  atomic_and: { code: 169, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic and' },
  atomic_or: { code: 170, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic or' },
  atomic_xor: { code: 171, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic xor' },
  atomic_cmp_store: { code: 172, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC, SRC], since: '5.0', doc: 'atomic compare and store' },
  atomic_iadd: { code: 173, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic add' },
  atomic_imax: { code: 174, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic int maximum' },
  atomic_imin: { code: 175, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic int minimum' },
  atomic_umax: { code: 176, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic uint maximum' },
  atomic_umin: { code: 177, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0', doc: 'atomic uint minimum' },
  imm_atomic_alloc: { code: 178, kind: 'instruction', literals: 'int', operands: [DST, UAV], controls: 'precise', since: '5.0', doc: 'increment the counter of a UAV, return the old value' },
  imm_atomic_consume: { code: 179, kind: 'instruction', literals: 'int', operands: [DST, UAV], controls: 'precise', since: '5.0', doc: 'decrement the counter of a UAV, return the new value' },
  imm_atomic_iadd: { code: 180, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic add, returns the old value' },
  imm_atomic_and: { code: 181, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic and, returns the old value' },
  imm_atomic_or: { code: 182, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic or, returns the old value' },
  imm_atomic_xor: { code: 183, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic xor, returns the old value' },
  imm_atomic_exch: { code: 184, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic exchange' },
  imm_atomic_cmp_exch: { code: 185, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic compare and exchange' },
  imm_atomic_imax: { code: 186, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic int maximum, returns the old value' },
  imm_atomic_imin: { code: 187, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic int minimum, returns the old value' },
  imm_atomic_umax: { code: 188, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic uint maximum, returns the old value' },
  imm_atomic_umin: { code: 189, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0', doc: 'atomic uint minimum, returns the old value' },
  sync: { code: 190, kind: 'instruction', operands: [], controls: 'sync', since: '4.0', doc: 'memory fence and barrier' },
  dadd: { code: 191, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'double a + b' },
  dmax: { code: 192, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'larger double' },
  dmin: { code: 193, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'smaller double' },
  dmul: { code: 194, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'double a * b' },
  deq: { code: 195, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0', doc: 'all ones where a == b, as doubles' },
  dge: { code: 196, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0', doc: 'all ones where a >= b, as doubles' },
  dlt: { code: 197, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0', doc: 'all ones where a < b, as doubles' },
  dne: { code: 198, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0', doc: 'all ones where a != b, as doubles' },
  dmov: { code: 199, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'copy doubles' },
  dmovc: { code: 200, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'doubles b where the condition is not zero, else c' },
  dtof: { code: 201, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'double to float' },
  ftod: { code: 202, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'float to double' },
  eval_snapped: { code: 203, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'interpolate at an offset' },
  eval_sample_index: { code: 204, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'interpolate at a sample' },
  eval_centroid: { code: 205, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'], doc: 'interpolate at the centroid' },
  dcl_gsinstances: { code: 206, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['gs'], doc: 'instances of the geometry shader' },
  abort: { code: 207, kind: 'instruction', operands: [], since: '4.0', doc: 'stop with a debug message' },
  debug_break: { code: 208, kind: 'instruction', operands: [], since: '4.0', doc: 'break into the debugger' },
  reserved_209: { code: 209, kind: 'reserved', operands: [], since: '5.0', doc: 'reserved between 5.0 and 11.1' },
  ddiv: { code: 210, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'double a / b' },
  dfma: { code: 211, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'double a * b + c, rounded once' },
  drcp: { code: 212, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', doc: 'double reciprocal' },
  msad: { code: 213, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0', doc: 'masked sum of absolute differences' },
  dtoi: { code: 214, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'double to int' },
  dtou: { code: 215, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'double to uint' },
  itod: { code: 216, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'int to double' },
  utod: { code: 217, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'uint to double' },
  reserved_218: { code: 218, kind: 'reserved', operands: [], since: '5.0', doc: 'reserved between 11.1 and 11.3' },
  gather4_s: { code: 219, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0', doc: 'gather4 with access status' },
  gather4_c_s: { code: 220, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'gather4_c with access status' },
  gather4_po_s: { code: 221, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0', doc: 'gather4_po with access status' },
  gather4_po_c_s: { code: 222, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'gather4_po_c with access status' },
  ld_s: { code: 223, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, RESOURCE], controls: 'precise', since: '5.0', doc: 'ld with access status' },
  ldms_s: { code: 224, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, RESOURCE, SRC], controls: 'precise', since: '5.0', doc: 'ldms with access status' },
  ld_uav_typed_s: { code: 225, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, UAV], controls: 'precise', since: '5.0', doc: 'ld_uav_typed with access status' },
  ld_raw_s: { code: 226, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, MEMORY], controls: 'precise', since: '5.0', doc: 'ld_raw with access status' },
  ld_structured_s: { code: 227, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, MEMORY], controls: 'precise', since: '5.0', doc: 'ld_structured with access status' },
  sample_l_s: { code: 228, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'sample_l with access status' },
  sample_c_lz_s: { code: 229, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', doc: 'sample_c_lz with access status' },
  sample_cl_s: { code: 230, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', stages: ['ps'], doc: 'sample with lowest mip level and access status' },
  sample_b_cl_s: { code: 231, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '5.0', stages: ['ps'], doc: 'sample_b with lowest mip level and access status' },
  sample_d_cl_s: { code: 232, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC, SRC], controls: 'precise', since: '5.0', doc: 'sample_d with lowest mip level and access status' },
  sample_c_cl_s: { code: 233, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '5.0', stages: ['ps'], doc: 'sample_c with lowest mip level and access status' },
  check_access_fully_mapped: { code: 234, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0', doc: 'whether an access status says that all was mapped' },
  reserved_235: { code: 235, kind: 'reserved', operands: [], since: '5.1', doc: 'reserved' },
} as const satisfies Record<string, Sm4OpcodeRow>;

export type Sm4Mnemonic = keyof typeof SM4_OPCODES;

/** A row together with its mnemonic. */
export interface Sm4Opcode extends Sm4OpcodeRow {
  readonly mnemonic: Sm4Mnemonic;
}

/** The rows by opcode number; a number without a row is undefined. */
export const SM4_OPCODE_BY_CODE: readonly (Sm4Opcode | undefined)[] = byCode();

function byCode(): (Sm4Opcode | undefined)[] {
  const rows: (Sm4Opcode | undefined)[] = [];
  for (const [mnemonic, row] of Object.entries(SM4_OPCODES))
    rows[row.code] = { mnemonic: mnemonic as Sm4Mnemonic, ...row };
  return rows;
}

/** A table by mnemonic as a list by the opcodes' numbers. */
export function sm4ByOpcode<Value>(
  table: Readonly<Partial<Record<Sm4Mnemonic, Value>>>,
): readonly (Value | undefined)[] {
  const list: Value[] = [];
  for (const [mnemonic, value] of Object.entries(table))
    list[SM4_OPCODES[mnemonic as Sm4Mnemonic].code] = value as Value;
  return list;
}

/** The numbers of some opcodes, to ask for. */
export function sm4CodesOf(...mnemonics: readonly Sm4Mnemonic[]): ReadonlySet<number> {
  return new Set(mnemonics.map((mnemonic) => SM4_OPCODES[mnemonic].code));
}
