/**
 * States of Direct3D 9 that change what a pixel shader gives: pixels beyond clip planes, fog before 3_0, the alpha
 * test; and the range of colors before 2_0.
 *
 * Sources: "Fog formulas" and D3DRENDERSTATETYPE in the documentation of Direct3D 9.
 */
import { BOOL, F32, type IrBuilder, type IrModule, NONE, Op, refOf, U32 } from '../../ir/index.ts';
import { FIXED_REGISTERS, FOG } from './elements.ts';
import { addElement, changeExits, type ProgramExit, readInput } from './exits.ts';
import { ALPHA_FUNCTIONS, type AlphaFunction, type State9 } from './options.ts';
import type { StateReader } from './state-rows.ts';
import { clipElement } from './vertex-states.ts';

const ALPHA = 3;
const PLANES_OF_VECTOR = 4;
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
