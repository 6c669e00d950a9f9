/**
 * Parts that worst cases are built of: words of instructions from their text, programs, containers, repeated records.
 *
 * Not for: the worst cases (the other files of this directory).
 */
import { assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes, wordsOf } from '../../../src/base/words.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { serializeContainer } from '../../../src/container/write.ts';
import type { TrapCheck } from './checks.ts';

/** A worst case: an input of about `size` bytes, and the targets that take it. */
export interface Trap<Target extends string> {
  readonly build: (size: number) => Uint8Array;
  readonly targets: readonly Target[];
  /** Throws where the input is not what it must be. */
  readonly check: TrapCheck;
}

/** Worst cases that all have the same check. */
export function checked<Name extends string, Target extends string>(
  check: TrapCheck,
  traps: Readonly<Record<Name, Omit<Trap<Target>, 'check'>>>,
): Readonly<Record<Name, Trap<Target>>> {
  const entries = Object.entries<Omit<Trap<Target>, 'check'>>(traps);
  return Object.fromEntries(entries.map(([name, trap]) => [name, { ...trap, check }])) as Record<Name, Trap<Target>>;
}

/** The tokens of instructions of models 4 to 5.1. */
export function sm4Words(profile: string, lines: string): number[] {
  const { bytes, diagnostics } = assembleUnvalidated(`${profile}\n${lines}\n`);
  const chunks = bytes && readContainer(bytes, new Diagnostics())?.chunks;
  const program = chunks?.find(({ tag }) => tag === TAG.SHEX || tag === TAG.SHDR);
  if (program === undefined) throw new Error(`${lines}: ${diagnostics[0]?.message}`);
  return [...wordsOf(program.data).subarray(2)];
}

/** The tokens of instructions of models 1 to 3. */
export function sm1Words(profile: string, lines: string): number[] {
  const { bytes, diagnostics } = assembleUnvalidated(`${profile}\n${lines}\n`);
  if (bytes === undefined) throw new Error(`${lines}: ${diagnostics[0]?.message}`);
  return [...wordsOf(bytes).subarray(1, -1)];
}

/**
 * `first`, then `unit` as often as `words` has space for, then `last` as often if `closes`. The unit gets its number.
 */
export function repeated(
  words: number,
  first: readonly number[],
  unit: readonly number[] | ((n: number) => readonly number[]),
  last: readonly number[] = [],
): Uint32Array {
  const unitOf = typeof unit === 'function' ? unit : () => unit;
  const count = Math.max(1, Math.floor((words - first.length) / (unitOf(0).length + last.length)));
  const all = new Uint32Array(first.length + count * (unitOf(0).length + last.length));
  all.set(first);
  let at = first.length;
  for (let n = 0; n < count; n++) {
    const one = unitOf(n);
    all.set(one, at);
    at += one.length;
  }
  for (let n = 0; n < count; n++) {
    all.set(last, at);
    at += last.length;
  }
  return all;
}

/** A container with a program of these instructions. */
export function sm4Container(
  version: number,
  body: Uint32Array,
  ...others: readonly [string, Uint8Array][]
): Uint8Array {
  const words = new Uint32Array(body.length + 3);
  words.set([version, words.length]);
  words.set(body, 2);
  words[words.length - 1] = 0x0100_003e;
  const chunks = [
    ...others.map(([name, data]) => ({ tag: tagOf(name), data })),
    { tag: TAG.SHEX, data: bytesOf(words) },
  ];
  return serializeContainer(chunks);
}

/** A token stream of these instructions. */
export function sm1Stream(version: number, body: Uint32Array): Uint8Array {
  const words = new Uint32Array(body.length + 2);
  words[0] = version;
  words.set(body, 1);
  words[words.length - 1] = 0x0000_ffff;
  return bytesOf(words);
}

/** A container with one chunk. */
export function oneChunk(name: string, data: Uint8Array): Uint8Array {
  return serializeContainer([{ tag: tagOf(name), data: data.subarray(0, data.byteLength & ~3) }]);
}

export function tagOf(name: string): number {
  return wordsOf(latin1Bytes(name))[0]!;
}

/** A text of `size` bytes that ends with NUL. */
export function longText(size: number): Uint8Array {
  const text = new Uint8Array(size).fill(0x61);
  text[size - 1] = 0;
  return text;
}

/** `parts` one after another. */
export function joined(...parts: readonly (Uint8Array | Uint32Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : bytesOf(Uint32Array.from(part))))),
  );
}

/** `text` as often as `size` has space for. */
export function repeatedText(size: number, text: string, first = '', last = ''): Uint8Array {
  const count = Math.floor((size - first.length - last.length) / text.length);
  return latin1Bytes(first + text.repeat(count) + last);
}

/** `bytes` as often as `size` has space for. */
export function repeatedBytes(bytes: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size - (size % bytes.byteLength));
  for (let at = 0; at < all.byteLength; at += bytes.byteLength) all.set(bytes, at);
  return all;
}
