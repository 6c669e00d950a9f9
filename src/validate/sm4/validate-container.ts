/**
 * Validates a container: its layout and checksum, the required parts, the program, then whether the program and the
 * other parts agree. The driver runs the rules over the instructions of a program, in the order in which Microsoft's
 * validator runs them (source: oracle). A diagnostic that aborts ends the validation; otherwise the entire program is
 * checked at the end.
 *
 * Not for: rules of programs (rules/), or which files are containers (../validate.ts).
 */

import { Diagnostics, hex } from '../../base/diagnostics.ts';
import { u16At, u32At, wordsOf } from '../../base/words.ts';
import { FEATURES, type Feature, readSfi0 } from '../../chunks/sfi0.ts';
import { readSignature } from '../../chunks/signature.ts';
import { verifyChecksum } from '../../container/digest.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container, HEADER_SIZE, VERSION_OFFSET } from '../../container/dxbc.ts';
import { DX1003, DX1009 } from '../../container/messages.ts';
import { programChunk } from '../../container/shader-chunks.ts';
import { TAG } from '../../container/tags.ts';
import { SM4_OPCODES, type Sm4Mnemonic, type Sm4Stage } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../isa/sm4/operands.ts';
import { readSm4Words, SM4_HEADER_WORDS, type Sm4Program } from '../../isa/sm4/program.ts';
import { Sm4LengthToken, Sm4VersionToken } from '../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../rule.ts';
import {
  type Handler,
  type Handlers,
  isStalled,
  type ReferenceHandler,
  type ReferenceHandlers,
  type SignaturePart,
  type Sm4ContainerInfo,
  Sm4Diagnostics,
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

/** Faults that the readers have codes for; the readers only warn of them. */
// Microsoft's validator stops here. After editing bytes by hand, people want to know what else is wrong.
const DIGEST_RULE: Sm4RuleRow = {
  code: 'DX1003',
  text: DX1003.text,
  hint: 'If the file was edited, update the digest with `dxlens container sign`. If it was cut off, get the whole file.',
};
const VERSION_RULE: Sm4RuleRow = {
  code: 'DX1009',
  text: DX1009.text,
  hint: 'Write version 1.',
  aborts: true,
};

export const LAYOUT_RULE: Sm4RuleRow = {
  code: 'DX3301',
  text: 'Chunk {index} begins at {found}; the data before it ends at {expected}.',
  hint: 'Write the chunks one after the other, in the order of the table and right after it.',
  aborts: true,
};
export const SIGNATURE_RULE: Sm4RuleRow = {
  code: 'DX3302',
  text: 'The {which} signature is missing or cannot be read.',
  hint: 'Write a signature whose names are inside the chunk and whose elements are in the order of their registers.',
  aborts: true,
};
export const PROGRAM_RULE: Sm4RuleRow = {
  code: 'DX3303',
  text: 'The program is missing or longer than its chunk.',
  hint: 'Add the program, or correct its length.',
  aborts: true,
};
export const PROGRAM_TYPE_RULE: Sm4RuleRow = {
  code: 'DX3304',
  text: 'The program type {type} does not exist.',
  hint: 'Write the program type of a stage into the version token.',
  aborts: true,
};
export const FUNCTION_SIGNATURE_RULE: Sm4RuleRow = {
  code: 'DX3305',
  text: 'The container has an {which} signature, which a library function must not have.',
  hint: 'Remove the signature; another chunk describes the parameters of functions.',
  aborts: true,
};
export const RAW_FEATURE_RULE: Sm4RuleRow = {
  code: 'DX3306',
  text: 'The chunk SFI0 declares raw and structured buffers of shader model 4, which this shader always has.',
  hint: 'Clear the bit.',
  aborts: true,
};

const LIBRARY_TYPE = 0xfff0;
/** Bytes of the element count and the offset of the elements. */
const SIGNATURE_HEADER = 8;
/** Checks `container`, which has a program of shader model 4 to 5.1, as Microsoft's compiler checks its own output. */
export function validateSm4(container: Container): Sm4Diagnostics {
  const diagnostics = new Sm4Diagnostics(container.bytes.byteLength);
  checkHeader(container, diagnostics);
  if (diagnostics.aborted) return diagnostics;
  const chunk = programChunk(container.chunks);
  const words = chunk ? wordsOf(chunk.data) : undefined;
  if (words === undefined || words.length < SM4_HEADER_WORDS || Sm4LengthToken.length.get(words[1]!) > words.length) {
    const start = chunk ? chunk.offset : 0;
    diagnostics.addSpan(PROGRAM_RULE, {}, start, start + CHUNK_HEADER_SIZE + (chunk?.data.byteLength ?? 0));
    return diagnostics;
  }
  const program = readSm4Words(words, new Diagnostics());
  const type = Sm4VersionToken.stage.get(words[0]!);
  const stage = type === LIBRARY_TYPE ? 'lib' : (program.stage as Sm4Stage | undefined);
  const containerInfo = partsOf(container, stage, program.major, diagnostics);
  if (!diagnostics.aborted && stage === undefined)
    diagnostics.addSpan(PROGRAM_TYPE_RULE, { type }, chunk!.offset, chunk!.offset + CHUNK_HEADER_SIZE + 4);
  if (diagnostics.aborted) return diagnostics;
  const validated = validateSm4Program(program, stage!, containerInfo).diagnostics;
  if (diagnostics.list.length === 0) return validated;
  diagnostics.append(validated);
  return diagnostics;
}

/** Checks header, chunk table and digest. Errors that the readers find are reported by them. */
function checkHeader({ bytes, chunks, digest, words }: Container, diagnostics: Sm4Diagnostics): void {
  const version = [u16At(bytes, VERSION_OFFSET), u16At(bytes, VERSION_OFFSET + 2)];
  if (version[0] !== 1 || version[1] !== 0)
    diagnostics.addSpan(VERSION_RULE, { version: version.join('.') }, VERSION_OFFSET, VERSION_OFFSET + 4);
  // The digest was checked when the container was read.
  const check = diagnostics.aborted || digest !== undefined ? undefined : verifyChecksum(bytes, words);
  if (check !== undefined && check.kind === undefined)
    diagnostics.addSpan(DIGEST_RULE, { found: check.found, expected: check.expected }, 4, VERSION_OFFSET);
  // If the reader left out chunks, it has reported them, and the gaps between the others mean nothing.
  const count = u32At(bytes, HEADER_SIZE - 4);
  let end = HEADER_SIZE + 4 * count;
  for (let i = 0; i < count && count === chunks.length && !diagnostics.aborted; i++) {
    const { offset, data } = chunks[i]!;
    if (offset !== end) {
      const values = { index: i, found: hex(offset), expected: hex(end) };
      diagnostics.addSpan(LAYOUT_RULE, values, offset, offset + CHUNK_HEADER_SIZE);
    }
    end = offset + CHUNK_HEADER_SIZE + data.byteLength;
  }
}

/** Reads the parts that a program of `stage` is checked against, in the order of Microsoft's validator. */
function partsOf(
  container: Container,
  stage: Sm4Stage | 'lib' | undefined,
  major: number,
  diagnostics: Sm4Diagnostics,
): Sm4ContainerInfo {
  const input = readPart(container, TAG.ISG1, TAG.ISGN);
  const output = readPart(container, TAG.OSG1, TAG.OSGN, TAG.OSG5);
  // The chunk decides whether it is a function, not the program type (source: oracle).
  if (container.find(TAG.LFS0)) {
    if (input) refuse(diagnostics, 'input', input.chunk);
    else if (output) refuse(diagnostics, 'output', output.chunk);
  } else if (input === undefined) diagnostics.addSpan(SIGNATURE_RULE, { which: 'input' });
  else if (output === undefined) diagnostics.addSpan(SIGNATURE_RULE, { which: 'output' });
  const features = featuresOf(container);
  const containerInfo = { input, output, features, linkage: container.find(TAG.IFCE) };
  if (diagnostics.aborted) return containerInfo;
  // Reflection has another name for the same bit.
  if (features?.has('earlyDepthStencil') && (major >= 5 || stage === 'cs'))
    diagnostics.addSpan(RAW_FEATURE_RULE, {}, container.find(TAG.SFI0)!.offset);
  if (diagnostics.aborted || (stage !== 'hs' && stage !== 'ds')) return containerInfo;
  const patchConstant = readPart(container, TAG.PSG1, TAG.PCSG);
  if (patchConstant === undefined) diagnostics.addSpan(SIGNATURE_RULE, { which: 'patch constant' });
  return { ...containerInfo, patchConstant };
}

function refuse(diagnostics: Sm4Diagnostics, which: string, { offset, data }: Chunk): void {
  const end = offset + CHUNK_HEADER_SIZE + data.byteLength;
  diagnostics.addSpan(FUNCTION_SIGNATURE_RULE, { which }, offset, end);
}

/** The signature in the first chunk that has one of `tags`; undefined where it cannot be read. */
function readPart(container: Container, ...tags: readonly number[]): SignaturePart | undefined {
  for (const tag of tags) {
    const chunk = container.find(tag);
    if (chunk === undefined) continue;
    const { data } = chunk;
    if (data.byteLength < SIGNATURE_HEADER) return undefined;
    if (u32At(data, 0) === 0) return { elements: [], chunk, start: 0 };
    const signature = readSignature(container, chunk, new Diagnostics());
    if (signature?.source === undefined) return undefined;
    const { elements } = signature;
    for (let i = 1; i < elements.length; i++) {
      const [one, next] = [elements[i - 1]!, elements[i]!];
      if (one.stream === next.stream && one.register > next.register) return undefined;
    }
    return { elements, chunk, start: chunk.offset + CHUNK_HEADER_SIZE + u32At(data, 4) };
  }
  return undefined;
}

const FEATURE_BITS = Object.entries(FEATURES) as [Feature, number][];

function featuresOf(container: Container): ReadonlySet<Feature> | undefined {
  const chunk = container.find(TAG.SFI0);
  if (chunk === undefined) return undefined;
  const { low } = readSfi0(container, chunk, new Diagnostics());
  const features = new Set<Feature>();
  for (const [feature, bit] of FEATURE_BITS) if (((low >>> bit) & 1) !== 0) features.add(feature);
  return features;
}
