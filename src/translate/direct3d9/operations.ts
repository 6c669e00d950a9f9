/**
 * States of Direct3D 9 that change what a shader gives to the next stage. Vertex shaders: clamped colors, the half
 * pixel, clip planes, sizes of points. Pixel shaders: pixels beyond clip planes, fog before 3_0, the alpha test, and
 * the range of colors before 2_0. Outputs are changed at each end of the program.
 *
 * Sources: the Direct3D 9 shader reference (registers of vertex shaders), "Directly mapping texels to pixels", "Fog
 * formulas", D3DRENDERSTATETYPE.
 */
import {
  BOOL,
  F32,
  type IrBuilder,
  type IrElement,
  type IrModule,
  Kind,
  NO_OP,
  NONE,
  Op,
  type Ref,
  refOf,
  typeOf,
  U32,
  widthOf,
} from '../../ir/index.ts';
import { builderBefore, walkRegion } from '../../ir/passes/walk.ts';
import { FIXED_REGISTERS, FOG, isPosition } from './elements.ts';
import { ALPHA_FUNCTIONS, type AlphaFunction, type State9 } from './options.ts';
import type { StateReader } from './states.ts';

const MISSING = -1;

/** One `return` of the main function. */
export class ProgramExit {
  /** By number of the output: a reference for each component, or -1. */
  readonly #values: (Ref[] | undefined)[] = [];

  /** @param b puts operations before the `return` */
  constructor(
    readonly module: IrModule,
    readonly b: IrBuilder,
  ) {}

  has(element: number): boolean {
    return this.#values[element] !== undefined;
  }

  /** A component of an output; 0 where the program writes none. */
  component(element: number, component: number): number {
    const ref = this.#values[element]?.[component] ?? MISSING;
    return ref === MISSING ? this.b.float(0) : this.b.pick([ref]);
  }

  /** All four components. */
  vector(element: number): number {
    const { b } = this;
    const current = this.#values[element];
    if (current?.every((ref) => ref !== MISSING)) return b.pick(current);
    return b.pick(Array.from({ length: 4 }, (_, c) => refOf(this.component(element, c))));
  }

  set(element: number, component: number, ref: Ref): void {
    let current = this.#values[element];
    if (current === undefined) {
      current = [MISSING, MISSING, MISSING, MISSING];
      this.#values[element] = current;
    }
    current[component] = ref;
  }

  /** Makes the components of an output those between 0 and 1. */
  clamp(element: number): void {
    const { mask } = this.module.outputs[element]!;
    for (let c = 0; c < 4; c++)
      if (mask & (1 << c)) this.set(element, c, refOf(this.b.op(Op['f.sat'], F32, this.component(element, c))));
  }

  /** Writes the outputs. */
  write(): void {
    const { b } = this;
    for (let element = 0; element < this.#values.length; element++) {
      const refs = this.#values[element] ?? [];
      for (let first = 0; first < refs.length; first++) {
        if (refs[first] === MISSING) continue;
        let end = first;
        while (end < refs.length && refs[end] !== MISSING) end++;
        b.opWith((element << 2) | first, Op.out, NONE, b.pick(refs.slice(first, end)));
        first = end;
      }
    }
  }
}

/** Calls `change` for each end of the main function; then the outputs are what it made of them. */
export function changeExits(module: IrModule, change: (exit: ProgramExit) => void): void {
  const main = module.functions.find(({ kind }) => kind === 'main');
  if (main === undefined) return;
  walkRegion(module, main.region, (op) => {
    if (module.ops.code[op] !== Op.return) return;
    const exit = new ProgramExit(module, builderBefore(module, op));
    takeOutputs(module, op, exit);
    change(exit);
    exit.write();
  });
}

/**
 * Takes the writes before a `return` out of the module. They are in its region, because programs write outputs at their
 * ends only. Components that an element does not have are dropped: registers with one component are written with any
 * mask.
 */
function takeOutputs(module: IrModule, end: number, exit: ProgramExit): void {
  const { ops } = module;
  for (let op = ops.prev[end]!; op !== NO_OP; ) {
    const before = ops.prev[op]!;
    if (ops.code[op] === Op.out) {
      const value = ops.operand(op, 0);
      const first = ops.extra[op]! & 3;
      const element = ops.extra[op]! >> 2;
      const { mask } = module.outputs[element]!;
      for (let i = 0; i < widthOf(ops.type[value]!); i++)
        if (mask & (1 << (first + i))) exit.set(element, first + i, refOf(value, i));
      module.remove(op);
    }
    op = before;
  }
}

/** Adds an output or input; returns its number. */
export function addElement(list: IrElement[], element: IrElement): number {
  return list.push(element) - 1;
}

/** Reads a new input at the beginning of what a builder writes. */
export function readInput({ module, b }: ProgramExit, element: number, width: number): number {
  const { mask } = module.inputs[element]!;
  const first = 31 - Math.clz32(mask & -mask);
  return b.opWith((element << 2) | first, Op.in, width === 1 ? F32 : typeOf(Kind.f32, width));
}

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

const LOG2_E = Math.fround(Math.LOG2E);

/** Changes the outputs of a pixel shader. */
export function applyPixelStates(module: IrModule, state: State9, reader: StateReader): void {
  const { inputs, outputs } = module;
  const [major] = module.facts.version;
  const { alphaTest = 'always', fog = 'none', clipPlanes = 0, clipBy = 'distances' } = state;
  const color = outputs.findIndex(({ special, register }) => special === undefined && register === 0);
  const hasFog = fog !== 'none' && major < 3 && color >= 0;
  const fogInput = hasFog ? addElement(inputs, fogElement(fog, state.fogDistance ?? 'z')) : -1;
  const planes: number[] = [];
  if (clipBy === 'discard')
    for (let first = 0; first < clipPlanes; first += PLANES_OF_VECTOR)
      planes.push(
        addElement(inputs, { ...clipElement(first / PLANES_OF_VECTOR, clipPlanes - first, clipBy), ...LINEAR }),
      );
  const tests = alphaTest !== 'always' && color >= 0;
  const isClamped = major < 2 && color >= 0;
  if (!hasFog && !tests && !isClamped && planes.length === 0) return;
  changeExits(module, (exit) => {
    if (isClamped) exit.clamp(color);
    for (const plane of planes) dropOutside(exit, plane);
    if (hasFog) applyFog(exit, color, factorOf(exit, fog, fogInput, reader), reader);
    if (tests) testAlpha(exit, exit.component(color, ALPHA), alphaTest, reader);
  });
}

const LINEAR = { interpolation: 'linear' } as const;

function dropOutside(exit: ProgramExit, plane: number): void {
  const { b, module } = exit;
  const { mask } = module.inputs[plane]!;
  for (let c = 0; c < PLANES_OF_VECTOR; c++) {
    if ((mask & (1 << c)) === 0) continue;
    const distance = b.opWith((plane << 2) | c, Op.in, F32);
    b.op(Op.discard, NONE, b.op(Op['f.lt'], BOOL, distance, b.float(0)));
  }
}

// --- fog ------------------------------------------------------------------------------------------------------------

function fogElement(fog: NonNullable<State9['fog']>, distance: 'z' | 'w') {
  if (fog === 'vertex') return { ...FOG, ...LINEAR };
  const mask = distance === 'z' ? 4 : 8;
  return { kind: 'vertex', register: FIXED_REGISTERS.position, mask, systemValue: 'position' } as const;
}

/** How much of the color is left, 0 to 1. */
function factorOf(exit: ProgramExit, fog: NonNullable<State9['fog']>, input: number, reader: StateReader): number {
  const { b } = exit;
  const distance = readInput(exit, input, 1);
  const state = (name: string) => reader.read(b, name);
  const times = (x: number, y: number) => b.op(Op['f.mul'], F32, x, y);
  switch (fog) {
    case 'linear':
      return linearFactor(b, distance, state('fog_start'), state('fog_end'));
    case 'exp':
    case 'exp2': {
      const product = times(distance, state('fog_density'));
      const exponent = times(fog === 'exp' ? product : times(product, product), b.float(-LOG2_E));
      return b.op(Op['f.sat'], F32, b.op(Op['f.exp2'], F32, exponent));
    }
    default:
      return distance;
  }
}

/** (end - distance) / (end - start); an edge where both are equal. */
function linearFactor(b: IrBuilder, distance: number, start: number, end: number): number {
  const minus = (x: number, y: number) => b.op(Op['f.add'], F32, x, b.op(Op['f.neg'], F32, y));
  const quotient = b.op(Op['f.div'], F32, minus(end, distance), minus(end, start));
  const edge = b.op(Op.select, F32, b.op(Op['f.lt'], BOOL, distance, end), b.float(1), b.float(0));
  const isEdge = b.op(Op['f.eq'], BOOL, start, end);
  return b.op(Op['f.sat'], F32, b.op(Op.select, F32, isEdge, edge, quotient));
}

/** Fog color + (color - fog color) * factor; alpha stays. */
function applyFog(exit: ProgramExit, color: number, factor: number, reader: StateReader): void {
  const { b, module } = exit;
  const fogColor = reader.read(b, 'fog_color');
  for (let c = 0; c < ALPHA; c++) {
    if ((module.outputs[color]!.mask & (1 << c)) === 0) continue;
    const far = b.pick([refOf(fogColor, c)]);
    const difference = b.op(Op['f.add'], F32, exit.component(color, c), b.op(Op['f.neg'], F32, far));
    exit.set(color, c, refOf(b.op(Op['f.add'], F32, far, b.op(Op['f.mul'], F32, difference, factor))));
  }
}

// --- the alpha test -------------------------------------------------------------------------------------------------

/** Which of less, equal and greater pass, a bit each: D3DCMPFUNC minus one. */
const LESS = 1;
const EQUAL = 2;
const GREATER = 4;

/** Drops the pixel where its alpha does not compare with the reference. */
function testAlpha(exit: ProgramExit, alpha: number, test: AlphaFunction | 'runtime', reader: StateReader): void {
  const { b } = exit;
  if (test === 'never') {
    b.op(Op.discard, NONE, b.bool(true));
    return;
  }
  const reference = reader.read(b, 'alpha_reference');
  const not = (condition: number) => b.op(Op['i.not'], BOOL, condition);
  const both = (code: number, x: number, y: number) => b.op(code, BOOL, x, y);
  const less = () => b.op(Op['f.lt'], BOOL, alpha, reference);
  const equal = () => b.op(Op['f.eq'], BOOL, alpha, reference);
  const greater = () => b.op(Op['f.lt'], BOOL, reference, alpha);
  let passes: number | undefined;
  if (test === 'runtime') {
    const bits = b.op(Op['i.sub'], U32, reader.read(b, 'alpha_function'), b.unsigned(1));
    const has = (bit: number) => b.op(Op['i.ne'], BOOL, b.op(Op['i.and'], U32, bits, b.unsigned(bit)), b.unsigned(0));
    for (const [bit, compare] of [
      [LESS, less],
      [EQUAL, equal],
      [GREATER, greater],
    ] as const) {
      const one = both(Op['i.and'], has(bit), compare());
      passes = passes === undefined ? one : both(Op['i.or'], passes, one);
    }
  } else {
    const bits = ALPHA_FUNCTIONS.indexOf(test);
    if (bits === (LESS | GREATER)) passes = not(equal());
    else if (bits & LESS) passes = less();
    if (bits & EQUAL) passes = passes === undefined ? equal() : both(Op['i.or'], passes, equal());
    if (bits & GREATER && bits !== (LESS | GREATER))
      passes = passes === undefined ? greater() : both(Op['i.or'], passes, greater());
  }
  b.op(Op.discard, NONE, not(passes!));
}
