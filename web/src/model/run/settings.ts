/** The values of all controls of a shader, as plain data. */
import { assumedConstant, assumedInput, assumedPattern, controlKind, type InputChoice } from './assumptions.ts';
import type { BufferControl, RunPlan } from './controls.ts';
import type { Mesh } from './mesh.ts';
import type { Surface } from './sources.ts';
import type { Pattern, Picture } from './textures.ts';

/** A texture: a pattern, or a picture from a file. */
export interface TextureChoice {
  readonly pattern: Pattern | undefined;
  readonly file: { readonly name: string; readonly picture: Picture } | undefined;
}

export interface RunSettings {
  /** Values that differ from those of the shader, by the name of the constant; by rows, element after element. */
  readonly constants: Readonly<Record<string, readonly number[]>>;
  /** By register. */
  readonly textures: Readonly<Record<string, TextureChoice>>;
  /** By register: all numbers, element after element. */
  readonly buffers: Readonly<Record<string, readonly number[]>>;
  /** By name. */
  readonly inputs: Readonly<Record<string, InputChoice>>;
  readonly surface: Surface | 'mesh';
  /** The mesh of the last file that was opened; it stays while another surface is drawn. */
  readonly mesh: Mesh | undefined;
  /** How the mesh is turned, in degrees: around the vertical axis, then around the horizontal one. */
  readonly turn: number;
  readonly tilt: number;
  /** Seconds, for constants with the time. */
  readonly time: number;
  readonly isRepeating: boolean;
  readonly isSmooth: boolean;
  /** Thread groups of a dispatch. */
  readonly groups: readonly [number, number, number];
}

/** Elements of a buffer at first, and at most. */
const DEFAULT_ELEMENTS = 16;
export const MAX_ELEMENTS = 4096;

/** The settings that the page assumes if the shader does not specify them. */
export function assumedSettings(plan: RunPlan): RunSettings {
  const { constants, textures, inputs, buffers, stage } = plan;
  const set = constants.filter(
    ({ defaults, ...one }) => defaults === undefined && controlKind({ ...one, defaults }) !== 'time',
  );
  const count = Math.max(
    DEFAULT_ELEMENTS,
    Math.min(
      plan.groupSize.reduce((a, b) => a * b, 1),
      MAX_ELEMENTS,
    ),
  );
  const choices = inputs.map((one) => [one.name, assumedInput(one, stage)] as const);
  // A flat surface has one normal: light would be the same everywhere, or nowhere.
  const isLit = choices.some(([, { source }]) => source === 'normal');
  return {
    constants: Object.fromEntries(set.map((one) => [one.name, assumedConstant(one)])),
    textures: Object.fromEntries(
      textures.map((one) => [one.register, { pattern: assumedPattern(one), file: undefined }]),
    ),
    buffers: Object.fromEntries(buffers.map((one) => [one.register, assumedNumbers(one, count)])),
    inputs: Object.fromEntries(choices),
    surface: isLit ? 'sphere' : 'quad',
    mesh: undefined,
    turn: 0,
    tilt: 0,
    time: 0,
    isRepeating: true,
    isSmooth: true,
    groups: [1, 1, 1],
  };
}

/** The settings of a shader that was edited: what it still has keeps its value. */
export function carriedSettings(plan: RunPlan, before: RunSettings): RunSettings {
  const assumed = assumedSettings(plan);
  const constants = plan.constants.filter(({ name, rows, columns, elements }) => {
    const { length = -1 } = before.constants[name] ?? {};
    return length === rows * columns * elements;
  });
  return {
    ...before,
    constants: {
      ...assumed.constants,
      ...picked(
        before.constants,
        constants.map(({ name }) => name),
      ),
    },
    textures: { ...assumed.textures, ...picked(before.textures, Object.keys(assumed.textures)) },
    buffers: { ...assumed.buffers, ...picked(before.buffers, Object.keys(assumed.buffers)) },
    inputs: { ...assumed.inputs, ...picked(before.inputs, Object.keys(assumed.inputs)) },
  };
}

function picked<Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]!]] : [])));
}

/** Buffers that are read count up; those that are written have zeros. */
function assumedNumbers({ formats, columns, isWritable }: BufferControl, elements: number): number[] {
  const width = formats.length === 1 ? columns.length : formats.length;
  return Array.from({ length: elements * width }, (_, i) => (isWritable ? 0 : Math.floor(i / width) % 10));
}

/** The numbers of an element of a buffer. */
export function elementWidth({ formats, columns }: BufferControl): number {
  return formats.length === 1 ? columns.length : formats.length;
}

/** The values of a constant: what is set, else what the shader or the page has. */
export function constantValue(plan: RunPlan, settings: RunSettings, name: string): readonly number[] {
  const control = plan.constants.find((one) => one.name === name);
  if (control === undefined) return [];
  const set = settings.constants[name];
  if (set !== undefined) return set;
  if (controlKind(control) === 'time') return [settings.time];
  return control.defaults ?? assumedConstant(control);
}
