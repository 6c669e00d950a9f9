/**
 * Damage to containers of SM 4-5.1 that knows what it hits: a field of one DWORD of the program gets another value of
 * its, instructions are removed, repeated, moved and exchanged, operands replace each other; elements of signatures,
 * feature bits, interface tables and chunks change. The digest is repaired. The containers that come out mostly keep
 * their shape, so that a validator's rules are reached and not only its reader.
 *
 * Not for: what readers of other chunks make of damage (container-edits.ts), or plain random bits (tools/fuzz).
 */

import { Diagnostics } from '../src/base/diagnostics.ts';
import { isInvalidField } from '../src/base/explained.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { signatureElementSize } from '../src/chunks/signature.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { serializeContainer } from '../src/container/write.ts';
import type { Sm4Word } from '../src/isa/sm4/fields.ts';
import { explainSm4 } from '../src/isa/sm4/fields.ts';
import { SM4_OPCODES } from '../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../src/isa/sm4/operands.ts';
import { readSm4, type Sm4Program } from '../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';

interface EditedChunk {
  readonly tag: number;
  data: Uint8Array;
}

export interface Damaged {
  readonly bytes: Uint8Array;
  /** A short description of the change. */
  readonly what: string;
}

const PROGRAMS: readonly number[] = [TAG.SHDR, TAG.SHEX];
const SIGNATURES: ReadonlySet<number> = new Set([
  ...[TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
]);
const OPCODE_CODES: readonly number[] = Object.values(SM4_OPCODES).map(({ code }) => code);
const TYPE_CODES: readonly number[] = Object.values(SM4_OPERAND_TYPES).map(({ code }) => code);
const NEAR_LENGTH = 3;

/**
 * `container`, which must have a program, with one to three things changed; undefined where there is nothing to change.
 */
export function damagedContainer(bytes: Uint8Array, random: Random): Damaged | undefined {
  const container = readContainer(bytes, new Diagnostics());
  if (container === undefined || container.chunks.length === 0) return undefined;
  const chunks: EditedChunk[] = container.chunks.map(({ tag, data }) => ({ tag, data: data.slice() }));
  const what: string[] = [];
  const count = random.oneIn(3) ? random.between(2, 3) : 1;
  for (let i = 0; i < count; i++) {
    const kind = random.below(100);
    const done =
      kind < 78
        ? damageProgram(chunks, random)
        : kind < 91
          ? damageSignature(chunks, random)
          : kind < 94
            ? damageFeatures(chunks, random)
            : kind < 97
              ? damageWord(chunks, [TAG.IFCE], random)
              : damageChunks(chunks, random);
    what.push(done ?? damageProgram(chunks, random) ?? 'nothing');
  }
  return { bytes: serializeContainer(chunks), what: what.join('; ') };
}

function damageProgram(chunks: EditedChunk[], random: Random): string | undefined {
  const chunk = chunks.find(({ tag }) => PROGRAMS.includes(tag));
  if (chunk === undefined || chunk.data.byteLength < 12 || chunk.data.byteLength % 4 !== 0) return undefined;
  const words = wordsOf(chunk.data).slice();
  const program = readSm4(words);
  const kind = random.below(100);
  if (kind < 68 || program.count < 3) {
    const what = damageField(program, random);
    chunk.data = bytesOf(words);
    return what;
  }
  const list = instructionsOf(program);
  const what = kind < 76 ? exchangeOperands(list, random) : rearrange(list, random);
  const flat = list.flat();
  chunk.data = bytesOf(Uint32Array.from([words[0]!, flat.length + 2, ...flat]));
  return what;
}

/** The instructions, each with its words. */
function instructionsOf({ words, starts, count, end }: Sm4Program): number[][] {
  const list: number[][] = [];
  for (let i = 0; i < count; i++)
    list.push(Array.from(words.subarray(starts[i]!, i + 1 < count ? starts[i + 1]! : end)));
  return list;
}

function damageField(program: Sm4Program, random: Random): string {
  // One DWORD of all is chosen while they pass, so that only the chosen one is stored.
  let chosen: Sm4Word | undefined;
  let passed = 0;
  const dull = random.oneIn(8);
  explainSm4(program, (word) => {
    const literal = word.fields.length <= 1 && word.fields[0]?.field.width === 32;
    if (literal && !dull && !random.oneIn(3)) return;
    passed++;
    if (random.oneIn(passed)) chosen = word;
  });
  if (chosen === undefined) return 'nothing';
  const { words } = program;
  const at = chosen.at;
  const old = words[at]!;
  const fields = chosen.fields.filter(({ field }) => field.width < 32 || chosen!.fields.length === 1);
  const one = random.pick(fields.length > 0 ? fields : chosen.fields);
  const value = otherValue(one.field.name, one.field.width, one.value, program, random);
  words[at] = one.field.set(old, value) >>> 0;
  return `${at}: ${chosen.kind}.${one.field.name} ${one.value} -> ${value}${isInvalidField({ ...one, value }) ? ' (wrong)' : ''}`;
}

/** Another value for a field of `width` bits that holds `old`. */
function otherValue(name: string, width: number, old: number, { words }: Sm4Program, random: Random): number {
  const most = width === 32 ? 0xffff_ffff : 2 ** width - 1;
  if (name === 'opcode') return random.oneIn(20) ? random.below(0x800) : random.pick(OPCODE_CODES);
  if (name === 'type' && width === 8 && !random.oneIn(20)) return random.pick(TYPE_CODES);
  if (name === 'length') return Math.max(0, old + random.between(-NEAR_LENGTH, NEAR_LENGTH)) & most;
  if (width === 32) {
    const near = [old + 1, old - 1, old + 4, old ^ (1 << random.below(32)), random.below(8), random.below(40)];
    const known = [0, 1, 2, 3, 4, 8, 16, 31, 32, 127, 128, 1024, 4096, 0x8000_0000, 0xffff_ffff, 0x3f80_0000];
    return (random.oneIn(3) ? random.pick([...known, random.pick(Array.from(words))]) : random.pick(near)) >>> 0;
  }
  if (width === 1) return 1 - old;
  const value = random.oneIn(2) ? random.below(most + 1) : old + random.pick([-1, 1, 2]);
  return (value < 0 ? most : value > most ? 0 : value) & most;
}

/**
 * Overwrites the words of one operand of an instruction with those of another: the last DWORDs of both, because most
 * have two.
 */
function exchangeOperands(list: number[][], random: Random): string {
  const from = random.pick(list);
  const to = random.pick(list);
  if (from.length < 3 || to.length < 3) return 'nothing';
  const a = 1 + random.below(from.length - 2);
  const b = 1 + random.below(to.length - 2);
  to[b] = from[a]!;
  to[b + 1] = from[a + 1]!;
  return `operand words ${a} of another to ${b}`;
}

function rearrange(list: number[][], random: Random): string {
  const at = random.below(list.length);
  const other = random.below(list.length);
  const kind = random.below(6);
  if (kind <= 1) {
    list.splice(at, 1);
    return `instruction ${at} removed`;
  }
  if (kind === 2) {
    list.splice(other, 0, list[at]!.slice());
    return `instruction ${at} repeated at ${other}`;
  }
  if (kind === 3) {
    const [moved] = list.splice(at, 1);
    list.splice(other, 0, moved!);
    return `instruction ${at} moved to ${other}`;
  }
  if (kind === 4) {
    const swapped = list[at]!;
    list[at] = list[other]!;
    list[other] = swapped;
    return `instructions ${at} and ${other} exchanged`;
  }
  const alone = random.pick([
    SM4_OPCODES.ret.code,
    SM4_OPCODES.else.code,
    SM4_OPCODES.endif.code,
    SM4_OPCODES.loop.code,
    SM4_OPCODES.endloop.code,
    SM4_OPCODES.break.code,
    SM4_OPCODES.continue.code,
    SM4_OPCODES.default.code,
    SM4_OPCODES.endswitch.code,
    SM4_OPCODES.emit.code,
    SM4_OPCODES.cut.code,
    SM4_OPCODES.nop.code,
    SM4_OPCODES.hs_decls.code,
    SM4_OPCODES.hs_control_point_phase.code,
    SM4_OPCODES.hs_fork_phase.code,
    SM4_OPCODES.hs_join_phase.code,
  ]);
  list.splice(at, 0, [Sm4OpcodeToken.length.set(alone, 1)]);
  return `opcode ${alone} put in at ${at}`;
}

/** Elements of a signature have six DWORDs, with a stream or a minimum precision more. */
function damageSignature(chunks: EditedChunk[], random: Random): string | undefined {
  const found = chunks.filter(({ tag, data }) => SIGNATURES.has(tag) && data.byteLength > 8);
  if (found.length === 0) return undefined;
  const chunk = random.pick(found);
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, chunk.data.byteLength);
  const size = signatureElementSize(chunk.tag);
  const count = view.getUint32(0, true);
  const first = size > 24 ? 4 : 0;
  const kind = random.below(20);
  if (kind === 0) {
    const value = Math.max(0, count + random.between(-1, 1));
    view.setUint32(0, value, true);
    return `signature count ${count} -> ${value}`;
  }
  if (kind === 1) {
    const at = 4 * random.below(chunk.data.byteLength >>> 2);
    view.setUint32(at, random.word(), true);
    return `signature byte ${at}`;
  }
  if (kind <= 3) {
    const text = 8 + count * size;
    if (text >= chunk.data.byteLength) return undefined;
    const at = text + random.below(chunk.data.byteLength - text);
    chunk.data[at] = random.pick([0, 65, 95, 48, chunk.data[at]! ^ 0x20]);
    return `signature name byte ${at}`;
  }
  const element = 8 + size * random.below(Math.max(1, count));
  if (element + size > chunk.data.byteLength) return undefined;
  const field = random.below(6);
  if (field === 5) {
    // The mask and the mask of what is read or never written.
    const at = element + first + 20 + random.below(2);
    const old = chunk.data[at]!;
    chunk.data[at] = random.pick([0, 1, 3, 7, 15, old ^ (1 << random.below(4)), random.below(256)]);
    return `signature mask ${old} -> ${chunk.data[at]}`;
  }
  const at = element + first + 4 * field - (first > 0 && random.oneIn(6) ? 4 : 0);
  const old = view.getUint32(at, true);
  const value =
    random.pick([0, 1, 2, 3, old + 1, old - 1, random.below(70), random.below(8), old ^ (1 << random.below(32))]) >>> 0;
  view.setUint32(at, value, true);
  return `signature field ${field} ${old} -> ${value}`;
}

function damageFeatures(chunks: EditedChunk[], random: Random): string | undefined {
  const at = chunks.findIndex(({ tag }) => tag === TAG.SFI0);
  if (at < 0) {
    if (!random.oneIn(3)) return undefined;
    chunks.push({ tag: TAG.SFI0, data: bytesOf(Uint32Array.from([1 << random.below(18), 0])) });
    return 'features added';
  }
  if (random.oneIn(4)) {
    chunks.splice(at, 1);
    return 'features removed';
  }
  const words = wordsOf(chunks[at]!.data).slice();
  if (words.length === 0) return undefined;
  words[random.oneIn(10) ? words.length - 1 : 0]! ^= 1 << random.below(random.oneIn(4) ? 32 : 18);
  chunks[at]!.data = bytesOf(words);
  return 'feature bit';
}

function damageWord(chunks: EditedChunk[], tags: readonly number[], random: Random): string | undefined {
  const chunk = chunks.find(({ tag, data }) => tags.includes(tag) && data.byteLength >= 4);
  if (chunk === undefined) return undefined;
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, chunk.data.byteLength);
  const at = 4 * random.below(chunk.data.byteLength >>> 2);
  const old = view.getUint32(at, true);
  const value =
    random.pick([0, 1, 2, old + 1, old - 1, random.below(16), old ^ (1 << random.below(32)), 0xffff, 0xffff_ffff]) >>>
    0;
  view.setUint32(at, value, true);
  return `IFCE ${at}: ${old} -> ${value}`;
}

function damageChunks(chunks: EditedChunk[], random: Random): string | undefined {
  if (chunks.length === 0) return undefined;
  const at = random.below(chunks.length);
  const other = random.below(chunks.length);
  const kind = random.below(4);
  if (kind === 0) {
    const [gone] = chunks.splice(at, 1);
    return `chunk ${gone!.tag.toString(16)} removed`;
  }
  if (kind === 1) {
    chunks.splice(other, 0, { tag: chunks[at]!.tag, data: chunks[at]!.data.slice() });
    return 'chunk repeated';
  }
  if (kind === 2) {
    chunks[at] = { tag: random.pick([...SIGNATURES, ...PROGRAMS]), data: chunks[at]!.data };
    return 'chunk with another tag';
  }
  chunks[at] = {
    tag: chunks[at]!.tag,
    data: chunks[at]!.data.slice(0, 4 * random.below((chunks[at]!.data.byteLength >>> 2) + 1)),
  };
  return 'chunk cut short';
}
