/**
 * Compares an effect of Direct3D 10 and 11 that dxlens compiled with that of Microsoft's compiler: contents, layout,
 * reflection and signatures of the shaders, results of shaders and expressions.
 */

import { isSameBytes } from '../../src/base/bytes.ts';
import type { Effect4 } from '../../src/effects/fx4/model.ts';
import { parseEffect4 } from '../../src/effects/fx4/read.ts';
import { serializeEffect4 } from '../../src/effects/fx4/write.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { disassemble } from '../../src/text/index.ts';
import { compareValues, expressionValues } from './effect2-runs.ts';
import { effect4Contents } from './fx4-content.ts';
import { compareRecompiled } from './recompiled-runs.ts';

export interface EffectComparison {
  /** The first difference of the contents; undefined where they are the same. */
  readonly content: string | undefined;
  /** The bytes are the same but for the code of shaders and expressions. */
  readonly hasSameLayout: boolean;
  /** The result for each shader and expression: same, close, limited, or the difference. */
  readonly shaders: readonly string[];
  readonly expressions: readonly string[];
}

/** @param tolerance relative difference of floats that fast arithmetic may make */
export function compareEffects4(
  theirs: Uint8Array,
  ours: Uint8Array,
  runs: number,
  tolerance: number,
): EffectComparison {
  const [first, second] = [parseEffect4(theirs).value!, parseEffect4(ours).value!];
  const [a, b] = [effect4Contents(first), effect4Contents(second)];
  const at = a.lines.findIndex((line, i) => line !== b.lines[i]);
  const isSame = at < 0 && a.lines.length === b.lines.length;
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 4), at + 2).join('');
  const content = isSame ? undefined : `${around(a.lines)} | ${around(b.lines)}`.replace(/\s+/g, ' ');
  const shaders: string[] = [];
  const expressions: string[] = [];
  for (const [i, code] of isSame ? a.codes.entries() : []) {
    if (openShaderFile(code).programs.length === 0) expressions.push(expressionResult(code, b.codes[i]!, runs));
    else shaders.push(shaderResult(code, b.codes[i]!, runs, tolerance));
  }
  return { content, hasSameLayout: isSame && isSameLayout(first, second, b.codes), shaders, expressions };
}

/** Whether an effect with the code of another one has the same bytes. */
function isSameLayout(theirs: Effect4, ours: Effect4, codes: readonly Uint8Array[]): boolean {
  let next = 0;
  const { source: _, ...rest } = theirs;
  const replaced = JSON.parse(
    JSON.stringify(rest, (key, value: unknown) => {
      if (!(value instanceof Uint8Array)) return value;
      return key === 'value' ? { hex: Buffer.from(value).toString('hex') } : { code: next++ };
    }),
    (_key, value: { hex?: string; code?: number } | null) => {
      if (typeof value?.hex === 'string') return new Uint8Array(Buffer.from(value.hex, 'hex'));
      return typeof value?.code === 'number' ? codes[value.code] : (value ?? undefined);
    },
  ) as Effect4;
  return isSameBytes(serializeEffect4(sharedTypes(replaced, theirs)), serializeEffect4({ ...ours, source: undefined }));
}

/** An effect whose types are the objects of another one, which share records. */
function sharedTypes(copy: Effect4, original: Effect4): Effect4 {
  const walk = (one: unknown, other: unknown): unknown => {
    if (one === null || typeof one !== 'object' || one instanceof Uint8Array) return one;
    if (Array.isArray(one)) return one.map((item, i) => walk(item, (other as unknown[])[i]));
    const made: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(one)) {
      const before = (other as Record<string, unknown>)[key];
      made[key] = key === 'type' || key === 'base' || key === 'interfaces' ? before : walk(value, before);
    }
    return made;
  };
  return walk(copy, original) as Effect4;
}

function expressionResult(theirs: Uint8Array, ours: Uint8Array, runs: number): string {
  let result = 'same';
  for (let seed = 1; seed <= runs; seed++) {
    const one = compareValues(expressionValues(theirs, seed), expressionValues(ours, seed));
    if (typeof one !== 'string') return one.difference;
    if (result === 'same') result = one;
  }
  return result;
}

function shaderResult(theirs: Uint8Array, ours: Uint8Array, runs: number, tolerance: number): string {
  const [a, b] = [headerOf(theirs), headerOf(ours)];
  if (a !== b) {
    const lines = a.split('\n');
    const others = b.split('\n');
    const at = lines.findIndex((line, i) => line !== others[i]);
    return `reflection: ${lines[at]} | ${others[at]}`;
  }
  const [first, second] = [theirs, ours].map((one) => openShaderFile(one).programs[0]);
  return first === undefined || second === undefined ? 'no program' : compareRecompiled(first, second, runs, tolerance);
}

/** The comments of a listing, which are reflection and signatures. */
export function headerOf(bytes: Uint8Array): string {
  return disassemble(bytes)
    .text.split('\n')
    .filter((line) => line.startsWith('//') && !/^\/\/ (Generated|approximately)/i.test(line))
    .join('\n');
}
