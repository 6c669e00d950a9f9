/**
 * The validation context of one program: the decoded current instruction, the diagnostics in the order of Microsoft's,
 * and what each topic recorded about the earlier instructions.
 *
 * An instruction whose length is 0 cannot be followed: Microsoft's validator checks it again and again until a
 * diagnostic ends the validation, or forever. Here it is checked twice, which reports what the repetition breaks, and
 * then refused.
 *
 * Not for: rules (rules/), or the order in which they run (validate-container.ts).
 */

import { fillPlaceholders, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_VALIDATION_DIAGNOSTICS } from '../../base/limits.ts';
import type { Feature } from '../../chunks/sfi0.ts';
import { type SignatureElement, signatureElementSize } from '../../chunks/signature.ts';
import type { Chunk } from '../../container/dxbc.ts';
import { Sm4Cursor, type Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import type { Sm4Mnemonic, Sm4Stage } from '../../isa/sm4/opcodes.ts';
import type { Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import type { Sm4RuleRow } from '../rule.ts';
import { availableCodes } from './availability.ts';
import { FlowState } from './rules/flow/flow-state.ts';
import { InterfaceRegisterState } from './rules/registers/state.ts';
import { ResourceState } from './rules/resources/resource-state.ts';
import { TessellationState } from './rules/stages/tessellation-state.ts';
import { type TypeTable, typeTable } from './type-classes.ts';

export interface SignaturePart {
  readonly elements: readonly SignatureElement[];
  readonly chunk: Chunk;
  /** Where the first element begins, in bytes of the container. */
  readonly start: number;
}

/** Byte offset of element `index` in the container; the element ends where the next one begins. */
export function elementStart({ chunk, start }: SignaturePart, index: number): number {
  return start + index * signatureElementSize(chunk.tag);
}

export const STALLED_RULE: Sm4RuleRow = {
  code: 'DX3436',
  text: 'The length of the instruction is 0, so the next one cannot be found.',
  hint: 'Set the length in the token to the number of DWORDs, the opcode token included.',
  aborts: true,
};

const REPETITIONS = 2;

/**
 * `program` with the instruction at which its reader stopped added at the end; unchanged where it was read to its end.
 */
export function withStalledInstruction(program: Sm4Program): Sm4Program {
  if (!isStalled(program)) return program;
  const { starts, count, end, words } = program;
  const more = new Uint32Array(count + REPETITIONS);
  more.set(starts.subarray(0, count));
  more.fill(end, count);
  return { ...program, starts: more, count: more.length, end: words.length };
}

/** Whether the reader of `program` stopped before its end. */
export function isStalled({ words, end }: Sm4Program): boolean {
  return end < Math.min(words[1] ?? 0, words.length);
}

export interface Sm4Diagnostic {
  readonly rule: Sm4RuleRow;
  /** Number of the instruction as Microsoft counts: from 1, declarations and data blocks included; 0: none is named. */
  readonly instruction: number;
  /** Number of the operand, from 1; 0: none is named. */
  readonly operand: number;
  /** DWORD index in the program of the token to point at; -1: the entire program, or {@link span}. */
  readonly at: number;
  readonly values: MessageValues;
  /** Byte range in the container, for diagnostics about other chunks than the program. */
  readonly span?: { readonly start: number; readonly end: number };
}

const NO_VALUES: MessageValues = {};

/** Diagnostics that are stored for the smallest file. */
const MIN_LIMIT = 64;

export class Sm4Diagnostics {
  readonly list: Sm4Diagnostic[] = [];
  /** Errors so far. */
  errors = 0;
  /** Diagnostics beyond the limit. */
  omitted = 0;
  /** A diagnostic has ended the validation. */
  aborted = false;
  readonly #limit: number;

  /** @param size bytes of the input: more diagnostics than bytes are useless, and take more memory than the file */
  constructor(size: number) {
    this.#limit = Math.min(MAX_VALIDATION_DIAGNOSTICS, MIN_LIMIT + size);
  }

  add(diagnostic: Sm4Diagnostic): void {
    if (diagnostic.rule.severity === undefined) this.errors++;
    if (diagnostic.rule.aborts) this.aborted = true;
    if (this.list.length === this.#limit) this.omitted++;
    else this.list.push(diagnostic);
  }

  /** Reports that `rule` is broken by bytes of another chunk than the program, or by the entire container. */
  addSpan(rule: Sm4RuleRow, values: MessageValues = NO_VALUES, start = -1, end = start): void {
    const diagnostic = { rule, instruction: 0, operand: 0, at: -1, values };
    this.add(start < 0 ? diagnostic : { ...diagnostic, span: { start, end } });
  }

  append({ list, errors, omitted, aborted }: Sm4Diagnostics): void {
    const taken = list.slice(0, this.#limit - this.list.length);
    for (const one of taken) this.list.push(one);
    this.errors += errors;
    this.omitted += omitted + list.length - taken.length;
    this.aborted ||= aborted;
  }
}

/**
 * `diagnostics` without those that repeat the previous one: Microsoft's validator reports some once for each component
 * that is read.
 */
export function withoutRepeats(diagnostics: readonly Sm4Diagnostic[]): Sm4Diagnostic[] {
  return diagnostics.filter(({ rule, at, values, span }, i) => {
    const last = diagnostics[i - 1];
    if (last?.rule !== rule || last.at !== at || last.span?.start !== span?.start) return true;
    return fillPlaceholders(rule.text, last.values) !== fillPlaceholders(rule.text, values);
  });
}

/** The other chunks of the container that a program is checked against. */
export interface Sm4ContainerInfo {
  readonly input?: SignaturePart | undefined;
  readonly output?: SignaturePart | undefined;
  readonly patchConstant?: SignaturePart | undefined;
  /** The bits of SFI0; undefined: there is no such chunk. */
  readonly features?: ReadonlySet<Feature> | undefined;
  /** Class linkage. */
  readonly linkage?: Chunk | undefined;
}

const RANGE_IDS_SINCE = 51;
/** Microsoft's validator does not know later ones. */
const LAST_MAJOR = 6;

/**
 * The shader model that Microsoft's validator applies to a program (source: oracle): 40, 41, 50 or 51 for every
 * version.
 */
function modelOf({ major, minor }: Sm4Program): number {
  if (major < 4 || major > LAST_MAJOR) return 40;
  if (major === 4) return minor === 0 ? 40 : 41;
  return major === 5 && minor === 0 ? 50 : RANGE_IDS_SINCE;
}

export class Sm4ValidationContext {
  readonly cursor: Sm4Cursor;
  readonly diagnostics: Sm4Diagnostics;
  /** 40, 41, 50 or 51. */
  readonly version: number;
  /** From 5.1 on resources are declared and used by range id. */
  readonly rangeIds: boolean;
  /** A byte for each opcode: 1 where the stage and model have it. */
  readonly available: Uint8Array;
  #types: TypeTable;
  /** The phase of a hull shader that {@link types} belong to. */
  #typesPhase: number;
  /** The token of `dcl_globalFlags`, 0 before it. */
  globalFlags = 0;
  /** There was an instruction other than a declaration (in a hull shader: in this phase). */
  bodyBegan = false;
  /** DWORD index of the first operand with a minimum precision; -1: none has one. */
  minimumPrecisionAt = -1;

  readonly resources: ResourceState;
  readonly registers: InterfaceRegisterState;
  readonly flow = new FlowState();
  readonly tessellation = new TessellationState();

  constructor(
    readonly program: Sm4Program,
    /** `lib`: a library function. */
    readonly stage: Sm4Stage | 'lib',
    readonly containerInfo: Sm4ContainerInfo,
  ) {
    this.cursor = new Sm4Cursor(withStalledInstruction(program), true);
    this.diagnostics = new Sm4Diagnostics(program.words.byteLength + (containerInfo.linkage?.data.byteLength ?? 0));
    this.version = modelOf(program);
    this.rangeIds = this.version >= RANGE_IDS_SINCE;
    this.available = availableCodes(stage, this.version, containerInfo.features);
    this.#typesPhase = this.tessellation.phase;
    this.#types = typeTable(stage, this.version, this.#typesPhase);
    this.resources = new ResourceState();
    this.registers = new InterfaceRegisterState();
  }

  /** Which operands the stage and model have, in the current phase. */
  get types(): TypeTable {
    const { phase } = this.tessellation;
    if (phase !== this.#typesPhase) {
      this.#typesPhase = phase;
      this.#types = typeTable(this.stage, this.version, phase);
    }
    return this.#types;
  }

  /** Whether a diagnostic has ended the validation. */
  get aborted(): boolean {
    return this.diagnostics.aborted;
  }

  /** Number of the current instruction as Microsoft counts. */
  get instruction(): number {
    return this.cursor.position + 1;
  }

  /**
   * Reports that the current instruction breaks `rule`.
   *
   * @param operand number of the operand that breaks it, from 1; 0: none in particular
   * @param at DWORD index to point at; by default the operand's token, or the opcode token
   */
  report(rule: Sm4RuleRow, operand = 0, values: MessageValues = NO_VALUES, at = this.#tokenOf(operand)): void {
    this.diagnostics.add({ rule, instruction: this.instruction, operand, at, values });
  }

  /**
   * Reports that the entire program breaks `rule`: Microsoft names no instruction. `at`: DWORD index to point at
   * anyway; -1: none.
   */
  reportProgram(rule: Sm4RuleRow, values: MessageValues = NO_VALUES, at = -1): void {
    this.diagnostics.add({ rule, instruction: 0, operand: 0, at, values });
  }

  #tokenOf(operand: number): number {
    const { cursor } = this;
    return operand > 0 && operand <= cursor.operandCount ? cursor.operands[operand - 1]!.at : cursor.start;
  }
}

/** Checks the current instruction. */
export type Handler = (ctx: Sm4ValidationContext) => void;
/** Checks operand number `operand` (from 1) of the current instruction as a reference to a declared register. */
export type ReferenceHandler = (ctx: Sm4ValidationContext, slot: Sm4OperandSlot, operand: number) => void;
export type Handlers = Readonly<Partial<Record<Sm4Mnemonic, Handler>>>;
export type ReferenceHandlers = Readonly<Partial<Record<Sm4OperandTypeName, ReferenceHandler>>>;
