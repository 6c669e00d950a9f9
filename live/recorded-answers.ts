/**
 * Recorded answers of Wine and of GPU drivers to random programs: their files, what a row has, which words of a result
 * are stored, and how they are compared.
 */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { GpuDriverName } from './gpu/drivers.ts';
import { isSame, type Trial } from './wine/trial.ts';

/** The program of a row: it is made again from its seed. */
export interface RecordedProgram {
  readonly family: string;
  readonly seed: number;
  readonly digest: string;
}

export interface RecordedResults {
  /** Of each result, some words as hexadecimal digits; all words, packed, of draws, which are compared in full. */
  readonly results: readonly string[];
}

export const WINE_ANSWERS = new URL('../fixtures/wine/answers.json', import.meta.url);

export type WineAnswer = RecordedProgram & RecordedResults;

export const GPU_ANSWERS = new URL('../fixtures/gpu/answers.json', import.meta.url);

export interface GpuAnswers extends RecordedProgram {
  /** The results of drivers; those with equal results are in one list. */
  readonly answers: readonly GpuAnswer[];
}

export interface GpuAnswer extends RecordedResults {
  readonly drivers: readonly GpuDriverName[];
}

/** Words of a result that are stored. */
const MAX_ANSWERS = 40;

/** The indices of the words that are stored of a result of `length` words. */
function sampledIndices(length: number): number[] {
  // An odd distance meets every component and every register.
  const step = Math.max(1, Math.floor(length / MAX_ANSWERS)) | 1;
  return Array.from({ length: Math.min(MAX_ANSWERS, Math.ceil(length / step)) }, (_, i) => i * step);
}

function sampled(words: Uint32Array): string {
  return sampledIndices(words.length)
    .map((i) => words[i]!.toString(16))
    .join(' ');
}

/** All words of a result: compressed, as base64. */
function packed(bytes: Uint8Array): string {
  return deflateSync(bytes, { level: 9 }).toString('base64');
}

function unpacked(text: string): Uint32Array {
  return new Uint32Array(Uint8Array.from(inflateSync(Buffer.from(text, 'base64'))).buffer);
}

export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The results of a trial as they are recorded. */
export function recorded(trial: Trial, theirs: readonly Uint8Array[]): string[] {
  return theirs.map((bytes) => (trial.check ? packed(bytes) : sampled(new Uint32Array(bytes.buffer))));
}

/** The differences between the interpreter and recorded results. */
export function recordedDifferences(trial: Trial, results: readonly string[]): string[] {
  if (trial.check !== undefined) {
    const found = trial.check(trial.ours(), results.map(unpacked));
    return found === undefined ? [] : [found];
  }
  const different: string[] = [];
  for (const [result, words] of trial.ours().entries()) {
    const theirs = results[result]!.split(' ').map((digits) => Number.parseInt(digits, 16));
    for (const [i, word] of sampledIndices(words.length).entries())
      if (!isSame(trial.rule(result, word), words[word]!, theirs[i]!))
        different.push(`result ${result}, word ${word}: ${words[word]} instead of ${theirs[i]}`);
  }
  return different;
}
