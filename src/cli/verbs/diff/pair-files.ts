/**
 * Pairs the shaders of two directories: by their paths, then, where only one directory has a path, by their contents,
 * so that renamed files are recognized.
 *
 * Not for: comparing the pairs.
 */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { appendTo } from '../../../base/collections.ts';
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { reasonOf } from '../../file-errors.ts';
import { filesIn } from '../../inputs/directories.ts';
import { type Input, readFoundInput } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';

/** A shader of either directory, or two that belong together. */
export interface FilePair {
  /** Absent if only the second directory has the shader. */
  readonly before?: Input;
  readonly after?: Input;
  /** Both have the same contents and different paths. */
  readonly isRenamed: boolean;
}

/** The files of two directories. */
export interface PairedFiles {
  /** In the order of their paths below the directories. */
  readonly pairs: readonly FilePair[];
  /** How many files each directory has, shaders or not. */
  readonly files: readonly [before: number, after: number];
  /** Files that cannot be read. */
  readonly unreadable: readonly { readonly file: string; readonly diagnostic: Diagnostic }[];
}

/** The bytes of a file in a directory: undefined if it is no shader. */
export function readFoundShader(input: Input): Promise<Uint8Array | Diagnostic | undefined> {
  return readFoundInput(input, readShaderFile);
}

/** Pairs the shaders of two directories. Each file that only one of them has is read once; the others are not read. */
export async function pairFiles(before: string, after: string): Promise<PairedFiles> {
  const ones = inputsIn(before);
  const others = inputsIn(after);
  const unreadable: { file: string; diagnostic: Diagnostic }[] = [];
  const lone = async (inputs: Map<string, Input>, counterparts: Map<string, Input>) => {
    const hashes = new Map<string, string>();
    for (const [path, input] of inputs) {
      if (counterparts.has(path)) continue;
      const bytes = await readFoundShader(input);
      if (bytes instanceof Uint8Array) hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
      else if (bytes !== undefined) unreadable.push({ file: input.file, diagnostic: bytes });
    }
    return hashes;
  };
  const removed = await lone(ones, others);
  const added = await lone(others, ones);
  const renamed = renamedPaths(removed, added);
  const targets = new Set(renamed.values());
  const pairs = new Map<string, FilePair>();
  for (const [path, input] of ones) {
    const counterpart = others.get(path) ?? others.get(renamed.get(path) ?? '');
    if (counterpart !== undefined) pairs.set(path, { before: input, after: counterpart, isRenamed: renamed.has(path) });
    else if (removed.has(path)) pairs.set(path, { before: input, isRenamed: false });
  }
  for (const path of added.keys())
    if (!targets.has(path)) pairs.set(path, { after: others.get(path)!, isRenamed: false });
  const inOrder = [...pairs.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: inOrder.map(([, pair]) => pair), files: [ones.size, others.size], unreadable };
}

/** The files of a directory by their paths in it, with slashes. */
function inputsIn(directory: string): Map<string, Input> {
  const inputs = new Map<string, Input>();
  for (const { path, kind, error } of filesIn(directory)) {
    // Pipes and devices may never end.
    if (kind === 'other') continue;
    const below = relative(directory, path).split(sep).join('/');
    const input = { file: path, found: true, below };
    inputs.set(below, kind === 'unreadable' ? { ...input, unreadable: reasonOf(error) } : input);
  }
  return inputs;
}

/** For each path of `removed` a path of `added` with the same hash, if there is one that no other path got. */
function renamedPaths(removed: ReadonlyMap<string, string>, added: ReadonlyMap<string, string>): Map<string, string> {
  const byHash = new Map<string, string[]>();
  for (const [path, hash] of added) appendTo(byHash, hash, path);
  for (const paths of byHash.values()) paths.reverse();
  const renamed = new Map<string, string>();
  for (const [path, hash] of removed) {
    const other = byHash.get(hash)?.pop();
    if (other !== undefined) renamed.set(path, other);
  }
  return renamed;
}
