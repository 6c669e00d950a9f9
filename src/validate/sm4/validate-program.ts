/**
 * The driver: the instructions of a program in order, and for each the rules in the order in which Microsoft's validator has
 * them (source: oracle). A finding that aborts ends it; else the whole program is judged behind its last instruction.
 *
 * Not for: rules (rules/), or containers (container.ts).
 */
import type { Sm4Mnemonic, Sm4Stage } from '../../isa/sm4/opcodes.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import {
  type Handler,
  type Handlers,
  type ReferenceHandler,
  type ReferenceHandlers,
  Sm4Judgement,
  type Sm4Surroundings,
} from './context.ts';
import { judgeAdmission } from './rules/encoding/availability.ts';
import { judgeLateDeclaration } from './rules/encoding/declaration-order.ts';
import { judgeForms } from './rules/encoding/operands.ts';
import {
  FLOW_DECLARATIONS,
  FLOW_INSTRUCTIONS,
  FLOW_REFERENCES,
  judgeBlocksAtEnd,
  judgeFlowAtEnd,
  judgeFlowStep,
} from './rules/flow/flow.ts';
import { judgeCallCount } from './rules/flow/interfaces.ts';
import { judgeLinkageMetadata } from './rules/flow/linkage.ts';
import { judgeInitialisation } from './rules/flow/uninitialized-reads.ts';
import {
  judgePortsAtBody,
  judgePortsAtEnd,
  PORT_DECLARATIONS,
  PORT_INSTRUCTIONS,
  PORT_REFERENCES,
} from './rules/registers/registers.ts';
import { judgeRawBuffersAtEnd } from './rules/resources/global-flags.ts';
import { judgeIndexRegisters } from './rules/resources/resource-references.ts';
import {
  judgeResourcesAtEnd,
  RESOURCE_DECLARATIONS,
  RESOURCE_INSTRUCTIONS,
  RESOURCE_REFERENCES,
} from './rules/resources/resources.ts';
import { judgeFeatures } from './rules/signatures/features.ts';
import { judgeSignatures } from './rules/signatures/signatures.ts';
import { judgeHullPhase } from './rules/stages/hull-phases.ts';
import { judgeOutputLimits } from './rules/stages/output-limits.ts';
import {
  judgeTessellationAtEnd,
  TESSELLATION_DECLARATIONS,
  TESSELLATION_INSTRUCTIONS,
  TESSELLATION_REFERENCES,
} from './rules/stages/tessellation.ts';
import { isStalled, STALL_RULES } from './stalled.ts';

const DECLARATIONS = byCode(TESSELLATION_DECLARATIONS, PORT_DECLARATIONS, RESOURCE_DECLARATIONS, FLOW_DECLARATIONS);
const INSTRUCTIONS = byCode(TESSELLATION_INSTRUCTIONS, RESOURCE_INSTRUCTIONS, PORT_INSTRUCTIONS, FLOW_INSTRUCTIONS);
const REFERENCES = byType(RESOURCE_REFERENCES, PORT_REFERENCES, TESSELLATION_REFERENCES, FLOW_REFERENCES);

/** Judges `program`; the findings are in the judgement that is returned. */
export function judgeSm4Program(
  program: Sm4Program,
  stage: Sm4Stage | 'lib',
  surroundings: Sm4Surroundings,
): Sm4Judgement {
  const j = new Sm4Judgement(program, stage, surroundings);
  const { cursor } = j;
  judgeLinkageMetadata(j);
  for (let i = 0; i < cursor.program.count && !j.aborted; i++) {
    cursor.goto(i);
    judgeInstruction(j);
  }
  if (!j.aborted && isStalled(program)) j.report(STALL_RULES.stalled);
  if (j.aborted) return j;
  if (!j.bodyBegan && j.stage !== 'hs') beginBody(j);
  // Vertex shaders have this first (source: oracle).
  if (j.stage === 'vs') judgeBlocksAtEnd(j);
  for (const judge of AT_END) if (!j.aborted) judge(j);
  if (j.stage !== 'vs' && !j.aborted) judgeBlocksAtEnd(j);
  if (!j.aborted) {
    judgeCallCount(j);
    judgeInitialisation(j);
    judgeOutputLimits(j);
  }
  // Signatures are looked at when all else is right (source: oracle).
  if (j.findings.errors === 0) judgeSignatures(j);
  return j;
}

const AT_END = [
  judgeFlowAtEnd,
  judgeTessellationAtEnd,
  judgePortsAtEnd,
  judgeResourcesAtEnd,
  judgeFeatures,
  judgeRawBuffersAtEnd,
];

function judgeInstruction(j: Sm4Judgement): void {
  const { cursor } = j;
  judgeAdmission(j);
  if (j.aborted) return;
  judgeForms(j);
  if (j.aborted) return;
  if (j.stage === 'hs' && (judgeHullPhase(j) || j.aborted)) return;
  const declares = cursor.row?.kind === 'declaration' || cursor.row?.kind === 'custom';
  if (declares) {
    // In the phases of a hull shader Microsoft's does not mind (source: oracle).
    if (j.bodyBegan && j.stage !== 'hs') judgeLateDeclaration(j);
    run(j, DECLARATIONS[cursor.code]);
    if (cursor.code !== SM4_OPCODES.customdata.code && !j.aborted) judgeFlowStep(j);
    return;
  }
  if (!j.bodyBegan) {
    j.bodyBegan = true;
    beginBody(j);
  }
  for (let i = 0; i < cursor.operandCount && !j.aborted; i++) {
    const slot = cursor.operands[i]!;
    REFERENCES[slot.type]?.(j, slot, i + 1);
    if (!slot.isRegular && slot.indexCount > 0 && !j.aborted) judgeIndexRegisters(j, slot, i + 1);
  }
  run(j, INSTRUCTIONS[cursor.code]);
  if (!j.aborted) judgeFlowStep(j);
}

function beginBody(j: Sm4Judgement): void {
  if (!j.aborted) judgePortsAtBody(j);
}

function run(j: Sm4Judgement, handlers: readonly Handler[] | undefined): void {
  if (handlers === undefined) return;
  for (const handler of handlers) if (!j.aborted) handler(j);
}

function byCode(...topics: readonly Handlers[]): readonly (readonly Handler[] | undefined)[] {
  const list: Handler[][] = [];
  for (const topic of topics) {
    for (const [mnemonic, handler] of Object.entries(topic)) {
      const { code } = SM4_OPCODES[mnemonic as Sm4Mnemonic];
      list[code] = [...(list[code] ?? []), handler];
    }
  }
  return list;
}

function byType(...topics: readonly ReferenceHandlers[]): readonly (ReferenceHandler | undefined)[] {
  const list: ReferenceHandler[] = [];
  for (const topic of topics) {
    for (const [name, handler] of Object.entries(topic)) list[SM4_OPERAND_TYPES[name as Sm4OperandTypeName].code] = handler;
  }
  return list;
}
