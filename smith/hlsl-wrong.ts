/**
 * Wrong HLSL: a source with one fault, as people make them. Some of the results are right by chance.
 */
import type { Random } from './random.ts';

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|#.*|"[^"\n]*"|\d[\w.]*|\.\d\w*|\w+|<<=|>>=|[-+*/%&|^<>=!]=|&&|\|\||\+\+|--|<<|>>|\s+|./g;
const TYPES = ['float', 'float2', 'float3', 'float4', 'int', 'int2', 'uint', 'uint3', 'bool', 'float3x3', 'float4x4'];
const OPERATORS = ['+', '-', '*', '/', '%', '&', '|', '<', '>', '==', '=', '<<', '&&'];
const PUNCTUATION = [';', '{', '}', '(', ')', ',', '[', ']', '.', ':'];
const SWIZZLES = ['x', 'xy', 'xyz', 'w', 'xxx', 'q', 'rg', 'xr', 'zw', 'wzyx'];
const WORDS = new Set(
  'if else for while do switch case default return break continue struct cbuffer const static'.split(' '),
);

type Mutation = (tokens: string[], at: number, random: Random) => boolean;

/** Each changes a token, where it can. */
const MUTATIONS: readonly Mutation[] = [
  // A character of a name is missing, or two are exchanged.
  (tokens, at, random) => {
    const name = tokens[at]!;
    if (!/^[A-Za-z_]\w{2,}$/.test(name)) return false;
    const i = random.below(name.length - 1);
    tokens[at] = random.oneIn(2)
      ? name.slice(0, i) + name.slice(i + 1)
      : name.slice(0, i) + name[i + 1] + name[i] + name.slice(i + 2);
    return tokens[at] !== name && tokens[at] !== '';
  },
  // A token is missing.
  (tokens, at) => {
    if (/^\W$/.test(tokens[at]!) || WORDS.has(tokens[at]!)) {
      tokens[at] = '';
      return true;
    }
    return false;
  },
  // A token too many.
  (tokens, at, random) => {
    tokens[at] += random.pick(PUNCTUATION);
    return true;
  },
  // Another type.
  (tokens, at, random) => {
    if (!/^(float|int|uint|bool|half)([1-4](x[1-4])?)?$/.test(tokens[at]!)) return false;
    tokens[at] = random.pick(TYPES);
    return true;
  },
  // Another operator.
  (tokens, at, random) => {
    if (!OPERATORS.includes(tokens[at]!)) return false;
    tokens[at] = random.pick(OPERATORS);
    return true;
  },
  // Other components.
  (tokens, at, random) => {
    if (tokens[at - 1] !== '.' || !/^[xyzwrgba]{1,4}$/.test(tokens[at]!)) return false;
    tokens[at] = random.pick(SWIZZLES);
    return true;
  },
  // An argument is missing.
  (tokens, at) => {
    if (tokens[at] !== ',') return false;
    let end = at + 1;
    for (let depth = 0; end < tokens.length; end++) {
      if (/^[[({]$/.test(tokens[end]!)) depth++;
      else if (depth === 0 && /^[,;)}\]]$/.test(tokens[end]!)) break;
      else if (/^[\])}]$/.test(tokens[end]!)) depth--;
    }
    for (let i = at; i < end; i++) tokens[i] = '';
    return true;
  },
  // A name of something else.
  (tokens, at, random) => {
    const isName = (token: string) => /^[a-z]\w*$/i.test(token) && !WORDS.has(token);
    if (!isName(tokens[at]!)) return false;
    const others = tokens.filter(isName);
    tokens[at] = random.pick(others);
    return true;
  },
  // A statement is missing.
  (tokens, at) => {
    if (tokens[at] !== ';') return false;
    let start = at - 1;
    while (start >= 0 && !/^[;{}]$/.test(tokens[start]!)) start--;
    for (let i = start + 1; i <= at; i++) if (!tokens[i]!.includes('\n')) tokens[i] = '';
    return true;
  },
  // Another number.
  (tokens, at, random) => {
    if (!/^\d/.test(tokens[at]!)) return false;
    tokens[at] = random.pick(['0', '-1', '5', '100', '1.5', 'true', '"1"']);
    return true;
  },
];

/** `source` with one change. */
export function wrongSource(source: string, random: Random): string {
  const tokens = source.match(TOKEN) ?? [];
  for (let tries = 0; tries < 200; tries++) {
    const at = random.below(tokens.length);
    if (/^\s|^\/[/*]|^#/.test(tokens[at]!)) continue;
    const changed = [...tokens];
    if (random.pick(MUTATIONS)(changed, at, random)) return changed.join('');
  }
  return source;
}
