/**
 * Reads all declarations of a program of shader models 4.0 to 5.1: resources, inputs and outputs, temporaries, memory,
 * interfaces, tessellation, streams, thread group. Damaged programs are accepted; a missing word is 0.
 *
 * {@link readSm4LeadingDeclarations} reads the two that reflection and headers of listings need, without decoding an
 * instruction.
 *
 * Not for: whether declarations are valid (validate/sm4 checks each of them in program order), names of resources
 * (RDEF), or changing declarations (edit-declarations.ts).
 */
import type { Field } from '../../base/field.ts';
import type { Writable } from '../../base/writable.ts';
import { floatOfBits } from '../../numerics/conversion.ts';
import { Sm4Cursor, type Sm4OperandSlot } from './cursor.ts';
import { SM4_MULTISAMPLED_DIMENSIONS, SM4_SAMPLER_MODES, Sm4CustomDataClass } from './names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Declares,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4Payload,
  sm4OpcodeSet,
} from './opcodes.ts';
import { SM4_UNBOUNDED, type Sm4ResourceType } from './operands.ts';
import {
  SM4_HEADER_WORDS,
  type Sm4Program,
  sm4CustomDataClass,
  sm4InstructionLength,
  sm4UsesRangeIds,
} from './program.ts';
import {
  Sm4DeclarationControls,
  Sm4ExtendedOperandToken,
  Sm4InterfaceIdToken,
  Sm4InterfaceToken,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
  Sm4ReturnTypeToken,
} from './tokens.ts';

/** Properties of a descriptor besides its type. */
export type Sm4ResourceLayout = 'constants' | 'sampler' | 'typed' | 'raw' | 'structured';

/** The fields of every declaration. */
interface AtPosition {
  /** Position of the instruction that declares it, an index of `program.starts`. */
  readonly position: number;
}

/** A constant buffer, sampler, shader resource view or unordered access view; from 5.1 on a range of them. */
export interface Sm4DeclaredResource extends AtPosition {
  readonly type: Sm4ResourceType;
  readonly layout: Sm4ResourceLayout;
  /** The number that instructions use: the range id; before 5.1 the register. */
  readonly id: number;
  readonly firstRegister: number;
  /** 0xffffffff for a range without an upper bound. */
  readonly lastRegister: number;
  /** Register space; 0 before 5.1. */
  readonly space: number;
  /** `D3D10_SB_RESOURCE_DIMENSION` of typed views; 0 for others. */
  readonly dimension: number;
  /** Samples of a multisampled texture; 0 for others. */
  readonly sampleCount: number;
  /** `D3D10_SB_RESOURCE_RETURN_TYPE` of the first component of typed views; 0 for others. */
  readonly returnType: number;
  /** Bytes of an element of structured views; rows of a constant buffer, 0 where they are not known; 0 for others. */
  readonly size: number;
  /** A sampler that compares. */
  readonly comparison: boolean;
  /** A constant buffer whose rows are indexed by a register. */
  readonly dynamicallyIndexed: boolean;
  /** A structured UAV whose counter values may be used as indices later. */
  readonly orderPreservingCounter: boolean;
  /** A UAV whose counter an instruction of the program changes. */
  readonly usesCounter: boolean;
}

export type Sm4HullPhaseName = 'controlPoint' | 'fork' | 'join';

/** An input, an output or a patch constant. */
export interface Sm4DeclaredRegister extends AtPosition {
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  readonly register: number;
  /** Components, x to w from bit 0. */
  readonly mask: number;
  /** `D3D10_SB_NAME`; 0 for none. */
  readonly systemValue: number;
  /** `D3D10_SB_INTERPOLATION_MODE` of inputs of pixel shaders; 0 for others. */
  readonly interpolation: number;
  /** `D3D11_SB_OPERAND_MIN_PRECISION` */
  readonly minPrecision: number;
  /** Vertices or control points, where the register has such an index; else 0. */
  readonly vertices: number;
  /** The stream of a geometry shader's output. */
  readonly stream: number;
  readonly phase: Sm4HullPhaseName | undefined;
}

/** Registers that may be indexed together. */
export interface Sm4DeclaredIndexRange extends AtPosition {
  /** `D3D10_SB_OPERAND_TYPE` */
  readonly type: number;
  readonly firstRegister: number;
  readonly count: number;
}

/** Temporary registers, `r0` and on. Each phase of a hull shader declares its own. */
export interface Sm4DeclaredTemps extends AtPosition {
  readonly count: number;
}

/** An array of temporary registers. */
export interface Sm4DeclaredTempArray extends AtPosition {
  readonly register: number;
  readonly elements: number;
  /** Components of an element. */
  readonly components: number;
}

/** Group-shared memory. */
export interface Sm4DeclaredSharedMemory extends AtPosition {
  readonly register: number;
  /** Bytes of an element; 0 for raw memory. */
  readonly stride: number;
  /** Elements; of raw memory, bytes. */
  readonly elements: number;
}

export interface Sm4DeclaredFunctionTable extends AtPosition {
  readonly bodies: readonly number[];
}

/** Interface pointers of one name. */
export interface Sm4DeclaredInterface extends AtPosition {
  /** Function tables, one for each class that may implement it. */
  readonly tables: readonly number[];
  /** Functions in each table. */
  readonly callSites: number;
  /** Pointers in the array. */
  readonly count: number;
  readonly dynamicallyIndexed: boolean;
}

export interface Sm4Declarations {
  readonly resources: readonly Sm4DeclaredResource[];
  readonly inputs: readonly Sm4DeclaredRegister[];
  readonly outputs: readonly Sm4DeclaredRegister[];
  readonly indexRanges: readonly Sm4DeclaredIndexRange[];
  readonly temps: readonly Sm4DeclaredTemps[];
  readonly tempArrays: readonly Sm4DeclaredTempArray[];
  readonly sharedMemory: readonly Sm4DeclaredSharedMemory[];
  /** Numbers of function bodies. */
  readonly functionBodies: readonly number[];
  /** By the number of the table. */
  readonly functionTables: ReadonlyMap<number, Sm4DeclaredFunctionTable>;
  /** By the number of the first interface pointer. */
  readonly interfaces: ReadonlyMap<number, Sm4DeclaredInterface>;
  /** Interface pointers, arrays counted with all their elements. */
  readonly interfaceSlots: number;
  /** Streams of a geometry shader; empty if its outputs belong to no declared stream. */
  readonly streams: readonly number[];
  /** The tokens of all `dcl_globalFlags`, combined; 0 without. */
  readonly globalFlags: number;
  /** `D3D11_SB_TESSELLATOR_DOMAIN`; 0 without. */
  readonly tessellatorDomain: number;
  /** Threads of a group along x, y and z. */
  readonly threadGroupSize: readonly [number, number, number] | undefined;
  /** Position of the data block that holds the immediate constant buffer; -1 without. */
  readonly immediateConstantBuffer: number;
  readonly first: ReadonlyMap<Sm4Mnemonic, number>;
}

const COMPARISON_MODE = SM4_SAMPLER_MODES.indexOf('mode_comparison');

/** Phases of hull shaders by the opcode that begins them. */
const PHASES: readonly (Sm4HullPhaseName | undefined)[] = /* @__PURE__ */ byCode<Sm4HullPhaseName>([
  ['hs_control_point_phase', 'controlPoint'],
  ['hs_fork_phase', 'fork'],
  ['hs_join_phase', 'join'],
]);

const LAYOUTS: readonly (Sm4ResourceLayout | undefined)[] = /* @__PURE__ */ byCode<Sm4ResourceLayout>([
  ['dcl_constantbuffer', 'constants'],
  ['dcl_sampler', 'sampler'],
  ['dcl_resource', 'typed'],
  ['dcl_resource_raw', 'raw'],
  ['dcl_resource_structured', 'structured'],
  ['dcl_uav_typed', 'typed'],
  ['dcl_uav_raw', 'raw'],
  ['dcl_uav_structured', 'structured'],
]);

const TYPES: Readonly<Partial<Record<Sm4Declares, Sm4ResourceType>>> = {
  constantBuffer: 'cbv',
  sampler: 'sampler',
  resource: 'srv',
  uav: 'uav',
};

function byCode<Value>(rows: readonly (readonly [Sm4Mnemonic, Value])[]): (Value | undefined)[] {
  const list: (Value | undefined)[] = [];
  for (const [mnemonic, value] of rows) list[SM4_OPCODES[mnemonic].code] = value;
  return list;
}

/** By opcode: 1 for those that the reader decodes. */
const READ = /* @__PURE__ */ readOpcodes();

function readOpcodes(): Uint8Array {
  const read = new Uint8Array(Sm4OpcodeToken.opcode.ones + 1);
  for (const { code, kind, operands } of Object.values(SM4_OPCODES)) {
    const counts = operands.some(({ access }) => access === 'counter');
    if (kind === 'declaration' || kind === 'custom' || counts || PHASES[code] !== undefined) read[code] = 1;
  }
  return read;
}

/**
 * Returns the declarations of `program`. It reads the entire program, because each phase of a hull shader has
 * declarations.
 */
export function readSm4Declarations(program: Sm4Program): Sm4Declarations {
  return new Reader(program).read();
}

class Reader {
  readonly #cursor: Sm4Cursor;
  readonly #rangeIds: boolean;
  readonly #found = {
    resources: [] as Writable<Sm4DeclaredResource>[],
    inputs: [] as Sm4DeclaredRegister[],
    outputs: [] as Sm4DeclaredRegister[],
    indexRanges: [] as Sm4DeclaredIndexRange[],
    temps: [] as Sm4DeclaredTemps[],
    tempArrays: [] as Sm4DeclaredTempArray[],
    sharedMemory: [] as Sm4DeclaredSharedMemory[],
    functionBodies: [] as number[],
    functionTables: new Map<number, Sm4DeclaredFunctionTable>(),
    interfaces: new Map<number, Sm4DeclaredInterface>(),
    interfaceSlots: 0,
    streams: [] as number[],
    globalFlags: 0,
    tessellatorDomain: 0,
    threadGroupSize: undefined as [number, number, number] | undefined,
    immediateConstantBuffer: -1,
    first: new Map<Sm4Mnemonic, number>(),
  };
  /** Ids of UAVs whose counters instructions change. */
  readonly #counters = new Set<number>();
  #stream = 0;
  #phase: Sm4HullPhaseName | undefined;

  constructor(private readonly program: Sm4Program) {
    this.#cursor = new Sm4Cursor(program);
    this.#rangeIds = sm4UsesRangeIds(program);
  }

  read(): Sm4Declarations {
    const cursor = this.#cursor;
    const { words, starts, count } = this.program;
    for (let i = 0; i < count; i++) {
      const code = Sm4OpcodeToken.opcode.get(words[starts[i]!]!);
      if (READ[code] === 0) continue;
      cursor.goto(i);
      const row = cursor.row!;
      if (row.kind === 'declaration') {
        if (!this.#found.first.has(row.mnemonic)) this.#found.first.set(row.mnemonic, i);
        this.#declaration(row.declares);
      } else if (row.kind === 'custom') this.#data();
      else if (PHASES[code] !== undefined) this.#phase = PHASES[code];
      else this.#counter(row);
    }
    for (const resource of this.#found.resources)
      resource.usesCounter = resource.type === 'uav' && this.#counters.has(resource.id);
    return this.#found;
  }

  #declaration(declares: Sm4Declares): void {
    const { position, token, row, operands } = this.#cursor;
    switch (declares) {
      case 'constantBuffer':
      case 'sampler':
      case 'resource':
      case 'uav':
        this.#resource(TYPES[declares]!);
        return;
      case 'input':
        this.#found.inputs.push(this.#register());
        return;
      case 'output':
        this.#found.outputs.push(this.#register());
        return;
      case 'indexRange': {
        const slot = operands[0]!;
        const count = this.#word('count');
        this.#found.indexRanges.push({ position, type: slot.type, firstRegister: registerOf(slot), count });
        return;
      }
      case 'temps':
        this.#found.temps.push({ position, count: this.#word('count') });
        return;
      case 'indexableTemp':
        this.#found.tempArrays.push({
          position,
          register: this.#word('register'),
          elements: this.#word('count'),
          components: this.#word('components'),
        });
        return;
      case 'sharedMemory': {
        const isRaw = row!.mnemonic === 'dcl_tgsm_raw';
        const elements = this.#word(isRaw ? 'byteCount' : 'count');
        this.#found.sharedMemory.push({
          position,
          register: indexOf(operands[0]!, 0),
          stride: isRaw ? 0 : this.#word('stride'),
          elements,
        });
        return;
      }
      case 'interface':
        this.#function(row!.mnemonic);
        return;
      case 'globalFlags':
        this.#found.globalFlags |= token;
        return;
      case 'stream':
        this.#stream = indexOf(operands[0]!, 0) & LAST_STREAM;
        this.#found.streams.push(this.#stream);
        return;
      case 'tessellation':
        if (row!.mnemonic === 'dcl_tessellator_domain')
          this.#found.tessellatorDomain = Sm4DeclarationControls.tessellatorDomain.get(token);
        return;
      case 'threadGroup':
        this.#found.threadGroupSize = [this.#word('x'), this.#word('y'), this.#word('z')];
        return;
      case 'geometry':
        return;
    }
  }

  /** Returns the word after the operands that the table calls `name`; 0 if the declaration ends before it. */
  #word(name: Sm4Payload): number {
    const cursor = this.#cursor;
    return this.#wordAt(cursor.row!.payload?.indexOf(name) ?? -1);
  }

  /** Word `i` after the operands; 0 where there is none. */
  #wordAt(i: number): number {
    const cursor = this.#cursor;
    const at = cursor.payload + i;
    return i >= 0 && at < cursor.end ? cursor.word(at) >>> 0 : 0;
  }

  /** `length` words after the operands from number `i` on, as far as the declaration has them. */
  #list(i: number, length: number): number[] {
    const { payload, end } = this.#cursor;
    const there = Math.max(0, end - payload - i);
    return Array.from({ length: Math.min(there, length) }, (_, k) => this.#wordAt(i + k));
  }

  #resource(type: Sm4ResourceType): void {
    const { position, token, code, operands } = this.#cursor;
    const slot = operands[0]!;
    const layout = LAYOUTS[code]!;
    const id = indexOf(slot, 0);
    const rangeIds = this.#rangeIds;
    const isTyped = layout === 'typed';
    const dimension = isTyped ? Sm4DeclarationControls.resourceDimension.get(token) : 0;
    const isMultisampled = SM4_MULTISAMPLED_DIMENSIONS.includes(dimension);
    this.#found.resources.push({
      position,
      type,
      layout,
      id,
      firstRegister: rangeIds ? indexOf(slot, 1) : id,
      lastRegister: rangeIds ? indexOf(slot, 2) : id,
      space: rangeIds ? this.#word('space') : 0,
      dimension,
      sampleCount: isMultisampled ? Sm4DeclarationControls.sampleCount.get(token) : 0,
      returnType: isTyped ? Sm4ReturnTypeToken.x.get(this.#word('returnTypes')) : 0,
      size: this.#sizeOf(layout, slot),
      comparison: type === 'sampler' && Sm4DeclarationControls.samplerMode.get(token) === COMPARISON_MODE,
      dynamicallyIndexed: type === 'cbv' && Sm4DeclarationControls.dynamicallyIndexed.test(token),
      orderPreservingCounter:
        type === 'uav' && layout === 'structured' && Sm4DeclarationControls.orderPreservingCounter.test(token),
      usesCounter: false,
    });
  }

  /** Before 5.1 the rows of a constant buffer are the second index of its operand. */
  #sizeOf(layout: Sm4ResourceLayout, slot: Sm4OperandSlot): number {
    if (layout === 'structured') return this.#word('stride');
    if (layout !== 'constants') return 0;
    return this.#rangeIds ? this.#word('size') : indexOf(slot, 1);
  }

  #register(): Sm4DeclaredRegister {
    const { position, token, row, operands } = this.#cursor;
    const slot = operands[0]!;
    const isInterpolated = row!.controls === 'dclInputPs';
    return {
      position,
      type: slot.type,
      register: registerOf(slot),
      mask: Sm4OperandToken.mask.get(slot.token),
      systemValue: Sm4NameToken.name.get(this.#word('name')),
      interpolation: isInterpolated ? Sm4DeclarationControls.interpolation.get(token) : 0,
      minPrecision: Sm4ExtendedOperandToken.minPrecision.get(slot.extension),
      vertices: slot.indexCount > 1 ? indexOf(slot, 0) : 0,
      stream: this.#stream,
      phase: this.#phase,
    };
  }

  #function(mnemonic: Sm4Mnemonic): void {
    const { position } = this.#cursor;
    if (mnemonic === 'dcl_function_body') this.#found.functionBodies.push(this.#word('register'));
    else if (mnemonic === 'dcl_function_table')
      this.#found.functionTables.set(this.#wordAt(0), { position, bodies: this.#list(2, this.#wordAt(1)) });
    else this.#interface();
  }

  #interface(): void {
    const { position, token } = this.#cursor;
    const shape = this.#word('interface');
    const id = Sm4InterfaceIdToken.id.get(this.#word('interfaceId'));
    const count = Sm4InterfaceToken.arrayLength.get(shape);
    this.#found.interfaces.set(id, {
      position,
      tables: this.#list(3, Sm4InterfaceToken.tableCount.get(shape)),
      callSites: this.#word('callSites'),
      count,
      dynamicallyIndexed: Sm4DeclarationControls.interfaceDynamicallyIndexed.test(token),
    });
    this.#found.interfaceSlots = Math.max(this.#found.interfaceSlots, id + count);
  }

  #data(): void {
    const { position, token } = this.#cursor;
    if (this.#found.immediateConstantBuffer >= 0) return;
    if (sm4CustomDataClass(token) === Sm4CustomDataClass.immediateConstantBuffer)
      this.#found.immediateConstantBuffer = position;
  }

  #counter(row: Sm4Opcode): void {
    const at = row.operands.findIndex(({ access }) => access === 'counter');
    this.#counters.add(indexOf(this.#cursor.operands[at]!, 0));
  }
}

/** `dcl_stream` has two bits for the stream. */
const LAST_STREAM = 3;

/** Index `i` of an operand; 0 where there is none. */
function indexOf(slot: Sm4OperandSlot, i: number): number {
  return i >= 0 && i < slot.indexCount ? slot.index(i) >>> 0 : 0;
}

/** The last index is the register; the one before it counts vertices. */
function registerOf(slot: Sm4OperandSlot): number {
  return indexOf(slot, slot.indexCount - 1);
}

/** How many registers `resource` has; 0 for a range without an upper bound. */
export function sm4RegisterCount({ firstRegister, lastRegister }: Sm4DeclaredResource): number {
  const isUnbounded = lastRegister === SM4_UNBOUNDED && firstRegister !== SM4_UNBOUNDED;
  return isUnbounded ? 0 : (lastRegister - firstRegister + 1) >>> 0;
}

// --- leading declarations ------------------------------------------------------------------------------------------

/** The declarations at the start of a program that reflection and listings use. */
export interface Sm4LeadingDeclarations {
  /** The tokens of all `dcl_globalFlags`, combined; 0 without. */
  readonly globalFlags: number;
  /** Threads of a group as declared last; zeros without. */
  readonly threadGroupSize: readonly [number, number, number];
}

/**
 * Opcodes at which declarations continue: declarations, data blocks, and the phases of hull shaders. They end at any
 * other instruction (source: oracle).
 */
const LEADING = /* @__PURE__ */ sm4OpcodeSet((row) =>
  row.kind === 'instruction' ? row.category === 'phase' : row.kind !== 'reserved',
);

/**
 * Reads the declarations before the first instruction of the program in `words`, version token first. It neither finds
 * nor decodes the instructions after them.
 */
export function readSm4LeadingDeclarations(words: Uint32Array): Sm4LeadingDeclarations {
  const end = Math.min(words[1] ?? 0, words.length);
  let globalFlags = 0;
  let group = -1;
  for (let at = SM4_HEADER_WORDS; at < end; ) {
    const token = words[at]!;
    const opcode = Sm4OpcodeToken.opcode.get(token);
    const length = sm4InstructionLength(words, at);
    if (length === 0 || LEADING[opcode] !== 1) break;
    if (opcode === SM4_OPCODES.dcl_globalFlags.code) globalFlags |= token;
    else if (opcode === SM4_OPCODES.dcl_thread_group.code) group = at;
    at += length;
  }
  return { globalFlags, threadGroupSize: group < 0 ? [0, 0, 0] : threeWords(words, group + 1) };
}

function threeWords(words: Uint32Array, at: number): [number, number, number] {
  return [words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0];
}

// Declarations of shader models 4.0 to 5.1 about the stage itself: control points and the tessellator of
// hull and domain shaders, primitives and vertices of geometry shaders.

export interface Sm4StageDeclarations {
  /** Control points of the patches that a hull or domain shader reads; 0 without. */
  readonly inputControlPoints: number;
  /** Control points that a hull shader writes; 0 without. */
  readonly outputControlPoints: number;
  /** `D3D11_SB_TESSELLATOR_DOMAIN`; 0 without, like the next two. */
  readonly domain: number;
  /** `D3D11_SB_TESSELLATOR_PARTITIONING` */
  readonly partitioning: number;
  /** `D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE` */
  readonly tessellatorOutput: number;
  /** The largest tessellation factor; 64 without. */
  readonly maxTessFactor: number;
  /** `D3D10_SB_PRIMITIVE` of a geometry shader; 0 without. */
  readonly inputPrimitive: number;
  /** `D3D10_SB_PRIMITIVE_TOPOLOGY` of each stream of a geometry shader. */
  readonly outputTopologies: readonly number[];
  /** Vertices that an instance of a geometry shader may write. */
  readonly maxVertices: number;
  /** Instances of a geometry shader for each primitive. */
  readonly instances: number;
}

const MAX_TESS_FACTOR = 64;
type StageRow = readonly [field: Exclude<keyof Sm4StageDeclarations, 'outputTopologies'>, control?: Field];

/** The field that each declaration sets: to a control of its token, or to the word after it. */
const STAGE_ROWS = /* @__PURE__ */ stageRows();

function stageRows(): Readonly<Partial<Record<Sm4Mnemonic, StageRow>>> {
  const controls = Sm4DeclarationControls;
  return {
    dcl_input_control_point_count: ['inputControlPoints', controls.controlPointCount],
    dcl_output_control_point_count: ['outputControlPoints', controls.controlPointCount],
    dcl_tessellator_domain: ['domain', controls.tessellatorDomain],
    dcl_tessellator_partitioning: ['partitioning', controls.tessellatorPartitioning],
    dcl_tessellator_output_primitive: ['tessellatorOutput', controls.tessellatorOutputPrimitive],
    dcl_hs_max_tessfactor: ['maxTessFactor'],
    dcl_inputprimitive: ['inputPrimitive', controls.inputPrimitive],
    dcl_maxout: ['maxVertices'],
    dcl_gsinstances: ['instances'],
  };
}

/** Returns the declarations of `program` about its stage; of several alike, the last. */
export function readSm4StageDeclarations(program: Sm4Program): Sm4StageDeclarations {
  const found = {
    inputControlPoints: 0,
    outputControlPoints: 0,
    domain: 0,
    partitioning: 0,
    tessellatorOutput: 0,
    maxTessFactor: MAX_TESS_FACTOR,
    inputPrimitive: 0,
    outputTopologies: [] as number[],
    maxVertices: 0,
    instances: 1,
  };
  const cursor = new Sm4Cursor(program);
  for (let i = 0; i < program.count; i++) {
    const token = program.words[program.starts[i]!]!;
    const mnemonic = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)]?.mnemonic;
    if (mnemonic === 'dcl_outputtopology')
      found.outputTopologies.push(Sm4DeclarationControls.outputTopology.get(token));
    const row = mnemonic && STAGE_ROWS[mnemonic];
    if (row === undefined) continue;
    const [field, control] = row;
    cursor.goto(i);
    const word = cursor.word(cursor.payload) >>> 0;
    found[field] = control?.get(token) ?? (field === 'maxTessFactor' ? floatOfBits(word) : word);
  }
  return found;
}
