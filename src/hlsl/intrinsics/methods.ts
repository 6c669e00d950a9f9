/**
 * THE TABLE of methods of textures, buffers and streams. A signature is one of signature.ts, in which `C`, `G`, `O` and
 * `L` are numbers of components: of coordinates, gradients, offsets, and coordinates with a level; `T` is the element,
 * `E` its scalar. Objects without offsets leave their parameters out.
 */
import { Op } from '../../ir/ops.ts';
import { NONE } from '../../ir/types.ts';
import type { ObjectName, ObjectType } from '../types/types.ts';
import { type Availability, isValue } from './emitter.ts';
import * as memory from './memory.ts';
import * as lowering from './method-lowering.ts';
import * as textures from './textures.ts';

export interface MethodRow {
  readonly name: string;
  /** The objects that have it, by names without RW and RasterizerOrdered. */
  readonly objects: readonly string[];
  /** Whether textures and buffers have it, those for unordered access, or both. */
  readonly access: 'read' | 'write' | 'both';
  readonly signature: string;
  readonly lower: lowering.MethodLowering;
  readonly available: readonly Availability[];
  /** Has no effect besides its result. */
  readonly isPure: boolean;
  readonly doc: string;
}

const TEXTURES = ['Texture1D', 'Texture1DArray', 'Texture2D', 'Texture2DArray', 'Texture3D'];
const CUBES = ['TextureCube', 'TextureCubeArray'];
const FILTERED = [...TEXTURES, ...CUBES];
/** Textures whose comparisons need 4.1. */
const COMPARED_ARRAYS = ['Texture1DArray', 'Texture2DArray'];
const COMPARED = ['Texture1D', 'Texture2D'];
const OFFSET_GATHERED = ['Texture2D', 'Texture2DArray'];
const GATHERED = [...OFFSET_GATHERED, ...CUBES];
const MULTISAMPLED = ['Texture2DMS', 'Texture2DMSArray'];
const STRUCTURED = ['StructuredBuffer', 'AppendStructuredBuffer', 'ConsumeStructuredBuffer'];
const STREAMS = ['PointStream', 'LineStream', 'TriangleStream'];

type Options = Partial<Pick<MethodRow, 'access' | 'available' | 'isPure'>>;

const since = (model: number, code: string, stages = ''): Options => ({ available: [{ model, stages, code }] });
const PIXELS = since(40, 'X4532', 'ps');
const SM41 = since(41, 'X4532');
const SM5 = since(50, 'X4532');
const READ: Options = { access: 'read' };
const BOTH: Options = { access: 'both' };
const WRITES: Options = { access: 'write', isPure: false, ...since(50, 'X3660') };

function method(
  name: string,
  objects: readonly string[],
  signature: string,
  lower: lowering.MethodLowering,
  doc: string,
  options: Options = READ,
): MethodRow {
  return { name, objects, signature, lower, doc, access: 'read', available: [], isPure: true, ...options };
}

const S = '@SamplerState';
const SC = '@SamplerComparisonState';
const STATUS = 'out S.';
const { sampling } = lowering;

const READS: readonly MethodRow[] = [
  method(
    'Sample',
    FILTERED,
    `T = ${S} float[C] | int[O] | float[1] | ${STATUS}`,
    sampling('tex.sample'),
    'Returns a filtered texel.',
    PIXELS,
  ),
  method(
    'SampleBias',
    FILTERED,
    `T = ${S} float[C] float[1] | int[O] | float[1] | ${STATUS}`,
    sampling('tex.sample.bias', ['scalar']),
    'Returns a filtered texel; a bias is added to the level of detail.',
    PIXELS,
  ),
  method(
    'SampleLevel',
    FILTERED,
    `T = ${S} float[C] float[1] | int[O] | ${STATUS}`,
    sampling('tex.sample.level', ['scalar']),
    'Returns a filtered texel of a level of detail.',
  ),
  method(
    'SampleGrad',
    FILTERED,
    `T = ${S} float[C] float[G] float[G] | int[O] | float[1] | ${STATUS}`,
    sampling('tex.sample.grad', ['gradients']),
    'Returns a filtered texel; the derivatives decide the level of detail.',
  ),
  ...compared('SampleCmp', '| float[1] '),
  ...compared('SampleCmpLevelZero', ''),
  method('Load', TEXTURES, `T = int[L] | int[O] | ${STATUS}`, lowering.load, 'Returns a texel.'),
  method('Load', TEXTURES, `T = int[C] | ${STATUS}`, lowering.load, 'Returns a texel.', { access: 'write' }),
  method(
    'Load',
    MULTISAMPLED,
    `T = int[C] int[1] | int[O] | ${STATUS}`,
    lowering.loadSample,
    'Returns a sample of a texel.',
  ),
  method('Load', ['Buffer'], `T = int[1] | ${STATUS}`, lowering.load, 'Returns an element.'),
  method('Load', ['Buffer'], `T = int. | ${STATUS}`, lowering.load, 'Returns an element.', { access: 'write' }),
  method('Load', ['StructuredBuffer'], `T = int. | ${STATUS}`, lowering.loadStructured, 'Returns an element.', BOTH),
  method(
    'CalculateLevelOfDetail',
    FILTERED,
    `float[1] = ${S} float[G]`,
    lowering.levelOfDetail(0),
    'Returns the clamped level of detail.',
    since(41, 'X4532', 'ps'),
  ),
  method(
    'CalculateLevelOfDetailUnclamped',
    FILTERED,
    `float[1] = ${S} float[G]`,
    lowering.levelOfDetail(1),
    'Returns the level of detail.',
    since(41, 'X4532', 'ps'),
  ),
  method(
    'GetSamplePosition',
    MULTISAMPLED,
    'float[2] = int[1]',
    ({ e, object, refs }) => [textures.samplePosition(e, object, refs[0]![0]!)],
    'Returns the offset of a sample from the pixel center.',
    SM41,
  ),
];

/** Comparisons; only the shortest overload of cubes takes a scalar. */
function compared(name: 'SampleCmp' | 'SampleCmpLevelZero', clamp: string): MethodRow[] {
  const isZero = name === 'SampleCmpLevelZero';
  const lower = sampling(isZero ? 'tex.sample.cmp.zero' : 'tex.sample.cmp', ['scalar']);
  const doc = `Returns the filtered result of comparing texels${isZero ? ' of level 0' : ''} with a number.`;
  const stages = isZero ? '' : 'ps';
  const start = `float. = ${SC} float[C]`;
  const rest = `${start} float[1] | int[O] ${clamp}| ${STATUS}`;
  const ofCubes = clamp === '' ? STATUS : `float[1] | ${STATUS}`;
  return [
    method(name, COMPARED, rest, lower, doc, since(40, 'X4532', stages)),
    method(name, COMPARED_ARRAYS, rest, lower, doc, since(41, 'X4532', stages)),
    method(name, CUBES, `${start} float.`, lower, doc, since(40, 'X4532', stages)),
    method(name, CUBES, `${start} float[1] ${ofCubes}`, lower, doc, {
      available: [...since(50, 'X3535').available!, ...since(40, 'X4532', stages).available!],
    }),
  ];
}

function gatherRows(): MethodRow[] {
  const doc = 'Returns a component of the four texels of a filter.';
  const comparing = 'Returns the results of comparing the four texels of a filter.';
  return ['Red', 'Green', 'Blue', 'Alpha', ''].flatMap((suffix, i) => {
    const lower = lowering.gathering(i % 4, false);
    const compare = lowering.gathering(i % 4, true);
    const four = 'int[O] int[O] int[O] int[O]';
    const available = i % 4 === 0 ? SM41 : since(50, 'X3535');
    const rows = [
      method(`Gather${suffix}`, GATHERED, `E[4] = ${S} float[C] | int[O] | ${STATUS}`, lower, doc, available),
      method(
        `GatherCmp${suffix}`,
        GATHERED,
        `float[4] = ${SC} float[C] float[1] | int[O] | ${STATUS}`,
        compare,
        comparing,
        SM5,
      ),
    ];
    if (suffix === '') return rows;
    return [
      ...rows,
      method(`Gather${suffix}`, OFFSET_GATHERED, `E[4] = ${S} float[C] ${four} | ${STATUS}`, lower, doc, available),
      method(
        `GatherCmp${suffix}`,
        OFFSET_GATHERED,
        `float[4] = ${SC} float[C] float[1] ${four} | ${STATUS}`,
        compare,
        comparing,
        SM5,
      ),
    ];
  });
}

function rawRows(): MethodRow[] {
  const raw = ['ByteAddressBuffer'];
  const words = ['', '2', '3', '4'].flatMap((suffix, i) => {
    const value = i === 0 ? 'uint.' : `uint[${suffix}]`;
    const { loadRaw, storeRaw } = lowering;
    const store: Options = { access: 'write', isPure: false };
    return [
      method(
        `Load${suffix}`,
        raw,
        `${value} = uint. | ${STATUS}`,
        loadRaw(i + 1),
        'Returns words at a byte offset.',
        BOTH,
      ),
      method(`Store${suffix}`, raw, `void = uint. ${value}`, storeRaw, 'Writes words at a byte offset.', store),
    ];
  });
  const doc = 'Changes a word at a byte offset atomically.';
  const atomics = Object.entries(ATOMICS).map(([name, parameters]) =>
    method(`Interlocked${name}`, raw, `void = uint. ${parameters}`, lowering.atomic(name), doc, WRITES),
  );
  return [...words, ...atomics];
}

const ATOMICS: Readonly<Record<string, string>> = {
  Add: 'uint. | out uint.',
  And: 'uint. | out uint.',
  Or: 'uint. | out uint.',
  Xor: 'uint. | out uint.',
  Min: 'I. | out uint.',
  Max: 'I. | out uint.',
  Exchange: 'Y. out Z.',
  CompareExchange: 'uint. uint. out uint.',
  CompareStore: 'uint. uint.',
};

/** Overloads of GetDimensions: with and without a level, as integers and as floats. */
function sizeRows(): MethodRow[] {
  const ofTextures = ['S', 'F'].flatMap((scalar) =>
    [...FILTERED, ...MULTISAMPLED].flatMap((name) => {
      const isMultisampled = MULTISAMPLED.includes(name);
      const count = textures.textureShape(name as ObjectName)!.sizes + Number(isMultisampled);
      const outs = Array<string>(count).fill(`out ${scalar}.`).join(' ');
      const { textureSizes } = lowering;
      const base = method('GetDimensions', [name], `void = ${outs}`, textureSizes, 'Returns the size.', BOTH);
      const level = `void = uint. ${outs} out ${scalar}.`;
      return isMultisampled
        ? [base]
        : [base, method('GetDimensions', [name], level, textureSizes, 'Returns the size of a level.')];
    }),
  );
  const { bufferSizes } = lowering;
  const size = { ...BOTH, ...SM5 };
  return [
    ...ofTextures,
    method('GetDimensions', ['Buffer', 'ByteAddressBuffer'], 'void = out S.', bufferSizes, 'Returns the size.', size),
    method(
      'GetDimensions',
      STRUCTURED,
      'void = out S. out S.',
      bufferSizes,
      'Returns the number of elements and their size.',
      size,
    ),
  ];
}

const EFFECTS: readonly MethodRow[] = [
  method(
    'IncrementCounter',
    ['StructuredBuffer'],
    'uint. =',
    ({ e, object }) => [[memory.counter(e, object, true)]],
    'Adds 1 to the hidden counter and returns its value before.',
    WRITES,
  ),
  method(
    'DecrementCounter',
    ['StructuredBuffer'],
    'uint. =',
    ({ e, object }) => [[memory.counter(e, object, false)]],
    'Subtracts 1 from the hidden counter and returns its value after.',
    WRITES,
  ),
  method('Append', ['AppendStructuredBuffer'], 'void = T', lowering.append, 'Appends an element.', {
    ...WRITES,
    ...BOTH,
  }),
  method('Consume', ['ConsumeStructuredBuffer'], 'T =', lowering.consume, 'Removes the last element and returns it.', {
    ...WRITES,
    ...BOTH,
  }),
  method(
    'Append',
    STREAMS,
    'void = T',
    ({ e, object, args }) => {
      e.context.appendVertex(object, args.find(isValue)!);
      return [[]];
    },
    'Appends a vertex.',
    { access: 'both', isPure: false },
  ),
  method(
    'RestartStrip',
    STREAMS,
    'void =',
    ({ e, object }) => {
      e.b.opWith(object.binding, Op.cut, NONE);
      return [[]];
    },
    'Ends the strip.',
    { access: 'both', isPure: false },
  ),
];

export const METHODS: readonly MethodRow[] = [...READS, ...gatherRows(), ...rawRows(), ...sizeRows(), ...EFFECTS];

/** The rows of a method of an object, in the order in which messages print them. */
export function methodRows({ name }: ObjectType, method: string): readonly MethodRow[] {
  const isWritten = textures.isWritable(name);
  const base = textures.isWritable(name) ? textures.baseName(name) : name;
  return METHODS.filter(
    (row) =>
      row.name === method &&
      row.objects.includes(base) &&
      (row.access === 'both' || (row.access === 'write') === isWritten),
  );
}

/** The signature of a row for an object: sizes in it are numbers. */
export function signatureOf(row: MethodRow, type: ObjectType): string {
  const shape = textures.textureShape(type.name);
  const element = type.element?.kind === 'numeric' ? type.element.scalar : 'float';
  let text = row.signature.replace('E[4]', `${element}[4]`);
  if (shape === undefined) return text;
  if (shape.offsets === 0) text = text.replace(' | int[O]', '');
  return text
    .replaceAll('[C]', `[${shape.coordinates}]`)
    .replaceAll('[G]', `[${shape.gradients}]`)
    .replaceAll('[O]', `[${shape.offsets}]`)
    .replaceAll('[L]', `[${shape.coordinates + 1}]`);
}
