/**
 * The contents of buffers for a device: constants, with the words that the interpreter has in its registers, what
 * translated code needs besides, and buffers with elements.
 */
import type { TranslationBinding, TranslationMap } from 'dxlens/translate';
import { createStepper } from 'dxlens/vm';
import type { BufferControl } from '../../../model/run/controls.ts';
import { quadJob, type RunSetup } from '../../../model/run/job.ts';
import type { OrRefusal } from './translated.ts';

const ROW_BYTES = 16;
const LIMITS = { instructions: 1e6, memory: 2 ** 28, seconds: 60 };

/** Where sets of constants of models 1 to 3 begin, in bytes. */
const INTEGERS = 4096;
const BOOLEANS = 4352;

/** Words of a register that are the same for all lanes. */
type ReadWords = (register: string) => readonly number[] | undefined;

/** The bytes of the buffers of constants of a shader, by the names of their variables. */
export function constantBuffers(
  setup: RunSetup,
  { bindings }: TranslationMap,
): OrRefusal<Map<string, Uint8Array<ArrayBuffer>>> {
  const rows = bindings.filter(({ type, kind }) => type === 'cbv' && kind === 'uniformBuffer');
  const buffers = new Map<string, Uint8Array<ArrayBuffer>>();
  if (rows.length === 0) return buffers;
  const { stepper, diagnostics } = createStepper(quadJob(setup, { x: 0, y: 0, size: 2 }, LIMITS));
  if (stepper === undefined)
    return diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'Nothing runs.';
  const readWords: ReadWords = (register) => stepper.words(register)?.[0];
  for (const row of rows) {
    if (row.space !== 0) return `${row.name} is in register space ${row.space}, which has no constants here.`;
    const size = Math.ceil((row.minSize ?? ROW_BYTES) / ROW_BYTES) * ROW_BYTES;
    const words = new Uint32Array(size / 4);
    if (setup.plan.isLegacy) fillLegacy(words, readWords);
    else fillRows(words, 0, words.length / 4, (i) => readWords(`cb${row.register}[${i}]`));
    buffers.set(row.name, new Uint8Array(words.buffer));
  }
  return buffers;
}

/** One buffer has all constants of models 1 to 3: floats, integers, and booleans of four bytes. */
function fillLegacy(words: Uint32Array, readWords: ReadWords): void {
  const bytes = 4 * words.length;
  fillRows(words, 0, Math.min(bytes, INTEGERS) / ROW_BYTES, (i) => readWords(`c${i}`));
  if (bytes > INTEGERS)
    fillRows(words, INTEGERS / 4, (Math.min(bytes, BOOLEANS) - INTEGERS) / ROW_BYTES, (i) => readWords(`i${i}`));
  for (let at = BOOLEANS / 4; at < words.length; at++) words[at] = readWords(`b${at - BOOLEANS / 4}`)?.[0] ?? 0;
}

function fillRows(words: Uint32Array, at: number, rows: number, row: (i: number) => readonly number[] | undefined) {
  for (let i = 0; i < rows; i++) words.set(row(i) ?? [0, 0, 0, 0], at + 4 * i);
}

/** Values of what translated code needs besides; into textures, rows are drawn from the top, as in Direct3D. */
const RUNTIME: Readonly<Record<string, number>> = {
  y_sign: -1,
  y_offset: 0,
  z_scale: 2,
  z_offset: -1,
  sample_count: 1,
};

/** The bytes of a buffer of runtime uniforms. */
export function runtimeBuffer(
  { runtimeUniforms }: TranslationMap,
  { name, minSize = ROW_BYTES, register }: TranslationBinding,
): OrRefusal<Uint8Array<ArrayBuffer>> {
  const bytes = new DataView(new ArrayBuffer(Math.ceil(minSize / ROW_BYTES) * ROW_BYTES));
  for (const one of runtimeUniforms) {
    // The first buffer has the uniforms that name no variable.
    if (one.variable === undefined ? register !== 0 : one.variable !== name) continue;
    // Bump mapping and projection are states of Direct3D 9; here, as in the interpreter, they are 0.
    const value = RUNTIME[one.name] ?? (/^(bump_|projected)/.test(one.name) ? 0 : undefined);
    if (value === undefined) return `The code needs ${one.name}, which this page does not set: ${one.why}.`;
    if (one.type === 'f32') bytes.setFloat32(one.offset, value, true);
    else bytes.setInt32(one.offset, value, true);
  }
  return new Uint8Array(bytes.buffer);
}

/** Formats of elements as translations name them. */
const FORMATS: Readonly<Record<string, string>> = {
  R32_FLOAT: 'r32float',
  R32_SINT: 'r32sint',
  R32_UINT: 'r32uint',
  R32G32B32A32_FLOAT: 'rgba32float',
  R32G32B32A32_SINT: 'rgba32sint',
  R32G32B32A32_UINT: 'rgba32uint',
  R8G8B8A8_UNORM: 'rgba8unorm',
  R8G8B8A8_SNORM: 'rgba8snorm',
};
const MAX_UNORM = 255;
const MAX_SNORM = 127;

/** The bytes of a buffer that a shader reads. */
export function elementBytes(
  { name, layout, formats, columns }: BufferControl,
  values: readonly number[],
  row: TranslationBinding,
): OrRefusal<Uint8Array<ArrayBuffer>> {
  const [first = ''] = formats;
  if (layout === 'typed' && row.format !== undefined && row.format !== FORMATS[first])
    return `${name} has elements of ${first} here, and its translation reads ${row.format}.`;
  const words =
    layout === 'typed' && columns.length === 4 && /R8G8B8A8/.test(first) ? values.length / 4 : values.length;
  const bytes = new DataView(new ArrayBuffer(Math.ceil((4 * words) / ROW_BYTES) * ROW_BYTES));
  for (const [i, value] of values.entries()) {
    const format = formats[formats.length === 1 ? 0 : i % formats.length] ?? first;
    if (format === 'R8G8B8A8_UNORM') bytes.setUint8(i, Math.round(MAX_UNORM * Math.min(Math.max(value, 0), 1)));
    else if (format === 'R8G8B8A8_SNORM') bytes.setInt8(i, Math.round(MAX_SNORM * Math.min(Math.max(value, -1), 1)));
    else if (/FLOAT/.test(format)) bytes.setFloat32(4 * i, value, true);
    else bytes.setInt32(4 * i, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
