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
}

// biome-ignore format: one row, one line
export const SM4_OPCODES = {
  add: { code: 0, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  and: { code: 1, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  break: { code: 2, kind: 'instruction', operands: [], since: '4.0' },
  breakc: { code: 3, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0' },
  call: { code: 4, kind: 'instruction', literals: 'int', operands: [LABEL], since: '4.0' },
  callc: { code: 5, kind: 'instruction', literals: 'int', operands: [SRC, LABEL], controls: 'test', since: '4.0' },
  case: { code: 6, kind: 'instruction', literals: 'int', operands: [SRC], since: '4.0' },
  continue: { code: 7, kind: 'instruction', operands: [], since: '4.0' },
  continuec: { code: 8, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0' },
  cut: { code: 9, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'] },
  default: { code: 10, kind: 'instruction', operands: [], since: '4.0' },
  deriv_rtx: { code: 11, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'] },
  deriv_rty: { code: 12, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0', until: '4.1', stages: ['ps'] },
  discard: { code: 13, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0', stages: ['ps'] },
  div: { code: 14, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp2: { code: 15, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp3: { code: 16, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  dp4: { code: 17, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  else: { code: 18, kind: 'instruction', operands: [], block: 'middle', since: '4.0' },
  emit: { code: 19, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'] },
  emit_then_cut: { code: 20, kind: 'instruction', operands: [], since: '4.0', stages: ['gs'] },
  endif: { code: 21, kind: 'instruction', operands: [], block: 'close', since: '4.0' },
  endloop: { code: 22, kind: 'instruction', operands: [], block: 'close', since: '4.0' },
  endswitch: { code: 23, kind: 'instruction', operands: [], block: 'close', since: '4.0' },
  eq: { code: 24, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  exp: { code: 25, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  frc: { code: 26, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  ftoi: { code: 27, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '4.0' },
  ftou: { code: 28, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '4.0' },
  ge: { code: 29, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  iadd: { code: 30, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  if: { code: 31, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', block: 'open', since: '4.0' },
  ieq: { code: 32, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  ige: { code: 33, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  ilt: { code: 34, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  imad: { code: 35, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  imax: { code: 36, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  imin: { code: 37, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  imul: { code: 38, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  ine: { code: 39, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  ineg: { code: 40, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  ishl: { code: 41, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0' },
  ishr: { code: 42, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0' },
  itof: { code: 43, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '4.0' },
  label: { code: 44, kind: 'instruction', literals: 'int', operands: [LABEL], since: '4.0' },
  ld: { code: 45, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE], controls: 'precise', since: '4.0' },
  ldms: { code: 46, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE, SRC], controls: 'precise', since: '4.0' },
  log: { code: 47, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  loop: { code: 48, kind: 'instruction', operands: [], block: 'open', since: '4.0' },
  lt: { code: 49, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  mad: { code: 50, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  min: { code: 51, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  max: { code: 52, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  customdata: { code: 53, kind: 'custom', operands: [], since: '4.0' },
  mov: { code: 54, kind: 'instruction', literals: 'untyped', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  movc: { code: 55, kind: 'instruction', literals: 'untyped', operands: [DST, SRC, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  mul: { code: 56, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  ne: { code: 57, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  nop: { code: 58, kind: 'instruction', operands: [], since: '4.0' },
  not: { code: 59, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  or: { code: 60, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  resinfo: { code: 61, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE], controls: 'sizeQuery', since: '4.0' },
  ret: { code: 62, kind: 'instruction', operands: [], since: '4.0' },
  retc: { code: 63, kind: 'instruction', literals: 'int', operands: [SRC], controls: 'test', since: '4.0' },
  round_ne: { code: 64, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_ni: { code: 65, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_pi: { code: 66, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  round_z: { code: 67, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  rsq: { code: 68, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  sample: { code: 69, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.0', stages: ['ps'] },
  sample_c: { code: 70, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', stages: ['ps'] },
  sample_c_lz: { code: 71, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0' },
  sample_l: { code: 72, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0' },
  sample_d: { code: 73, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '4.0' },
  sample_b: { code: 74, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '4.0', stages: ['ps'] },
  sqrt: { code: 75, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  switch: { code: 76, kind: 'instruction', literals: 'int', operands: [SRC], block: 'open', since: '4.0' },
  sincos: { code: 77, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC_AS_DST], controls: 'arithmetic', since: '4.0' },
  udiv: { code: 78, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  ult: { code: 79, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  uge: { code: 80, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC], controls: 'precise', since: '4.0' },
  umul: { code: 81, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  umad: { code: 82, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  umax: { code: 83, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  umin: { code: 84, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  ushr: { code: 85, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'precise', since: '4.0' },
  utof: { code: 86, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '4.0' },
  xor: { code: 87, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '4.0' },
  dcl_resource: { code: 88, kind: 'declaration', literals: 'int', operands: [RESOURCE], controls: 'dclResource', payload: ['returnTypes', 'space'], since: '4.0' },
  dcl_constantbuffer: { code: 89, kind: 'declaration', literals: 'int', operands: [CONSTANT_BUFFER], controls: 'dclConstantBuffer', payload: ['size', 'space'], since: '4.0' },
  dcl_sampler: { code: 90, kind: 'declaration', literals: 'int', operands: [SAMPLER], controls: 'dclSampler', payload: ['space'], since: '4.0' },
  dcl_indexrange: { code: 91, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['count'], since: '4.0' },
  dcl_outputtopology: { code: 92, kind: 'declaration', operands: [], controls: 'dclOutputTopology', since: '4.0', stages: ['gs'] },
  dcl_inputprimitive: { code: 93, kind: 'declaration', operands: [], controls: 'dclInputPrimitive', since: '4.0', stages: ['gs'] },
  dcl_maxout: { code: 94, kind: 'declaration', operands: [], payload: ['count'], since: '4.0', stages: ['gs'] },
  dcl_input: { code: 95, kind: 'declaration', literals: 'int', operands: [REGISTER], since: '4.0' },
  dcl_input_sgv: { code: 96, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'hs'] },
  dcl_input_siv: { code: 97, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['gs', 'ds', 'cs'] },
  dcl_input_ps: { code: 98, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', since: '4.0', stages: ['ps'] },
  dcl_input_ps_sgv: { code: 99, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_input_ps_siv: { code: 100, kind: 'declaration', literals: 'float', operands: [REGISTER], controls: 'dclInputPs', payload: ['name'], since: '4.0', stages: ['ps'] },
  dcl_output: { code: 101, kind: 'declaration', literals: 'int', operands: [REGISTER], since: '4.0' },
  dcl_output_sgv: { code: 102, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['gs'] },
  dcl_output_siv: { code: 103, kind: 'declaration', literals: 'float', operands: [REGISTER], payload: ['name'], since: '4.0', stages: ['vs', 'gs', 'hs', 'ds', 'cs'] },
  dcl_temps: { code: 104, kind: 'declaration', operands: [], payload: ['count'], since: '4.0' },
  dcl_indexableTemp: { code: 105, kind: 'declaration', operands: [], payload: ['register', 'count', 'components'], since: '4.0' },
  dcl_globalFlags: { code: 106, kind: 'declaration', operands: [], controls: 'dclGlobalFlags', since: '4.0' },
  jmp: { code: 107, kind: 'instruction', operands: [], since: '4.0' },
  lod: { code: 108, kind: 'instruction', literals: 'int', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.1', stages: ['ps'] },
  gather4: { code: 109, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '4.1' },
  samplepos: { code: 110, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE, SRC], controls: 'precise', since: '4.1' },
  sampleinfo: { code: 111, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE], controls: 'sizeQuery', since: '4.1' },
  reserved_112: { code: 112, kind: 'reserved', operands: [], since: '4.1' },
  hs_decls: { code: 113, kind: 'marker', operands: [], since: '5.0', stages: ['hs'] },
  hs_control_point_phase: { code: 114, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'] },
  hs_fork_phase: { code: 115, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'] },
  hs_join_phase: { code: 116, kind: 'instruction', operands: [], since: '5.0', stages: ['hs'] },
  emit_stream: { code: 117, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  cut_stream: { code: 118, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  emit_then_cut_stream: { code: 119, kind: 'instruction', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  fcall: { code: 120, kind: 'instruction', literals: 'int', operands: [FUNCTION], payload: ['functionIndex'], since: '5.0' },
  bufinfo: { code: 121, kind: 'instruction', literals: 'int', operands: [DST, RESOURCE], controls: 'precise', since: '5.0' },
  deriv_rtx_coarse: { code: 122, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rtx_fine: { code: 123, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rty_coarse: { code: 124, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  deriv_rty_fine: { code: 125, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  gather4_c: { code: 126, kind: 'instruction', literals: 'float', operands: [DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  gather4_po: { code: 127, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0' },
  gather4_po_c: { code: 128, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  rcp: { code: 129, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  f32tof16: { code: 130, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  f16tof32: { code: 131, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  uaddc: { code: 132, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  usubb: { code: 133, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  countbits: { code: 134, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_hi: { code: 135, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_lo: { code: 136, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  firstbit_shi: { code: 137, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  ubfe: { code: 138, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC], controls: 'precise', since: '5.0' },
  ibfe: { code: 139, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC], controls: 'precise', since: '5.0' },
  bfi: { code: 140, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC, SRC, SRC], controls: 'precise', since: '5.0' },
  bfrev: { code: 141, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  swapc: { code: 142, kind: 'instruction', literals: 'untyped', operands: [DST, DST_AS_DST, SRC, SRC, SRC], controls: 'precise', since: '5.0' },
  dcl_stream: { code: 143, kind: 'declaration', literals: 'int', operands: [STREAM], since: '5.0', stages: ['gs'] },
  dcl_function_body: { code: 144, kind: 'declaration', operands: [], payload: ['register'], since: '5.0' },
  dcl_function_table: { code: 145, kind: 'declaration', operands: [], payload: ['register', 'list'], longLength: true, since: '5.0' },
  dcl_interface: { code: 146, kind: 'declaration', operands: [], controls: 'dclInterface', payload: ['interfaceId', 'callSites', 'interface'], longLength: true, since: '5.0' },
  dcl_input_control_point_count: { code: 147, kind: 'declaration', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs', 'ds'] },
  dcl_output_control_point_count: { code: 148, kind: 'declaration', operands: [], controls: 'dclControlPointCount', since: '5.0', stages: ['hs'] },
  dcl_tessellator_domain: { code: 149, kind: 'declaration', operands: [], controls: 'dclTessellatorDomain', since: '5.0', stages: ['hs', 'ds'] },
  dcl_tessellator_partitioning: { code: 150, kind: 'declaration', operands: [], controls: 'dclTessellatorPartitioning', since: '5.0', stages: ['hs'] },
  dcl_tessellator_output_primitive: { code: 151, kind: 'declaration', operands: [], controls: 'dclTessellatorOutputPrimitive', since: '5.0', stages: ['hs'] },
  dcl_hs_max_tessfactor: { code: 152, kind: 'declaration', operands: [], payload: ['float'], since: '5.0', stages: ['hs'] },
  dcl_hs_fork_phase_instance_count: { code: 153, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_hs_join_phase_instance_count: { code: 154, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['hs'] },
  dcl_thread_group: { code: 155, kind: 'declaration', operands: [], payload: ['x', 'y', 'z'], since: '4.0', stages: ['cs'] },
  dcl_uav_typed: { code: 156, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavTyped', payload: ['returnTypes', 'space'], since: '5.0' },
  dcl_uav_raw: { code: 157, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavRaw', payload: ['space'], since: '4.0' },
  dcl_uav_structured: { code: 158, kind: 'declaration', literals: 'int', operands: [UAV], controls: 'dclUavStructured', payload: ['stride', 'space'], since: '4.0' },
  dcl_tgsm_raw: { code: 159, kind: 'declaration', literals: 'int', operands: [MEMORY], payload: ['byteCount'], since: '5.0', stages: ['cs'] },
  dcl_tgsm_structured: { code: 160, kind: 'declaration', literals: 'int', operands: [MEMORY], payload: ['stride', 'count'], since: '4.0', stages: ['cs'] },
  dcl_resource_raw: { code: 161, kind: 'declaration', literals: 'int', operands: [RESOURCE], payload: ['space'], since: '4.0' },
  dcl_resource_structured: { code: 162, kind: 'declaration', literals: 'int', operands: [RESOURCE], payload: ['stride', 'space'], since: '4.0' },
  ld_uav_typed: { code: 163, kind: 'instruction', literals: 'int', operands: [DST, SRC, UAV], controls: 'precise', since: '5.0' },
  store_uav_typed: { code: 164, kind: 'instruction', literals: 'untyped', operands: [UAV, SRC, SRC], since: '5.0' },
  ld_raw: { code: 165, kind: 'instruction', literals: 'int', operands: [DST, SRC, MEMORY], controls: 'precise', since: '4.0' },
  store_raw: { code: 166, kind: 'instruction', literals: 'untyped', operands: [MEMORY, SRC, SRC], since: '4.0' },
  ld_structured: { code: 167, kind: 'instruction', literals: 'int', operands: [DST, SRC, SRC, MEMORY], controls: 'precise', since: '4.0' },
  store_structured: { code: 168, kind: 'instruction', literals: 'untyped', operands: [MEMORY, SRC, SRC, SRC], since: '4.0' },
  atomic_and: { code: 169, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_or: { code: 170, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_xor: { code: 171, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_cmp_store: { code: 172, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC, SRC], since: '5.0' },
  atomic_iadd: { code: 173, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_imax: { code: 174, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_imin: { code: 175, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_umax: { code: 176, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  atomic_umin: { code: 177, kind: 'instruction', literals: 'int', operands: [MEMORY, SRC, SRC], since: '5.0' },
  imm_atomic_alloc: { code: 178, kind: 'instruction', literals: 'int', operands: [DST, UAV], controls: 'precise', since: '5.0' },
  imm_atomic_consume: { code: 179, kind: 'instruction', literals: 'int', operands: [DST, UAV], controls: 'precise', since: '5.0' },
  imm_atomic_iadd: { code: 180, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_and: { code: 181, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_or: { code: 182, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_xor: { code: 183, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_exch: { code: 184, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_cmp_exch: { code: 185, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_imax: { code: 186, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_imin: { code: 187, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_umax: { code: 188, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  imm_atomic_umin: { code: 189, kind: 'instruction', literals: 'int', operands: [DST, MEMORY, SRC, SRC], controls: 'precise', since: '5.0' },
  sync: { code: 190, kind: 'instruction', operands: [], controls: 'sync', since: '4.0' },
  dadd: { code: 191, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmax: { code: 192, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmin: { code: 193, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmul: { code: 194, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  deq: { code: 195, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0' },
  dge: { code: 196, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0' },
  dlt: { code: 197, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0' },
  dne: { code: 198, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC], controls: 'arithmetic', since: '5.0' },
  dmov: { code: 199, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dmovc: { code: 200, kind: 'instruction', literals: 'float', operands: [DST, SRC, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dtof: { code: 201, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  ftod: { code: 202, kind: 'instruction', literals: 'float', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  eval_snapped: { code: 203, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  eval_sample_index: { code: 204, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  eval_centroid: { code: 205, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0', stages: ['ps'] },
  dcl_gsinstances: { code: 206, kind: 'declaration', operands: [], payload: ['count'], since: '5.0', stages: ['gs'] },
  abort: { code: 207, kind: 'instruction', operands: [], since: '4.0' },
  debug_break: { code: 208, kind: 'instruction', operands: [], since: '4.0' },
  reserved_209: { code: 209, kind: 'reserved', operands: [], since: '5.0' },
  ddiv: { code: 210, kind: 'instruction', literals: 'float', operands: [DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  dfma: { code: 211, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  drcp: { code: 212, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST], controls: 'arithmetic', since: '5.0' },
  msad: { code: 213, kind: 'instruction', literals: 'int', operands: [DST, SRC_AS_DST, SRC_AS_DST, SRC_AS_DST], controls: 'precise', since: '5.0' },
  dtoi: { code: 214, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  dtou: { code: 215, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  itod: { code: 216, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  utod: { code: 217, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  reserved_218: { code: 218, kind: 'reserved', operands: [], since: '5.0' },
  gather4_s: { code: 219, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0' },
  gather4_c_s: { code: 220, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  gather4_po_s: { code: 221, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, RESOURCE, SAMPLER], controls: 'precise', since: '5.0' },
  gather4_po_c_s: { code: 222, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  ld_s: { code: 223, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, RESOURCE], controls: 'precise', since: '5.0' },
  ldms_s: { code: 224, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, RESOURCE, SRC], controls: 'precise', since: '5.0' },
  ld_uav_typed_s: { code: 225, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, UAV], controls: 'precise', since: '5.0' },
  ld_raw_s: { code: 226, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, MEMORY], controls: 'precise', since: '5.0' },
  ld_structured_s: { code: 227, kind: 'instruction', literals: 'int', operands: [DST, DST, SRC, SRC, MEMORY], controls: 'precise', since: '5.0' },
  sample_l_s: { code: 228, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  sample_c_lz_s: { code: 229, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0' },
  sample_cl_s: { code: 230, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC], controls: 'precise', since: '5.0', stages: ['ps'] },
  sample_b_cl_s: { code: 231, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '5.0', stages: ['ps'] },
  sample_d_cl_s: { code: 232, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC, SRC], controls: 'precise', since: '5.0' },
  sample_c_cl_s: { code: 233, kind: 'instruction', literals: 'float', operands: [DST, DST, SRC, RESOURCE, SAMPLER, SRC, SRC], controls: 'precise', since: '5.0', stages: ['ps'] },
  check_access_fully_mapped: { code: 234, kind: 'instruction', literals: 'int', operands: [DST, SRC], controls: 'precise', since: '5.0' },
  reserved_235: { code: 235, kind: 'reserved', operands: [], since: '5.1' },
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
