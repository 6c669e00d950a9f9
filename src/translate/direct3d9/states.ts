/**
 * States of Direct3D 9 that change a translation: the option `state9`, and the buffer of states that are runtime
 * uniforms: where each one is, the same for all shaders. Rows of stages are those that lowering reads
 * (lower/sm1/constants.ts).
 */
import { checkOptions, type OptionTypes } from '../../base/check-options.ts';
import type { ConstantLayout, ConstantMember, PlannedResource, RuntimeUniform } from '../../emit/common/plan.ts';
import { type IrBuilder, type IrModule, Kind, Op, typeOf } from '../../ir/index.ts';
import { STATE_ROWS } from '../../lower/sm1/constants.ts';
import type { LowerSm1Sampler } from '../../lower/sm1/module-declarations.ts';

/** Functions of the alpha test, in the order of D3DCMPFUNC (from 1 on). */
export const ALPHA_FUNCTIONS = [
  'never',
  'less',
  'equal',
  'lessEqual',
  'greater',
  'notEqual',
  'greaterEqual',
  'always',
] as const;

export type AlphaFunction = (typeof ALPHA_FUNCTIONS)[number];

/**
 * An input of a vertex shader whose vertex elements are integers that Direct3D 9 converts to floats: UBYTE4, SHORT2,
 * SHORT4.
 */
export interface IntegerInput {
  /** The usage, as listings spell it: `blendindices`. */
  readonly semantic: string;
  /** Default: 0. */
  readonly index?: number;
  readonly type: 'u32' | 'i32';
}

/** The known state that a shader of models 1 to 3 runs with. State that changes between draws is a runtime uniform. */
export interface State9 {
  /**
   * By the number of the sampler, or of the stage before ps_1_4: the dimension of its texture, which programs before
   * 2_0 do not declare; whether it is a depth texture that is compared; whether the stage divides coordinates by the
   * last one (before ps_1_4; otherwise a runtime uniform says it).
   */
  readonly samplers?: readonly (LowerSm1Sampler | undefined)[];
  /** The function of the alpha test; `runtime`: a uniform says which. Default: `always`, which is no test. */
  readonly alphaTest?: AlphaFunction | 'runtime';
  /**
   * Fog of pixel shaders before 3_0: by the factor of the vertex shader, or by a function of the distance. Default:
   * `none`. The vertex shader needs it, too.
   */
  readonly fog?: 'none' | 'vertex' | 'linear' | 'exp' | 'exp2';
  /** The distance of fog: the depth, or w, which devices take where the projection has a perspective. Default: `z`. */
  readonly fogDistance?: 'z' | 'w';
  /** How many clip planes are enabled, from plane 0 on. Default: 0. */
  readonly clipPlanes?: number;
  /**
   * How planes clip: by distances, which are an optional feature, or by pixels that are dropped. The pixel shader needs
   * both options, too. Default: `distances`.
   */
  readonly clipBy?: 'distances' | 'discard';
  /**
   * Whether positions move by half a pixel, because pixel centers of Direct3D 9 have integer coordinates. Default:
   * true.
   */
  readonly halfPixel?: boolean;
  /**
   * The size of points: what the shader writes (default), or that of the state where it writes none, between the limits
   * of the state.
   */
  readonly pointSize?: 'shader' | 'state';
  /**
   * Whether pixels of points have individual texture coordinates (D3DRS_POINTSPRITEENABLE): from 0, 0 at the upper left
   * corner of the point to 1, 1, in all coordinates that the pixel shader reads. For pipelines that draw points.
   * Default: false.
   */
  readonly pointSprite?: boolean;
  /** Whether colors are those of the first vertex (D3DSHADE_FLAT). Default: false. */
  readonly flatShading?: boolean;
  /**
   * Inputs of vertex shaders that are integers in memory; targets have no vertex formats that convert them to floats.
   */
  readonly integerInputs?: readonly IntegerInput[];
}

/** Values of the options that are words. */
export const STATE9_WORDS = {
  alphaTest: [...ALPHA_FUNCTIONS, 'runtime'],
  fog: ['none', 'vertex', 'linear', 'exp', 'exp2'],
  fogDistance: ['z', 'w'],
  clipBy: ['distances', 'discard'],
  pointSize: ['shader', 'state'],
  dimension: ['texture2D', 'texture3D', 'textureCube'],
  type: ['u32', 'i32'],
} as const;

const STATE_OPTIONS: OptionTypes<State9> = {
  samplers: 'object',
  alphaTest: STATE9_WORDS.alphaTest,
  fog: STATE9_WORDS.fog,
  fogDistance: STATE9_WORDS.fogDistance,
  clipPlanes: 'number',
  clipBy: STATE9_WORDS.clipBy,
  halfPixel: 'boolean',
  pointSize: STATE9_WORDS.pointSize,
  pointSprite: 'boolean',
  flatShading: 'boolean',
  integerInputs: 'object',
};

const SAMPLER_OPTIONS: OptionTypes<LowerSm1Sampler> = {
  dimension: STATE9_WORDS.dimension,
  isComparison: 'boolean',
  isProjected: 'boolean',
};

const INPUT_OPTIONS: OptionTypes<IntegerInput> = { semantic: 'string', index: 'number', type: STATE9_WORDS.type };

/** Planes of Direct3D 9 (D3DMAXUSERCLIPPLANES is 32; devices have 6). */
export const MAX_CLIP_PLANES = 6;

/**
 * Checks the option `state9`.
 *
 * @throws TypeError when a field is unknown or has a value that it cannot have
 */
export function checkState9(state: State9, caller: string): void {
  checkOptions(state, STATE_OPTIONS, `${caller}: state9`);
  const { samplers = [], integerInputs = [], clipPlanes = 0 } = state;
  if (!Number.isInteger(clipPlanes) || clipPlanes < 0 || clipPlanes > MAX_CLIP_PLANES)
    throw new TypeError(`${caller}: state9: clipPlanes must be a whole number from 0 to ${MAX_CLIP_PLANES}`);
  for (const [name, list] of Object.entries({ samplers, integerInputs }))
    if (!Array.isArray(list)) throw new TypeError(`${caller}: state9: ${name} must be an array`);
  // JSON has no undefined.
  for (const sampler of samplers)
    if (sampler !== undefined && sampler !== null) checkOptions(sampler, SAMPLER_OPTIONS, `${caller}: state9.samplers`);
  for (const input of integerInputs) checkOptions(input, INPUT_OPTIONS, `${caller}: state9.integerInputs`);
}

interface StateRow {
  readonly name: string;
  readonly type: 'f32' | 'u32';
  readonly width: 1 | 2 | 3 | 4;
  /** In bytes. */
  readonly offset: number;
  /** The value that the application writes there. */
  readonly why: string;
}

const ROW = 16;
const WORD = 4;
const STAGES = 8;

function stageRows(): StateRow[] {
  const rows: StateRow[] = [];
  for (let stage = 0; stage < STAGES; stage++) {
    const matrix = ROW * (STATE_ROWS.perStage * stage + STATE_ROWS.matrix);
    const rest = ROW * (STATE_ROWS.perStage * stage + STATE_ROWS.rest);
    const row = (name: string, offset: number, width: 1 | 4, why: string) =>
      rows.push({ name: `${name}${stage}`, type: 'f32', width, offset, why });
    row('bump_matrix', matrix, 4, `D3DTSS_BUMPENVMAT00, 01, 10 and 11 of stage ${stage}`);
    row('bump_scale', rest, 1, `D3DTSS_BUMPENVLSCALE of stage ${stage}`);
    row('bump_offset', rest + WORD, 1, `D3DTSS_BUMPENVLOFFSET of stage ${stage}`);
    row('projected', rest + 2 * WORD, 1, `1 if stage ${stage} divides coordinates (D3DTTFF_PROJECTED), else 0`);
  }
  return rows;
}

const FIRST = ROW * STATE_ROWS.perStage * STAGES;

/** All states in the order of their offsets. */
export const STATE_MEMBERS: readonly StateRow[] = /* @__PURE__ */ [
  ...stageRows(),
  { name: 'half_pixel', type: 'f32', width: 2, offset: FIRST, why: '1 / width and 1 / height of the viewport' },
  { name: 'point_size', type: 'f32', width: 1, offset: FIRST + 8, why: 'D3DRS_POINTSIZE' },
  { name: 'alpha_reference', type: 'f32', width: 1, offset: FIRST + 16, why: 'D3DRS_ALPHAREF divided by 255' },
  { name: 'alpha_function', type: 'u32', width: 1, offset: FIRST + 20, why: 'D3DRS_ALPHAFUNC: a D3DCMPFUNC, 1 to 8' },
  { name: 'point_size_min', type: 'f32', width: 1, offset: FIRST + 24, why: 'D3DRS_POINTSIZE_MIN' },
  { name: 'point_size_max', type: 'f32', width: 1, offset: FIRST + 28, why: 'D3DRS_POINTSIZE_MAX' },
  { name: 'fog_color', type: 'f32', width: 3, offset: FIRST + 32, why: 'D3DRS_FOGCOLOR: red, green and blue, 0 to 1' },
  { name: 'fog_start', type: 'f32', width: 1, offset: FIRST + 44, why: 'D3DRS_FOGSTART' },
  { name: 'fog_end', type: 'f32', width: 1, offset: FIRST + 48, why: 'D3DRS_FOGEND' },
  { name: 'fog_density', type: 'f32', width: 1, offset: FIRST + 52, why: 'D3DRS_FOGDENSITY' },
  ...Array.from({ length: MAX_CLIP_PLANES }, (_, i) => ({
    name: `clip_plane${i}`,
    type: 'f32' as const,
    width: 4 as const,
    offset: FIRST + 64 + ROW * i,
    why: `clip plane ${i}, in clip space`,
  })),
];

/** The buffer: its register among runtime uniforms, and its rows, the same for all shaders. */
export const STATE_BUFFER = {
  name: 'state',
  typeName: 'State',
  register: 1,
  rows: STATE_ROWS.perStage * STAGES + 4 + MAX_CLIP_PLANES,
} as const;

/** Reads states. The binding of the module is made when the first one is read. */
export class StateReader {
  readonly #module: IrModule;
  #binding: number;

  constructor(module: IrModule) {
    this.#module = module;
    this.#binding = module.bindings.findIndex(({ file }) => file === 'state');
  }

  /** A state as a value, read where a builder writes. */
  read(b: IrBuilder, name: string): number {
    const { type, width, offset } = STATE_MEMBERS.find((one) => one.name === name)!;
    if (this.#binding < 0)
      this.#binding =
        this.#module.bindings.push({
          kind: 'constants',
          register: STATE_BUFFER.register,
          space: 0,
          count: 1,
          size: 0,
          file: 'state',
        }) - 1;
    const component = (offset % ROW) / WORD;
    const row = b.unsigned(Math.floor(offset / ROW));
    return b.opWith((this.#binding << 2) | component, Op['cb.load'], typeOf(Kind[type], width), row);
  }
}

/**
 * The states that a module reads, as members of a structure; those that differ only in components of a row are apart.
 */
export function stateMembers(read: (offset: number, bytes: number) => boolean): ConstantMember[] {
  return STATE_MEMBERS.filter(({ offset, width }) => read(offset, WORD * width)).map(
    ({ name, type, offset, width }) => ({ name, type, offset, width, rows: 1, elements: 0 }),
  );
}

/** Rows of the map: the states that a module reads. */
export function stateUniforms(
  { bindings }: IrModule,
  resources: readonly PlannedResource[],
  layouts: ReadonlyMap<number, ConstantLayout>,
): RuntimeUniform[] {
  const number = bindings.findIndex(({ file }) => file === 'state');
  const variable = resources.find(({ binding }) => binding === number)?.name;
  const layout = layouts.get(number);
  if (variable === undefined || layout === undefined) return [];
  return STATE_MEMBERS.filter(({ offset }) => layout.members.some((one) => one.offset === offset)).map(
    ({ name, type, width, offset, why }) => ({ name, offset, type, width, variable, why }),
  );
}
