/**
 * The operand constraints of every executable opcode of SM 4-5.1, so that Microsoft accepts it: one row an opcode, on
 * top of the opcode table, which says how many operands there are and in which roles. A new opcode does not compile
 * until it has a row here.
 *
 * Not for: block structure and program layout (sm4-statements.ts, sm4-stages.ts).
 */
import type { SM4_OPCODES, Sm4Mnemonic } from '../src/isa/sm4/opcodes.ts';
import type { FeatureName } from './sm4-features.ts';
import { hasOpcode, reaches, type Target, type Version } from './sm4-target.ts';
import type { WEIGHTS } from './sm4-weights.ts';

/** The opcodes whose rows are executable instructions. */
export type InstructionMnemonic = {
  [M in Sm4Mnemonic]: (typeof SM4_OPCODES)[M]['kind'] extends 'instruction' ? M : never;
}[Sm4Mnemonic];

export interface SourceKind {
  /** `pairs` are the halves of doubles: xy and zw stay together. A `count` is a scalar before 5.0, then a vector. */
  readonly shape: 'vector' | 'scalar' | 'pairs' | 'count';
  readonly modifiers: 'all' | 'negate' | 'none';
  readonly precision: 'float' | 'int' | 'any' | 'none';
  readonly literal: 'float' | 'bias' | 'int' | 'any' | 'double';
  /** Nothing that is indexed by a register, and only literals before this version. */
  readonly directSince?: Version;
}

const NO_MODIFIERS = { modifiers: 'none' } as const;

/** The kinds of sources. Capital letters read one component. */
export const SOURCE_KINDS = {
  f: { shape: 'vector', modifiers: 'all', precision: 'float', literal: 'float' },
  /** Coordinates, derivatives, levels and references of textures. */
  t: { shape: 'vector', ...NO_MODIFIERS, precision: 'float', literal: 'float' },
  T: { shape: 'scalar', ...NO_MODIFIERS, precision: 'float', literal: 'float' },
  /** Bias of a mip level. */
  B: { shape: 'scalar', ...NO_MODIFIERS, precision: 'float', literal: 'bias' },
  i: { shape: 'vector', modifiers: 'negate', precision: 'int', literal: 'int' },
  u: { shape: 'vector', ...NO_MODIFIERS, precision: 'int', literal: 'int' },
  U: { shape: 'scalar', ...NO_MODIFIERS, precision: 'int', literal: 'int' },
  /** How far to shift. */
  h: { shape: 'count', ...NO_MODIFIERS, precision: 'int', literal: 'int' },
  /** Bits that nothing interprets, with and without modifiers. */
  b: { shape: 'vector', modifiers: 'all', precision: 'any', literal: 'any' },
  c: { shape: 'vector', ...NO_MODIFIERS, precision: 'any', literal: 'any' },
  /** Values of atomic operations. */
  W: { shape: 'scalar', ...NO_MODIFIERS, precision: 'none', literal: 'int' },
  d: { shape: 'pairs', modifiers: 'all', precision: 'none', literal: 'double' },
  /** Which sample of a multisampled texture. */
  M: { shape: 'scalar', ...NO_MODIFIERS, precision: 'int', literal: 'int', directSince: '4.1' },
} as const satisfies Record<string, SourceKind>;

export interface ResultKind {
  readonly shape: 'vector' | 'pairs' | 'oneOrTwo' | 'one';
  /** `view` is what the view returns. */
  readonly precision: SourceKind['precision'] | 'view';
  /** Nothing that is indexed by a register. */
  readonly direct?: true;
}

/** The kinds of results. */
export const RESULT_KINDS = {
  f: { shape: 'vector', precision: 'float' },
  i: { shape: 'vector', precision: 'int' },
  b: { shape: 'vector', precision: 'any' },
  /** Values that are read from a view, and from raw memory. */
  v: { shape: 'vector', precision: 'view' },
  r: { shape: 'vector', precision: 'any', direct: true },
  d: { shape: 'pairs', precision: 'none' },
  /** One 32-bit component for each double that is read. */
  p: { shape: 'oneOrTwo', precision: 'none' },
  /** Access status. */
  s: { shape: 'one', precision: 'none' },
} as const satisfies Record<string, ResultKind>;

export type SourceLetter = keyof typeof SOURCE_KINDS;
export type ResultLetter = keyof typeof RESULT_KINDS;

/** Constraints on the view of an operand of role resource, uav or memory. */
export interface ViewNeed {
  readonly register: 'resource' | 'unorderedAccessView' | 'groupSharedMemory' | 'rasterizer';
  readonly form?: 'typed' | 'raw' | 'structured';
  readonly dimensions?: readonly Dimension[];
  readonly returns?: readonly ReturnType[];
  /** A structured UAV with a counter in this direction. */
  readonly counter?: CounterUse;
  readonly since?: Version;
}

export type CounterUse = 'alloc' | 'consume';

export type Dimension =
  | 'buffer'
  | 'texture1d'
  | 'texture2d'
  | 'texture2dms'
  | 'texture3d'
  | 'texturecube'
  | 'texture1darray'
  | 'texture2darray'
  | 'texture2dmsarray'
  | 'texturecubearray';

export type ReturnType = 'unorm' | 'snorm' | 'sint' | 'uint' | 'float';

/** Dimensions that 4.0 does not have. */
export const DIMENSION_SINCE: Partial<Record<Dimension, Version>> = {
  texture2dmsarray: '4.1',
  texturecubearray: '4.1',
};

const FILTERABLE = ['unorm', 'snorm', 'float'] as const;
const ARRAYS_1D_2D = ['texture1darray', 'texture2darray'] as const;
const CUBES = ['texturecube', 'texturecubearray'] as const;
const MULTISAMPLED = ['texture2dms', 'texture2dmsarray'] as const;
const FILTERED_TEXTURES = ['texture1d', 'texture2d', 'texture3d', ...ARRAYS_1D_2D] as const;

const texture = (dimensions: readonly Dimension[], returns?: readonly ReturnType[]): ViewNeed =>
  returns
    ? { register: 'resource', form: 'typed', dimensions, returns }
    : { register: 'resource', form: 'typed', dimensions };

const SAMPLED = [texture([...FILTERED_TEXTURES, ...CUBES], FILTERABLE)];
const COMPARED: readonly ViewNeed[] = [
  texture(['texture1d', 'texture2d', 'texturecube'], FILTERABLE),
  { ...texture([...ARRAYS_1D_2D, 'texturecubearray'], FILTERABLE), since: '4.1' },
];
const GATHERED = [texture(['texture2d', 'texture2darray', ...CUBES])];
const GATHERED_AT = [texture(['texture2d', 'texture2darray'])];
const GATHER_COMPARED = [texture(['texture2d', 'texture2darray', ...CUBES], FILTERABLE)];
const GATHER_COMPARED_AT = [texture(['texture2d', 'texture2darray'], FILTERABLE)];
const LOADED = [texture(['buffer', ...FILTERED_TEXTURES])];
const LOADED_MULTISAMPLED = [texture(MULTISAMPLED)];
const TYPED_UAV: ViewNeed = { register: 'unorderedAccessView', form: 'typed' };
const SIZED = [
  texture([...FILTERED_TEXTURES, ...CUBES, ...MULTISAMPLED]),
  { ...TYPED_UAV, dimensions: FILTERED_TEXTURES },
] as const;
const SAMPLE_COUNTED = [texture(MULTISAMPLED), { register: 'rasterizer' }] as const;
const RAW_VIEW: ViewNeed = { register: 'resource', form: 'raw' };
const RAW_UAV: ViewNeed = { register: 'unorderedAccessView', form: 'raw' };
const RAW_SHARED: ViewNeed = { register: 'groupSharedMemory', form: 'raw' };
const STRUCTURED_VIEW: ViewNeed = { register: 'resource', form: 'structured' };
const STRUCTURED_UAV: ViewNeed = { register: 'unorderedAccessView', form: 'structured' };
const STRUCTURED_SHARED: ViewNeed = { register: 'groupSharedMemory', form: 'structured' };
const COUNTED = [
  texture(['buffer']),
  RAW_VIEW,
  STRUCTURED_VIEW,
  RAW_UAV,
  STRUCTURED_UAV,
  { ...TYPED_UAV, dimensions: ['buffer'] },
] as const;
const RAW = [RAW_VIEW, RAW_UAV, RAW_SHARED];
const STRUCTURED = [STRUCTURED_VIEW, STRUCTURED_UAV, STRUCTURED_SHARED];
const RAW_WRITABLE = [RAW_UAV, RAW_SHARED];
/** In 4.x each thread writes to its own element only, which is not tried here. */
const STRUCTURED_WRITABLE: readonly ViewNeed[] = [STRUCTURED_UAV, { ...STRUCTURED_SHARED, since: '5.0' }];
const INTEGER_UAV: ViewNeed = { ...TYPED_UAV, returns: ['sint', 'uint'] };
const ATOMIC = [INTEGER_UAV, RAW_UAV, STRUCTURED_UAV, RAW_SHARED, STRUCTURED_SHARED];
const counter = (use: CounterUse): Recipe => ({
  group: 'atomic',
  values: 's =',
  views: [{ ...STRUCTURED_UAV, counter: use }],
  viewSelection: 'none',
});

export type SamplerMode = 'mode_default' | 'mode_comparison';

export interface Recipe {
  /** Which weight it is picked by. */
  readonly group: keyof typeof WEIGHTS.group;
  /**
   * Results and sources in the order of the table's operands: `i? i = u u`. A result with a question mark may be null.
   */
  readonly values: string;
  readonly saturates?: true;
  /** Alternatives for the operand of role resource, uav or memory. */
  readonly views?: readonly ViewNeed[];
  /** The selection after that operand's register; default: a swizzle. */
  readonly viewSelection?: 'swizzle' | 'x' | 'fullMask' | 'leadingMask' | 'none';
  /** Names a component of its sampler: any from 5.0 on, x before. */
  readonly picksComponent?: true;
  readonly sampler?: SamplerMode;
  /** Takes constant texel offsets, except on cubes. */
  readonly offsets?: true;
  /** Has a return type in its controls, one of this many. */
  readonly returnTypes?: number;
  readonly feature?: FeatureName;
  /** The first version that has it, where that is not the opcode table's, and the last. */
  readonly since?: Version;
  readonly until?: Version;
}

/** Opcodes that blocks, phases and calls are made of, and those that nothing may contain. */
export type Structural = 'flow' | 'phase' | 'never';

const arithmetic = (values: string, more: Partial<Recipe> = {}): Recipe => ({ group: 'arithmetic', values, ...more });
const double = (values: string, more: Partial<Recipe> = {}): Recipe => ({
  group: 'double',
  values,
  feature: 'doubles',
  ...more,
});
/** Raw and structured memory came to 4.x later, to compute shaders and, as a feature, to the others. */
const IN_4 = { since: '4.0' } as const;
const SATURATES = { saturates: true } as const;
const EXTENDED_DOUBLES = { feature: 'doubleExtensions' } as const;
const sample = (values: string, views: readonly ViewNeed[], sampler?: SamplerMode): Recipe => ({
  group: 'texture',
  values,
  views,
  offsets: true,
  ...(sampler ? { sampler } : {}),
});
const compare = (values: string, views: readonly ViewNeed[]): Recipe => ({
  ...sample(values, views, 'mode_comparison'),
  viewSelection: 'x',
});
const gather = (values: string, views: readonly ViewNeed[], mode: SamplerMode): Recipe => ({
  ...sample(values, views, mode),
  picksComponent: true,
});
/** A recipe with an access status in addition. */
const feedback = ({ since: _, ...recipe }: Recipe, values: string): Recipe => ({
  ...recipe,
  group: 'feedback',
  values,
  feature: 'tiledResources',
});
const memory = (values: string, views: readonly ViewNeed[], more: Partial<Recipe> = {}): Recipe => ({
  group: 'memory',
  values,
  views,
  ...more,
});
const atomic = (values: string): Recipe => ({ group: 'atomic', values, views: ATOMIC, viewSelection: 'none' });

const SAMPLE_L = sample('f = t T', SAMPLED, 'mode_default');
const SAMPLE_D = sample('f = t t t', SAMPLED, 'mode_default');
const SAMPLE_B = sample('f = t B', SAMPLED, 'mode_default');
const SAMPLE_C = compare('f = t T', COMPARED);
const GATHER4 = gather('f = t', GATHERED, 'mode_default');
const GATHER4_C = gather('f = t T', GATHER_COMPARED, 'mode_comparison');
const GATHER4_PO: Recipe = gather('f = t u', GATHERED_AT, 'mode_default');
const GATHER4_PO_C: Recipe = gather('f = t u T', GATHER_COMPARED_AT, 'mode_comparison');
const LD = sample('v = u', LOADED);
const LDMS = sample('v = u M', LOADED_MULTISAMPLED);
const LD_UAV_TYPED = memory('v = u', [TYPED_UAV]);
const LD_RAW = memory('r = U', RAW, IN_4);
const LD_STRUCTURED = memory('r = U U', STRUCTURED, IN_4);

export const RECIPES: Readonly<Record<InstructionMnemonic, Recipe | Structural>> = {
  add: arithmetic('f = f f', SATURATES),
  and: arithmetic('i = u u'),
  break: 'flow',
  breakc: 'flow',
  call: 'flow',
  callc: 'flow',
  case: 'flow',
  continue: 'flow',
  continuec: 'flow',
  cut: 'flow',
  default: 'flow',
  deriv_rtx: arithmetic('f = f', { saturates: true, until: '4.1' }),
  deriv_rty: arithmetic('f = f', { saturates: true, until: '4.1' }),
  discard: 'flow',
  div: arithmetic('f = f f', SATURATES),
  dp2: arithmetic('f = f f', SATURATES),
  dp3: arithmetic('f = f f', SATURATES),
  dp4: arithmetic('f = f f', SATURATES),
  else: 'flow',
  emit: 'flow',
  emit_then_cut: 'flow',
  endif: 'flow',
  endloop: 'flow',
  endswitch: 'flow',
  eq: arithmetic('i = f f'),
  exp: arithmetic('f = f', SATURATES),
  frc: arithmetic('f = f', SATURATES),
  ftoi: arithmetic('i = f'),
  ftou: arithmetic('i = f'),
  ge: arithmetic('i = f f'),
  iadd: arithmetic('i = i i'),
  if: 'flow',
  ieq: arithmetic('i = u u'),
  ige: arithmetic('i = u u'),
  ilt: arithmetic('i = u u'),
  imad: arithmetic('i = i i i'),
  imax: arithmetic('i = i i'),
  imin: arithmetic('i = i i'),
  imul: arithmetic('i? i? = i i'),
  ine: arithmetic('i = u u'),
  ineg: arithmetic('i = u'),
  ishl: arithmetic('i = u h'),
  ishr: arithmetic('i = u h'),
  itof: arithmetic('f = i'),
  label: 'flow',
  ld: LD,
  ldms: LDMS,
  log: arithmetic('f = f', SATURATES),
  loop: 'flow',
  lt: arithmetic('i = f f'),
  mad: arithmetic('f = f f f', SATURATES),
  min: arithmetic('f = f f', SATURATES),
  max: arithmetic('f = f f', SATURATES),
  mov: arithmetic('b = b', SATURATES),
  movc: arithmetic('b = u b b', SATURATES),
  mul: arithmetic('f = f f', SATURATES),
  ne: arithmetic('i = f f'),
  nop: { group: 'other', values: '=' },
  not: arithmetic('i = u'),
  or: arithmetic('i = u u'),
  resinfo: { group: 'texture', values: 'b = U', views: SIZED, returnTypes: 3 },
  ret: 'flow',
  retc: 'flow',
  round_ne: arithmetic('f = f', SATURATES),
  round_ni: arithmetic('f = f', SATURATES),
  round_pi: arithmetic('f = f', SATURATES),
  round_z: arithmetic('f = f', SATURATES),
  rsq: arithmetic('f = f', SATURATES),
  sample: sample('f = t', SAMPLED, 'mode_default'),
  sample_c: SAMPLE_C,
  sample_c_lz: SAMPLE_C,
  sample_l: SAMPLE_L,
  sample_d: SAMPLE_D,
  sample_b: SAMPLE_B,
  sqrt: arithmetic('f = f', SATURATES),
  switch: 'flow',
  sincos: arithmetic('f? f? = f', SATURATES),
  udiv: arithmetic('i? i? = u u'),
  ult: arithmetic('i = u u'),
  uge: arithmetic('i = u u'),
  umul: arithmetic('i? i? = u u'),
  umad: arithmetic('i = u u u'),
  umax: arithmetic('i = u u'),
  umin: arithmetic('i = u u'),
  ushr: arithmetic('i = u h'),
  utof: arithmetic('f = u'),
  xor: arithmetic('i = u u'),
  jmp: 'never',
  lod: sample('f = t', SAMPLED, 'mode_default'),
  gather4: GATHER4,
  samplepos: { group: 'texture', values: 'f = U', views: SAMPLE_COUNTED },
  sampleinfo: { group: 'texture', values: 'b =', views: SAMPLE_COUNTED, returnTypes: 2 },
  hs_control_point_phase: 'phase',
  hs_fork_phase: 'phase',
  hs_join_phase: 'phase',
  emit_stream: 'flow',
  cut_stream: 'flow',
  emit_then_cut_stream: 'flow',
  fcall: 'flow',
  bufinfo: { group: 'memory', values: 'i =', views: COUNTED },
  deriv_rtx_coarse: arithmetic('f = f', SATURATES),
  deriv_rtx_fine: arithmetic('f = f', SATURATES),
  deriv_rty_coarse: arithmetic('f = f', SATURATES),
  deriv_rty_fine: arithmetic('f = f', SATURATES),
  gather4_c: GATHER4_C,
  gather4_po: GATHER4_PO,
  gather4_po_c: GATHER4_PO_C,
  rcp: arithmetic('f = f', SATURATES),
  f32tof16: arithmetic('i = f'),
  f16tof32: arithmetic('f = u'),
  uaddc: arithmetic('i i? = u u'),
  usubb: arithmetic('i i? = u u'),
  countbits: arithmetic('i = u'),
  firstbit_hi: arithmetic('i = u'),
  firstbit_lo: arithmetic('i = u'),
  firstbit_shi: arithmetic('i = u'),
  ubfe: arithmetic('i = u u u'),
  ibfe: arithmetic('i = u u u'),
  bfi: arithmetic('i = u u u u'),
  bfrev: arithmetic('i = u'),
  swapc: arithmetic('b b = u c c'),
  ld_uav_typed: LD_UAV_TYPED,
  store_uav_typed: memory('= u c', [TYPED_UAV], { viewSelection: 'fullMask' }),
  ld_raw: LD_RAW,
  store_raw: memory('= U c', RAW_WRITABLE, { viewSelection: 'leadingMask', ...IN_4 }),
  ld_structured: LD_STRUCTURED,
  store_structured: memory('= U U c', STRUCTURED_WRITABLE, { viewSelection: 'leadingMask', ...IN_4 }),
  atomic_and: atomic('= u W'),
  atomic_or: atomic('= u W'),
  atomic_xor: atomic('= u W'),
  atomic_cmp_store: atomic('= u W W'),
  atomic_iadd: atomic('= u W'),
  atomic_imax: atomic('= u W'),
  atomic_imin: atomic('= u W'),
  atomic_umax: atomic('= u W'),
  atomic_umin: atomic('= u W'),
  imm_atomic_alloc: counter('alloc'),
  imm_atomic_consume: counter('consume'),
  imm_atomic_iadd: atomic('s = u W'),
  imm_atomic_and: atomic('s = u W'),
  imm_atomic_or: atomic('s = u W'),
  imm_atomic_xor: atomic('s = u W'),
  imm_atomic_exch: atomic('s = u W'),
  imm_atomic_cmp_exch: atomic('s = u W W'),
  imm_atomic_imax: atomic('s = u W'),
  imm_atomic_imin: atomic('s = u W'),
  imm_atomic_umax: atomic('s = u W'),
  imm_atomic_umin: atomic('s = u W'),
  sync: 'flow',
  dadd: double('d = d d', SATURATES),
  dmax: double('d = d d', SATURATES),
  dmin: double('d = d d', SATURATES),
  dmul: double('d = d d', SATURATES),
  deq: double('p = d d'),
  dge: double('p = d d'),
  dlt: double('p = d d'),
  dne: double('p = d d'),
  dmov: double('d = d', SATURATES),
  dmovc: double('d = u d d', SATURATES),
  dtof: double('p = d'),
  ftod: double('d = f'),
  eval_snapped: 'flow',
  eval_sample_index: 'flow',
  eval_centroid: 'flow',
  abort: { group: 'other', values: '=' },
  debug_break: { group: 'other', values: '=' },
  ddiv: double('d = d d', { ...SATURATES, ...EXTENDED_DOUBLES }),
  dfma: double('d = d d d', { ...SATURATES, ...EXTENDED_DOUBLES }),
  drcp: double('d = d', { ...SATURATES, ...EXTENDED_DOUBLES }),
  // Its minimum precision is that of a float (source: oracle).
  msad: arithmetic('f = t t t', { feature: 'shaderExtensions' }),
  dtoi: double('i = d', EXTENDED_DOUBLES),
  dtou: double('i = d', EXTENDED_DOUBLES),
  itod: double('d = i', EXTENDED_DOUBLES),
  utod: double('d = u', EXTENDED_DOUBLES),
  gather4_s: feedback(GATHER4, 'f s? = t'),
  gather4_c_s: feedback(GATHER4_C, 'f s? = t T'),
  gather4_po_s: feedback(GATHER4_PO, 'f s? = t u'),
  gather4_po_c_s: feedback(GATHER4_PO_C, 'f s? = t u T'),
  ld_s: feedback(LD, 'v s? = u'),
  ldms_s: feedback(LDMS, 'f s? = u M'),
  ld_uav_typed_s: feedback(LD_UAV_TYPED, 'v s? = u'),
  ld_raw_s: feedback(LD_RAW, 'r s? = U'),
  ld_structured_s: feedback(LD_STRUCTURED, 'r s? = U U'),
  sample_l_s: feedback(SAMPLE_L, 'f s? = t T'),
  sample_c_lz_s: feedback(SAMPLE_C, 'f s? = t T'),
  sample_cl_s: feedback(sample('', SAMPLED, 'mode_default'), 'f s? = t T'),
  sample_b_cl_s: feedback(SAMPLE_B, 'f s? = t B T'),
  sample_d_cl_s: feedback(SAMPLE_D, 'f s? = t t t T'),
  sample_c_cl_s: feedback(SAMPLE_C, 'f s? = t T T'),
  check_access_fully_mapped: { group: 'feedback', values: 's = W', feature: 'tiledResources' },
};

/** Whether Microsoft's validator lets `target` have the opcode, some feature or other given. */
export function isAvailable(target: Target, mnemonic: InstructionMnemonic): boolean {
  const recipe = RECIPES[mnemonic];
  if (recipe === 'never') return false;
  if (typeof recipe === 'string') return hasOpcode(target, mnemonic);
  const { since, until } = recipe;
  const ended = until !== undefined && reaches(target, until) && target.version !== until;
  return hasOpcode(target, mnemonic, since) && !ended;
}
