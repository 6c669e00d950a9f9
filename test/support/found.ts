/** The results of a search as lists, for tests. */
import { createHash } from 'node:crypto';
import {
  type FindOptions,
  type Found,
  type FoundDiagnostic,
  type FoundShader,
  findShaders,
} from '../../src/find/index.ts';

export interface FoundLists {
  readonly shaders: readonly FoundShader[];
  readonly diagnostics: readonly FoundDiagnostic[];
}

/** Everything that a search gives. */
export async function findAll(
  source: Parameters<typeof findShaders>[0],
  options: FindOptions = {},
): Promise<FoundLists> {
  const all: Found[] = [];
  for await (const found of findShaders(source, options)) all.push(found);
  return {
    shaders: all.filter((found) => found.kind === 'shader'),
    diagnostics: all.filter((found) => found.kind === 'diagnostic'),
  };
}

/** Where each shader is and what it is, short. */
export function locations({ shaders }: FoundLists): string[] {
  return shaders.map(({ path, offset, profile, foundBy }) => `${path}@${offset} ${profile} ${foundBy}`);
}

/** Codes and paths of diagnostics. */
export function codes({ diagnostics }: FoundLists): string[] {
  return diagnostics.map(({ path, diagnostic }) => `${path}: ${diagnostic.code}`);
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
