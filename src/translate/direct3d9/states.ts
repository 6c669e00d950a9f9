/**
 * The buffer of states of Direct3D 9 that are runtime uniforms: where each one is, the same for all shaders. Rows of
 * stages are those that lowering reads (lower/sm1/constants.ts).
 */
import type { ConstantLayout, ConstantMember, PlannedResource, RuntimeUniform } from '../../emit/common/plan.ts';
import { type IrBuilder, type IrModule, Kind, Op, typeOf } from '../../ir/index.ts';
import { STATE_ROWS } from '../../lower/sm1/constants.ts';
import { MAX_CLIP_PLANES } from './options.ts';

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
