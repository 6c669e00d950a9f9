/**
 * States of Direct3D 9 that change what a vertex shader gives to the rasterizer: clamped colors, the half pixel, clip
 * planes, sizes of points.
 *
 * Sources: the Direct3D 9 shader reference (registers of vertex shaders), "Directly mapping texels to pixels",
 * D3DRENDERSTATETYPE.
 */
import { F32, type IrElement, type IrModule, Kind, Op, refOf, typeOf } from '../../ir/index.ts';
import { FIXED_REGISTERS, FOG, isPosition } from './elements.ts';
import { addElement, changeExits, type ProgramExit } from './exits.ts';
import type { State9 } from './options.ts';
import type { StateReader } from './state-rows.ts';

const ALPHA = 3;
const PLANES_OF_VECTOR = 4;

/** Changes the outputs of a vertex shader. */
export function applyVertexStates(module: IrModule, state: State9, reader: StateReader): void {
  const { outputs } = module;
  const [major] = module.facts.version;
  // Before 3_0 colors and fog are between 0 and 1.
  const clamped = major < 3 ? indexesOf(outputs, ({ semantic }) => semantic === 'color' || semantic === 'fog') : [];
  const position = outputs.findIndex(isPosition);
  const size = pointSize(module, state);
  const needsFog = state.fog === 'vertex' && major < 3 && !outputs.some(({ semantic }) => semantic === 'fog');
  const fog = needsFog ? addElement(outputs, FOG) : -1;
  const second = outputs.findIndex(({ semantic, semanticIndex }) => semantic === 'color' && semanticIndex === 1);
  const planes = position < 0 ? [] : addPlanes(outputs, state);
  changeExits(module, (exit) => {
    for (const element of clamped) exit.clamp(element);
    // Where the shader writes no factor, it is the alpha of the second color, 0 without one.
    if (fog >= 0) exit.set(fog, 0, refOf(second < 0 ? exit.b.float(0) : exit.component(second, ALPHA)));
    if (size >= 0 && state.pointSize === 'state') limitSize(exit, size, reader);
    if (position < 0) return;
    if (planes.length > 0) writePlanes(exit, position, planes, reader);
    if (state.halfPixel !== false) movePosition(exit, position, reader);
  });
}

function indexesOf(list: readonly IrElement[], test: (element: IrElement) => boolean): number[] {
  return [...list.keys()].filter((i) => test(list[i]!));
}

/** Position (x + w / width, y - w / height): a pixel center has integer coordinates. */
function movePosition(exit: ProgramExit, position: number, reader: StateReader): void {
  const { b } = exit;
  const half = reader.read(b, 'half_pixel');
  const w = exit.component(position, 3);
  for (const c of [0, 1]) {
    const shift = b.op(Op['f.mul'], F32, w, b.pick([refOf(half, c)]));
    const signed = c === 0 ? shift : b.op(Op['f.neg'], F32, shift);
    exit.set(position, c, refOf(b.op(Op['f.add'], F32, exit.component(position, c), signed)));
  }
}

// --- clip planes ----------------------------------------------------------------------------------------------------

/** Adds the outputs of distances, four in each; returns their numbers. */
function addPlanes(outputs: IrElement[], { clipPlanes = 0, clipBy = 'distances' }: State9): number[] {
  const numbers: number[] = [];
  for (let first = 0; first < clipPlanes; first += PLANES_OF_VECTOR)
    numbers.push(addElement(outputs, clipElement(first / PLANES_OF_VECTOR, clipPlanes - first, clipBy)));
  return numbers;
}

/** An output, or with `discard` an input, of up to four distances. */
export function clipElement(index: number, count: number, by: 'distances' | 'discard'): IrElement {
  return {
    kind: 'vertex',
    register: FIXED_REGISTERS.clip + index,
    mask: 2 ** Math.min(count, PLANES_OF_VECTOR) - 1,
    semantic: 'clip',
    semanticIndex: index,
    ...(by === 'distances' && { systemValue: 'clip_distance' }),
  };
}

/** The distance to a plane is its product with the position, before that is moved by half a pixel. */
function writePlanes(exit: ProgramExit, position: number, planes: readonly number[], reader: StateReader): void {
  const { b, module } = exit;
  const at = exit.vector(position);
  for (const [i, element] of planes.entries())
    for (let c = 0; c < PLANES_OF_VECTOR; c++) {
      if ((module.outputs[element]!.mask & (1 << c)) === 0) continue;
      const plane = reader.read(b, `clip_plane${PLANES_OF_VECTOR * i + c}`);
      exit.set(element, c, refOf(b.op(Op['f.dot'], F32, at, plane)));
    }
}

// --- points ---------------------------------------------------------------------------------------------------------

/** The output of the size of points; added where the state has it, -1 without. */
function pointSize({ outputs }: IrModule, { pointSize: from }: State9): number {
  const sizeIndex = outputs.findIndex(({ special }) => special === 'pointSize');
  if (sizeIndex >= 0 || from !== 'state') return sizeIndex;
  return addElement(outputs, { kind: 'special', register: 0, mask: 1, special: 'pointSize' });
}

/** Clamps the size that the shader writes or the state has to the limits of the state. */
function limitSize(exit: ProgramExit, element: number, reader: StateReader): void {
  const { b } = exit;
  const size = exit.has(element) ? exit.component(element, 0) : reader.read(b, 'point_size');
  const low = b.op(Op['f.max'], F32, size, reader.read(b, 'point_size_min'));
  exit.set(element, 0, refOf(b.op(Op['f.min'], typeOf(Kind.f32), low, reader.read(b, 'point_size_max'))));
}
