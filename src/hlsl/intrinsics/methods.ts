/**
 * THE TABLE of methods of textures, buffers and streams. A signature is one of signature.ts, in which `C`, `G`, `O` and
 * `L` are numbers of components: of coordinates, gradients, offsets, and coordinates with a level; `T` is the element,
 * `E` its scalar. Objects without offsets leave their parameters out.
 */
import { Op } from '../../ir/ops.ts';
import { Kind, NONE } from '../../ir/types.ts';
import type { HlslType, ObjectName, ObjectType } from '../types/types.ts';
import { isObject, isValue, type ObjectRef } from './emitter.ts';
import * as memory from './memory.ts';
import { asScalar } from './special.ts';
import type { Availability, IntrinsicCall, Lowering } from './table.ts';
import * as textures from './textures.ts';

export interface MethodCall extends IntrinsicCall {
  readonly object: ObjectRef;
  /** Whether the call has a parameter for the status. */
  readonly hasStatus: boolean;
}

type MethodLowering = (call: MethodCall) => ReturnType<Lowering>;

export interface MethodRow {
  readonly name: string;
  /** The objects that have it, by names without RW and RasterizerOrdered. */
  readonly objects: readonly string[];
  readonly access: 'read' | 'write' | 'both';
  readonly signature: string;
  readonly lower: MethodLowering;
  readonly available: readonly Availability[];
  readonly isPure: boolean;
  readonly doc: string;
}

const FILTERED = [
  'Texture1D',
  'Texture1DArray',
  'Texture2D',
  'Texture2DArray',
  'Texture3D',
  'TextureCube',
  'TextureCubeArray',
];
const COMPARED = FILTERED.filter((name) => name !== 'Texture3D' && !name.startsWith('TextureCube'));
const CUBES = ['TextureCube', 'TextureCubeArray'];
const GATHERED = ['Texture2D', 'Texture2DArray', 'TextureCube', 'TextureCubeArray'];
const OFFSET_GATHERED = ['Texture2D', 'Texture2DArray'];
const LOADED = ['Texture1D', 'Texture1DArray', 'Texture2D', 'Texture2DArray', 'Texture3D'];
const MULTISAMPLED = ['Texture2DMS', 'Texture2DMSArray'];

/** Scalars of all arguments that are values, in order. */
function valuesOf({ args }: MethodCall): (readonly number[])[] {
  return args.filter(isValue).map(({ refs }) => refs);
}

function samplerOf({ args }: MethodCall): ObjectRef {
  return args.find(isObject)!;
}

type Operand = 'scalar' | 'gradients';

/** A filtered read: coordinates, `operands`, then offsets, the smallest level and the status, which may be missing. */
function sampling(name: Parameters<typeof textures.sample>[1], operands: readonly Operand[] = []): MethodLowering {
  return (call) => {
    const { e, object } = call;
    const values = valuesOf(call);
    let at = 0;
    const coordinates = values[at++]!;
    let scalar: number | undefined;
    let gradients: [readonly number[], readonly number[]] | undefined;
    for (const operand of operands) {
      if (operand === 'scalar') scalar = values[at++]![0];
      else gradients = [values[at++]!, values[at++]!];
    }
    const hasOffsets = textures.textureShape(object.type.name)!.offsets > 0;
    const offsets = hasOffsets ? values[at++] : undefined;
    const clamp = values[at]?.[0];
    const rest = { coordinates, scalar, gradients, offsets, clamp };
    return withStatus(call, [textures.sample(e, name, object, samplerOf(call), rest)], (value) =>
      name.startsWith('tex.sample.cmp') ? e.split(value!, 1) : textures.texel(e, object.type, value!),
    );
  };
}

/** The result, and the status if the call asks for it: that of all reads together. */
function withStatus(
  { e, hasStatus }: MethodCall,
  reads: readonly number[],
  result: (value?: number) => readonly number[],
): ReturnType<Lowering> {
  const refs = result(reads[0]);
  if (!hasStatus) return [refs];
  const status = reads.map((read) => textures.statusOf(e, read)).reduce((a, b) => e.and(a, b));
  return [refs, [status]];
}

/** One component of four texels; with four offsets each texel has its own read. */
function gathering(channel: number, isCompared: boolean): MethodLowering {
  return (call) => {
    const { e, object } = call;
    const values = valuesOf(call);
    const coordinates = values[0]!;
    const scalar = isCompared ? values[1]![0] : undefined;
    const offsets = values.slice(isCompared ? 2 : 1);
    const read = (o: readonly number[] | undefined) =>
      textures.gather(e, object, samplerOf(call), channel, { coordinates, scalar, offsets: o });
    if (offsets.length < 4) return withStatus(call, [read(offsets[0])], (value) => e.split(value!, 4));
    const reads = offsets.map(read);
    return withStatus(call, reads, () => reads.map((value, i) => e.split(value, 4)[i]!));
  };
}

/** A read of a texel: coordinates with the level last, then offsets. */
const load: MethodLowering = (call) => {
  const { e, object } = call;
  const [location, offsets] = valuesOf(call);
  const { coordinates } = textures.textureShape(object.type.name)!;
  const level = location!.length > coordinates ? location![coordinates] : undefined;
  const value = textures.fetch(e, object, location!.slice(0, coordinates), level, offsets);
  return withStatus(call, [value], () => textures.texel(e, object.type, value));
};

const loadSample: MethodLowering = (call) => {
  const { e, object } = call;
  const [coordinates, index, offsets] = valuesOf(call);
  const value = textures.fetch(e, object, coordinates!, index![0], offsets);
  return withStatus(call, [value], () => textures.texel(e, object.type, value));
};

/** Sizes, as floats if the variables are not `uint`. */
function sizes(compute: (call: MethodCall) => readonly number[]): MethodLowering {
  return (call) => {
    const { e, outs, object } = call;
    const refs = compute(call);
    if (object.type.name === 'TextureCubeArray' && scalarOf(outs[0]) !== 'uint') e.context.refuse(refs, 'X4598', {});
    return [[], ...refs.map((size, i) => [e.convert(size, scalarOf(outs[i]))])];
  };
}

function scalarOf(type: HlslType | undefined) {
  return type?.kind === 'numeric' ? type.scalar : 'uint';
}

const textureSizes = sizes((call) => textures.dimensions(call.e, call.object, valuesOf(call)[0]?.[0]));

function levelOfDetail(index: 0 | 1): MethodLowering {
  return (call) => {
    const coordinates = valuesOf(call)[0]!;
    return [[textures.levelOfDetail(call.e, call.object, samplerOf(call), coordinates)[index]!]];
  };
}

const loadStructured: MethodLowering = (call) => {
  const { e, object } = call;
  const address = { element: valuesOf(call)[0]![0]! };
  const { refs, loads } = memory.loadElement(e, object, address, object.type.element!, 0, true);
  return withStatus(call, loads, () => refs);
};

function loadRaw(count: number): MethodLowering {
  return (call) => {
    const { refs, loads } = memory.loadRaw(call.e, call.object, valuesOf(call)[0]![0]!, count);
    return withStatus(call, loads, () => refs);
  };
}

const storeRaw: MethodLowering = (call) => {
  const [offset, values] = valuesOf(call);
  memory.storeWords(
    call.e,
    call.object,
    { base: offset![0]! },
    values!.map((ref) => call.e.as(Kind.b32, ref)),
  );
  return [[]];
};

function atomic(name: string): MethodLowering {
  return (call) => {
    const [offset, ...values] = valuesOf(call);
    const target = { object: call.object, address: [offset![0]!] };
    const before = memory.atomic(
      call.e,
      name,
      target,
      values.map((refs) => refs[0]!),
    );
    return [[], [asScalar(call.e, before, call.outs[0])]];
  };
}

const append: MethodLowering = (call) => {
  const { e, object } = call;
  const element = memory.counter(e, object, true);
  memory.storeElement(e, object, { element }, object.type.element!, valuesOf(call)[0]!);
  return [[]];
};

const consume: MethodLowering = ({ e, object }) => {
  const element = memory.counter(e, object, false);
  return [memory.loadElement(e, object, { element }, object.type.element!).refs];
};

const model = (smallest: number, code: string, stages = ''): Availability => ({ model: smallest, stages, code });
const PIXELS = model(40, 'X4532', 'ps');

function method(
  name: string,
  objects: readonly string[],
  signature: string,
  lower: MethodLowering,
  doc: string,
  options: Partial<Pick<MethodRow, 'access' | 'available' | 'isPure'>> = {},
): MethodRow {
  return { name, objects, signature, lower, doc, access: 'read', available: [], isPure: true, ...options };
}

const S = '@SamplerState';
const SC = '@SamplerComparisonState';
const STATUS = 'out S.';

function compared(name: 'SampleCmp' | 'SampleCmpLevelZero', objects: readonly string[], rest: string): MethodRow {
  const isZero = name === 'SampleCmpLevelZero';
  const lower = sampling(isZero ? 'tex.sample.cmp.zero' : 'tex.sample.cmp', ['scalar']);
  const doc = `Returns the filtered result of comparing texels${isZero ? ' of level 0' : ''} with a number.`;
  return method(name, objects, `float. = ${SC} float[C] ${rest}`, lower, doc, isZero ? {} : { available: [PIXELS] });
}

const ROWS: MethodRow[] = [
  method(
    'Sample',
    FILTERED,
    `T = ${S} float[C] | int[O] | float[1] | ${STATUS}`,
    sampling('tex.sample'),
    'Returns a filtered texel.',
    { available: [PIXELS] },
  ),
  method(
    'SampleBias',
    FILTERED,
    `T = ${S} float[C] float[1] | int[O] | float[1] | ${STATUS}`,
    sampling('tex.sample.bias', ['scalar']),
    'Returns a filtered texel; a bias is added to the level of detail.',
    { available: [PIXELS] },
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
  compared('SampleCmp', COMPARED, `float[1] | int[O] | float[1] | ${STATUS}`),
  compared('SampleCmpLevelZero', COMPARED, `float[1] | int[O] | ${STATUS}`),
  // Only the shortest overload of cubes compares with a scalar.
  compared('SampleCmp', CUBES, 'float.'),
  compared('SampleCmp', CUBES, `float[1] float[1] | ${STATUS}`),
  compared('SampleCmpLevelZero', CUBES, 'float.'),
  compared('SampleCmpLevelZero', CUBES, `float[1] ${STATUS}`),
  method('Load', LOADED, `T = int[L] | int[O] | ${STATUS}`, load, 'Returns a texel.'),
  method('Load', LOADED, `T = int[C] | ${STATUS}`, load, 'Returns a texel.', { access: 'write' }),
  method('Load', MULTISAMPLED, `T = int[C] int[1] | int[O] | ${STATUS}`, loadSample, 'Returns a sample of a texel.'),
  method('Load', ['Buffer'], `T = int[1] | ${STATUS}`, load, 'Returns an element.'),
  method('Load', ['Buffer'], `T = int. | ${STATUS}`, load, 'Returns an element.', { access: 'write' }),
  method('Load', ['StructuredBuffer'], `T = int. | ${STATUS}`, loadStructured, 'Returns an element.', {
    access: 'both',
  }),
  method(
    'CalculateLevelOfDetail',
    FILTERED,
    `float[1] = ${S} float[G]`,
    levelOfDetail(0),
    'Returns the clamped level of detail.',
    { available: [model(41, 'X4532', 'ps')] },
  ),
  method(
    'CalculateLevelOfDetailUnclamped',
    FILTERED,
    `float[1] = ${S} float[G]`,
    levelOfDetail(1),
    'Returns the level of detail.',
    { available: [model(41, 'X4532', 'ps')] },
  ),
  method(
    'GetSamplePosition',
    MULTISAMPLED,
    'float[2] = int[1]',
    ({ e, object, refs }) => [textures.samplePosition(e, object, refs[0]![0]!)],
    'Returns the offset of a sample from the pixel center.',
    { available: [model(41, 'X4532')] },
  ),
  method(
    'IncrementCounter',
    ['StructuredBuffer'],
    'uint. =',
    ({ e, object }) => [[memory.counter(e, object, true)]],
    'Adds 1 to the hidden counter and returns its value before.',
    { access: 'write', isPure: false },
  ),
  method(
    'DecrementCounter',
    ['StructuredBuffer'],
    'uint. =',
    ({ e, object }) => [[memory.counter(e, object, false)]],
    'Subtracts 1 from the hidden counter and returns its value after.',
    { access: 'write', isPure: false },
  ),
  method('Append', ['AppendStructuredBuffer'], 'void = T', append, 'Appends an element.', {
    access: 'both',
    isPure: false,
  }),
  method('Consume', ['ConsumeStructuredBuffer'], 'T =', consume, 'Removes the last element and returns it.', {
    access: 'both',
    isPure: false,
  }),
  method('Append', ['PointStream', 'LineStream', 'TriangleStream'], 'void = T', () => [[]], 'Appends a vertex.', {
    access: 'both',
    isPure: false,
  }),
  method(
    'RestartStrip',
    ['PointStream', 'LineStream', 'TriangleStream'],
    'void =',
    ({ e, object }) => {
      e.b.opWith(object.binding, Op.cut, NONE);
      return [[]];
    },
    'Ends the strip.',
    { access: 'both', isPure: false },
  ),
];

for (const [channel, name] of ['Red', 'Green', 'Blue', 'Alpha'].entries()) {
  addGather(`Gather${name}`, channel);
  ROWS.push(
    method(
      `Gather${name}`,
      OFFSET_GATHERED,
      `E[4] = ${S} float[C] int[O] int[O] int[O] int[O] | ${STATUS}`,
      gathering(channel, false),
      'Returns a component of four texels.',
      { available: [model(50, 'X3535')] },
    ),
    method(
      `GatherCmp${name}`,
      OFFSET_GATHERED,
      `float[4] = ${SC} float[C] float[1] int[O] int[O] int[O] int[O] | ${STATUS}`,
      gathering(channel, true),
      'Returns the results of comparing four texels.',
      { available: [model(50, 'X3535')] },
    ),
  );
}
addGather('Gather', 0);

function addGather(name: string, channel: number): void {
  const compared = name.replace('Gather', 'GatherCmp');
  const available = name === 'Gather' ? [model(41, 'X4532')] : [model(50, 'X3535')];
  ROWS.push(
    method(
      name,
      GATHERED,
      `E[4] = ${S} float[C] | int[O] | ${STATUS}`,
      gathering(channel, false),
      'Returns a component of the four texels of a filter.',
      { available },
    ),
    method(
      compared,
      GATHERED,
      `float[4] = ${SC} float[C] float[1] | int[O] | ${STATUS}`,
      gathering(channel, true),
      'Returns the results of comparing the four texels of a filter.',
      { available: [model(50, 'X3535')] },
    ),
  );
}

for (const [i, suffix] of ['', '2', '3', '4'].entries()) {
  const value = i === 0 ? 'uint.' : `uint[${suffix}]`;
  ROWS.push(
    method(
      `Load${suffix}`,
      ['ByteAddressBuffer'],
      `${value} = uint. | ${STATUS}`,
      loadRaw(i + 1),
      'Returns words at a byte offset.',
      { access: 'both' },
    ),
    method(
      `Store${suffix}`,
      ['ByteAddressBuffer'],
      `void = uint. ${value}`,
      storeRaw,
      'Writes words at a byte offset.',
      { access: 'write', isPure: false },
    ),
  );
}

const ATOMIC_VALUES: Readonly<Record<string, string>> = {
  Add: 'uint.',
  And: 'uint.',
  Or: 'uint.',
  Xor: 'uint.',
  Min: 'I.',
  Max: 'I.',
};
for (const [name, value] of Object.entries(ATOMIC_VALUES))
  ROWS.push(
    method(
      `Interlocked${name}`,
      ['ByteAddressBuffer'],
      `void = uint. ${value} | out uint.`,
      atomic(name),
      'Changes a word at a byte offset atomically.',
      { access: 'write', isPure: false },
    ),
  );
for (const [name, parameters] of [
  ['Exchange', 'W. out X.'],
  ['CompareExchange', 'uint. uint. out uint.'],
  ['CompareStore', 'uint. uint.'],
] as const)
  ROWS.push(
    method(
      `Interlocked${name}`,
      ['ByteAddressBuffer'],
      `void = uint. ${parameters}`,
      atomic(name),
      'Changes a word at a byte offset atomically.',
      { access: 'write', isPure: false },
    ),
  );

/** Overloads of GetDimensions: with and without a level, as integers and as floats. */
for (const scalar of ['S', 'F']) {
  for (const name of [...FILTERED, ...MULTISAMPLED]) {
    const isMultisampled = MULTISAMPLED.includes(name);
    const count = textures.textureShape(name as ObjectName)!.sizes + Number(isMultisampled);
    const outs = Array<string>(count).fill(`out ${scalar}.`).join(' ');
    ROWS.push(
      method('GetDimensions', [name], `void = ${outs}`, textureSizes, 'Returns the size.', {
        access: isMultisampled ? 'read' : 'both',
      }),
    );
    if (!isMultisampled)
      ROWS.push(
        method(
          'GetDimensions',
          [name],
          `void = uint. ${outs} out ${scalar}.`,
          textureSizes,
          'Returns the size of a level.',
        ),
      );
  }
}
const bufferSizes = sizes(({ e, object }) => memory.bufferSize(e, object));
ROWS.push(
  method('GetDimensions', ['Buffer', 'ByteAddressBuffer'], 'void = out uint.', bufferSizes, 'Returns the size.', {
    access: 'both',
  }),
  method(
    'GetDimensions',
    ['StructuredBuffer', 'AppendStructuredBuffer', 'ConsumeStructuredBuffer'],
    'void = out uint. out uint.',
    bufferSizes,
    'Returns the number of elements and their size.',
    { access: 'both' },
  ),
);

export const METHODS: readonly MethodRow[] = ROWS;

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
