/**
 * Compares two effects of Direct3D 9: parameters, techniques, states and annotations, and the results of shaders and
 * expressions for the same parameters, preshaders included.
 */
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Text, u32At } from '../../src/base/words.ts';
import { FX2_EXPRESSION, fx2ElementCode } from '../../src/effects/fx2/links.ts';
import { readEffect2 } from '../../src/effects/fx2/read.ts';
import { compareShaders2, compareValues, expressionValues, type RunResult } from './effect2-runs.ts';
import { effect2Content } from './fx2-content.ts';

export interface Effect2Differences {
  /** The first difference of the contents; undefined where they are the same. */
  readonly content: string | undefined;
  /** Shaders and expressions of both, in the order of the file; undefined where the second effect has none. */
  readonly codes: readonly (readonly [Uint8Array, Uint8Array | undefined])[];
}

export function compareEffects2(first: Uint8Array, second: Uint8Array): Effect2Differences {
  const [a, b] = [contentOf(first), contentOf(second)];
  const at = a.lines.findIndex((line, i) => line !== b.lines[i]);
  const isSame = at < 0 && a.lines.length === b.lines.length;
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 3), at + 2).join('');
  return {
    content: isSame ? undefined : `${around(a.lines)} | ${around(b.lines)}`.replace(/\s+/g, ' '),
    codes: a.codes.map((code, i) => [code, b.codes[i]]),
  };
}

/** The result for shaders or expressions of one pair of effects with the parameters of `seed`. */
export function compareCode2(a: Uint8Array, b: Uint8Array | undefined, seed: number): RunResult {
  if (b === undefined || u32At(a, 0) !== u32At(b, 0)) return { difference: 'it is something else' };
  if (u32At(a, 0) !== FX2_EXPRESSION) return compareShaders2(a, b, seed);
  return compareValues(expressionValues(a, seed), expressionValues(b, seed));
}

/** The content as lines, and the code that they name. */
function contentOf(bytes: Uint8Array): { readonly lines: readonly string[]; readonly codes: readonly Uint8Array[] } {
  const codes: Uint8Array[] = [];
  const content = effect2Content(readEffect2(bytes, new Diagnostics())!, (data) => {
    if (!isCode(data)) {
      const { code, name } = data.byteLength > 8 ? fx2ElementCode(data) : { code: data, name: '' };
      if (!isCode(code)) return latin1Text(data, 0, data.byteLength);
      codes.push(code);
      return `${name}[]`;
    }
    codes.push(data);
    return u32At(data, 0) === FX2_EXPRESSION ? 'expression' : `shader ${u32At(data, 0).toString(16)}`;
  });
  return { lines: JSON.stringify(content, null, 1).split('\n'), codes };
}

function isCode(data: Uint8Array): boolean {
  return data.byteLength >= 4 && (u32At(data, 0) === FX2_EXPRESSION || u32At(data, 0) >>> 17 === 0x7fff);
}
