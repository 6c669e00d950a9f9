/**
 * The geometry that gives the same inputs to a device as the interpreter gets: each pixel of a quad of four has exactly
 * the values that the page computes for it, and derivatives are the differences between them.
 *
 * A surface is not drawn as its own triangles. Each quad of the picture is drawn by triangles that have the values of
 * its pixels at their centers and have no center on an edge. So neither the rules of coverage nor the rounding of
 * positions make pictures differ, and the silhouette is the same for all engines.
 *
 * Not for: where values come from (model/run/job.ts).
 */
import type { TranslationElement, TranslationMap } from 'dxlens/translate';
import type { InputControl, RunPlan } from '../../../model/run/controls.ts';
import { inputsOfPicture, type RunSetup } from '../../../model/run/job.ts';

const COMPONENTS = 4;

/** An attribute of the vertices: a vector of four numbers that a location of the pixel shader gets. */
export interface VertexInput {
  readonly element: TranslationElement;
  readonly location: number;
  readonly type: 'f32' | 'i32' | 'u32';
  /** The inputs in its components. */
  readonly parts: readonly { readonly input: InputControl; readonly components: readonly number[] }[];
}

/** The attributes that a translated shader reads; those that share a location are one. */
export function vertexInputs(plan: RunPlan, { inputs }: TranslationMap): VertexInput[] {
  const found = new Map<number, VertexInput>();
  for (const element of inputs) {
    const { location, type = 'f32' } = element;
    if (location === undefined) continue;
    const input = inputOf(plan, element);
    const known = found.get(location) ?? { element, location, type, parts: [] };
    const parts = input === undefined ? [] : [{ input, components: componentsOf(plan, input) }];
    found.set(location, { ...known, parts: [...known.parts, ...parts] });
  }
  return [...found.values()].sort((a, b) => a.location - b.location);
}

/** The control of an input of a translation. */
export function inputOf(
  plan: RunPlan,
  { semantic, index }: Pick<TranslationElement, 'semantic' | 'index'>,
): InputControl | undefined {
  const name = semantic.toLowerCase();
  return plan.inputs.find((one) => one.semantic === name && one.index === index);
}

/** Where the numbers of an input are in its register; in models 1 to 3 all four are given. */
function componentsOf({ isLegacy }: RunPlan, { mask }: InputControl): number[] {
  return isLegacy ? [0, 1, 2, 3] : [0, 1, 2, 3].filter((i) => mask & (1 << i));
}

/** Pixels of a quad: upper left, upper right, lower left, lower right. */
interface Triangle {
  /** The pixel whose values are at the origin, and its horizontal and vertical neighbors. */
  readonly base: number;
  readonly beside: number;
  readonly above: number;
  /** Corners, in pixels to the horizontal and the vertical neighbor. */
  readonly corners: readonly (readonly [number, number])[];
}

/** The first triangle has three pixels, the second the fourth one. */
const SHARED: readonly Triangle[] = [
  { base: 0, beside: 1, above: 2, corners: cornersOf(-0.5, 2) },
  { base: 3, beside: 2, above: 1, corners: cornersOf(-0.5, 1) },
];

/**
 * A triangle for each pixel, for inputs that are the same in an entire triangle. The other two are mirrored, and begin
 * elsewhere to turn alike.
 */
const SEPARATE: readonly Triangle[] = [0, 1, 2, 3].map((base) => {
  const [first, second, third] = cornersOf(-0.5, 1) as [Corner, Corner, Corner];
  const isMirrored = base === 1 || base === 2;
  return {
    base,
    beside: base ^ 1,
    above: base ^ 2,
    corners: isMirrored ? [first, third, second] : [first, second, third],
  };
});

type Corner = readonly [number, number];

/** A right angle at `low`, `low` and legs that end at `high`. */
function cornersOf(low: number, high: number): Corner[] {
  return [
    [low, low],
    [high, low],
    [low, high],
  ];
}

export interface Vertices {
  readonly count: number;
  /** Bytes of a vertex: the position in clip space but for its direction of y (two floats), then the attributes. */
  readonly stride: number;
  readonly data: ArrayBuffer;
}

/** Bytes of the position of a vertex. */
export const POSITION_BYTES = 8;
const ATTRIBUTE_BYTES = 16;

/** The vertices of a picture: x to the right and y down, -1 to 1. */
export function verticesOf(setup: RunSetup, inputs: readonly VertexInput[], size: number): Vertices {
  const isFlat = inputs.some(({ type, element }) => type !== 'f32' || element.interpolation === 'flat');
  const triangles = isFlat ? SEPARATE : SHARED;
  const count = (size / 2) ** 2 * triangles.length * 3;
  const stride = POSITION_BYTES + ATTRIBUTE_BYTES * inputs.length;
  const data = new ArrayBuffer(count * stride);
  const floats = new Float32Array(data);
  const integers = new Int32Array(data);
  const valuesAt = inputsOfPicture(setup, size);
  const width = inputs.length * COMPONENTS;
  const pixels = [0, 1, 2, 3].map(() => new Float64Array(width));
  let at = 0;
  for (let y = 0; y < size; y += 2)
    for (let x = 0; x < size; x += 2) {
      for (const [lane, numbers] of pixels.entries()) {
        const values = valuesAt(x + (lane & 1), y + (lane >> 1));
        numbers.fill(0);
        for (const [i, { parts }] of inputs.entries())
          for (const { input, components } of parts)
            for (const [k, component] of components.entries())
              numbers[COMPONENTS * i + component] = values[input.name]?.[k] ?? 0;
      }
      for (const triangle of triangles) addTriangle(triangle, x, y);
    }
  return { count, stride, data };

  function addTriangle({ base, beside, above, corners }: Triangle, x: number, y: number): void {
    const [right, down] = [(base & 1) === 0 ? 1 : -1, base >> 1 === 0 ? 1 : -1];
    const [origin, besides, aboves] = [pixels[base]!, pixels[beside]!, pixels[above]!];
    for (const [u, v] of corners) {
      floats[at++] = (2 * (x + (base & 1) + 0.5 + u * right)) / size - 1;
      floats[at++] = (2 * (y + (base >> 1) + 0.5 + v * down)) / size - 1;
      for (let k = 0; k < width; k++, at++) {
        const one = origin[k]!;
        const { type, element } = inputs[k >> 2]!;
        if (type !== 'f32') integers[at] = one;
        else if (element.interpolation === 'flat') floats[at] = one;
        else floats[at] = one + u * slope(one, besides[k]!) + v * slope(one, aboves[k]!);
      }
    }
  }
}

/** Numbers that are the same have no difference, infinite ones neither. */
function slope(from: number, to: number): number {
  return Object.is(from, to) ? 0 : to - from;
}
