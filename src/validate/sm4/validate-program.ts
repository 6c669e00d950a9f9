/**
 * The driver: runs the rules over the instructions of a program, in the order in which Microsoft's validator runs them
 * (source: oracle). A diagnostic that aborts ends the validation; otherwise the entire program is checked at the end.
 *
 * Not for: rules (rules/), or containers (validate-container.ts).
 */
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4Stage } from '../../isa/sm4/opcodes.ts';

import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import {
  type Handler,
  type Handlers,
  isStalled,
  type ReferenceHandler,
  type ReferenceHandlers,
  type Sm4ContainerInfo,
  Sm4ValidationContext,
  STALLED_RULE,
} from './context.ts';
import { checkAvailability } from './rules/encoding/availability.ts';
import { checkLateDeclaration } from './rules/encoding/declaration-order.ts';
import { checkOperands } from './rules/encoding/operands.ts';
import {
  checkBlocksAtEnd,
  checkFlowAtEnd,
  checkFlowStep,
  FLOW_DECLARATIONS,
  FLOW_INSTRUCTIONS,
  FLOW_REFERENCES,
} from './rules/flow/flow.ts';
import { checkCallCount } from './rules/flow/interfaces.ts';
import { checkLinkageMetadata } from './rules/flow/linkage.ts';
import { checkUninitializedReads } from './rules/flow/uninitialized-reads.ts';
import {
  checkRegistersAtBody,
  checkRegistersAtEnd,
  INTERFACE_REGISTER_DECLARATIONS,
  INTERFACE_REGISTER_INSTRUCTIONS,
  INTERFACE_REGISTER_REFERENCES,
} from './rules/registers/registers.ts';
import { checkRawBuffersAtEnd } from './rules/resources/global-flags.ts';
import {
  checkIndexRegisters,
  checkResourcesAtEnd,
  RESOURCE_DECLARATIONS,
  RESOURCE_INSTRUCTIONS,
  RESOURCE_REFERENCES,
} from './rules/resources/resources.ts';
import { checkFeatures } from './rules/signatures/features.ts';
import { checkSignatures } from './rules/signatures/signatures.ts';
import { checkHullPhase } from './rules/stages/hull-phases.ts';
import {
  checkOutputLimits,
  checkTessellationAtEnd,
  TESSELLATION_DECLARATIONS,
  TESSELLATION_INSTRUCTIONS,
  TESSELLATION_REFERENCES,
} from './rules/stages/stages.ts';

const DECLARATIONS = byCode(
  TESSELLATION_DECLARATIONS,
  INTERFACE_REGISTER_DECLARATIONS,
  RESOURCE_DECLARATIONS,
  FLOW_DECLARATIONS,
);
const INSTRUCTIONS = byCode(
  TESSELLATION_INSTRUCTIONS,
  RESOURCE_INSTRUCTIONS,
  INTERFACE_REGISTER_INSTRUCTIONS,
  FLOW_INSTRUCTIONS,
);
const REFERENCES = byType(RESOURCE_REFERENCES, INTERFACE_REGISTER_REFERENCES, TESSELLATION_REFERENCES, FLOW_REFERENCES);

/** Validates `program`; the returned context has the diagnostics. */
export function validateSm4Program(
  program: Sm4Program,
  stage: Sm4Stage | 'lib',
  containerInfo: Sm4ContainerInfo,
): Sm4ValidationContext {
  const ctx = new Sm4ValidationContext(program, stage, containerInfo);
  const { cursor } = ctx;
  checkLinkageMetadata(ctx);
  for (let i = 0; i < cursor.program.count && !ctx.aborted; i++) {
    cursor.goto(i);
    checkInstruction(ctx);
  }
  if (!ctx.aborted && isStalled(program)) ctx.report(STALLED_RULE);
  if (ctx.aborted) return ctx;
  if (!ctx.bodyBegan && ctx.stage !== 'hs') beginBody(ctx);
  // For vertex shaders this comes first (source: oracle).
  if (ctx.stage === 'vs') checkBlocksAtEnd(ctx);
  for (const check of AT_END) if (!ctx.aborted) check(ctx);
  if (ctx.stage !== 'vs' && !ctx.aborted) checkBlocksAtEnd(ctx);
  if (!ctx.aborted) {
    checkCallCount(ctx);
    checkUninitializedReads(ctx);
    checkOutputLimits(ctx);
  }
  // Signatures are checked only where there are no other errors (source: oracle).
  if (ctx.diagnostics.errors === 0) checkSignatures(ctx);
  return ctx;
}

const AT_END = [
  checkFlowAtEnd,
  checkTessellationAtEnd,
  checkRegistersAtEnd,
  checkResourcesAtEnd,
  checkFeatures,
  checkRawBuffersAtEnd,
];

function checkInstruction(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  checkAvailability(ctx);
  if (ctx.aborted) return;
  checkOperands(ctx);
  if (ctx.aborted) return;
  if (ctx.stage === 'hs' && (checkHullPhase(ctx) || ctx.aborted)) return;
  const declares = cursor.row?.kind === 'declaration' || cursor.row?.kind === 'custom';
  if (declares) {
    // In the phases of a hull shader Microsoft's accepts it (source: oracle).
    if (ctx.bodyBegan && ctx.stage !== 'hs') checkLateDeclaration(ctx);
    run(ctx, DECLARATIONS[cursor.code]);
    if (cursor.code !== SM4_OPCODES.customdata.code && !ctx.aborted) checkFlowStep(ctx);
    return;
  }
  if (!ctx.bodyBegan) {
    ctx.bodyBegan = true;
    beginBody(ctx);
  }
  for (let i = 0; i < cursor.operandCount && !ctx.aborted; i++) {
    const slot = cursor.operands[i]!;
    REFERENCES[slot.type]?.(ctx, slot, i + 1);
    if (!slot.isRegular && slot.indexCount > 0 && !ctx.aborted) checkIndexRegisters(ctx, slot, i + 1);
  }
  run(ctx, INSTRUCTIONS[cursor.code]);
  if (!ctx.aborted) checkFlowStep(ctx);
}

function beginBody(ctx: Sm4ValidationContext): void {
  if (!ctx.aborted) checkRegistersAtBody(ctx);
}

function run(ctx: Sm4ValidationContext, handlers: readonly Handler[] | undefined): void {
  if (handlers === undefined) return;
  for (const handler of handlers) if (!ctx.aborted) handler(ctx);
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
    for (const [name, handler] of Object.entries(topic))
      list[SM4_OPERAND_TYPES[name as Sm4OperandTypeName].code] = handler;
  }
  return list;
}
