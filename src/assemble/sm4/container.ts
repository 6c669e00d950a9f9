/**
 * The chunks of a shader, encoded and ordered as Microsoft's compiler writes them (source: oracle).
 *
 * Not for: what is in a chunk (the writers in `container`), or where that comes from (`listing.ts`, `derived.ts`).
 */

import { bytesOf } from '../../base/words.ts';
import { type Level9Content, serializeAon9 } from '../../chunks/aon9.ts';
import { serializeIldn } from '../../chunks/debug-name.ts';
import { type ClassLinkage, serializeIfce } from '../../chunks/ifce.ts';
import { type FunctionSignature, serializeLfs0 } from '../../chunks/library.ts';
import type { Rdef } from '../../chunks/rdef.ts';
import { serializeRdef } from '../../chunks/rdef-writer.ts';
import { FEATURES, serializeSfi0 } from '../../chunks/sfi0.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import { serializeSignature } from '../../chunks/signature-writer.ts';
import { STAT_FIELDS, STAT_NAMES, type StatField, serializeStat } from '../../chunks/stat.ts';
import type { ChecksumKind } from '../../container/digest.ts';
import { TAG } from '../../container/tags.ts';
import { type ChunkBytes, serializeContainer } from '../../container/write.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { Sm4GlobalFlags } from '../../isa/sm4/tokens.ts';

/** The parts of a shader or of a function of a library. */
export interface ShaderParts {
  readonly program: Sm4Program;
  /** The token of `dcl_globalFlags`. */
  readonly flags: number;
  readonly resources: Rdef | undefined;
  readonly input: readonly SignatureElement[] | undefined;
  readonly output: readonly SignatureElement[] | undefined;
  readonly patchConstants: readonly SignatureElement[] | undefined;
  readonly functionSignature: FunctionSignature | undefined;
  readonly linkage: ClassLinkage | undefined;
  readonly level9: readonly { readonly kind: 'level9' | 'xnaPrepass' | 'xna'; readonly program: Level9Content }[];
  /** Low DWORD of SFI0. */
  readonly features: number;
  readonly statistics: Partial<Record<StatField, number>> | undefined;
  /** Of the file with debug information. */
  readonly debugName: string | undefined;
  readonly digest: ChecksumKind;
}

/** The size of statistics in bytes: of shader model 4, and of 5. */
const STAT_SIZE_4 = 116;
const STAT_SIZE_5 = 148;
/** Statistics that shader model 4 does not have. */
const ONLY_5 = STAT_NAMES.filter((field) => 4 * STAT_FIELDS[field] >= STAT_SIZE_4);

/** Global flags that SHDR, the chunk of older runtimes, does not have. */
const NEW_FLAGS = [
  Sm4GlobalFlags.enableDoublePrecisionFloatOps,
  Sm4GlobalFlags.enableRawAndStructuredBuffers,
  Sm4GlobalFlags.enableMinimumPrecision,
  Sm4GlobalFlags.enable11_1DoubleExtensions,
  Sm4GlobalFlags.enable11_1ShaderExtensions,
];

/** The container of `parts`. */
export function shaderContainer(parts: ShaderParts): Uint8Array {
  return serializeContainer(shaderChunkList(parts), parts.digest);
}

/** The chunks of `parts` in the order in which the compiler writes them. */
function shaderChunkList(parts: ShaderParts): ChunkBytes[] {
  const { program, level9, debugName: name } = parts;
  const { stage } = program;
  const precise = (parts.features & (1 << FEATURES.minimumPrecision)) !== 0;
  const resources = chunk(TAG.RDEF, parts.resources && serializeRdef(parts.resources));
  const input = signature(parts.input, precise ? TAG.ISG1 : TAG.ISGN);
  const streams = stage === 'gs' && program.major >= 5;
  const output = signature(parts.output, precise ? TAG.OSG1 : streams ? TAG.OSG5 : TAG.OSGN);
  const patch = signature(parts.patchConstants, precise ? TAG.PSG1 : TAG.PCSG);
  const linkage = chunk(TAG.IFCE, parts.linkage && serializeIfce(parts.linkage));
  const code: ChunkBytes = { tag: programTag(parts), data: bytesOf(program.words) };
  const features = chunk(TAG.SFI0, parts.features === 0 ? undefined : serializeSfi0(parts.features));
  const size = program.major >= 5 ? STAT_SIZE_5 : STAT_SIZE_4;
  const statistics = chunk(TAG.STAT, parts.statistics && serializeStat(withinSize(parts.statistics, size), size));
  const debugName = chunk(TAG.ILDN, name === undefined ? undefined : serializeIldn({ flags: 0, name }));
  const own = chunk(TAG.LFS0, parts.functionSignature && serializeLfs0(parts.functionSignature));
  if (level9.length > 0) {
    const tags = { xna: TAG.XNAS, xnaPrepass: TAG.XNAP, level9: TAG.Aon9 } as const;
    const programs = (Object.keys(tags) as (keyof typeof tags)[]).flatMap((kind) =>
      level9
        .filter((part) => part.kind === kind)
        .map(({ program: old }) => ({ tag: tags[kind], data: serializeAon9(old) })),
    );
    return [
      ...programs,
      code,
      ...statistics,
      ...features,
      ...resources,
      ...input,
      ...output,
      ...patch,
      ...own,
      ...debugName,
    ];
  }
  // Domain shaders read patch constants, hull shaders write them.
  const outputs = stage === 'ds' ? [...patch, ...output] : [...output, ...patch];
  return [...resources, ...input, ...outputs, ...own, ...linkage, code, ...features, ...statistics, ...debugName];
}

/** The tag of the program: SHDR or SHEX. */
function programTag({ program, flags }: Pick<ShaderParts, 'program' | 'flags'>): number {
  if (program.major >= 5 || program.stage === 'cs') return TAG.SHEX;
  return NEW_FLAGS.some((flag) => flag.test(flags)) ? TAG.SHEX : TAG.SHDR;
}

function chunk(tag: number, data: Uint8Array | undefined): readonly ChunkBytes[] {
  return data === undefined ? [] : [{ tag, data }];
}

function signature(elements: readonly SignatureElement[] | undefined, tag: number): readonly ChunkBytes[] {
  return chunk(tag, elements && serializeSignature(elements, tag));
}

/** The statistics that a chunk of `size` bytes has. */
function withinSize(values: Partial<Record<StatField, number>>, size: number): Partial<Record<StatField, number>> {
  if (size === STAT_SIZE_5) return values;
  const within = { ...values };
  for (const field of ONLY_5) within[field] = 0;
  return within;
}
