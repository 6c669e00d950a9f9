/**
 * Registers whose values lowering follows: those that a program writes, outputs included, because they can be written
 * in parts and under predicates. Components of all of them have one numbering.
 *
 * Not for: inputs and constants, which do not change (module-declarations.ts, constants.ts).
 */
import { Kind } from '../../ir/index.ts';
import { SM1_REGISTER_COUNTS, SM1_REGISTERS } from '../../isa/sm1/registers.ts';

const R = SM1_REGISTERS;

/** Types in the order of the numbers of their components: outputs are the last. */
const FOLLOWED = [
  'temp',
  'addressOrTexture',
  'predicate',
  'loop',
  'rasterizerOut',
  'attributeOut',
  'outputOrTexCoordOut',
  'colorOut',
  'depthOut',
] as const satisfies (keyof typeof SM1_REGISTER_COUNTS)[];

interface Layout {
  /** By register type: the number of the first component, and how many registers there are. */
  readonly first: readonly number[];
  readonly count: readonly number[];
  readonly size: number;
}

function layout(): Layout {
  const first: number[] = [];
  const counts: number[] = [];
  let size = 0;
  for (const name of FOLLOWED) {
    const { code } = R[name];
    first[code] = size;
    counts[code] = SM1_REGISTER_COUNTS[name];
    size += 4 * SM1_REGISTER_COUNTS[name];
  }
  return { first, count: counts, size };
}

const { first: FIRST, count: COUNT, size: SIZE } = /* @__PURE__ */ layout();

/** Components of all registers. */
export const COMPONENT_COUNT = SIZE;

/** The number of the first component of a register; -1 for one that is not followed. */
export function componentsOf(type: number, number: number): number {
  const first = FIRST[type];
  return first === undefined || number >= COUNT[type]! ? -1 : first + 4 * number;
}

/** The output that a component is the first one of. */
export function outputAt(component: number): { readonly type: number; readonly number: number } {
  const type = OUTPUT_TYPES.findLast((one) => FIRST[one]! <= component)!;
  return { type, number: (component - FIRST[type]!) >> 2 };
}

const OUTPUT_TYPES = (['rasterizerOut', 'attributeOut', 'outputOrTexCoordOut', 'colorOut', 'depthOut'] as const).map(
  (name) => R[name].code,
);

/** The address register of vertex shaders, the texture registers of pixel shaders. */
export const ADDRESS = FIRST[R.addressOrTexture.code]!;
export const TEXTURES = ADDRESS;
export const TEXTURE_COUNT = COUNT[R.addressOrTexture.code]!;
export const PREDICATE = FIRST[R.predicate.code]!;
/** The value of the counter of the innermost `loop`. */
export const LOOP_COUNTER = FIRST[R.loop.code]!;
export const FIRST_OUTPUT = FIRST[R.rasterizerOut.code]!;
/** The colors of vertex shaders before 3_0; texture coordinates follow. */
export const COLORS = FIRST[R.attributeOut.code]!;
export const DEPTH = FIRST[R.depthOut.code]!;

/** First components of the registers that may hold something other than floats. */
export const NOT_FLOATS: readonly number[] = [ADDRESS, PREDICATE, LOOP_COUNTER];

/** The kind of what a component holds. */
export function kindOf(component: number, isPixel: boolean): number {
  if (component >= PREDICATE && component < PREDICATE + 4) return Kind.bool;
  if (component >= LOOP_COUNTER && component < LOOP_COUNTER + 4) return Kind.i32;
  return component >= ADDRESS && component < ADDRESS + 4 && !isPixel ? Kind.i32 : Kind.f32;
}
