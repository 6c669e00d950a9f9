/**
 * Lowers a program of shader models 4.0 to 5.1 to the intermediate representation. Invalid code, which the validator
 * rejects, is a diagnostic.
 *
 * Not for: instructions (handlers.ts), blocks (flow.ts), declarations (module-declarations.ts).
 */
import {
  namesByNumber,
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
} from '../../base/d3d/enumerations.ts';
import { InternalError } from '../../base/diagnostics.ts';
import { MAX_IR_OPS } from '../../base/limits.ts';
import type { Writable } from '../../base/writable.ts';
import { IR_STAGES } from '../../ir/declarations.ts';
import { type IrFacts, IrModule, type IrStage, OpStore } from '../../ir/index.ts';
import { readSm4ControlFlow, type Sm4HullPhase } from '../../isa/sm4/control-flow.ts';
import { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import {
  readSm4Declarations,
  readSm4StageDeclarations,
  type Sm4Declarations,
  type Sm4StageDeclarations,
} from '../../isa/sm4/declarations.ts';
import { SM4_INPUT_PRIMITIVES, SM4_OUTPUT_TOPOLOGIES } from '../../isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES, sm4CodesOf } from '../../isa/sm4/opcodes.ts';
import { type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import { Sm4GlobalFlags, Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import { leaveFunction } from '../flow.ts';
import { type LoweredProgram, orDiagnostic, Refusal } from '../lowering.ts';
import { DX5100, DX5102, DX5108, DX5109, DX5110, DX5112, DX5114 } from '../messages.ts';
import { beginSubroutine } from './handlers/flow.ts';
import { SM4_LOWERINGS } from './handlers/index.ts';
import { Sm4Lowering } from './lowering.ts';
import { ModuleDeclarations } from './module-declarations.ts';
import { readStructure } from './structure.ts';

// The facts of a stage and of its program, as modules have them.

const DOMAINS = /* @__PURE__ */ namesByNumber(TessellatorDomain);
const PARTITIONINGS = /* @__PURE__ */ namesByNumber(TessellatorPartitioning);
const OUTPUT_PRIMITIVES = /* @__PURE__ */ namesByNumber(TessellatorOutputPrimitive);

function stageFacts(program: Sm4Program, { globalFlags, threadGroupSize, interfaces }: Sm4Declarations): IrFacts {
  const { stage } = program;
  const facts: Writable<IrFacts> = { version: [program.major, program.minor], profile: sm4ProfileOf(program) };
  // Assigned: spreading each of them takes longer (measured).
  if (Sm4GlobalFlags.refactoringAllowed.test(globalFlags)) facts.allowsRefactoring = true;
  if (Sm4GlobalFlags.skipOptimization.test(globalFlags)) facts.skipsOptimization = true;
  if (Sm4GlobalFlags.allResourcesBound.test(globalFlags)) facts.allResourcesBound = true;
  if (Sm4GlobalFlags.forceEarlyDepthStencil.test(globalFlags)) facts.forcesEarlyDepth = true;
  if (threadGroupSize !== undefined) facts.threadGroupSize = threadGroupSize;
  if (stage === 'gs' || stage === 'hs' || stage === 'ds')
    Object.assign(facts, primitiveFacts(stage, readSm4StageDeclarations(program)));
  if (interfaces.size > 0) facts.pointerArrays = pointerArrays(interfaces);
  facts.tokens = program.words.length;
  return facts;
}

function pointerArrays(interfaces: Sm4Declarations['interfaces']): NonNullable<IrFacts['pointerArrays']> {
  return [...interfaces].flatMap(([first, { count, dynamicallyIndexed }]) =>
    dynamicallyIndexed ? [[first, count] as const] : [],
  );
}

function primitiveFacts(stage: 'gs' | 'hs' | 'ds', facts: Sm4StageDeclarations): Partial<IrFacts> {
  if (stage === 'gs')
    return {
      inputPrimitive: SM4_INPUT_PRIMITIVES[facts.inputPrimitive] ?? String(facts.inputPrimitive),
      outputTopologies: facts.outputTopologies.map((number) => SM4_OUTPUT_TOPOLOGIES[number] ?? String(number)),
      maxVertices: facts.maxVertices,
      instances: facts.instances,
    };
  const domain = DOMAINS[facts.domain] ?? 'undefined';
  if (stage === 'ds') return { inputPoints: facts.inputControlPoints, domain };
  return {
    inputPoints: facts.inputControlPoints,
    outputPoints: facts.outputControlPoints,
    domain,
    partitioning: PARTITIONINGS[facts.partitioning] ?? 'undefined',
    outputPrimitive: OUTPUT_PRIMITIVES[facts.tessellatorOutput] ?? 'undefined',
    // A limit that is no number limits nothing; damaged programs have such ones.
    ...(Number.isFinite(facts.maxTessFactor) && { maxTessFactor: facts.maxTessFactor }),
  };
}

/** Words of the program for each operation; few programs have more operations. */
const WORDS_OF_OPERATION = 3;

const ALL_STAGES = (1 << IR_STAGES.length) - 1;

/**
 * By opcode number: the stages that may run it, a bit each in the order of {@link IR_STAGES}; all of them for
 * declarations.
 */
const STAGES_OF = /* @__PURE__ */ Uint8Array.from(SM4_OPCODE_BY_CODE, (row) => {
  const stages = row?.kind === 'instruction' || row?.kind === 'marker' ? row.stages : undefined;
  return stages === undefined
    ? ALL_STAGES
    : IR_STAGES.reduce((bits, one, i) => bits | (stages.includes(one) ? 1 << i : 0), 0);
});

const IS_DECLARATION: readonly boolean[] = /* @__PURE__ */ Array.from(
  SM4_OPCODE_BY_CODE,
  (row) => row?.kind === 'declaration',
);

/** Instructions that matter where nothing is reached. */
const STRUCTURAL = /* @__PURE__ */ sm4CodesOf(
  'if',
  'else',
  'endif',
  'loop',
  'endloop',
  'switch',
  'case',
  'default',
  'endswitch',
);
const LABELS_OR_END = /* @__PURE__ */ sm4CodesOf('case', 'default', 'endswitch');

/**
 * Returns the module of a program, with the exact semantics of Direct3D. The program should have been validated; code
 * that the validator rejects may be a diagnostic here, and is never an exception.
 */
export function lowerSm4(program: Sm4Program): LoweredProgram {
  return orDiagnostic(program.words.length, () => lower(program));
}

function lower(program: Sm4Program): IrModule {
  if (!isStage(program.stage)) throw new Refusal(DX5109, 0, { stage: program.stage ?? 'unknown' });
  if (program.diagnostics.some(({ severity }) => severity === 'error')) throw new Refusal(DX5112, program.end);
  const cursor = new Sm4Cursor(program);
  const declarations = readSm4Declarations(program);
  const flow = readSm4ControlFlow(program);
  const store = new OpStore(64 + Math.ceil(program.words.length / WORDS_OF_OPERATION));
  const module = new IrModule(program.stage, stageFacts(program, declarations), store);
  const declared = new ModuleDeclarations(module, cursor, declarations);
  const structure = readStructure(cursor, flow, declarations);
  if (declarations.immediateConstantBuffer >= 0)
    module.immediateConstants = immediateConstants(cursor, declarations.immediateConstantBuffer);
  new ProgramLowering(new Sm4Lowering(module, cursor, declarations, declared, flow, structure)).run();
  return module;
}

function isStage(stage: Sm4Program['stage']): stage is IrStage {
  return (IR_STAGES as readonly (string | undefined)[]).includes(stage);
}

/** The rows of the immediate constant buffer of a program. */
function immediateConstants(cursor: Sm4Cursor, position: number): Uint32Array {
  cursor.goto(position);
  const values = cursor.program.words.subarray(cursor.start + 2, cursor.end);
  return values.slice(0, values.length - (values.length % 4));
}

/** Instances of a phase: as many as a patch has constants, each a component. */
const MAX_INSTANCES = 128;

class ProgramLowering {
  readonly #l: Sm4Lowering;
  /** The stage as a number of {@link IR_STAGES}. */
  readonly #stage: number;

  constructor(l: Sm4Lowering) {
    this.#l = l;
    this.#stage = IR_STAGES.indexOf(l.module.stage);
  }

  run(): void {
    const l = this.#l;
    const { phases, mainEnd, subroutines } = l.flow;
    const phasesWithCode = phases.filter(({ name }) => name !== 'declarations');
    l.firstSubroutine = l.module.stage === 'hs' ? phasesWithCode.length : 1;
    if (l.module.stage === 'hs') for (const phase of phasesWithCode) this.#phase(phase);
    else {
      l.declared.declareArrays(0);
      l.b.beginFunction('main', 'main');
      l.beginRegisters();
      this.#instructions(0, mainEnd);
    }
    for (const [i, { start, end }] of subroutines.entries()) {
      beginSubroutine(l, i);
      this.#instructions(start, end);
    }
  }

  #phase({ name, start, end }: Sm4HullPhase): void {
    const l = this.#l;
    if (name === 'declarations') throw new InternalError('the declarations of a hull shader are no phase');
    l.declared.declareArrays(start, end);
    l.phase = name;
    l.b.beginFunction(name, `${name}${l.module.functions.length}`, [], this.#instances(start, end));
    l.beginRegisters();
    this.#instructions(start, end);
  }

  /** How often a phase runs. */
  #instances(start: number, end: number): number {
    const { cursor } = this.#l;
    for (let position = start; position < end; position++) {
      cursor.goto(position);
      const { row } = cursor;
      if (row?.kind === 'declaration' && row.declares === 'phaseInstances')
        return Math.min(cursor.word(cursor.payload) >>> 0, MAX_INSTANCES);
      if (row?.kind === 'instruction' && position > start) return 1;
    }
    return 1;
  }

  #instructions(start: number, end: number): void {
    const l = this.#l;
    for (let position = start; position < end; position++) this.#instruction(position);
    if (l.frames.length > 0) l.refuse(DX5102, { what: 'the end' });
    // A program ends at its end, too.
    if (!l.isDead) leaveFunction(l);
  }

  #instruction(position: number): void {
    const l: Sm4Lowering = this.#l;
    const { cursor } = l;
    const { words, starts } = cursor.program;
    // Declarations, which all stages have, were read before.
    if (IS_DECLARATION[Sm4OpcodeToken.opcode.get(words[starts[position]!]!)]) return;
    cursor.goto(position);
    const { row, code } = cursor;
    if (row === undefined || row.kind === 'reserved') l.refuse(DX5100, { opcode: code });
    // Where nothing is executed, too: phases that begin there would divide its blocks.
    if (((STAGES_OF[code]! >> this.#stage) & 1) === 0)
      l.refuse(DX5114, { opcode: row.mnemonic, stage: l.module.stage });
    if (row.kind !== 'instruction') return;
    if (l.isDead && !STRUCTURAL.has(code)) {
      const top = l.frames.at(-1);
      if (top?.kind === 'switch' && !top.hasElse && !LABELS_OR_END.has(code) && code !== SM4_OPCODES.nop.code)
        l.refuse(DX5110);
      return;
    }
    l.beginInstruction();
    SM4_LOWERINGS[code]!(l);
    if (l.b.ops.count > MAX_IR_OPS) l.refuse(DX5108, { limit: MAX_IR_OPS });
  }
}
