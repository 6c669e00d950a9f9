/**
 * The validation context of one program: the decoded current instruction, the diagnostics, and what each topic recorded
 * about the earlier instructions.
 *
 * Not for: rules (rules/), or the order in which they run (validate-program.ts).
 */
import type { MessageValues } from '../../base/diagnostics.ts';
import type { Feature } from '../../chunks/sfi0.ts';
import type { Chunk } from '../../container/dxbc.ts';
import type { Sm4OperandSlot } from '../../isa/sm4/cursor.ts';
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import type { Sm4Mnemonic, Sm4Stage } from '../../isa/sm4/opcodes.ts';

import type { Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { availableCodes } from './availability.ts';
import { Sm4Diagnostics } from './diagnostics.ts';
import type { Sm4RuleRow } from './rule.ts';
import { FlowState } from './rules/flow/flow-state.ts';
import { InterfaceRegisterState } from './rules/registers/state.ts';
import { ResourceState } from './rules/resources/resource-state.ts';
import { TessellationState } from './rules/stages/tessellation-state.ts';
import type { SignaturePart } from './signature-part.ts';
import { withStalledInstruction } from './stalled.ts';
import { type TypeTable, typeTable } from './type-classes.ts';

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

const NO_VALUES: MessageValues = {};
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
  readonly program: Sm4Program;
  readonly cursor: Sm4Cursor;
  readonly containerInfo: Sm4ContainerInfo;
  readonly diagnostics: Sm4Diagnostics;
  /** `lib`: a library function. */
  readonly stage: Sm4Stage | 'lib';
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

  constructor(program: Sm4Program, stage: Sm4Stage | 'lib', containerInfo: Sm4ContainerInfo) {
    this.program = program;
    this.cursor = new Sm4Cursor(withStalledInstruction(program), true);
    this.containerInfo = containerInfo;
    this.diagnostics = new Sm4Diagnostics(program.words.byteLength + (containerInfo.linkage?.data.byteLength ?? 0));
    this.stage = stage;
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
/** Handlers by opcode. */
export type Handlers = Readonly<Partial<Record<Sm4Mnemonic, Handler>>>;
/** Handlers by operand type. */
export type ReferenceHandlers = Readonly<Partial<Record<Sm4OperandTypeName, ReferenceHandler>>>;
