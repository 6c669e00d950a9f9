/**
 * Lowers a program of shader models 1 to 3 to the intermediate representation. Invalid code, which the validator
 * rejects, is a diagnostic.
 *
 * Not for: instructions (handlers.ts), blocks (../flow.ts), the pipeline after the shader: fog, the alpha test, and the
 * range of colors before 3_0.
 */

import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { MAX_IR_OPS } from '../../base/limits.ts';
import { Sm1Version, sm1Profile } from '../../base/profile.ts';
import type { Writable } from '../../base/writable.ts';
import { type IrBinding, IrModule } from '../../ir/index.ts';
import { Sm1Cursor } from '../../isa/sm1/cursor.ts';
import { readSm1Declarations, reportAssumedInputs, type Sm1ProgramDeclarations } from '../../isa/sm1/declarations.ts';
import {
  SM1_COMMENT,
  SM1_OPCODE_BY_CODE,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1HasOpcode,
  sm1OpcodeRow,
  sm1Operands,
} from '../../isa/sm1/opcodes.ts';
import type { Sm1Program } from '../../isa/sm1/program.ts';
import { SM1_REGISTER_COUNTS } from '../../isa/sm1/registers.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import { type LoweredProgram, orDiagnostic, Refusal } from '../lowering.ts';
import { DX5100, DX5102, DX5108, DX5112, DX5200, DX5201, DX5202, DX5203 } from '../messages.ts';
import { Sm1Constants } from './constants.ts';
import { destinationOf, type Sm1Destination, write } from './destinations.ts';
import { beginSubroutine, leaveProgram } from './handlers/flow.ts';
import { SM1_LOWERINGS } from './handlers/index.ts';
import { type Sm1Handler, Sm1Lowering } from './lowering.ts';
import { type LowerSm1Options, Sm1ModuleDeclarations } from './module-declarations.ts';
import { readStructure } from './structure.ts';

/**
 * Returns the module of a program, with the exact semantics of Direct3D 9. The program should have been validated; code
 * that the validator rejects may be a diagnostic here, and is never an exception.
 */
export function lowerSm1(program: Sm1Program, options: LowerSm1Options = {}): LoweredProgram {
  const declarations = readSm1Declarations(program);
  const { module, diagnostics } = orDiagnostic(program.words.length, () => lower(program, declarations, options));
  const notes = new Diagnostics();
  if (module !== undefined) reportAssumedInputs(declarations.registers, notes);
  return { module, diagnostics: notes.list.length === 0 ? diagnostics : [...diagnostics, ...notes.list] };
}

function lower(program: Sm1Program, declarations: Sm1ProgramDeclarations, options: LowerSm1Options): IrModule {
  const { stage, major, minor, words } = program;
  const token = words[0] ?? 0;
  if (stage === undefined) throw new Refusal(DX5201, 0, { version: hex(token, 8) });
  if (program.diagnostics.some(({ severity }) => severity === 'error')) throw new Refusal(DX5112, program.end);
  const version = (major << 8) | minor;
  const module = new IrModule(stage, {
    version: [major, minor],
    profile: sm1Profile(token),
    tokens: words.length,
  });
  const cursor = new Sm1Cursor(program);
  const structure = readStructure(program, cursor, version);
  const declared = new Sm1ModuleDeclarations(module, words, version, declarations, options);
  declared.declareOutputs(structure.outputs, structure.isOutputIndexed);
  const constants = new Sm1Constants(declarations, stage === 'ps' && major < 2, options.separatesConstants === true);
  const l = new Sm1Lowering(module, cursor, version, declared, constants, structure);
  if (structure.isOutputIndexed)
    l.outputArray =
      module.variables.push({ rows: SM1_REGISTER_COUNTS.outputOrTexCoordOut, components: 4, name: 'o' }) - 1;
  new ProgramLowering(l, program).run();
  setSizes(module, constants);
  return module;
}

/** Sets the rows of the register files that are read; 0 where an index reads them. Nothing else has the bindings. */
function setSizes({ bindings }: IrModule, { rows, isIndexed }: Sm1Constants): void {
  for (const binding of bindings) {
    if (binding.file === undefined) continue;
    const isArray = binding.file === 'float' && isIndexed;
    const sized: Writable<IrBinding> = binding;
    sized.size = isArray ? 0 : rows[binding.file];
    if (isArray) sized.isIndexed = true;
  }
}

/** Programs of feature level 9 are of this version or a later one. */
const LEVEL_9 = Sm1Version.v2_0;

/** Opcodes that do nothing when the program runs. */
const NOT_EXECUTED: ReadonlySet<Sm1Opcode> = /* @__PURE__ */ new Set<Sm1Opcode>([
  'dcl',
  'def',
  'defi',
  'defb',
  'nop',
  'phase',
  'label',
]);

interface Step {
  readonly opcode: Sm1Opcode;
  readonly row: Sm1OpcodeRow;
  readonly handler: Sm1Handler;
  readonly isExecuted: boolean;
  readonly firstSource: 0 | 1;
}

/** By opcode number; one number is far from the others. */
const STEPS: ReadonlyMap<number, Step> = /* @__PURE__ */ stepsByCode();
const NEAR_STEPS: readonly (Step | undefined)[] = /* @__PURE__ */ Array.from({ length: SM1_OPCODE_LIMIT }, (_, code) =>
  STEPS.get(code),
);

function stepsByCode(): Map<number, Step> {
  const steps = new Map<number, Step>();
  for (const [code, opcode] of SM1_OPCODE_BY_CODE) {
    const row = sm1OpcodeRow(code)!;
    steps.set(code, {
      opcode,
      row,
      handler: SM1_LOWERINGS[opcode],
      isExecuted: !NOT_EXECUTED.has(opcode),
      firstSource: row.operands[0]?.role === 'destination' ? 1 : 0,
    });
  }
  return steps;
}

function stepOf(code: number): Step | undefined {
  return code < SM1_OPCODE_LIMIT ? NEAR_STEPS[code] : STEPS.get(code);
}

/** Results of two co-issued instructions, by component. */
const FIRST = /* @__PURE__ */ new Int32Array(4);
const SECOND = /* @__PURE__ */ new Int32Array(4);

/** No instruction with an opcode was checked yet. */
const UNCHECKED = -1;
/** By stage and version: operand counts of the opcodes that were checked. Reading the table takes longer (measured). */
const operandCounts = new Map<number, Int8Array>();
/** More than there are versions; damaged programs may have others. */
const MAX_VERSIONS = 32;

function operandCountsOf(isPixel: boolean, version: number): Int8Array {
  const key = 2 * version + (isPixel ? 1 : 0);
  let counts = operandCounts.get(key);
  if (counts === undefined) {
    counts = new Int8Array(SM1_OPCODE_LIMIT).fill(UNCHECKED);
    if (operandCounts.size < MAX_VERSIONS) operandCounts.set(key, counts);
  }
  return counts;
}

class ProgramLowering {
  readonly #l: Sm1Lowering;
  readonly #program: Sm1Program;
  readonly #operandCounts: Int8Array;

  constructor(l: Sm1Lowering, program: Sm1Program) {
    this.#l = l;
    this.#program = program;
    this.#operandCounts = operandCountsOf(l.isPixel, l.version);
  }

  run(): void {
    const l = this.#l;
    const { subroutines, mainEnd } = l.structure;
    l.b.beginFunction('main', 'main');
    l.beginRegisters();
    this.#instructions(0, mainEnd);
    for (const [i, { start, end }] of subroutines.entries()) {
      beginSubroutine(l, i);
      this.#instructions(start, end);
    }
  }

  #instructions(start: number, end: number): void {
    const l = this.#l;
    for (let position = start; position < end; position = this.#instruction(position, end));
    if (l.frames.length > 0) l.refuse(DX5102, { what: 'the end' });
    // A program ends at its end, too.
    if (!l.isDead) leaveProgram(l);
  }

  /** Lowers the instruction at a position, with the one that runs together with it; returns the position after them. */
  #instruction(position: number, end: number): number {
    const l: Sm1Lowering = this.#l;
    const step = this.#begin(position);
    if (step === undefined) return position + 1;
    const { opcode, row, handler } = step;
    if (l.isDead && row.block === undefined) return position + 1;
    if (handler.kind === 'flow') {
      if (l.cursor.coissued) l.refuse(DX5202, { opcode });
      if (l.cursor.predicate >= 0 && opcode !== 'texkill') l.refuse(DX5203, { opcode });
      handler.run(l);
      this.#checkSize();
      return position + 1;
    }
    const destination = destinationOf(l);
    if (destination.mask !== 0) handler.compute(l, destination.mask, FIRST);
    const second = this.#coissued(position + 1, end);
    const other = second < 0 ? undefined : this.#partner(second);
    write(l, destination, FIRST);
    if (other !== undefined) write(l, other, SECOND);
    this.#checkSize();
    return second < 0 ? position + 1 : second + 1;
  }

  /** Goes to an instruction and checks its operands; undefined for what does nothing. */
  #begin(position: number): Step | undefined {
    const l: Sm1Lowering = this.#l;
    const { cursor } = l;
    cursor.goto(position);
    if (cursor.isComment) return undefined;
    const step = stepOf(cursor.opcode);
    let expected = this.#operandCounts[cursor.opcode] ?? UNCHECKED;
    if (expected === UNCHECKED) {
      if (step === undefined || !this.#has(step.row)) l.refuse(DX5100, { opcode: step?.opcode ?? cursor.opcode });
      expected = sm1Operands(step.row, l.version).length;
      if (cursor.opcode < SM1_OPCODE_LIMIT) this.#operandCounts[cursor.opcode] = expected;
    }
    const { opcode, isExecuted, firstSource } = step!;
    if (cursor.predicate >= 0 && !this.#has(SM1_OPCODES.setp)) l.refuse(DX5203, { opcode });
    if (!isExecuted) return undefined;
    l.b.at = cursor.start;
    if (cursor.operandCount !== expected || cursor.firstSource !== firstSource)
      l.refuse(DX5200, { opcode, found: cursor.operandCount, expected });
    return step;
  }

  /** Whether the version of the program has an opcode. Those of feature level 9 are in no version. */
  #has(row: Sm1OpcodeRow): boolean {
    if (row.vs === undefined && row.ps === undefined)
      return row.category === 'arithmetic' && this.#l.version >= LEVEL_9;
    return sm1HasOpcode(row, this.#l.isPixel ? 'ps' : 'vs', this.#l.version);
  }

  /** The position of an instruction that runs together with the one before `position`; -1 without. */
  #coissued(position: number, end: number): number {
    const { words, starts } = this.#program;
    for (let next = position; next < end; next++) {
      const token = words[starts[next]!]!;
      const code = Sm1InstructionToken.opcode.get(token);
      const step = stepOf(code);
      if (code === SM1_COMMENT || step?.isExecuted === false) continue;
      return step !== undefined && Sm1InstructionToken.coissue.test(token) ? next : -1;
    }
    return -1;
  }

  /** Makes the result of the second one of two instructions. */
  #partner(position: number): Sm1Destination {
    const l: Sm1Lowering = this.#l;
    const { opcode, handler } = this.#begin(position)!;
    if (handler.kind !== 'result') l.refuse(DX5202, { opcode });
    const destination = destinationOf(l);
    if (destination.mask !== 0) handler.compute(l, destination.mask, SECOND);
    return destination;
  }

  #checkSize(): void {
    const l: Sm1Lowering = this.#l;
    if (l.b.ops.count > MAX_IR_OPS) l.refuse(DX5108, { limit: MAX_IR_OPS });
  }
}
