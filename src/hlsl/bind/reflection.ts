/**
 * Resource definitions and signatures of a shader, as Microsoft's compiler writes them.
 *
 * Not for: registers (registers.ts), layout (layout.ts), what is used (usage.ts), the container (shader.ts).
 */
import {
  BufferType,
  CompileFlag,
  InputType,
  ReturnType,
  SrvDimension,
  VariableFlag,
} from '../../base/d3d/enumerations.ts';
import type { Writable } from '../../base/writable.ts';
import {
  BINDING_COMPARISON_SAMPLER,
  BINDING_COMPONENTS_SHIFT,
  NO_SAMPLES,
  RDEF_PROGRAM_TYPES,
  type Rdef,
  type RdefBinding,
  type RdefBuffer,
  type RdefVariable,
  VARIABLE_USED,
} from '../../chunks/rdef.ts';
import { rdef, rdefBinding, rdefBuffer, rdefVariable } from '../../chunks/rdef-writer.ts';
import { NO_REGISTER, type SignatureElement } from '../../chunks/signature.ts';
import type { Variable } from '../check/typed-tree.ts';
import { type BufferDeclaration, type ConstantVariable, PARAMS, type ResourceDeclaration } from '../declarations.ts';
import {
  allMembers,
  arrayType,
  type HlslType,
  type NumericType,
  type ObjectName,
  type ObjectType,
} from '../types/types.ts';
import type { ClassLinks } from './class-linkage.ts';
import { bufferLayout, type Packing, scalarOffsets, sizeOf, strideOf, structLayout } from './layout.ts';
import { type BoundRange, isNamedBuffer } from './registers.ts';
import type { PackedElement } from './signatures.ts';
import { hasData, slotsOf } from './struct-resources.ts';
import { TypeRecords } from './types.ts';

/** The register of the source is in the binding's flags. */
const USER_PACKED = 1;

/** `D3D_CBUFFER_TYPE` */
const CONSTANT_BUFFER = 0;
const TEXTURE_BUFFER = 1;
const RESOURCE_ELEMENT = 3;

/** A shader that resource definitions describe. */
export interface ReflectedShader {
  readonly stage: keyof typeof RDEF_PROGRAM_TYPES;
  readonly version: readonly [major: number, minor: number];
  /** `D3DCOMPILE_*` flags of the caller. */
  readonly flags: number;
  readonly creator: string;
  /** Buffers in the order of the source, `$Globals` first. */
  readonly buffers: readonly BufferDeclaration[];
  readonly ranges: readonly BoundRange[];
  /** Variables that the program reads. */
  readonly usedVariables: ReadonlySet<ConstantVariable>;
  /**
   * Buffers that a hull shader of 5.0 binds for its patch function alone. The compiler adds the offset of a variable to
   * those of its members there (source: oracle).
   */
  readonly late?: ReadonlySet<BufferDeclaration>;
  /** Class linkage; undefined for a program without interface pointers. */
  readonly links?: ClassLinks | undefined;
  readonly interfaces?: readonly Variable[] | undefined;
  /** Structured buffers whose counter the program changes. */
  readonly counted: ReadonlySet<ResourceDeclaration>;
}

const INTERFACE_POINTER = 1 << VariableFlag.interfacePointer;
const INTERFACE_PARAMETER = 1 << VariableFlag.interfaceParameter;
/** The offset of a pointer that is not used. */
const NO_POINTER = 0xffff_ffff;

/** The description of a `TextureBuffer<T>` has this before its name. */
const TEMPLATE_MARK = '$$';

/** The compiler always sets these bits: no preshader, and in 5.1 a preference of flow control. */
const NO_PRESHADER = 1 << CompileFlag.noPreshader;
const PREFER_FLOW = 1 << CompileFlag.preferFlowControl;
const AVOID_FLOW = 1 << CompileFlag.avoidFlowControl;
const ALL_RESOURCES_BOUND = 1 << CompileFlag.allResourcesBound;
export const COMPATIBILITY = 1 << CompileFlag.enableBackwardsCompatibility;

/** The resource definitions of a shader. */
export function resourceDefinitions(shader: ReflectedShader): Rdef {
  const { stage, version, flags, creator, ranges, buffers } = shader;
  const [major, minor] = version;
  const hasSpaces = major === 5 && minor === 1;
  const types = new TypeRecords((flags & COMPATIBILITY) !== 0);
  const listed: RdefBuffer[] = [];
  const slots = slotsOf(ranges);
  const bound = new Set(ranges.map(({ declaration }) => declaration));
  for (const [i, buffer] of buffers.entries()) {
    if (bound.has(buffer)) listed.push(bufferRecord(buffer, types, shader, slots));
    // Interface pointers come after loose variables and parameters.
    if (i === PARAMS && shader.links !== undefined)
      listed.push(pointersRecord(shader.links, shader.interfaces ?? [], types));
  }
  const structured = new Set<ResourceDeclaration>();
  for (const { declaration, element, firstElement } of ranges) {
    if ('kind' in declaration || !isStructured(typeOfElement(declaration, element))) continue;
    // Before 5.1 each used element of an array has a binding and a description.
    if (element === undefined && structured.has(declaration)) continue;
    structured.add(declaration);
    // An array has one description, with the name of its first element, before 5.1 of the first that is used.
    const described = hasSpaces ? 0 : firstElement;
    const named = declaration.lengths.length > 0 ? (element ?? described) : undefined;
    listed.push(elementRecord(typeOfElement(declaration, element), bindingName(declaration, named), types));
  }
  const prefersFlow = hasSpaces && (flags & (AVOID_FLOW | ALL_RESOURCES_BOUND)) === 0;
  const always = prefersFlow ? NO_PRESHADER | PREFER_FLOW : NO_PRESHADER;
  return rdef({
    version: ((RDEF_PROGRAM_TYPES[stage] << 16) | (major << 8) | minor) >>> 0,
    flags: (flags | always) >>> 0,
    creator,
    buffers: listed,
    interfaceSlots: shader.links?.pointers.reduce((sum, { length }) => sum + length, 0) ?? 0,
    bindings: ranges.map((range) => bindingRecord(range, shader.counted, hasSpaces)),
  });
}

/** Interface pointers are variables of a buffer of their own, in the order of the source. */
function pointersRecord({ pointers }: ClassLinks, interfaces: readonly Variable[], types: TypeRecords): RdefBuffer {
  const variables = interfaces.map((variable): RdefVariable => {
    const { name, isParameter = false } = variable;
    const used = pointers.find((one) => one.variable === variable);
    const flags =
      INTERFACE_POINTER | (used === undefined ? 0 : VARIABLE_USED) | (isParameter ? INTERFACE_PARAMETER : 0);
    return rdefVariable({
      name,
      offset: used?.first ?? NO_POINTER,
      size: used?.length ?? 0,
      flags,
      type: types.ofPointer(variable),
    });
  });
  // An unused pointer is the largest number, which does not fit into the size.
  const count = pointers.reduce((sum, { length }) => sum + length, 0);
  const size = pointers.length < interfaces.length ? 0 : 16 * Math.ceil(count / 16);
  return rdefBuffer({ name: '$ThisPointer', size, type: BufferType.interfacePointers, variables });
}

function bufferRecord(
  buffer: BufferDeclaration,
  types: TypeRecords,
  { version, usedVariables, late }: ReflectedShader,
  slots: ReadonlyMap<string, Partial<RdefVariable>>,
): RdefBuffer {
  const isShifted = late?.has(buffer) === true;
  const { variables, size } = bufferLayout(buffer, version);
  // An array of buffers has the type of an array of one element.
  const isArray = buffer.isArray === true;
  const isParameters = buffer.name === '$Params';
  const isTemplate = buffer.kind === 'tbuffer' && buffer.arrayLength !== undefined;
  const visible = variables.filter(({ variable }) => hasData(variable.type) && variable.isHidden !== true);
  // A buffer ends with the last variable that reflection has.
  const ends = visible.map(({ offset, size: bytes }) => 16 * Math.ceil((offset + bytes) / 16));
  return rdefBuffer({
    name: `${isTemplate ? TEMPLATE_MARK : ''}${buffer.name}`,
    size: isParameters ? Math.max(0, ...ends) : size,
    type: buffer.kind === 'tbuffer' ? TEXTURE_BUFFER : CONSTANT_BUFFER,
    variables: visible.map(
      ({ variable, offset, size: bytes, packing }): RdefVariable =>
        rdefVariable({
          name: variable.name,
          offset,
          size: bytes,
          ...slots.get(isParameters ? `$${variable.name}` : variable.name),
          flags: usedVariables.has(variable) ? VARIABLE_USED : 0,
          type: isParameters
            ? types.ofParameter(variable)
            : types.ofVariable(
                isArray ? { ...variable, type: arrayType(variable.type, 1) } : variable,
                packing,
                isShifted ? offset : undefined,
              ),
          defaults:
            variable.defaults && defaultWords(variable.type, variable.defaults, bytes, packing, isShifted ? offset : 0),
        }),
    ),
  });
}

/** The elements of a structured buffer. */
function elementRecord(type: ObjectType, name: string, types: TypeRecords): RdefBuffer {
  const element = type.element!;
  const size = sizeOf(element, 'structured');
  const variable = rdefVariable({
    name: '$Element',
    offset: 0,
    size,
    flags: VARIABLE_USED,
    type: types.ofElement(element),
  });
  return rdefBuffer({ name, size, type: RESOURCE_ELEMENT, variables: [variable] });
}

/**
 * The words of a default value as they are in the buffer. The compiler takes the values of a matrix in the order of its
 * columns, and writes those of a vector of doubles over each other (source: oracle).
 *
 * @param shift added to the offsets of the members of a structure; what is then outside of the variable is lost
 */
export function defaultWords(
  type: HlslType,
  defaults: Uint32Array,
  size: number,
  packing: Packing = 'constants',
  shift = 0,
): Uint32Array {
  const words = new Uint32Array(Math.ceil(size / 4));
  new DefaultWriter(defaults, words, packing).write(type, type.kind === 'struct' ? shift >> 2 : 0);
  return words;
}

class DefaultWriter {
  /** The next word of the initializer. */
  #next = 0;

  constructor(
    private readonly from: Uint32Array,
    private readonly to: Uint32Array,
    private readonly packing: Packing,
  ) {}

  /** Writes a value of `type` from word `start` on. */
  write(type: HlslType, start: number): void {
    const { packing } = this;
    if (type.kind === 'array') {
      const stride = strideOf(type.element, packing) >> 2;
      for (let i = 0; i < type.length; i++) this.write(type.element, start + i * stride);
    } else if (type.kind === 'struct') {
      const { offsets } = structLayout(type, packing);
      for (const [i, member] of allMembers(type).entries()) this.write(member.type, start + (offsets[i]! >> 2));
    } else if (type.kind === 'numeric') {
      if (type.scalar === 'double') this.#writeDoubles(type, start);
      else this.#writeScalars(type, start);
    }
  }

  #writeScalars(type: NumericType, start: number): void {
    const offsets = scalarOffsets(type, this.packing);
    const { rows, columns, shape } = type;
    for (let i = 0; i < offsets.length; i++) {
      const source = shape === 'matrix' ? (i % columns) * rows + Math.floor(i / columns) : i;
      this.to[start + offsets[i]!] = this.from[this.#next + source]!;
    }
    this.#next += offsets.length;
  }

  /** Doubles of a vector are written 4 bytes apart, and the vectors of a matrix 16 bytes apart. */
  #writeDoubles({ rows, columns, shape, isRowMajor }: NumericType, start: number): void {
    const count = rows * columns;
    for (let i = 0; i < count; i++) {
      const row = shape === 'matrix' ? i % rows : 0;
      const column = shape === 'matrix' ? Math.floor(i / rows) : i;
      const offset = shape !== 'matrix' ? column : isRowMajor ? 4 * row + 2 * column : 4 * column + 2 * row;
      for (let word = 0; word < 2; word++) this.to[start + offset + word] = this.from[this.#next + 2 * i + word]!;
    }
    this.#next += 2 * count;
  }
}

/** The name of a binding; before 5.1 that of an element has its indices. */
function bindingName(declaration: ResourceDeclaration | BufferDeclaration, element: number | undefined): string {
  if (element === undefined || 'kind' in declaration) return declaration.name;
  if (declaration.elements !== undefined) return declaration.elements[element]!.name;
  let indices = '';
  let rest = element;
  for (const length of declaration.lengths.toReversed()) {
    // An array without a bound has one length.
    indices = `[${length === 0 ? rest : rest % length}]${indices}`;
    rest = Math.floor(rest / Math.max(length, 1));
  }
  return declaration.name + indices;
}

/** The type of an element: resources inside of a variable have different ones. */
function typeOfElement({ type, elements }: ResourceDeclaration, element: number | undefined): ObjectType {
  return elements?.[element ?? 0]?.type ?? type;
}

/** The length of an array of buffers without a bound; that of other resources is 0. */
const UNBOUNDED_BUFFERS = 0xffff_ffff;

/** Input types of resources that are not typed. */
const UNTYPED: Readonly<Partial<Record<ObjectName, number>>> = {
  StructuredBuffer: InputType.structured,
  RWStructuredBuffer: InputType.uavRwStructured,
  RasterizerOrderedStructuredBuffer: InputType.uavRwStructured,
  AppendStructuredBuffer: InputType.uavAppendStructured,
  ConsumeStructuredBuffer: InputType.uavConsumeStructured,
  ByteAddressBuffer: InputType.byteAddress,
  RWByteAddressBuffer: InputType.uavRwByteAddress,
  RasterizerOrderedByteAddressBuffer: InputType.uavRwByteAddress,
};

/** Whether a resource has elements of a structure's layout. */
export function isStructured({ name }: ObjectType): boolean {
  return name.endsWith('StructuredBuffer');
}

function bindingRecord(range: BoundRange, counted: ReadonlySet<ResourceDeclaration>, hasSpaces: boolean): RdefBinding {
  const { declaration, element, register, count, space, id, file } = range;
  const base = {
    name: bindingName(declaration, element),
    bindPoint: register,
    bindCount: count,
    // In 5.1 only registers of `cbuffer` and `tbuffer` are marked.
    flags: range.isExplicit && (!hasSpaces || isNamedBuffer(declaration)) ? USER_PACKED : 0,
    space,
    id,
  };
  if ('kind' in declaration) {
    const type = declaration.kind === 'tbuffer' ? InputType.tbuffer : InputType.cbuffer;
    return rdefBinding({ ...base, type, bindCount: count === 0 ? UNBOUNDED_BUFFERS : count });
  }
  const type = typeOfElement(declaration, element);
  if (file === 's') {
    const flags = base.flags | (type.name === 'SamplerComparisonState' ? BINDING_COMPARISON_SAMPLER : 0);
    return rdefBinding({ ...base, type: InputType.sampler, flags });
  }
  const untyped = UNTYPED[type.name];
  if (untyped !== undefined) {
    // Arrays in model 5.1 have no mark for a counter.
    const isArray = hasSpaces && declaration.lengths.length > 0;
    const hasCounter = untyped === InputType.uavRwStructured && counted.has(declaration) && !isArray;
    return rdefBinding({
      ...base,
      type: hasCounter ? InputType.uavRwStructuredWithCounter : untyped,
      returnType: ReturnType.mixed,
      dimension: SrvDimension.buffer,
      samples: isStructured(type) ? sizeOf(type.element!, 'structured') : 0,
    });
  }
  const dimension = dimensionOf(type.name);
  const texel = type.element?.kind === 'numeric' ? type.element : undefined;
  const components = texel === undefined ? 4 : texel.rows * texel.columns;
  const isMultisampled = dimension === 'texture2DMS' || dimension === 'texture2DMSArray';
  return rdefBinding({
    ...base,
    type: file === 'u' ? InputType.uavRwTyped : InputType.texture,
    returnType: texel === undefined ? ReturnType.float : returnType(texel),
    dimension: SrvDimension[dimension],
    samples: isMultisampled ? type.count : NO_SAMPLES,
    flags: base.flags | ((components - 1) << BINDING_COMPONENTS_SHIFT),
  });
}

/** The dimension of a typed resource by its name. */
function dimensionOf(name: ObjectName): keyof typeof SrvDimension {
  const shape = name.replace(/^(?:RW|RasterizerOrdered)/, '');
  if (shape === 'Buffer') return 'buffer';
  const dimension = `t${shape.slice(1)}`;
  return dimension in SrvDimension ? (dimension as keyof typeof SrvDimension) : 'unknown';
}

function returnType({ scalar, norm }: NumericType): number {
  if (norm !== undefined) return ReturnType[norm];
  switch (scalar) {
    case 'int':
    case 'min16int':
    case 'min12int':
      return ReturnType.sint;
    case 'uint':
    case 'bool':
    case 'min16uint':
      return ReturnType.uint;
    case 'double':
      return ReturnType.double;
    default:
      return ReturnType.float;
  }
}

/**
 * The elements of a signature chunk.
 *
 * @param used by element: the components that the program reads, or those that it writes
 * @param isWritten outputs store the components that are never written
 */
function unwrittenOf({ isOfPlanes, mask }: PackedElement, used: number): number {
  return isOfPlanes === true ? 0 : ~(used & mask) & 15;
}

export function signatureElements(
  packed: readonly PackedElement[],
  used: (element: PackedElement) => number,
  isWritten: boolean,
): SignatureElement[] {
  const listed: SignatureElement[] = [];
  const numbered = new Map<string, Writable<SignatureElement>>();
  for (const element of packed) {
    const { rule, aliasOf, numbering, semanticName, register, stream } = element;
    if (!rule.isStored || aliasOf !== undefined) continue;
    const one: Writable<SignatureElement> = {
      semanticName,
      semanticIndex: element.semanticIndex,
      systemValue: element.systemValue,
      componentType: element.componentType,
      register: register < 0 ? NO_REGISTER : register,
      mask: element.mask,
      readWriteMask: isWritten ? unwrittenOf(element, used(element)) : used(element) & element.mask,
      stream,
      minPrecision: element.minPrecision,
    };
    const key = `${semanticName} ${numbering} ${register} ${stream} ${one.componentType}`;
    const known = numbering === undefined ? undefined : numbered.get(key);
    if (known === undefined) {
      listed.push(one);
      if (numbering !== undefined) numbered.set(key, one);
      continue;
    }
    // Members that one semantic numbers are one element where they share a row.
    known.semanticIndex = Math.min(known.semanticIndex, one.semanticIndex);
    known.mask |= one.mask;
    known.readWriteMask = isWritten ? known.readWriteMask & one.readWriteMask : known.readWriteMask | one.readWriteMask;
  }
  return listed;
}
