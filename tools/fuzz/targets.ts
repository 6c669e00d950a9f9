/**
 * The entry points of the library as fuzzing calls them, and what must hold of each result.
 *
 * Not for: inputs (inputs.ts), or running them (run.ts, with-coverage.ts).
 */

import { assemble } from '../../src/assemble/assemble.ts';
import { assembleRootSignature } from '../../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Text, u32At } from '../../src/base/words.ts';
import { inspectedParts } from '../../src/cli/inspect/parts.ts';
import { textOf, viewOf } from '../../src/cli/inspect/text.ts';
import { readJournal } from '../../src/cli/scan/journal.ts';
import { readConstantTable } from '../../src/container/ctab.ts';
import { serializeConstantTable } from '../../src/container/ctab-writer.ts';
import { detectFormat } from '../../src/container/detect-format.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import {
  readEditableContainer,
  removeChunks,
  setChunk,
  withChecksum,
  writeEditableContainer,
} from '../../src/container/edit.ts';
import { parseEffect2 } from '../../src/container/fx/fx2/read.ts';
import { serializeEffect2 } from '../../src/container/fx/fx2/write.ts';
import { embeddedShaders } from '../../src/container/fx/read-embedded-shaders.ts';
import { readBlobPart, stripChunks, writeBlobPart } from '../../src/container/parts.ts';
import { readRts0, serializeRts0 } from '../../src/container/rts0.ts';
import { readShaderFile } from '../../src/container/shader-file.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { diffShaders } from '../../src/diff/diff-shaders.ts';
import { Sm1CommentTag } from '../../src/isa/sm1/comments.ts';
import { renameSm1Registers, type Sm1RegisterRef, setSm1Constant, sm1CommentData } from '../../src/isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1 } from '../../src/isa/sm1/encode.ts';
import { renameSm4Registers, type Sm4RegisterRef } from '../../src/isa/sm4/edit.ts';
import {
  coverSm4Temps,
  removeUnusedSm4Declarations,
  setSm4GlobalFlags,
  setSm4ImmediateConstants,
} from '../../src/isa/sm4/edit-declarations.ts';
import { decodeSm4Bytes, encodeSm4 } from '../../src/isa/sm4/encode.ts';
import { reflect } from '../../src/reflect/index.ts';
import { parseWhere, predicateOf, scanShader } from '../../src/scan/index.ts';
import { openShader, ShaderEditError } from '../../src/shader/index.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { listingStyle, optionsOfFlags } from '../../src/text/options.ts';
import { printExpression } from '../../src/text/preshader/expression.ts';
import { printRootSignature } from '../../src/text/root-signature.ts';
import { TextWriter } from '../../src/text/writer.ts';
import { validateBindings, validateEmbeddedRootSignature } from '../../src/validate/bindings/validate-bindings.ts';
import { validatePipeline } from '../../src/validate/pipeline/validate-pipeline.ts';
import { validate } from '../../src/validate/validate.ts';
import { encodePreshader } from '../../src/vm/preshader/encode.ts';
import { evaluatePreshader } from '../../src/vm/preshader/evaluate.ts';
import { decodePreshader } from '../../src/vm/preshader/preshader.ts';
import { rewrittenChunk } from '../../test/support/smith/rewrite-chunks.ts';
import { containersByProfile, fixtures, linkFixtures, linkSignatures } from './corpus.ts';

/** Characters of a listing for each byte of the input, beyond a first allowance: above that something multiplies. */
const MAX_GROWTH = 200;
const ALLOWANCE = 2 ** 20;
/** One call of an entry point. */
export interface Case {
  readonly target: Target;
  readonly bytes: Uint8Array;
  readonly flags: number;
}

/** How much came out: characters, bytes or the like, and diagnostics. */
interface Answer {
  readonly size: number;
  readonly diagnostics: number;
}

/** The entry points; each is given the bytes of a file and eight random bits. */
export const TARGETS = {
  disassemble: (bytes, flags) => {
    const { text, diagnostics } = disassemble(bytes, optionsOfFlags(flags));
    return { size: text.length, diagnostics: diagnostics.length };
  },
  validate: (bytes, flags) => {
    const as = flags & 1 ? 'compiler' : 'runtime';
    const { diagnostics } = validate(bytes, { as, pedantic: (flags & 4) !== 0 });
    return { size: 0, diagnostics: diagnostics.length };
  },
  validateSm4: (bytes) => {
    const { diagnostics, programs, valid } = validate(bytes);
    for (const { code, span, program, at } of diagnostics) {
      if (span.start < 0 || span.start > span.end || span.end > bytes.byteLength + 8)
        throw new Error(`${code} is outside`);
      if (program !== undefined && !(at! < programs[program]!.words.length))
        throw new Error(`${code} is in no program`);
    }
    if (valid && diagnostics.some(({ severity }) => severity === 'error')) throw new Error('valid with errors');
    return { size: 0, diagnostics: diagnostics.length };
  },
  inspect: (bytes) => {
    const diagnostics = new Diagnostics();
    const parts = inspectedParts(readShaderFile(bytes, diagnostics), diagnostics);
    let size = 0;
    for (const compact of [false, true])
      for (const piece of textOf(parts, '', viewOf(false, compact))) size += piece.length;
    return { size, diagnostics: diagnostics.list.length };
  },
  effect2: (bytes, flags) => {
    const { value, diagnostics } = parseEffect2(bytes);
    if (value === undefined && diagnostics.length === 0) throw new Error('no effect, and no diagnostic');
    for (const { code, span } of diagnostics)
      if (span.start < 0 || span.start > span.end || span.end > bytes.byteLength) throw new Error(`${code} is outside`);
    const listing = disassemble(bytes, optionsOfFlags(flags));
    let size = listing.text.length;
    if (value !== undefined) {
      if (Buffer.compare(serializeEffect2(value), bytes) !== 0) throw new Error('written again it is not what it was');
      const { source: _, unused: __, ...content } = value;
      size += serializeEffect2(content).byteLength;
    }
    const shaders = embeddedShaders(bytes).value ?? [];
    if (shaders.some(({ offset, length }) => offset + length > bytes.byteLength))
      throw new Error('a shader is outside');
    size += JSON.stringify(shaders).length >> 2;
    return { size, diagnostics: diagnostics.length };
  },
  encode: (bytes) => {
    for (const again of [encodeSm1(decodeSm1Bytes(bytes)), encodeSm4(decodeSm4Bytes(bytes))]) {
      if (Buffer.compare(again, bytes) !== 0) throw new Error('encode(decode(bytes)) gives other bytes');
    }
    return { size: bytes.byteLength, diagnostics: 0 };
  },
  edit: (bytes) => {
    editSm4(bytes);
    const draft = decodeSm1Bytes(bytes);
    const exchange = (ref: Sm1RegisterRef) => ({ ...ref, number: ref.number ^ 1 });
    const back = renameSm1Registers(renameSm1Registers(draft, exchange), exchange);
    if (Buffer.compare(encodeSm1(back), bytes) !== 0)
      throw new Error('renamed and renamed back, it is not what it was');
    const size = encodeSm1(setSm1Constant(draft, 'const', 0, [1, 2, 3, 4])).byteLength;
    const data = sm1CommentData(draft, Sm1CommentTag.constantTable);
    if (data === undefined) return { size, diagnostics: 0 };
    const { source, ...anew } = readConstantTable(data);
    if (source && Buffer.compare(serializeConstantTable({ ...anew, source }), data) !== 0) {
      throw new Error('a constant table is not what it was');
    }
    return { size: size + serializeConstantTable(anew).byteLength, diagnostics: 0 };
  },
  scanShader: (bytes) => {
    const record = scanShader(bytes);
    for (const value of Object.values(record))
      if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
    return { size: JSON.stringify(record).length, diagnostics: 0 };
  },
  parseWhere: (bytes) => {
    const source = latin1Text(bytes, 0, bytes.byteLength);
    const { condition, diagnostics } = parseWhere(source);
    if ((condition === undefined) !== (diagnostics.length === 1)) throw new Error('neither an expression nor a fault');
    for (const { span } of diagnostics)
      if (span.start < 0 || span.start > span.end || span.end > source.length) throw new Error('outside of the text');
    if (condition !== undefined) predicateOf(condition)(() => null);
    return { size: 0, diagnostics: diagnostics.length };
  },
  readJournal: (bytes, flags) => {
    const journal = readJournal(bytes, flags * 64);
    if (journal !== undefined && (journal.length > bytes.byteLength || journal.end > flags * 64))
      throw new Error('more than there is');
    return { size: journal?.entries.length ?? 0, diagnostics: 0 };
  },
  openShader: (bytes, flags) => {
    const shader = openShader(bytes);
    const { diagnostics } = shader;
    const { reflection } = reflect(bytes);
    const names =
      reflection?.format === 'dxbc'
        ? reflection.boundResources.map(({ name }) => name)
        : reflection?.format === 'sm1'
          ? reflection.constants.map(({ name }) => name)
          : [];
    const [name = 'tint'] = names.slice(flags % Math.max(1, names.length));
    const register = ['c0', 't0', 's0', 'cb0', 'u0', 'i0', 'icb[0]', 'c1.x'][flags & 7]!;
    const [literal] = shader.literals();
    const edits = [
      () => shader.setConstant(register, [1, 2, 3, 4]),
      () => shader.setDefault(name, [1]),
      () => shader.rename(name, 'aLongerNameThanBefore'),
      () => shader.rebind({ [register]: register.replace('0', '7') }),
      () => literal !== undefined && shader.setLiteral(literal, literal.values),
    ];
    for (const edit of edits) {
      try {
        edit();
      } catch (error) {
        // A refused edit is an answer; anything else is a fault.
        if (!(error instanceof ShaderEditError)) throw error;
      }
    }
    return { size: shader.toBytes().byteLength, diagnostics: diagnostics.length };
  },
  reflect: (bytes) => {
    const { reflection, diagnostics } = reflect(bytes);
    // A member of a type takes 270 characters, and any input may have some thousands of them.
    const size = JSON.stringify(reflection ?? {}).length >> 2;
    return { size, diagnostics: diagnostics.length };
  },
  diff: (bytes, flags) => {
    const { facts, parts, diagnostics } = diffShaders(bytes, fixtures[flags % fixtures.length]!);
    for (const { name, lines } of parts) {
      let last = -1;
      for (const { before } of lines) {
        if (before === undefined) continue;
        const position = before.offset ?? before.number ?? last;
        if (position < last) throw new Error(`the lines of ${name} are not in order`);
        last = position;
      }
    }
    return { size: 16 * facts.length, diagnostics: diagnostics.before.length + diagnostics.after.length };
  },
  chunks: (bytes) => {
    const diagnostics = new Diagnostics();
    const container = readContainer(bytes, diagnostics);
    let size = 0;
    const functions = container?.chunks.flatMap(({ tag, data }) => (tag === TAG.LIBF ? [data] : [])) ?? [];
    for (const one of [container, ...functions.map((data) => readContainer(data, diagnostics))]) {
      for (const chunk of one?.chunks ?? []) {
        const written = rewrittenChunk(one!, chunk, diagnostics);
        if (written === undefined) continue;
        size += written.byteLength;
        // What was written is sound, and written again it stays what it is.
        const again = readContainer(serializeContainer([{ tag: chunk.tag, data: written }]), new Diagnostics())!;
        const reported = new Diagnostics();
        const twice = rewrittenChunk(again, again.chunks[0]!, reported)!;
        if (reported.list.length === 0 && Buffer.compare(written, twice) !== 0) {
          throw new Error(`${chunk.name} read and written again is not what it was`);
        }
      }
    }
    return { size, diagnostics: diagnostics.list.length };
  },
  container: (bytes, flags) => {
    const diagnostics = new Diagnostics();
    const draft = readEditableContainer(bytes, diagnostics);
    const again = draft && writeEditableContainer(draft, diagnostics);
    if (again && draft.source?.container.digest && Buffer.compare(again, bytes) !== 0) {
      throw new Error('read and written again it is not what it was');
    }
    let size = again?.byteLength ?? 0;
    if (draft) size += withChecksum(bytes, diagnostics)?.byteLength ?? 0;
    const give = (out: Uint8Array | undefined) => {
      size += out?.byteLength ?? 0;
      // The result is used as input again; an unknown version stays unchanged.
      if (out && u32At(out, 20) === 1 && stripChunks(out, 0, new Diagnostics()) === undefined)
        throw new Error('what came out is refused');
    };
    if (draft) {
      const chunks = removeChunks(setChunk(draft.chunks, 'PRIV', bytes.subarray(0, flags)), 'RDEF');
      give(writeEditableContainer({ ...draft, chunks }, diagnostics));
    }
    give(stripChunks(bytes, flags, diagnostics));
    size += readBlobPart(bytes, flags & 0xf, diagnostics)?.byteLength ?? 0;
    give(writeBlobPart(bytes, flags & 1 ? 'privateData' : 'rootSignature', bytes, diagnostics));
    return { size, diagnostics: diagnostics.list.length };
  },
  assemble: (bytes, flags) => {
    const include = (path: string) =>
      path.length < 4 ? { name: path, text: '#include "x"\nmov r0, r1\n' } : undefined;
    const options = { validate: (flags & 1) === 0, debug: (flags & 4) !== 0, include, defines: { A: 'r0', B: 'A, A' } };
    const assembled = assemble(bytes, options);
    return { size: assembled.bytes?.byteLength ?? 0, diagnostics: assembled.diagnostics.length };
  },
  preshader: (bytes, flags) => {
    const { value, diagnostics } = decodePreshader(bytes);
    if (value === undefined) return { size: 0, diagnostics: diagnostics.length };
    if (Buffer.compare(encodePreshader(value), bytes) !== 0) throw new Error('encodePreshader gives other bytes');
    const { outputs } = evaluatePreshader(value, { registers: { 0: [flags, 1, 2, 3] }, position: [0.5, flags] });
    const out = TextWriter.of(bytes.byteLength);
    printExpression(out, bytes, listingStyle({}), ' ');
    return { size: 8 * outputs.length + out.length, diagnostics: diagnostics.length };
  },
  assembleListing: (bytes, flags) => {
    const { profile } = detectFormat(bytes);
    const originals = containersByProfile.get(profile ?? '') ?? [];
    const into = flags & 1 ? originals[flags % Math.max(1, originals.length)] : undefined;
    const assembled = assemble(bytes, into === undefined ? {} : { into });
    const { bytes: made } = assembled;
    if (made && isContainer(made) && readContainer(made, new Diagnostics())?.digest === undefined)
      throw new Error('the digest is wrong');
    const added = Math.max(0, (made?.byteLength ?? 0) - (into?.byteLength ?? 0));
    return { size: added, diagnostics: assembled.diagnostics.length };
  },
  rootSignature: (bytes) => {
    const diagnostics = new Diagnostics();
    const container = readContainer(bytes, diagnostics);
    const chunk = container?.find(TAG.RTS0);
    if (container === undefined || chunk === undefined) return { size: 0, diagnostics: diagnostics.list.length };
    const reader = new Diagnostics();
    const signature = readRts0(container, chunk, reader);
    if (signature === undefined) return { size: 0, diagnostics: diagnostics.list.length };
    const text = printRootSignature(signature);
    const ranges = signature.parameters.flatMap(({ descriptorTable }) => descriptorTable?.descriptorRanges ?? []);
    if (reader.list.length === 0 && ranges.every(({ rangeType }) => rangeType < 4)) {
      const expected = serializeContainer([{ tag: TAG.RTS0, data: serializeRts0(signature) }]);
      const again = assembleRootSignature(text, { validate: false }).bytes;
      if (again === undefined || Buffer.compare(again, expected) !== 0) throw new Error('its text is another one');
    }
    const validated = validate(bytes).diagnostics.length;
    return { size: text.length, diagnostics: diagnostics.list.length + reader.list.length + validated };
  },
  rootSignatureText: (bytes, flags) => {
    const include = (path: string) => ({ name: path, text: '#define C "CBV(b0)"\n' });
    const options = {
      include,
      validate: (flags & 1) === 0,
      defines: { A: '"UAV(u0),"' },
      ...(flags & 4 ? { entry: 'RS' } : {}),
    };
    detectFormat(bytes);
    const assembled = assembleRootSignature(latin1Text(bytes, 0, bytes.byteLength), options);
    return { size: assembled.bytes?.byteLength ?? 0, diagnostics: assembled.diagnostics.length };
  },
  link: (bytes, flags) => {
    const partners = [flags, flags >> 2, flags >> 4].map((n) => linkFixtures[n % linkFixtures.length]!);
    const inputs = [bytes, ...partners.slice(0, flags & 3)].map((one, n) => ({ name: `${n}`, bytes: one }));
    const { valid, diagnostics } = validatePipeline(inputs, { rasterizedStream: flags & 1 });
    if (valid && diagnostics.some(({ severity }) => severity === 'error')) throw new Error('valid with errors');
    for (const { shader, span } of diagnostics) {
      if (span.start > span.end || span.end > inputs[shader]!.bytes.byteLength) throw new Error('outside of the file');
    }
    const signature = linkSignatures[flags % linkSignatures.length]!;
    const bindings =
      validateBindings(bytes, signature).diagnostics.length + validateEmbeddedRootSignature(bytes).diagnostics.length;
    return { size: 0, diagnostics: diagnostics.length + bindings };
  },
} as const satisfies Record<string, (bytes: Uint8Array, flags: number) => Answer>;

/** Renames what `bytes` name as a program of SM 4-5.1, and changes its declarations. */
function editSm4(bytes: Uint8Array): void {
  const draft = decodeSm4Bytes(bytes);
  // Of an index that is a register alone, 0 and no number are the same.
  const exchange = (ref: Sm4RegisterRef) => ({ ...ref, number: ref.number > 1 ? (ref.number ^ 1) >>> 0 : ref.number });
  const back = renameSm4Registers(renameSm4Registers(draft, exchange), exchange);
  if (Buffer.compare(encodeSm4(back), bytes) !== 0) throw new Error('renamed and renamed back, it is not what it was');
  const covered = coverSm4Temps(draft);
  if (coverSm4Temps(covered).nodes.some((node, i) => node !== covered.nodes[i])) throw new Error('not covered at once');
  const fewer = removeUnusedSm4Declarations(covered);
  if (removeUnusedSm4Declarations(fewer).nodes.length !== fewer.nodes.length) throw new Error('unused ones remain');
  const constants = setSm4ImmediateConstants(setSm4GlobalFlags(fewer, { allResourcesBound: true }), [[1, 2, 3, 4]]);
  if (draft.version !== undefined && encodeSm4(constants).byteLength < 8) throw new Error('nothing is left');
}

export type Target = keyof typeof TARGETS;

/** Entry points for which a container is no less than a stream. */
export const OF_CONTAINERS: ReadonlySet<Target> = new Set<Target>([
  'disassemble',
  'inspect',
  'reflect',
  'diff',
  'chunks',
  'container',
]);

/** Entry points that accept streams of both instruction sets. */
export const OF_PROGRAMS: ReadonlySet<Target> = new Set<Target>(['encode', 'edit']);

/** The fault in the result for a case; undefined if there is none. */
export function faultOf({ target, bytes, flags }: Case): string | undefined {
  try {
    const { size, diagnostics } = TARGETS[target](bytes, flags);
    if (size > ALLOWANCE + MAX_GROWTH * bytes.byteLength) return `${size} characters or bytes come out`;
    if (diagnostics > 64 + 4 * bytes.byteLength) return `${diagnostics} diagnostics`;
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
