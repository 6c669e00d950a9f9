/**
 * Feeds damaged shaders and texts to the entry points of the library and checks that they return: nothing thrown, no hang,
 * neither output nor diagnostics out of proportion to the input.
 *
 *     npm run fuzz -- [--seconds 60] [--seed 1] [--target assemble]    fixtures cut short, and changed at random
 *     npm run fuzz -- --seed 1 --only 4711 [--target assemble]         one case again, with its input written to a file
 *
 * Without --target each case goes to one of all entry points.
 *
 * Exit status 1 when something went wrong.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assemble } from '../src/assemble/assemble.ts';
import { assembleRootSignature } from '../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes, latin1Text, u32At, wordsOf } from '../src/base/words.ts';
import { inspectedParts } from '../src/cli/inspect/parts.ts';
import { textOf, viewOf } from '../src/cli/inspect/text.ts';
import { readConstantTable } from '../src/container/ctab.ts';
import { serializeConstantTable } from '../src/container/ctab-writer.ts';
import { detectFormat } from '../src/container/detect-format.ts';
import { HEADER_SIZE, isContainer, readContainer } from '../src/container/dxbc.ts';
import {
  readEditableContainer,
  removeChunks,
  setChunk,
  withChecksum,
  writeEditableContainer,
} from '../src/container/edit.ts';
import { readBlobPart, stripChunks, writeBlobPart } from '../src/container/parts.ts';
import { readRts0, serializeRts0 } from '../src/container/rts0.ts';
import { readShaderFile } from '../src/container/shader-file.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer, writeChecksum } from '../src/container/write.ts';
import { diffShaders } from '../src/diff/diff-shaders.ts';
import { Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { renameSm1Registers, type Sm1RegisterRef, setSm1Constant, sm1CommentData } from '../src/isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1 } from '../src/isa/sm1/encode.ts';
import { renameSm4Registers, type Sm4RegisterRef } from '../src/isa/sm4/edit.ts';
import {
  coverSm4Temps,
  removeUnusedSm4Declarations,
  setSm4GlobalFlags,
  setSm4ImmediateConstants,
} from '../src/isa/sm4/edit-declarations.ts';
import { decodeSm4Bytes, encodeSm4 } from '../src/isa/sm4/encode.ts';
import { reflect } from '../src/reflect/index.ts';
import { openShader, ShaderEditError } from '../src/shader/index.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { printRootSignature } from '../src/text/root-signature.ts';
import { validateBindings, validateEmbeddedRootSignature } from '../src/validate/bindings/validate-bindings.ts';
import { validatePipeline } from '../src/validate/pipeline/validate-pipeline.ts';
import { validate } from '../src/validate/validate.ts';
import { programsIn } from '../test/support/sm4-programs.ts';
import { Random } from '../test/support/smith/random.ts';
import { rewrittenChunk } from '../test/support/smith/rewrite-chunks.ts';
import { damageRootSignatureText, randomRootSignatureText } from '../test/support/smith/root-signature.ts';
import { damageSm1Fields } from '../test/support/smith/sm1-damage.ts';
import { validSm1Words } from '../test/support/smith/sm1-valid.ts';
import { damagedContainer } from '../test/support/smith/sm4-damage.ts';
import { validProgram } from '../test/support/smith/sm4-valid.ts';
import { wildProgram } from '../test/support/smith/sm4-wild.ts';
import { readLinkFixtures } from './fixtures/link.ts';
import { readRecorded } from './fixtures/recorded.ts';

/** How long one input may take before it counts as a hang, in milliseconds. */
const PATIENCE = 10_000;
/** Characters of a listing for each byte of the input, beyond a first allowance: above that something multiplies. */
const MAX_GROWTH = 200;
const ALLOWANCE = 2 ** 20;
/** Memory of the process that runs the cases, in megabytes. */
const MEMORY = 1024;
const PROGRESS_DIGITS = 12;
/** Values that counts, sizes and offsets break on. */
const BAD_WORDS = [0, 1, 0x7f, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
/** Cuts of one fixture. */
const MAX_CUTS = 1000;
/** Faults after which it stops: more of them say nothing new. */
const MAX_FAULTS = 20;

interface Case {
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
const TARGETS = {
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

type Target = keyof typeof TARGETS;

/** Entry points for which a container is no less than a stream. */
const OF_CONTAINERS: ReadonlySet<Target> = new Set<Target>([
  'disassemble',
  'inspect',
  'reflect',
  'diff',
  'chunks',
  'container',
]);

/** Entry points that accept streams of both instruction sets. */
const OF_PROGRAMS: ReadonlySet<Target> = new Set<Target>(['encode', 'edit']);

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    target: { type: 'string' },
  },
});
if (values.target !== undefined && !Object.hasOwn(TARGETS, values.target)) {
  throw new Error(`--target is one of ${Object.keys(TARGETS).join(', ')}`);
}
const chosen: readonly Target[] =
  values.target === undefined ? (Object.keys(TARGETS) as Target[]) : [values.target as Target];

const fixtures = readRecorded().map(({ bytes }) => bytes);
const streams = fixtures.filter((bytes) => detectFormat(bytes).format === 'sm1');
const rootSignatures = fixtures.filter((bytes) => detectFormat(bytes).format === 'root-signature');
const programs = fixtures.flatMap(programsIn).map(bytesOf);
const containers = fixtures.filter((bytes) => detectFormat(bytes).format === 'dxbc');
const libraries = fixtures.filter((bytes) => detectFormat(bytes).format === 'library');
/** Those that a listing can be put into, by the profile of their programs. */
const containersByProfile = new Map<string, Uint8Array[]>();
for (const bytes of containers) {
  const { profile } = detectFormat(bytes);
  const same = containersByProfile.get(profile ?? '') ?? [];
  containersByProfile.set(profile ?? '', same);
  same.push(bytes);
}
/** Shaders that meet each other and root signatures. */
const linkFixtures = [...readLinkFixtures().values()];
const linkSignatures = [
  'RootFlags(0)',
  'CBV(b0), DescriptorTable(SRV(t0, numDescriptors=unbounded)), UAV(u1), SRV(t0, space=1)',
].map((text) => {
  const container = readContainer(assembleRootSignature(text).bytes!, new Diagnostics())!;
  return readRts0(container, container.chunks[0]!, new Diagnostics())!;
});
/** What texts are made of besides the listings of streams. */
// biome-ignore format: one line a topic
const WORDS = [
  'ps_1_1', 'ps.1.4', 'ps_2_x', 'vs_1_0', 'vs_3_sw', 'c[a0.x + 5]', 'c[aL]', '-r0_bx2.wzyx', '1-r1', '(!p0.x)', '+', '\\\n',
  '#define A A A', '#define F(x) x x F(x)', 'F(F(A))', '#if 1', '#else', '#endif', '#ifdef A', '#undef A', '#line 7 "f"',
  '#include "x"', '#include <long name>', '#error no', '#pragma def(ps_2_0, c0, 1, 2, 3, 4)', '/*', '*/', '//', ';', '"',
  'ps_5_0', 'vs_4_1', 'cs_5_1', 'lib_5_0', 'dcl_temps 4', 'dcl_immediateConstantBuffer { {', '}', 'sample_indexable(texture2d)',
  'l(1.000000, 0, ', '|', 'cb0[r0.x + 1].xyzw', 'T0[3:*], space=1', '{min16f as def32}', '[precise(xy)]', 'printf "%f"', '// COMMENT: ',
  '1e99', '0x', '-.5e-', '1.#INF', 'm4x4', 'sincos', 'dcl_texcoord15_centroid', 'def c0, 1, 2, 3', 'if_lt', '\0', '\xff',
];
/** The number of cuts before each fixture. Every second case is a cut until all were made. */
const cutsBefore = [0];
for (const bytes of fixtures) cutsBefore.push(cutsBefore.at(-1)! + cutsOf(bytes));
const cuts = cutsBefore.at(-1)!;

/** How often a fixture is cut: at every DWORD, or at a number of offsets that keeps the total linear in its size. */
function cutsOf(bytes: Uint8Array): number {
  return Math.min(Math.ceil(bytes.byteLength / 4), MAX_CUTS);
}

/** Case number `index`: the same for the same seed, independent of earlier cases. */
function caseOf(seed: number, index: number): Case {
  const random = new Random(Math.imul(seed, 0x9e37_79b1) + index);
  const flags = random.below(2) === 0 ? 0 : random.below(256) & 0xf5;
  const target = random.pick(chosen);
  const cut = index >> 1;
  const whole = (index & 1) === 1 || cut >= cuts;
  if (target === 'assemble' && (whole || !chosen.includes('disassemble'))) {
    return { target, bytes: damagedText(random), flags };
  }
  if (target === 'validateSm4') return { target, bytes: damagedShader(random), flags };
  if (target === 'assembleListing') return { target, bytes: damaged(listingOfSm4(random, true), random), flags };
  if (target === 'rootSignatureText' && (whole || !chosen.includes('disassemble'))) {
    return { target, bytes: damagedRootText(random), flags };
  }
  if (target === 'link') return { target, bytes: changed(random, random.pick(linkFixtures)), flags };
  if (whole) return { target, bytes: mutated(random, target), flags };
  let fixture = 0;
  while (cutsBefore[fixture + 1]! <= cut) fixture++;
  const bytes = fixtures[fixture]!;
  const words = Math.floor(((cut - cutsBefore[fixture]!) * bytes.byteLength) / 4 / cutsOf(bytes));
  // All cuts are for one entry point: the others have them at random.
  const cutTarget = chosen.includes('disassemble') ? 'disassemble' : target;
  return { target: cutTarget, bytes: bytes.slice(0, 4 * words), flags };
}

function mutated(random: Random, target: Target): Uint8Array {
  if (OF_PROGRAMS.has(target) && random.oneIn(2)) {
    return changed(random, random.oneIn(2) ? random.pick(programs) : bytesOf(wildProgram(random)));
  }
  // Most fixtures are containers, in which these find nothing to do.
  const ownStream = !OF_CONTAINERS.has(target) && target !== 'rootSignature' && !random.oneIn(8);
  if (ownStream && random.oneIn(3)) return bytesOf(damageSm1Fields(wordsOf(random.pick(streams)), random));
  const pool = target === 'rootSignature' ? rootSignatures : ownStream ? streams : fixtures;
  return changed(random, random.pick(pool));
}

/** A container whose digest is right, so that what is damaged in it is looked at. */
function damagedShader(random: Random): Uint8Array {
  let bytes = random.oneIn(2) ? random.pick(containers) : validProgram(random).bytes;
  const times = random.between(1, 4);
  for (let i = 0; i < times; i++) bytes = damagedContainer(bytes, random)?.bytes ?? bytes;
  if (random.oneIn(3)) {
    const chunks = readContainer(bytes, new Diagnostics())?.chunks ?? [];
    const wild = random.oneIn(2);
    return serializeContainer(
      chunks.map(({ tag, data }) => {
        if (tag === TAG.SHEX || tag === TAG.SHDR)
          return { tag, data: wild ? bytesOf(wildProgram(random)) : inWords(changed(random, data)) };
        return { tag, data: random.oneIn(4) ? inWords(changed(random, data)) : data };
      }),
    );
  }
  if (random.oneIn(4)) {
    bytes = changed(random, bytes);
    if (bytes.byteLength >= HEADER_SIZE) writeChecksum(bytes);
  }
  return bytes;
}

/** As much of `data` as chunks hold. */
function inWords(data: Uint8Array): Uint8Array {
  return data.subarray(0, data.byteLength & ~3);
}

/** `original` with a few changes, and sometimes truncated. */
function changed(random: Random, original: Uint8Array): Uint8Array {
  if (original.byteLength < 4) return original;
  let bytes = original.slice();
  const view = new DataView(bytes.buffer);
  const changes = random.between(1, 4);
  for (let i = 0; i < changes; i++) {
    const word = 4 * random.below(bytes.byteLength >> 2);
    switch (random.below(6)) {
      case 0:
        bytes[random.below(bytes.byteLength)] = random.word();
        break;
      case 1:
        bytes[word]! ^= 1 << random.below(8);
        break;
      case 2:
        view.setUint32(word, random.pick(BAD_WORDS), true);
        break;
      case 3:
        view.setUint32(word, view.getUint32(word, true) + random.between(-2, 2), true);
        break;
      case 4:
        view.setUint32(word, view.getUint32(4 * random.below(bytes.byteLength >> 2), true), true);
        break;
      case 5:
        bytes.copyWithin(word, 4 * random.below(bytes.byteLength >> 2), bytes.byteLength);
        break;
    }
  }
  if (random.oneIn(4)) bytes = bytes.slice(0, random.below(bytes.byteLength));
  return bytes;
}

/** The text of a root signature with a few changes, alone or in HLSL. */
function damagedRootText(random: Random): Uint8Array {
  let text = random.oneIn(2) ? disassemble(random.pick(rootSignatures)).text : randomRootSignatureText(random, true);
  if (random.oneIn(2)) text = damageRootSignatureText(text, random);
  if (random.oneIn(2)) text = `#include "c"\n#define RS A "${text.replaceAll('\n', '\\\n')}" C\n`;
  return damaged(text, random);
}

/** A listing with a few changes: characters, words, lines. */
function damagedText(random: Random): Uint8Array {
  if (random.oneIn(2)) return damaged(listingOfSm4(random), random);
  const stream = random.oneIn(2) ? random.pick(streams) : bytesOf(validSm1Words(random));
  return damaged(disassemble(stream, { header: random.oneIn(4) }).text, random);
}

/** The listing of a container, in any form. */
function listingOfSm4(random: Random, withLibraries = false): string {
  const library = withLibraries && random.oneIn(8) ? random.pick(libraries) : undefined;
  const bytes = library ?? (random.oneIn(2) ? random.pick(containers) : validProgram(random).bytes);
  const [header, hex, numbers, offsets] = [!random.oneIn(3), random.oneIn(2), random.oneIn(4), random.oneIn(4)];
  return disassemble(bytes, { header, hex, numbers, offsets }).text;
}

function damaged(whole: string, random: Random): Uint8Array {
  let text = whole;
  const changes = random.between(0, 5);
  for (let i = 0; i < changes; i++) {
    const at = random.below(text.length + 1);
    const length = random.below(12);
    const line = text.lastIndexOf('\n', at) + 1;
    switch (random.below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(at + length);
        break;
      case 1:
        text = text.slice(0, at) + String.fromCharCode(random.below(random.oneIn(4) ? 256 : 128)) + text.slice(at + 1);
        break;
      case 2:
        text = `${text.slice(0, at)} ${random.pick(WORDS)} ${text.slice(at)}`;
        break;
      case 3:
        text = `${text.slice(0, line)}${random.pick(WORDS)}\n${text.slice(line)}`;
        break;
      case 4:
        text = text.slice(0, at) + text.slice(at, at + length).repeat(random.between(2, 40)) + text.slice(at + length);
        break;
      case 5:
        text = text.slice(0, at) + text.slice(random.below(text.length + 1));
        break;
    }
  }
  return latin1Bytes(text);
}

/** The fault in the result for a case; undefined if there is none. */
function faultOf({ target, bytes, flags }: Case): string | undefined {
  try {
    const { size, diagnostics } = TARGETS[target](bytes, flags);
    if (size > ALLOWANCE + MAX_GROWTH * bytes.byteLength) return `${size} characters or bytes come out`;
    if (diagnostics > 64 + 4 * bytes.byteLength) return `${diagnostics} diagnostics`;
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/**
 * In the child process: runs cases from `first` on until the time is over. Writes the number of the case under way into
 * the file `progress`, where it stays readable however this process ends, and sends faults as [case, what].
 */
function work(seed: number, first: number, endTime: number, progress: string): void {
  const file = openSync(progress, 'w');
  const least = chosen.includes('disassemble') ? 2 * cuts : 0;
  for (let index = first; index < least || Date.now() < endTime; index++) {
    writeSync(file, String(index).padStart(PROGRESS_DIGITS), 0);
    const fault = faultOf(caseOf(seed, index));
    if (fault !== undefined) process.send!([index, fault]);
  }
  process.disconnect();
}

/** In the main process: runs a child, and starts another one after a case that hangs or crashes it. */
async function watch(seed: number, seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-fuzz-'));
  const progress = join(directory, 'case');
  const endTime = Date.now() + 1000 * seconds;
  const current = () => Number(readFileSync(progress, 'utf8'));
  let faults = 0;
  const report = (index: number, what: string) => {
    const { target, bytes, flags } = caseOf(seed, index);
    const file = join(directory, `${seed}-${index}.bin`);
    writeFileSync(file, bytes);
    console.error(
      `case ${index}, ${target}, flags 0x${flags.toString(16)}, ${bytes.byteLength} bytes in ${file}: ${what}`,
    );
    faults++;
  };
  let first = 0;
  let how: 'done' | 'hang' | 'crash';
  do {
    writeFileSync(progress, String(first));
    const target = values.target === undefined ? [] : ['--target', values.target];
    const child = fork(
      fileURLToPath(import.meta.url),
      ['work', `${seed}`, `${first}`, `${endTime}`, progress, ...target],
      {
        execArgv: [...process.execArgv, `--max-old-space-size=${MEMORY}`],
      },
    );
    child.on('message', ([index, what]: [number, string]) => {
      report(index, what);
      if (faults >= MAX_FAULTS) child.kill('SIGKILL');
    });
    how = await endOf(child, current);
    first = current() + 1;
    if (how !== 'done' && faults < MAX_FAULTS) {
      report(first - 1, how === 'hang' ? `no answer within ${PATIENCE / 1000} s` : 'the process died');
    }
  } while (how !== 'done' && faults < MAX_FAULTS);
  console.log(
    `${values.target ?? 'all'}, seed ${seed}: ${first} inputs (${values.target === 'assemble' ? 0 : Math.min(first >> 1, cuts)} cuts), ${faults} faults`,
  );
  process.exitCode = faults > 0 ? 1 : 0;
}

/** How the child ends; one that is at the same case for too long is killed. */
function endOf(child: ChildProcess, current: () => number): Promise<'done' | 'hang' | 'crash'> {
  return new Promise((resolve) => {
    let last = -1;
    const timer = setInterval(() => {
      const index = current();
      if (index === last) {
        clearInterval(timer);
        child.kill('SIGKILL');
        resolve('hang');
      }
      last = index;
    }, PATIENCE);
    child.on('exit', (status) => {
      clearInterval(timer);
      resolve(status === 0 ? 'done' : 'crash');
    });
  });
}

if (process.argv[2] === 'work') {
  const [seed, first, endTime] = process.argv.slice(3, 6).map(Number);
  work(seed!, first!, endTime!, process.argv[6]!);
} else {
  const seed = Number(values.seed);
  if (values.only === undefined) {
    await watch(seed, Number(values.seconds));
  } else {
    const one = caseOf(seed, Number(values.only));
    const file = join(mkdtempSync(join(tmpdir(), 'dxlens-fuzz-')), `${seed}-${values.only}.bin`);
    writeFileSync(file, one.bytes);
    console.log(`${file}, ${one.target}, flags 0x${one.flags.toString(16)}: ${faultOf(one) ?? 'no fault'}`);
  }
}
