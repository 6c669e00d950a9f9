/**
 * Reflection of shader models 1 to 3: the interface of a shader to the program that uses it. Constants and samplers
 * come out of the constant table, inputs, outputs and counts out of the code. The result is plain data, ready for JSON;
 * names are those of the D3DX structures (D3DXCONSTANT_DESC, D3DXSEMANTIC) in camelCase, and registers have the names
 * of listings.
 *
 * Not for: validation (validate), the tables that level 9 has before its programs (chunks/aon9.ts).
 */

import type { Diagnostics } from '../base/diagnostics.ts';
import { Sm1Version, sm1Profile } from '../base/profile.ts';
import { maskText } from '../isa/components.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { Sm1Cursor } from '../isa/sm1/cursor.ts';
import {
  reportAssumedInputs,
  type Sm1DeclaredRegister,
  sm1AssumedInputs,
  sm1DeclaredRegister,
  sm1DefinedConstant,
  sm1FixedInputUsage,
  sm1FixedOutputUsage,
  sm1UsageCode,
} from '../isa/sm1/declarations.ts';
import {
  SM1_OPCODE_BY_CODE,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1OpcodeTable,
} from '../isa/sm1/opcodes.ts';
import { type Sm1Program, Sm1SlotCounter } from '../isa/sm1/program.ts';
import {
  SM1_REGISTER_BY_CODE,
  SM1_REGISTERS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
  type Sm1Dialect,
  sm1RegisterText,
} from '../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1SourceToken, Sm1UsageToken, sm1RegisterType } from '../isa/sm1/tokens.ts';
import { COMPILE_FLAG_NAMES, flagNames } from './enums.ts';
import { constantsOf, type Sm1ConstantDesc, samplerNamesOf, tableOf, valuesOf } from './sm1-constants.ts';

export interface Sm1SamplerDesc {
  readonly register: string;
  readonly registerIndex: number;
  /** The declared dimension; null in ps_1_x, where the bound texture decides. */
  readonly dimension: '2d' | 'cube' | 'volume' | null;
  /** The name in the constant table. */
  readonly name: string | null;
}

/** One register of an input or output, or a part of it. */
export interface Sm1SemanticDesc {
  readonly register: string;
  /** `position`, `texcoord`, ...; null for vPos and vFace. A number without a name as it is. */
  readonly usage: string | number | null;
  readonly usageIndex: number;
  /** Components that are declared or, where nothing is declared, written; `xyzw` where the code does not show it. */
  readonly mask: string;
}

/** A constant that the code sets itself. */
export interface Sm1DefinitionDesc {
  readonly register: string;
  readonly values: readonly (number | boolean)[];
}

export interface Sm1PreshaderDesc {
  /** The inputs that the program sets; registers are those of the preshader. */
  readonly constants: readonly Sm1ConstantDesc[];
}

export interface Sm1Flow {
  /** Blocks within blocks, 0 where there are none. */
  readonly nesting: number;
  readonly branches: number;
  readonly loops: number;
  readonly calls: number;
  /** Something depends on what the shader computes: comparisons, predicates. */
  readonly dynamic: boolean;
  readonly predicated: boolean;
}

export interface Sm1Reflection {
  readonly format: 'sm1';
  /** Of the version token: `ps_2_x`. */
  readonly profile: string;
  readonly version: number;
  /** The creator of the shader in its constant table. */
  readonly creator: string | null;
  /** The profile that the shader was compiled for, such as `ps_2_b`. */
  readonly target: string | null;
  /** D3DXSHADER_* flags of the compiler. */
  readonly flags: number | null;
  /** `flags` in words; empty where there are none. */
  readonly flagNames: readonly string[];
  /** In the order of the table. */
  readonly constants: readonly Sm1ConstantDesc[];
  readonly samplers: readonly Sm1SamplerDesc[];
  readonly inputs: readonly Sm1SemanticDesc[];
  readonly outputs: readonly Sm1SemanticDesc[];
  readonly definitions: readonly Sm1DefinitionDesc[];
  /** Instructions that get a number in a numbered listing. */
  readonly instructionCount: number;
  /** The counts in the last line of a listing. */
  readonly slots: { readonly total: number; readonly arithmetic: number; readonly texture: number };
  /** Different temporary registers. */
  readonly tempCount: number;
  readonly flow: Sm1Flow;
  readonly usesDerivatives: boolean;
  readonly usesKill: boolean;
  readonly usesRelativeAddressing: boolean;
  /**
   * The preshader, which runs on the CPU before the shader and sets some of its constants; only shaders of effects have
   * one.
   */
  readonly preshader: Sm1PreshaderDesc | null;
  readonly hasDebugInformation: boolean;
  /** Size of the stream up to and with its end, in bytes. */
  readonly bytes: number;
}

/**
 * Reflects a program. Damaged parts are read as far as possible.
 *
 * @param diagnostics receives what is wrong with the constant table; spans are bytes from the first word
 */
export function reflectSm1(program: Sm1Program, diagnostics?: Diagnostics): Sm1Reflection {
  const { words, end, hasEnd } = program;
  const table = tableOf(words, 0, words.length, diagnostics);
  const code = new CodeReader(program);
  code.read();
  if (diagnostics !== undefined) reportAssumedInputs(code.assumed, diagnostics);
  const constants = constantsOf(table);
  return {
    format: 'sm1',
    profile: sm1Profile(words[0] ?? 0),
    version: words[0] ?? 0,
    creator: table?.creator ?? null,
    target: table?.target ?? null,
    flags: table?.flags ?? null,
    flagNames: flagNames(COMPILE_FLAG_NAMES, table?.flags ?? 0),
    constants,
    samplers: samplersOf(code.samplers, constants),
    inputs: code.inputs.describe(code.dialect),
    outputs: code.outputs.describe(code.dialect),
    definitions: code.definitions,
    instructionCount: code.instructionCount,
    slots: { total: code.slots.total, arithmetic: code.slots.arithmetic, texture: code.slots.texture },
    tempCount: code.tempCount,
    flow: code.flow,
    usesDerivatives: code.usesDerivatives,
    usesKill: code.usesKill,
    usesRelativeAddressing: code.usesRelativeAddressing,
    preshader: preshaderOf(words, diagnostics),
    hasDebugInformation: findSm1Comment(words, Sm1CommentTag.debug) !== undefined,
    bytes: 4 * (hasEnd ? end + 1 : end),
  };
}

function preshaderOf(words: Uint32Array, diagnostics: Diagnostics | undefined): Sm1PreshaderDesc | null {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  return span === undefined ? null : { constants: constantsOf(tableOf(words, span.start, span.end, diagnostics)) };
}

// --- the code ---------------------------------------------------------------------------------------------------

/** One register of an input or output, in numbers. */
interface Semantic {
  /** D3DSPR_* */
  readonly type: number;
  readonly number: number;
  /** D3DDECLUSAGE; -1 where there is none. */
  readonly usage: number;
  readonly usageIndex: number;
  mask: number;
}

const ALL = 0xf;
const TEMP = SM1_REGISTERS.temp.code;
const INPUT = SM1_REGISTERS.input.code;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;
const SAMPLER = SM1_REGISTERS.sampler.code;
const MISC = SM1_REGISTERS.misc.code;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const PREDICATE = SM1_REGISTERS.predicate.code;
/** The register type with the prefix that types without a row have, too. */
const UNKNOWN = SM1_REGISTERS.tempFloat16.code;
/** Register numbers of a token. */
const NUMBERS = Sm1SourceToken.number.ones + 1;
const RELATIVE = 1 << Sm1SourceToken.relative.low;

const COLOR = sm1UsageCode('color');
const DEPTH = sm1UsageCode('depth');

/** Bits for properties of an instruction other than its operands. Most instructions have none. */
const UNNUMBERED = 1;
const DERIVATIVE = 2;
const KILL = 4;
const CONTROLS = 8;
const CONDITIONAL = 16;
/** Sampling instructions of ps_1_x, which name the texture by the number of their destination. */
const SAMPLES_STAGE = 32;
/** Instructions of ps_1_x that write the depth. */
const WRITES_DEPTH = 64;

const DEPTH_OPCODES: ReadonlySet<Sm1Opcode> = new Set(['texdepth', 'texm3x2depth'] as const);
const LOOPS: ReadonlySet<Sm1Opcode> = new Set(['loop', 'rep'] as const);
const BRANCHES: ReadonlySet<Sm1Opcode> = new Set(['if', 'ifc'] as const);
const CALLS: ReadonlySet<Sm1Opcode> = new Set(['call', 'callnz'] as const);
const COMPARING: ReadonlySet<Sm1Opcode> = new Set(['ifc', 'breakc', 'breakp'] as const);
const CONDITIONAL_OPCODES: ReadonlySet<Sm1Opcode> = new Set(['if', 'callnz'] as const);

function factsOf(row: Sm1OpcodeRow, name: Sm1Opcode): number {
  const { category, block, ps } = row;
  const controls = category === 'flow' || block !== undefined;
  const samplesStage = category === 'sample' && ps !== undefined && ps.since <= Sm1Version.v1_4;
  return (
    (row.numbered === false ? UNNUMBERED : 0) |
    (category === 'derivative' ? DERIVATIVE : 0) |
    (name === 'texkill' ? KILL : 0) |
    (controls ? CONTROLS : 0) |
    (CONDITIONAL_OPCODES.has(name) ? CONDITIONAL : 0) |
    (samplesStage ? SAMPLES_STAGE : 0) |
    (DEPTH_OPCODES.has(name) ? WRITES_DEPTH : 0)
  );
}

const FACTS = /* @__PURE__ */ sm1OpcodeTable(factsOf);

class CodeReader {
  readonly inputs = new SemanticList();
  readonly outputs = new SemanticList();
  readonly samplers = new Map<number, Sm1SamplerDesc['dimension']>();
  readonly definitions: Sm1DefinitionDesc[] = [];
  /** Different temporary registers. */
  tempCount = 0;
  readonly slots: Sm1SlotCounter;
  readonly flow = { nesting: 0, branches: 0, loops: 0, calls: 0, dynamic: false, predicated: false };
  instructionCount = 0;
  usesDerivatives = false;
  usesKill = false;
  usesRelativeAddressing = false;
  readonly dialect: Sm1Dialect;
  /** Inputs that no code declares. */
  readonly assumed: readonly Sm1DeclaredRegister[];
  /** A bit for each temporary register that was used. */
  private readonly temps = new Uint32Array(NUMBERS >>> 5);
  private depth = 0;
  private readonly cursor: Sm1Cursor;

  constructor(private readonly program: Sm1Program) {
    this.cursor = new Sm1Cursor(program.words);
    this.slots = new Sm1SlotCounter(program);
    this.dialect = { pixel: program.stage === 'ps', major: program.major };
    this.assumed = sm1AssumedInputs(program);
  }

  read(): void {
    const { cursor, slots } = this;
    const { starts, count } = this.program;
    for (let i = 0; i < count; i++) {
      cursor.moveTo(starts[i]!);
      if (cursor.isComment) continue;
      const facts = cursor.opcode < SM1_OPCODE_LIMIT ? FACTS[cursor.opcode]! : 0;
      slots.add(cursor.opcode, cursor.predicate >= 0, cursor.coissued);
      if ((facts & UNNUMBERED) === 0) this.instructionCount++;
      if (cursor.attributes >= 0) this.declaration();
      else if (cursor.literals >= 0) this.definition();
      else this.instruction(facts);
    }
    for (const { type, number, usage, usageIndex, mask } of this.assumed)
      this.inputs.add(type, number, usage, usageIndex, mask);
  }

  private declaration(): void {
    const declared = sm1DeclaredRegister(this.cursor, this.program);
    if (declared === undefined) return;
    const { pixel, major } = this.dialect;
    const { type, number, mask, usage, usageIndex } = declared;
    if (type === SAMPLER) {
      const dimension = SM1_TEXTURE_TYPES[declared.textureType] ?? null;
      this.samplers.set(number, dimension as Sm1SamplerDesc['dimension']);
    } else if (type !== MISC && pixel && major < 3) this.addFixedInput(type, number, mask);
    else (!pixel && type === OUTPUT ? this.outputs : this.inputs).add(type, number, usage, usageIndex, mask);
  }

  /** Adds an input of a pixel shader before 3_0; a register that is no input counts as a color. */
  private addFixedInput(type: number, number: number, mask: number): void {
    const fixed = sm1FixedInputUsage(type, number);
    this.inputs.add(type, number, fixed?.usage ?? COLOR, number, mask);
  }

  private definition(): void {
    const defined = sm1DefinedConstant(this.cursor);
    if (defined === undefined) return;
    const register = sm1RegisterText(defined.type, defined.number, this.dialect);
    this.definitions.push({ register, values: valuesOf(defined.values, defined.role) });
  }

  private instruction(facts: number): void {
    const { cursor } = this;
    const { words, destination, end } = cursor;
    if (facts !== 0) this.facts(facts);
    if (cursor.predicate >= 0) this.flow.predicated = true;
    if (destination >= 0) {
      if ((facts & KILL) !== 0) this.register(words[destination]!);
      else this.written(words[destination]!, facts);
    }
    for (let at = cursor.sources; at < end; at = cursor.after(at)) this.register(words[at]!);
    if ((facts & CONDITIONAL) !== 0) this.condition();
  }

  private facts(facts: number): void {
    if ((facts & DERIVATIVE) !== 0) this.usesDerivatives = true;
    if ((facts & KILL) !== 0) this.usesKill = true;
    if ((facts & CONTROLS) !== 0) this.control(SM1_OPCODE_BY_CODE.get(this.cursor.opcode)!);
  }

  private control(name: Sm1Opcode): void {
    const { flow } = this;
    const { block }: Sm1OpcodeRow = SM1_OPCODES[name];
    if (block === 'open') flow.nesting = Math.max(flow.nesting, ++this.depth);
    else if (block === 'close' && this.depth > 0) this.depth--;
    if (BRANCHES.has(name)) flow.branches++;
    if (LOOPS.has(name)) flow.loops++;
    if (CALLS.has(name)) flow.calls++;
    if (COMPARING.has(name)) flow.dynamic = true;
  }

  /** A condition that is a predicate depends on what the shader computes. */
  private condition(): void {
    const { cursor } = this;
    for (let at = cursor.sources; at < cursor.end; at = cursor.after(at))
      if (sm1RegisterType(cursor.words[at]!) === PREDICATE) this.flow.dynamic = true;
  }

  private written(token: number, facts: number): void {
    this.register(token);
    const type = sm1RegisterType(token);
    const { pixel, major } = this.dialect;
    if (pixel && major < 2) {
      this.writtenBeforePs2(token, type, facts);
      return;
    }
    if (type === TEMP || (major >= 3 && !pixel)) return;
    const number = Sm1DestinationToken.number.get(token);
    const fixed = sm1FixedOutputUsage(type, number);
    if (fixed !== undefined)
      this.outputs.add(type, number, fixed.usage, fixed.index, Sm1DestinationToken.mask.get(token));
  }

  /** Pixel shaders before 2_0 have no output registers. */
  private writtenBeforePs2(token: number, type: number, facts: number): void {
    const number = Sm1DestinationToken.number.get(token);
    if ((facts & SAMPLES_STAGE) !== 0) this.samplers.set(number, null);
    if ((facts & WRITES_DEPTH) !== 0) this.outputs.add(type, number, DEPTH, 0, 1);
    else if (type === TEMP && number === 0) this.outputs.add(type, 0, COLOR, 0, Sm1DestinationToken.mask.get(token));
  }

  /** Any use of a register. */
  private register(token: number): void {
    const type = sm1RegisterType(token);
    const number = token & (NUMBERS - 1);
    if ((token & RELATIVE) !== 0) this.usesRelativeAddressing = true;
    if (type === TEMP) this.temp(number);
    else if (this.dialect.pixel && this.dialect.major < 2 && (type === INPUT || type === TEXTURE))
      this.addFixedInput(type, number, ALL);
  }

  private temp(number: number): void {
    const { temps } = this;
    const bit = 1 << (number & 31);
    if ((temps[number >>> 5]! & bit) !== 0) return;
    temps[number >>> 5]! |= bit;
    this.tempCount++;
  }
}

/** Inputs or outputs in the order in which they were found. Parts of one register with other meanings stay apart. */
class SemanticList {
  private readonly byKey = new Map<number, Semantic>();

  /** Adds components of a register. */
  add(type: number, number: number, usage: number, usageIndex: number, mask: number): void {
    const key = ((usageIndex * USAGES + usage + 1) * NUMBERS + numberIn(type, number)) * TYPES + typeIn(type);
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, { type, number, usage, usageIndex, mask });
    else known.mask |= mask;
  }

  describe(dialect: Sm1Dialect): Sm1SemanticDesc[] {
    const descriptions: Sm1SemanticDesc[] = [];
    for (const { type, number, usage, usageIndex, mask } of this.byKey.values()) {
      descriptions.push({
        register: sm1RegisterText(type, number, dialect),
        usage: usage < 0 ? null : (SM1_USAGES[usage] ?? usage),
        usageIndex,
        mask: maskText(mask),
      });
    }
    return descriptions;
  }
}

/** Usages of a `dcl`, and none. */
const USAGES = Sm1UsageToken.usage.ones + 2;
const TYPES = SM1_REGISTER_BY_CODE.length;

// Registers that have the same name are the same.
const numberIn = (type: number, number: number) => (SM1_REGISTER_BY_CODE[type]?.single ? 0 : number);
const typeIn = (type: number) => (SM1_REGISTER_BY_CODE[type] === undefined ? UNKNOWN : type);

/** Those that the code declares, with their names, and those that only the table has. */
function samplersOf(
  declared: ReadonlyMap<number, Sm1SamplerDesc['dimension']>,
  constants: readonly Sm1ConstantDesc[],
): Sm1SamplerDesc[] {
  const names = samplerNamesOf(constants);
  const numbers = Array.from(declared.keys());
  for (const number of names.keys()) if (!declared.has(number)) numbers.push(number);
  const prefix = SM1_REGISTER_BY_CODE[SAMPLER]!.name;
  return numbers
    .sort((a, b) => a - b)
    .map((number) => ({
      register: `${prefix}${number}`,
      registerIndex: number,
      dimension: declared.get(number) ?? null,
      name: names.get(number) ?? null,
    }));
}
