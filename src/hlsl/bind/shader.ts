/**
 * The container of a compiled shader: resource definitions, signatures, program, features, statistics, root signature.
 *
 * Not for: what is in the program.
 */

import { derivedFeatures, type ShaderParts, shaderContainer } from '../../assemble/sm4/derived.ts';
import { SystemValue } from '../../base/d3d/system-values.ts';
import { serializeIldn } from '../../chunks/debug-name.ts';
import type { ClassLinkageContent } from '../../chunks/ifce.ts';
import type { FunctionSignatureContent } from '../../chunks/library.ts';
import { BINDING_COMPARISON_SAMPLER, type Rdef } from '../../chunks/rdef.ts';
import type { RootSignature } from '../../chunks/rts0.ts';
import { serializeRts0 } from '../../chunks/rts0.ts';
import { FEATURES } from '../../chunks/sfi0.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { parseContainer } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../container/write.ts';
import { readSm4LeadingDeclarations } from '../../isa/sm4/declarations.ts';
import { readSm4Words } from '../../isa/sm4/program.ts';
import { countSm4 } from '../../isa/sm4/statistics.ts';

/** The parts of a shader. */
export interface ShaderContent {
  /** The program, version token first. */
  readonly words: Uint32Array;
  readonly resources: Rdef;
  /** Of shaders. */
  readonly inputs?: readonly SignatureElement[] | undefined;
  readonly outputs?: readonly SignatureElement[] | undefined;
  /** Of functions of libraries. */
  readonly functionSignature?: FunctionSignatureContent | undefined;
  /** Of hull and domain shaders; undefined for others. */
  readonly patchConstants?: readonly SignatureElement[] | undefined;
  readonly rootSignature?: RootSignature | undefined;
  readonly linkage?: ClassLinkageContent | undefined;
  /** The programs for feature level 9. */
  readonly level9?: ShaderParts['level9'] | undefined;
  /** The program database, and the name of its file. */
  readonly debug?: { readonly database: Uint8Array; readonly name: string | undefined } | undefined;
  /** The program loads from typed views for unordered access that have several components, which it does not say. */
  readonly loadsVectors?: boolean;
  /** The program sends messages to a debugger, so that only a debug runtime may load it. */
  readonly sendsMessages: boolean;
}

/** Samplers that compare are a feature of their own there. */
function level9Features({ level9, resources }: ShaderContent): number {
  const compares = ({ flags }: Rdef['bindings'][number]) => (flags & BINDING_COMPARISON_SAMPLER) !== 0;
  return level9 !== undefined && resources.bindings.some(compares) ? 1 << FEATURES.level9ComparisonFiltering : 0;
}

/** Stages between the vertices and the pixels, whose signatures alone can ask for array indices (source: oracle). */
const BETWEEN: ReadonlySet<string | undefined> = new Set(['hs', 'ds', 'gs'] as const);

/** Array indices that a stage gets from the one before, or a hull shader passes on, read or not. */
function arrayIndexFeatures(stage: string | undefined, { inputs = [], outputs = [] }: ShaderContent): number {
  if (!BETWEEN.has(stage)) return 0;
  const elements = stage === 'hs' ? [...inputs, ...outputs] : inputs;
  const isIndex = ({ systemValue }: SignatureElement) =>
    systemValue === SystemValue.renderTargetArrayIndex || systemValue === SystemValue.viewportArrayIndex;
  return elements.some(isIndex) ? 1 << FEATURES.arrayIndexFromAnyShader : 0;
}

/** The features of a shader that its program alone does not show. */
function otherFeatures(stage: string | undefined, content: ShaderContent): number {
  const formats = content.loadsVectors ? 1 << FEATURES.typedUavLoadAdditionalFormats : 0;
  return formats | level9Features(content) | arrayIndexFeatures(stage, content);
}

/** Returns the container of a shader with its chunks in the order of Microsoft's compiler. */
export function writeShader(content: ShaderContent): Uint8Array {
  const program = readSm4Words(content.words);
  const { globalFlags } = readSm4LeadingDeclarations(content.words);
  const digest = content.sendsMessages ? 'debug' : 'retail';
  const bytes = shaderContainer({
    program,
    flags: globalFlags,
    resources: content.resources,
    input: content.inputs,
    output: content.outputs,
    patchConstants: content.patchConstants,
    functionSignature: content.functionSignature,
    linkage: content.linkage,
    level9: content.level9 ?? [],
    features: derivedFeatures(program) | otherFeatures(program.stage, content),
    statistics: { ...countSm4(program) },
    debugName: undefined,
    digest,
  });
  const { rootSignature, debug, level9 } = content;
  if (rootSignature === undefined && debug === undefined) return bytes;
  const chunks: ChunkBytes[] = [...parseContainer(bytes).value!.chunks];
  if (debug !== undefined) {
    const database = { tag: TAG.SPDB, data: debug.database };
    // For feature level 9, it comes after the programs, and the file has no name.
    const end = level9 === undefined ? chunks.length : chunks.findIndex(({ tag }) => tag === TAG.STAT);
    chunks.splice(end, 0, database);
  }
  if (rootSignature !== undefined) chunks.push({ tag: TAG.RTS0, data: serializeRts0(rootSignature) });
  if (debug?.name !== undefined && level9 === undefined)
    chunks.push({ tag: TAG.ILDN, data: serializeIldn({ flags: 0, name: debug.name }) });
  return serializeContainer(chunks, digest);
}
