/**
 * The chunks of a container as far as they follow from its program, for listings without header sections: signatures
 * from its declarations, with invented semantics; bindings with invented names; features; fields of resource
 * definitions that no listing has.
 */
import {
  ComponentType,
  type Enumeration,
  InputType,
  namesByNumber,
  ResourceDimension,
  ReturnType,
  SrvDimension,
  VariableClass,
} from '../../base/d3d/enumerations.ts';
import {
  DECLARED_SYSTEM_VALUES,
  FIRST_PIXEL_OUTPUT,
  SYSTEM_VALUE_REGISTERS,
  SystemValue,
} from '../../base/d3d/system-values.ts';
import { bytesOf } from '../../base/words.ts';
import { type Level9Content, type Level9Kind, serializeAon9 } from '../../chunks/aon9.ts';
import { serializeIldn } from '../../chunks/debug-name.ts';
import { type ClassLinkage, serializeIfce } from '../../chunks/ifce.ts';
import {
  type FunctionParameter,
  type FunctionSignature,
  type FunctionSignatureContent,
  serializeLfs0,
} from '../../chunks/library.ts';
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  NO_SAMPLES,
  RDEF_PROGRAM_TYPES,
  type Rdef,
  type RdefBinding,
  type RdefBuffer,
  VARIABLE_USED,
} from '../../chunks/rdef.ts';
import { rdef, rdefBuffer, rdefType, rdefVariable, serializeRdef } from '../../chunks/rdef-writer.ts';
import { FEATURES, type Feature, RAW_BUFFERS_IN_4, serializeSfi0 } from '../../chunks/sfi0.ts';
import { NO_REGISTER, type SignatureElement, serializeSignature } from '../../chunks/signature.ts';
import { STAT_FIELDS, STAT_NAMES, type StatField, serializeStat } from '../../chunks/stat.ts';
import type { ChecksumKind } from '../../container/digest.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../container/write.ts';
import {
  readSm4LeadingDeclarations,
  type Sm4Declarations,
  type Sm4DeclaredRegister,
  type Sm4DeclaredResource,
  sm4RegisterCount,
} from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES, SM4_RESOURCE_PREFIXES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { featuresOfSm4 } from '../../isa/sm4/statistics.ts';
import { SM4_FLAGGED_FEATURES, Sm4GlobalFlags } from '../../isa/sm4/tokens.ts';
import { isMultisampled } from '../../text/dxbc/bindings.ts';

const { uint32: UINT, sint32: SINT, float32: FLOAT } = ComponentType;

interface SignatureSystemValue {
  readonly semantic: string;
  readonly index: number;
  /** `D3D_NAME`; 0 for pixel shader outputs, whose semantic decides. */
  readonly value: number;
  readonly componentType: number;
}

/** By `D3D10_SB_NAME`, the number in a declaration. */
const DECLARED: readonly SignatureSystemValue[] = DECLARED_SYSTEM_VALUES.map(({ row, semanticIndex }) => {
  return { semantic: row.semantic, index: semanticIndex, value: row.code, componentType: row.type };
});

function declaredValue(number: number): SignatureSystemValue | undefined {
  return number === 0 ? undefined : DECLARED[number];
}

/** Outputs and inputs with a register of their own, by operand type. */
const SPECIAL: ReadonlyMap<number, SignatureSystemValue> = new Map(
  SYSTEM_VALUE_REGISTERS.map(({ operand, semantic, code, type }) => {
    const value = code >= FIRST_PIXEL_OUTPUT ? 0 : code;
    return [SM4_OPERAND_TYPES[operand].code, { semantic, index: 0, value, componentType: type }];
  }),
);

const { code: INPUT } = SM4_OPERAND_TYPES.input;
const { code: OUTPUT } = SM4_OPERAND_TYPES.output;
const { code: CONTROL_POINT } = SM4_OPERAND_TYPES.inputControlPoint;
const { code: PATCH_CONSTANT } = SM4_OPERAND_TYPES.inputPatchConstant;
const { code: PRIMITIVE_ID } = SM4_OPERAND_TYPES.inputPrimitiveId;

const VARYING = 'TEXCOORD';
const ATTRIBUTE = 'ATTRIBUTE';
const TARGET = 'SV_Target';

export interface DerivedSignatures {
  readonly input: readonly SignatureElement[];
  readonly output: readonly SignatureElement[];
  readonly patchConstants: readonly SignatureElement[];
}

/**
 * The signatures that follow from the declarations. What is not a system value is called `TEXCOORD`, numbered by
 * register.
 */
export function derivedSignatures(program: Sm4Program, declarations: Sm4Declarations): DerivedSignatures {
  const { inputs, outputs } = declarations;
  const { stage } = program;
  const pixelShader = stage === 'ps';
  const isInput = ({ type }: Sm4DeclaredRegister) =>
    type === INPUT || type === CONTROL_POINT || (stage === 'gs' && type === PRIMITIVE_ID);
  const input = elements(inputs.filter(isInput), 'in', stage === 'vs' ? ATTRIBUTE : VARYING);
  const isPatchConstant = (register: Sm4DeclaredRegister) => register.type === OUTPUT && isOfPatch(register);
  const isOutput = (register: Sm4DeclaredRegister) => register.type === OUTPUT && !isOfPatch(register);
  const declared = outputs.filter((register) => isOutput(register) || (pixelShader && SPECIAL.has(register.type)));
  const isHull = stage === 'hs';
  // Without a control point phase, control points pass through.
  const passes = isHull && !outputs.some(({ phase }) => phase === 'controlPoint');
  const output = passes
    ? input.map((element) => ({ ...element, readWriteMask: ~element.mask & 15 }))
    : elements(declared, 'out', pixelShader ? TARGET : VARYING);
  const patch = isHull
    ? elements(outputs.filter(isPatchConstant), 'out', VARYING)
    : withTessFactors(
        elements(
          inputs.filter(({ type }) => type === PATCH_CONSTANT),
          'in',
          VARYING,
        ),
        declarations.tessellatorDomain,
      );
  return { input, output, patchConstants: patch };
}

/** Whether a register of a hull shader is a patch constant when it is an output. */
export function isOfPatch({ phase }: Sm4DeclaredRegister): boolean {
  return phase === 'fork' || phase === 'join';
}

function elements(
  registers: readonly Sm4DeclaredRegister[],
  direction: 'in' | 'out',
  semantic: string,
): SignatureElement[] {
  const merged = new Map<string, Sm4DeclaredRegister>();
  for (const register of registers) {
    // A register that several phases declare with the same name is one element. Control points are the inputs of a hull
    // shader's first phase under another operand type.
    const type = register.type === CONTROL_POINT ? INPUT : register.type;
    const key = `${register.stream} ${type} ${register.register} ${register.systemValue} ${register.phase === undefined ? register.mask : ''}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? register : { ...known, mask: known.mask | register.mask });
  }
  const order = [...merged.values()].sort(
    (a, b) => a.stream - b.stream || rank(a) - rank(b) || a.register - b.register || lowest(a.mask) - lowest(b.mask),
  );
  const counts = new Map<string, number>();
  return order.map((register) => {
    const row = SPECIAL.get(register.type) ?? declaredValue(register.systemValue);
    const special = SPECIAL.has(register.type);
    const used = special ? 1 : register.mask;
    // A position has four components, even when fewer are declared (source: oracle).
    const mask = row?.value === SystemValue.position ? 15 : used;
    const name = row?.semantic ?? semantic;
    const key = `${register.stream} ${name} ${row?.value ?? 0} ${row?.index ?? 0}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return {
      semanticName: name,
      semanticIndex: semantic === TARGET && row === undefined ? register.register : (row?.index ?? 0) + count,
      systemValue: row?.value ?? 0,
      componentType: row?.componentType ?? componentTypeOf(register),
      register: special ? NO_REGISTER : register.register,
      mask,
      readWriteMask: direction === 'in' ? used : ~used & 15,
      stream: register.stream,
      minPrecision: register.minPrecision,
    };
  });
}

/**
 * The factors of each domain in the order of their registers; those of one semantic are in consecutive registers
 * (source: oracle).
 */
const FACTORS: readonly (readonly (typeof SM4_SYSTEM_NAMES)[number][])[] = [
  [],
  ['finalLineDensityTessFactor', 'finalLineDetailTessFactor'],
  [
    'finalTriUeq0EdgeTessFactor',
    'finalTriVeq0EdgeTessFactor',
    'finalTriWeq0EdgeTessFactor',
    'finalTriInsideTessFactor',
  ],
  [
    'finalQuadUeq0EdgeTessFactor',
    'finalQuadVeq0EdgeTessFactor',
    'finalQuadUeq1EdgeTessFactor',
    'finalQuadVeq1EdgeTessFactor',
    'finalQuadUInsideTessFactor',
    'finalQuadVInsideTessFactor',
  ],
];

/**
 * The patch constants of a domain shader with all factors of its domain, which its signature has even where it reads
 * none.
 */
function withTessFactors(patch: readonly SignatureElement[], domain: number): SignatureElement[] {
  const all = [...patch];
  const isOf = (semantic: string, count: number) => (element: SignatureElement) =>
    element.semanticName === semantic && element.semanticIndex < count;
  const groups = ['SV_TessFactor', 'SV_InsideTessFactor'].map((semantic) => {
    const rows = FACTORS[domain]!.map((name) => DECLARED[SM4_SYSTEM_NAMES.indexOf(name)]!).filter(
      (row) => row.semantic === semantic,
    );
    return { semantic, rows, known: patch.find(isOf(semantic, rows.length)) };
  });
  // A declared factor determines the location of its group; the other group goes into the remaining registers.
  groups.sort((a, b) => Number(b.known !== undefined) - Number(a.known !== undefined));
  for (const { semantic, rows, known } of groups) {
    const mask = known?.mask ?? 1;
    const first =
      known === undefined ? freeRegisters(all, rows.length, mask) : Math.max(0, known.register - known.semanticIndex);
    for (const { value: systemValue, index: semanticIndex } of rows) {
      if (all.some((element) => element.semanticName === semantic && element.semanticIndex === semanticIndex)) continue;
      const location = { register: (first + semanticIndex) >>> 0, mask, readWriteMask: 0, stream: 0, minPrecision: 0 };
      all.push({ semanticName: semantic, semanticIndex, systemValue, componentType: FLOAT, ...location });
    }
  }
  return all.sort((a, b) => a.register - b.register || lowest(a.mask) - lowest(b.mask));
}

/** The first of `count` consecutive registers in which no element uses a component of `mask`. */
function freeRegisters(elements: readonly SignatureElement[], count: number, mask: number): number {
  const taken = elements.filter((element) => (element.mask & mask) !== 0).map(({ register }) => register);
  taken.sort((a, b) => a - b);
  let first = 0;
  for (const register of taken) if (register < first + count) first = Math.max(first, register + 1);
  return first;
}

/**
 * Class linkage for the interfaces of a program: a class without data for each function table; undefined without
 * interfaces.
 */
export function derivedLinkage({ interfaces, interfaceSlots }: Sm4Declarations): ClassLinkage | undefined {
  if (interfaces.size === 0) return undefined;
  const most = Math.max(...[...interfaces.values()].map(({ tables }) => tables.length));
  const types = Array.from({ length: most }, (_, i) => ({
    ...{ name: `class${i}`, reserved: 0, constantBufferStride: 0, textureStride: 0, samplerStride: 0 },
  }));
  const slots = [...interfaces.values()].map(({ tables, count }) => ({
    count,
    typeIds: Uint16Array.from(tables.keys()),
    tableIds: Uint32Array.from(tables),
  }));
  return { types, instances: [], slots, slotCount: interfaceSlots };
}

/** The signature of a library function that takes and returns nothing. */
export function derivedFunctionSignature(name: string): FunctionSignature {
  const nowhere = 0xffff_ffff;
  const returns: FunctionParameter = {
    ...{ name, semanticName: undefined, type: 0, class: 0, rows: 0, columns: 0, interpolation: 0, flags: 0 },
    ...{ firstInRegister: nowhere, firstInComponent: nowhere, firstOutRegister: nowhere, firstOutComponent: nowhere },
  };
  return { returns, parameters: [], intact: true };
}

/** Registers that are the only one of their type come last. */
function rank({ type }: Sm4DeclaredRegister): number {
  return SPECIAL.has(type) ? 1 : 0;
}

function lowest(mask: number): number {
  return mask & -mask;
}

/** The type that the minimum precision names; otherwise float, which every earlier stage can provide. */
function componentTypeOf({ minPrecision }: Sm4DeclaredRegister): number {
  return minPrecision === 4 ? SINT : minPrecision === 5 ? UINT : FLOAT;
}

/** Features as the bits of SFI0. */
export function derivedFeatures(program: Sm4Program): number {
  let bits = 0;
  for (const feature of featuresOfSm4(program)) bits |= 1 << FEATURES[feature];
  return (bits & ~RAW_BUFFERS_IN_4) | flaggedFeatures(program);
}

/** The bits of SFI0 that follow from `dcl_globalFlags`. Listings of old compilers have no note about them. */
export function flaggedFeatures({ stage, major, words }: Sm4Program): number {
  const { globalFlags } = readSm4LeadingDeclarations(words);
  const raw = major < 5 && stage !== 'cs' && Sm4GlobalFlags.enableRawAndStructuredBuffers.test(globalFlags);
  let bits = raw ? RAW_BUFFERS_IN_4 : 0;
  for (const [feature, flag] of Object.entries(SM4_FLAGGED_FEATURES)) {
    if (feature !== 'earlyDepthStencil' && flag.test(globalFlags)) bits |= 1 << FEATURES[feature as Feature];
  }
  return bits;
}

/** The version in resource definitions. */
export function rdefVersion({ stage, major, minor }: Sm4Program): number {
  const types: Readonly<Record<string, number>> = RDEF_PROGRAM_TYPES;
  return (((types[stage ?? 'ps'] ?? RDEF_PROGRAM_TYPES.ps) << 16) | (major << 8) | minor) >>> 0;
}

/**
 * `D3DCOMPILE_*` flags that follow from a program or its bindings; the first is always set, the second from 5.1 on
 * (source: oracle).
 */
const NO_PRESHADER = 0x100;
const PREFER_FLOW_CONTROL = 0x400;
const SKIP_OPTIMIZATION = 0x4;
const ENABLE_UNBOUNDED_DESCRIPTOR_TABLES = 0x10_0000;
const ALL_RESOURCES_BOUND = 0x20_0000;

/**
 * The compiler's flags in resource definitions, as far as the program implies them.
 *
 * @param flags the token of `dcl_globalFlags`
 * @param unbounded whether a range is without an upper bound
 */
export function rdefFlags(program: Sm4Program, flags: number, unbounded: boolean): number {
  let bits = NO_PRESHADER;
  if (sm4UsesRangeIds(program)) bits |= PREFER_FLOW_CONTROL;
  if (Sm4GlobalFlags.skipOptimization.test(flags)) bits |= SKIP_OPTIMIZATION;
  if (Sm4GlobalFlags.allResourcesBound.test(flags)) bits |= ALL_RESOURCES_BOUND;
  if (unbounded) bits |= ENABLE_UNBOUNDED_DESCRIPTOR_TABLES;
  return bits;
}

const CREATOR = 'dxlens';
const REGISTER_SIZE = 16;
/** Most registers of a constant buffer. */
const MAX_REGISTERS = 4096;
const TYPE_FLOAT = 3;

/** The resource definitions that follow from the declarations, named by their registers. */
export function derivedResources(program: Sm4Program, declarations: Sm4Declarations): Rdef {
  const { resources, globalFlags } = declarations;
  const buffers: RdefBuffer[] = [];
  const bindings: RdefBinding[] = [];
  for (const resource of resources) {
    const name = nameOf(resource, program);
    bindings.push(bindingOf(resource, name));
    if (resource.type === 'cbv' && resource.size > 0) buffers.push(bufferOf(name, resource.size));
  }
  const unbounded = bindings.some(({ bindCount }) => bindCount === 0);
  return rdef({
    version: rdefVersion(program),
    creator: CREATOR,
    flags: rdefFlags(program, globalFlags, unbounded),
    buffers,
    bindings,
    interfaceSlots: declarations.interfaceSlots,
  });
}

function nameOf({ type, firstRegister, space }: Sm4DeclaredResource, program: Sm4Program): string {
  const name = `${SM4_RESOURCE_PREFIXES[type]}${firstRegister}`;
  return sm4UsesRangeIds(program) && space !== 0 ? `${name}_space${space}` : name;
}

/** `D3D_SHADER_INPUT_TYPE` of raw and structured views without a counter. */
const INPUT_TYPES = {
  srv: { structured: InputType.structured, raw: InputType.byteAddress },
  uav: { structured: InputType.uavRwStructured, raw: InputType.uavRwByteAddress },
} as const;

/** `D3D_SRV_DIMENSION` by the dimension of a declaration: that of the same name. */
const DIMENSIONS: readonly (number | undefined)[] = namesByNumber(ResourceDimension).map(
  (name) => (SrvDimension as Enumeration)[name!],
);
const ALL_COMPONENTS = 3;

function bindingOf(resource: Sm4DeclaredResource, name: string): RdefBinding {
  const { type, layout, firstRegister: bindPoint, space, id } = resource;
  const binding = {
    name,
    bindPoint,
    bindCount: sm4RegisterCount(resource),
    space,
    id,
    type: 0,
    returnType: 0,
    dimension: 0,
    samples: 0,
    flags: 0,
  };
  if (type === 'cbv') return binding;
  if (type === 'sampler') {
    binding.type = InputType.sampler;
    if (resource.comparison) binding.flags = BINDING_COMPARISON_SAMPLER;
  } else if (layout === 'raw' || layout === 'structured') {
    const hasCounter = layout === 'structured' && (resource.orderPreservingCounter || resource.usesCounter);
    binding.type = hasCounter ? InputType.uavRwStructuredWithCounter : INPUT_TYPES[type][layout];
    binding.returnType = ReturnType.mixed;
    binding.dimension = SrvDimension.buffer;
    binding.samples = resource.size;
  } else {
    binding.type = type === 'uav' ? InputType.uavRwTyped : InputType.texture;
    binding.returnType = resource.returnType;
    binding.dimension = DIMENSIONS[resource.dimension] ?? 0;
    binding.samples = isMultisampled(binding.dimension) ? resource.sampleCount : NO_SAMPLES;
    binding.flags = ALL_COMPONENTS << BINDING_COMPONENTS_SHIFT;
  }
  return binding;
}

function bufferOf(name: string, size: number): RdefBuffer {
  const registers = Math.min(size, MAX_REGISTERS);
  const bytes = REGISTER_SIZE * registers;
  const type = rdefType({
    class: VariableClass.vector,
    type: TYPE_FLOAT,
    rows: 1,
    columns: 4,
    elements: registers,
    name: 'float4',
  });
  const variable = rdefVariable({ name: `${name}_registers`, offset: 0, size: bytes, flags: VARIABLE_USED, type });
  return rdefBuffer({ name, variables: [variable], size: bytes });
}

/** The parts of a shader or of a function of a library. */
export interface ShaderParts {
  readonly program: Sm4Program;
  /** The token of `dcl_globalFlags`. */
  readonly flags: number;
  readonly resources: Rdef | undefined;
  readonly input: readonly SignatureElement[] | undefined;
  readonly output: readonly SignatureElement[] | undefined;
  readonly patchConstants: readonly SignatureElement[] | undefined;
  readonly functionSignature: FunctionSignatureContent | undefined;
  readonly linkage: ClassLinkage | undefined;
  readonly level9: readonly { readonly kind: Level9Kind; readonly program: Level9Content }[];
  /** Low DWORD of SFI0. */
  readonly features: number;
  readonly statistics: Partial<Record<StatField, number>> | undefined;
  /** Of the file with debug information. */
  readonly debugName: string | undefined;
  readonly digest: ChecksumKind;
}

/** The size of statistics in bytes: of shader model 4, and of 5. */
const STAT_SIZE_4 = 116;
const STAT_SIZE_5 = 148;
/** Statistics that shader model 4 does not have. */
const ONLY_5 = STAT_NAMES.filter((field) => 4 * STAT_FIELDS[field] >= STAT_SIZE_4);

/** Global flags that SHDR, the chunk of older runtimes, does not have. */
const NEW_FLAGS = [
  Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  Sm4GlobalFlags.enableRawAndStructuredBuffers,
  Sm4GlobalFlags.enableMinimumPrecision,
  Sm4GlobalFlags.enable11_1DoubleExtensions,
  Sm4GlobalFlags.enable11_1ShaderExtensions,
];

export function shaderContainer(parts: ShaderParts): Uint8Array {
  return serializeContainer(shaderChunkList(parts), parts.digest);
}

/** The chunks of `parts` in the order in which the compiler writes them. */
function shaderChunkList(parts: ShaderParts): ChunkBytes[] {
  const { program, level9, debugName: name } = parts;
  const { stage } = program;
  const precise = (parts.features & (1 << FEATURES.minimumPrecision)) !== 0;
  const resources = chunk(TAG.RDEF, parts.resources && serializeRdef(parts.resources));
  const input = signature(parts.input, precise ? TAG.ISG1 : TAG.ISGN);
  const streams = stage === 'gs' && program.major >= 5;
  const output = signature(parts.output, precise ? TAG.OSG1 : streams ? TAG.OSG5 : TAG.OSGN);
  const patch = signature(parts.patchConstants, precise ? TAG.PSG1 : TAG.PCSG);
  const linkage = chunk(TAG.IFCE, parts.linkage && serializeIfce(parts.linkage));
  const code: ChunkBytes = { tag: programTag(parts), data: bytesOf(program.words) };
  const features = chunk(TAG.SFI0, parts.features === 0 ? undefined : serializeSfi0(parts.features));
  const size = program.major >= 5 ? STAT_SIZE_5 : STAT_SIZE_4;
  const statistics = chunk(TAG.STAT, parts.statistics && serializeStat(withinSize(parts.statistics, size), size));
  const debugName = chunk(TAG.ILDN, name === undefined ? undefined : serializeIldn({ flags: 0, name }));
  const functionSignature = chunk(TAG.LFS0, parts.functionSignature && serializeLfs0(parts.functionSignature));
  if (level9.length > 0) {
    const tags = { xna: TAG.XNAS, xnaPrepass: TAG.XNAP, level9: TAG.Aon9 } as const;
    const programs = (Object.keys(tags) as (keyof typeof tags)[]).flatMap((kind) =>
      level9
        .filter((part) => part.kind === kind)
        .map(({ program: old }) => ({ tag: tags[kind], data: serializeAon9(old) })),
    );
    return [
      ...programs,
      code,
      ...statistics,
      ...features,
      ...resources,
      ...input,
      ...output,
      ...patch,
      ...functionSignature,
      ...debugName,
    ];
  }
  // Domain shaders read patch constants, hull shaders write them.
  const outputs = stage === 'ds' ? [...patch, ...output] : [...output, ...patch];
  return [
    ...resources,
    ...input,
    ...outputs,
    ...functionSignature,
    ...linkage,
    code,
    ...features,
    ...statistics,
    ...debugName,
  ];
}

/** The tag of the program: SHDR or SHEX. */
function programTag({ program, flags }: Pick<ShaderParts, 'program' | 'flags'>): number {
  if (program.major >= 5 || program.stage === 'cs') return TAG.SHEX;
  return NEW_FLAGS.some((flag) => flag.test(flags)) ? TAG.SHEX : TAG.SHDR;
}

function chunk(tag: number, data: Uint8Array | undefined): readonly ChunkBytes[] {
  return data === undefined ? [] : [{ tag, data }];
}

function signature(elements: readonly SignatureElement[] | undefined, tag: number): readonly ChunkBytes[] {
  return chunk(tag, elements && serializeSignature(elements, tag));
}

/** The statistics that a chunk of `size` bytes has. */
function withinSize(values: Partial<Record<StatField, number>>, size: number): Partial<Record<StatField, number>> {
  if (size === STAT_SIZE_5) return values;
  const within = { ...values };
  for (const field of ONLY_5) within[field] = 0;
  return within;
}
