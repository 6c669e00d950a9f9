/** The description of a map, from which its type and its JSON Schema are made. */
import { schemaOf } from '../base/json-schema.ts';
import {
  BOOLEAN,
  type Field,
  type Fields,
  integer,
  list,
  map,
  number,
  object,
  optional,
  required,
  TEXT,
  type ValueOf,
  word,
} from '../base/shapes.ts';
import { IR_STAGES } from '../ir/declarations.ts';
import { BINDING_ROLES, BINDING_TYPES, MAP_VERSION } from './options.ts';

const SCALAR = word(['f32', 'i32', 'u32']);

/** The resource that the application binds for a register; also a row of the bindings passed to `translate`. */
export const BINDING_SHAPE = object({
  type: required(word(BINDING_TYPES), 'What Direct3D calls it; `runtime` is the buffer of runtime uniforms.'),
  register: required(integer(), 'The number of the register: 3 for t3.'),
  space: required(integer(), 'The register space; 0 before shader model 5.1.'),
  role: required(
    word(BINDING_ROLES),
    'Why a register has several: the texture as color next to a depth texture, the sampler for comparisons or for integers, which are not filtered, the hidden counter.',
  ),
  name: required(TEXT, 'The variable in the code.'),
  group: required(integer(), 'The bind group, or descriptor set.'),
  binding: required(integer(), 'The number in the group.'),
  kind: required(
    word([
      'uniformBuffer',
      'storageBuffer',
      'readOnlyStorageBuffer',
      'texture',
      'depthTexture',
      'storageTexture',
      'texelBuffer',
      'storageTexelBuffer',
      'sampler',
      'comparisonSampler',
    ]),
    'What the variable is.',
  ),
  viewDimension: optional(
    word(['1d', '1d-array', '2d', '2d-array', 'cube', 'cube-array', '3d']),
    'Of a texture: the dimension of the view.',
  ),
  sampleType: optional(
    word(['float', 'unfilterable-float', 'depth', 'sint', 'uint']),
    'Of a texture: what reads give.',
  ),
  multisampled: optional(BOOLEAN, 'Whether the texture has several samples.'),
  format: optional(TEXT, 'Of a storage texture or of the elements of a typed buffer.'),
  sampler: optional(
    object({
      register: required(integer(), 'The number of the register.'),
      space: required(integer(), 'The register space.'),
    }),
    'Of a texture: the sampler that is one variable with it, in OpenGL.',
  ),
  access: optional(word(['read', 'write', 'read_write']), 'Of a storage texture.'),
  minSize: optional(integer(), 'The smallest size of a buffer in bytes.'),
  count: optional(integer(), 'Of an array of descriptors: how many; 0 without an upper bound. Absent for one.'),
  aliasOf: optional(TEXT, 'The variable whose resource is bound here once more.'),
});

const { type: TYPE_FIELD, register: REGISTER_FIELD, ...OTHER_FIELDS } = BINDING_SHAPE.fields;

type Optional<F extends Fields> = { readonly [K in keyof F]: Field<F[K]['shape'], false> };

/** A row of a list of bindings that a user gives: one of a map, or as much of it as should differ from the rule. */
export const BINDING_CHOICE_SHAPE = object({
  type: TYPE_FIELD,
  register: REGISTER_FIELD,
  ...(Object.fromEntries(
    Object.entries(OTHER_FIELDS).map(([name, { shape, doc }]) => [name, optional(shape, doc)]),
  ) as Optional<typeof OTHER_FIELDS>),
  sampler: optional(
    object({
      register: required(integer(), 'The number of the register.'),
      space: optional(integer(), 'The register space; 0 without.'),
    }),
    'Of a texture: the sampler that is one variable with it, in OpenGL.',
  ),
  stage: optional(word(IR_STAGES), 'The stage that the row is for; all stages without.'),
});

const MEMBER = object({
  name: required(TEXT, 'The name in the code.'),
  type: required(SCALAR, 'The type of each component.'),
  offset: required(integer(), 'In bytes.'),
  width: required(integer(1, 4), 'Components of a vector, or of a row of a matrix.'),
  rows: required(integer(1), 'Rows of 16 bytes; 1 but for matrices.'),
  matrix: optional(word(['rows', 'columns']), 'Of a matrix: what each row of 16 bytes holds.'),
  elements: required(integer(), 'Elements of an array; 0 for none.'),
});

const ELEMENT = object({
  semantic: required(TEXT, 'The semantic without its index.'),
  index: required(integer(), 'The index of the semantic.'),
  register: required(integer(), 'The register; 0 for those without a number.'),
  mask: required(integer(0, 15), 'Components, a bit each.'),
  name: optional(TEXT, 'The member in the code.'),
  location: optional(integer(), 'The location; absent for system values.'),
  builtin: optional(TEXT, 'The system value in the words of the language.'),
  type: optional(SCALAR, 'The type of a location: a vector with four components.'),
  interpolation: optional(TEXT, 'How it is interpolated; absent for the usual way.'),
  isInvariant: optional(
    BOOLEAN,
    'Of a position: whether shaders with the same instructions for it give the same one. Absent for those that are not.',
  ),
  read: optional(integer(0, 15), 'Of inputs of vertex shaders: components that the code reads, a bit each.'),
  isPatch: optional(BOOLEAN, 'Whether a patch has it, and not each control point.'),
  stream: optional(integer(0, 3), 'The stream of a geometry shader; absent for the first one.'),
  address: optional(integer(), 'Of WebAssembly: the byte of memory where the register begins, 64 bytes.'),
  stride: optional(
    integer(),
    'Of control points and of the vertices of a primitive in WebAssembly: bytes from one to the next.',
  ),
});

const WASM = object({
  pages: required(integer(1), 'Pages of 64 KB that the imported memory has at least.'),
  end: required(integer(), 'The first byte of memory that the module leaves to the application.'),
  segments: required(integer(1), 'Exported functions `main0`, `main1` and so on: the code between barriers.'),
  barriers: required(
    list(
      object({
        segment: required(integer(1), 'The function that goes on after the barrier.'),
        at: required(integer(), 'DWORD offset of the barrier in the program.'),
      }),
    ),
    'The barriers of a thread group.',
  ),
  frameBytes: required(integer(), 'Bytes of a frame, which holds the values of four lanes between two functions.'),
  shared: required(
    list(object({ address: required(integer(), 'The first byte.'), bytes: required(integer(), 'How many.') })),
    'Memory of a thread group, which is 0 when a group begins.',
  ),
  numbers: required(
    list(
      object({
        name: required(TEXT, 'The import.'),
        variable: required(TEXT, 'The variable of `bindings`.'),
        value: required(
          word(['address', 'rows', 'bytes', 'stride']),
          'The number: the first byte in memory, rows of 16 bytes, bytes, or bytes of an element.',
        ),
      }),
    ),
    'Imported numbers, which say where resources are in memory.',
  ),
  calls: required(
    list(
      object({
        operation: required(TEXT, 'The operation of the intermediate form.'),
        operands: required(list(integer(0, 4)), 'Components of each operand.'),
        components: required(integer(0, 4), 'Components of the result.'),
        variable: optional(TEXT, 'The variable of `bindings` that it reads or writes.'),
        sampler: optional(TEXT, 'The sampler among the variables.'),
        last: optional(
          list(word(['clamp', 'index', 'samplerIndex'])),
          'The last operands, if they are the smallest level of detail or select a register of a range.',
        ),
        offsets: optional(list(integer(-8, 7), 3, 3), 'Texels that are added to coordinates; absent for none.'),
        channel: optional(integer(0, 3), 'The component that a gather reads; absent for the first one.'),
        input: optional(integer(), 'Of inputs at another position: the number of the row in `inputs`, from 0.'),
        stream: optional(integer(0, 3), 'Of vertices of geometry shaders: the stream.'),
        component: optional(integer(0, 3), 'The first component of a register, or of a row of constants.'),
      }),
    ),
    'Operations that the import `host` does, by their numbers.',
  ),
});

const PRIMITIVES = object({
  inputPrimitive: required(TEXT, 'What the shader gets: point, line, triangle, lineadj, triangleadj.'),
  outputTopologies: required(list(TEXT), 'What each stream gives: pointlist, linestrip, trianglestrip.'),
  maxVertices: required(integer(), 'Vertices that an instance gives at most.'),
  instances: required(integer(), 'How often the shader runs for a primitive.'),
});

const TESSELLATION = object({
  inputPoints: required(integer(), 'Control points of a patch that the shader gets.'),
  outputPoints: optional(integer(), 'Of hull shaders: control points that it gives.'),
  domain: required(TEXT, 'isoline, tri or quad.'),
  partitioning: optional(
    TEXT,
    'Of hull shaders, and of domain shaders linked with one: integer, pow2, fractionalOdd, fractionalEven.',
  ),
  outputPrimitive: optional(
    TEXT,
    'Of hull shaders, and of domain shaders linked with one: point, line, triangleCw, triangleCcw.',
  ),
  maxTessFactor: optional(number(), 'Of hull shaders: the largest factor.'),
});

const RUNTIME_UNIFORM = object({
  name: required(TEXT, 'The member in the code.'),
  offset: required(integer(), 'In bytes.'),
  type: required(SCALAR, 'The type of each component.'),
  width: optional(integer(1, 4), 'Components of a vector; 1 if absent.'),
  variable: optional(
    TEXT,
    'The variable that it is a member of; if absent, that of the binding with the role `runtime`.',
  ),
  why: required(TEXT, 'What the application writes there.'),
});

const PRESHADER = object({
  inputs: required(
    list(
      object({
        name: required(TEXT, 'The variable in HLSL.'),
        type: required(TEXT, 'Its type in HLSL: float4x4.'),
        elements: required(integer(), 'Elements of an array; 0 for none.'),
        register: required(TEXT, 'Its first register in the preshader: c0.'),
        registerCount: required(integer(), 'How many registers it has.'),
      }),
    ),
    'Variables that it reads.',
  ),
  outputs: required(
    list(
      object({
        register: required(TEXT, 'The constant that it writes: c2, i0, b0.'),
        components: required(TEXT, 'The components that it writes; x of a boolean.'),
        offset: optional(
          integer(),
          'The first byte of the register in the buffer of constants; absent where the code does not read the register.',
        ),
      }),
    ),
    'Constants of the shader that it writes.',
  ),
  code: optional(TEXT, 'Its listing; only `translate` writes it.'),
});

const REQUIRES = object({
  features: required(list(TEXT), 'Features of the device.'),
  languageFeatures: required(list(TEXT), 'Features of the language.'),
  limits: required(map(integer()), 'Limits that exceed what every device has, as WebGPU or OpenGL names them.'),
});

export const MAP_SHAPE = object({
  version: required(integer(MAP_VERSION, MAP_VERSION), 'The version of this format: 1.'),
  target: required(TEXT, 'The language.'),
  targetVersion: optional(TEXT, 'The version of the language; absent where it has none.'),
  stage: required(word(IR_STAGES), 'The stage of Direct3D.'),
  profile: required(TEXT, 'The profile of the shader: ps_5_0.'),
  entryPoint: required(TEXT, 'The name of the entry point.'),
  workgroupSize: optional(list(integer(), 3, 3), 'Threads of a group, of compute shaders.'),
  geometry: optional(PRIMITIVES, 'Of geometry shaders: primitives and streams.'),
  tessellation: optional(TESSELLATION, 'Of hull and domain shaders: control points, and what the tessellator does.'),
  bindings: required(list(BINDING_SHAPE), 'What the application binds.'),
  constants: required(map(list(MEMBER)), 'Members of buffers of constants with names, by the name of the variable.'),
  inputs: required(list(ELEMENT), 'Inputs of the stage.'),
  outputs: required(list(ELEMENT), 'Outputs of the stage.'),
  runtimeUniforms: required(list(RUNTIME_UNIFORM), 'Members of the buffers of runtime uniforms.'),
  preshader: optional(
    PRESHADER,
    'What the application has to compute before it draws, for shaders of effects that have a preshader: `evaluatePreshader` of `dxlens/vm` does it.',
  ),
  requires: required(REQUIRES, 'What device and language must have.'),
  assumptions: required(list(TEXT), 'What was supposed about resources and states.'),
  approximations: required(list(TEXT), 'What is not exactly as Direct3D defines it.'),
  sourceMap: required(
    list(list(integer(), 2, 2)),
    'Pairs of a line of the code, from 1, or of a word of SPIR-V, from 0, and the token of the program that it is from; only where the token changes.',
  ),
  wasm: optional(WASM, 'Of WebAssembly: memory, imports and exports of the module.'),
});

/** Everything that an application needs to use translated code. `docs/translating.md` explains it. */
export type TranslationMap = ValueOf<typeof MAP_SHAPE>;

export type TranslationBinding = TranslationMap['bindings'][number];
export type TranslationElement = TranslationMap['inputs'][number];

/** The JSON Schema (draft 2020-12) of maps. */
export function translationMapSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/dxlens/schemas/translation-map.schema.json',
    title: 'A map of dxlens translate',
    description: 'Bindings, inputs and outputs of translated code; docs/translating.md explains them.',
    ...schemaOf(MAP_SHAPE),
  };
}
