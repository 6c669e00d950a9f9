/** Preshaders evaluated against what the compiler folds; see preshader.ts. */
import {
  declarationText,
  type ExpressionTarget,
  expressionText,
  expressionVariables,
  floatExpression,
  intExpression,
  randomNumbers,
} from '../smith/expression-sources.ts';
import { Random } from '../smith/random.ts';
import { embeddedShaders } from '../src/effects/choose-shaders.ts';
import { parseEffect4 } from '../src/effects/fx4/read.ts';
import { floatOfBits } from '../src/numerics/conversion.ts';
import { disassembleShader } from '../src/text/disassemble.ts';
import { wordOfFloat } from '../src/vm/preshader/constants.ts';
import { encodePreshader } from '../src/vm/preshader/encode.ts';
import { evaluatePreshader } from '../src/vm/preshader/evaluate.ts';
import { decodePreshader, type Preshader } from '../src/vm/preshader/preshader.ts';
import type { Answer, Oracle } from '../tools/oracle/client.ts';

export interface CompareSettings {
  readonly count: number;
  readonly seed: number;
  readonly show: number;
  /** Takes the cases that agree. */
  readonly record?: (entry: RecordedEvaluation) => void;
  /** Takes the listings that are the same: the expression in base64, and the text from ` = eval(` on. */
  readonly recordListing?: (entry: { flags: number; code: string; listing: string }) => void;
}

/** One expression with its code, inputs and what the compiler folded. */
export interface RecordedEvaluation {
  readonly target: ExpressionTarget;
  readonly source: string;
  /** Base64. */
  readonly code: string;
  readonly type: 'float' | 'int';
  readonly sets: readonly { readonly values: Values; readonly words: readonly number[] }[];
}

/** The shader that an effect of Direct3D 9 is made with: pixel shaders have other code for comparisons. */
const STAGES = {
  shader: { state: 'VertexShader', profile: 'vs_3_0', semantic: 'POSITION' },
  pixel: { state: 'PixelShader', profile: 'ps_3_0', semantic: 'COLOR' },
} as const;

/** Sets of values for each expression. */
const SETS = 12;
/** How far results may be apart where both round many times, relative to the largest component. */
const TOLERANCE = 1e-4;
/** Sets of values that are recorded for each expression. */
const RECORDED_SETS = 2;
const FX_ALLOW_SLOW_OPERATIONS = 2;
const TEXTURE_INPUTS = ['v', 'w'];
const HELPERS =
  'float4 pick(bool c, float4 x, float4 y) { return c ? x : y; }\nint pickInt(bool c, int x, int y) { return c ? x : y; }\n';

type Values = Readonly<Record<string, readonly number[]>>;

/** The words of a result: floats, or one integer. */
interface Result {
  readonly words: readonly number[];
  readonly type: 'float' | 'int';
}

/** Counts what compares how; returns whether all agree. */
export async function compareEvaluation(
  oracle: Oracle,
  target: ExpressionTarget,
  { count, seed, show, record }: CompareSettings,
): Promise<boolean> {
  const counts = { expressions: 0, evaluations: 0, bits: 0, ulps2: 0, close: 0, atEdge: 0, other: 0, notFinite: 0 };
  const skipped = { refused: 0, notFolded: 0, noCode: 0 };
  const encoded = { same: 0, other: 0 };
  const opcodes = new Map<string, number>();
  for (let n = seed; counts.evaluations < count; n++) {
    const random = new Random(n);
    const int = target === 'effect4' && random.oneIn(2);
    const text = int ? intExpression(random) : floatExpression(random, target);
    const code = await compileCode(oracle, target, text, int);
    if (code === undefined) {
      skipped.refused++;
      continue;
    }
    const preshader = decodePreshader(code).value;
    if (preshader === undefined) {
      skipped.noCode++;
      continue;
    }
    if (Buffer.compare(encodePreshader(preshader), code) === 0) encoded.same++;
    else encoded.other++;
    counts.expressions++;
    for (const { mnemonic = '?' } of preshader.instructions) opcodes.set(mnemonic, (opcodes.get(mnemonic) ?? 0) + 1);
    const sets = Array.from({ length: SETS }, () => valuesOf(random, target));
    const folded = await compileFolded(oracle, target, text, int, sets);
    const agreed: RecordedEvaluation['sets'][number][] = [];
    for (const [k, expected] of folded.entries()) {
      if (expected === undefined) {
        skipped.notFolded++;
        continue;
      }
      const found = evaluated(preshader, target, sets[k]!, code, expected.type);
      const comparison = compared(found, expected);
      counts.evaluations++;
      counts[comparison]++;
      if (comparison === 'bits') agreed.push({ values: sets[k]!, words: expected.words });
      if (comparison !== 'other') continue;
      // Where a value is near an edge of floor or a comparison, rounding decides; inputs that are a little different
      // show it.
      if (nearEdge(preshader, target, sets[k]!, code, expected)) {
        counts.other--;
        counts.atEdge++;
      } else if (counts.other <= show)
        console.log(
          `seed ${n}: ${text}\n  ${JSON.stringify(sets[k])}\n  ours ${shown(found)}\n  folded ${shown(expected)}`,
        );
    }
    const entry = { target, source: text, code: Buffer.from(code).toString('base64') } as const;
    record?.({ ...entry, type: int ? 'int' : 'float', sets: agreed.slice(0, RECORDED_SETS) });
  }
  console.log(JSON.stringify({ ...Object.fromEntries([...opcodes].sort((a, b) => b[1] - a[1])) }));
  console.log(JSON.stringify({ target, ...counts, skipped, encoded }));
  return counts.other + encoded.other === 0;
}

function valuesOf(random: Random, target: ExpressionTarget): Values {
  return Object.fromEntries(expressionVariables(target).map((one) => [one.name, randomNumbers(random, one)]));
}

function evaluated(
  preshader: Preshader,
  target: ExpressionTarget,
  values: Values,
  code: Uint8Array,
  type: Result['type'],
): Result {
  const inputs =
    target === 'texture' ? { constants: values, position: values.v!, size: values.w! } : { constants: values };
  const { outputs } = evaluatePreshader(preshader, inputs);
  if (target === 'shader' || target === 'pixel') return { type, words: movedWords(code, outputs) ?? [] };
  const words = outputs.find(({ register, index }) => register === 'float' && index === 0)?.words ?? [];
  return { type, words: (type === 'int' ? words.slice(0, 1) : words).map((word) => word ?? 0) };
}

function compared(found: Result, expected: Result): 'bits' | 'ulps2' | 'close' | 'other' | 'notFinite' {
  if (found.words.length !== expected.words.length) return 'other';
  if (found.words.every((word, i) => word === expected.words[i])) return 'bits';
  if (expected.type === 'int') return 'other';
  const a = found.words.map(floatOfBits);
  const b = expected.words.map(floatOfBits);
  if ([...a, ...b].some((value) => !Number.isFinite(value))) {
    return a.every((value, i) => Object.is(value, b[i]) || (Number.isFinite(value) && Number.isFinite(b[i]!)))
      ? 'close'
      : 'notFinite';
  }
  // Zeros of either sign are the same.
  if (a.every((value, i) => value === b[i] || Math.abs(found.words[i]! - expected.words[i]!) <= 2)) return 'ulps2';
  const scale = Math.max(1e-2, ...b.map(Math.abs));
  return a.every((value, i) => Math.abs(value - b[i]!) <= TOLERANCE * scale) ? 'close' : 'other';
}

/**
 * Whether inputs that are changed by a few units in the last place lead to the expected result, or to one that is far
 * from both.
 */
function nearEdge(
  preshader: Preshader,
  target: ExpressionTarget,
  values: Values,
  code: Uint8Array,
  expected: Result,
): boolean {
  const random = new Random(1);
  const base = evaluated(preshader, target, values, code, expected.type);
  for (let i = 0; i < 24; i++) {
    const moved = Object.fromEntries(
      expressionVariables(target).map(({ name, base: type }) => [
        name,
        type === 'float'
          ? values[name]!.map((number) => number * (1 + (random.between(-40, 40) / 40) * 2e-6))
          : values[name]!,
      ]),
    );
    const result = evaluated(preshader, target, moved, code, expected.type);
    if (compared(result, expected) !== 'other') return true;
    if (expected.type === 'int' ? result.words[0] !== base.words[0] : compared(result, base) === 'other') return true;
  }
  return false;
}

/** The code of `text` over variables; undefined where the compiler refuses it. */
async function compileCode(
  oracle: Oracle,
  target: ExpressionTarget,
  text: string,
  int: boolean,
): Promise<Uint8Array | undefined> {
  const declarations = expressionVariables(target)
    .filter(({ name }) => target !== 'texture' || !TEXTURE_INPUTS.includes(name))
    .map((one) => declarationText(one, ''));
  const source = `${declarations.join('\n')}\n${HELPERS}`;
  const body = expressionText(text, '');
  if (target === 'texture') {
    const shader = `${source}float4 main(float4 v : POSITION, float4 w : PSIZE) : COLOR { return ${body}; }`;
    const { hr, output } = await oracle.compile(shader, 'main', 'tx_1_0');
    return hr === 0 ? output : undefined;
  }
  if (target === 'effect4') {
    const pass = `pass P { ${state(int)} = ${body}; }`;
    const answer = await compile4(oracle, `${source}technique10 T { ${pass} }`);
    return answer && assignedCode(answer.output, 0);
  }
  const { hr, output } = await oracle.compile(
    `${source}float4 main() : ${stageOf(target).semantic} { return ${body}; }\ntechnique T { pass P { ${stageOf(target).state} = compile ${stageOf(target).profile} main(); } }`,
    '',
    'fx_2_0',
  );
  return hr === 0 ? shaderOfPass(output, 0) : undefined;
}

/** The constants that the compiler folds `text` to for each set of values; undefined if it does not fold. */
async function compileFolded(
  oracle: Oracle,
  target: ExpressionTarget,
  text: string,
  int: boolean,
  sets: readonly Values[],
): Promise<(Result | undefined)[]> {
  const declared = (k: number) =>
    expressionVariables(target).map((one) => declarationText(one, `_${k}`, sets[k]![one.name]));
  const type = int ? 'int' : 'float';
  if (target === 'texture') {
    const results: (Result | undefined)[] = [];
    for (const k of sets.keys()) {
      const source = `${declared(k).join('\n')}\n${HELPERS}float4 main() : COLOR { return ${expressionText(text, `_${k}`)}; }`;
      const { hr, output } = await oracle.compile(source, 'main', 'tx_1_0');
      results.push(hr === 0 ? movedResult(output, type) : undefined);
    }
    return results;
  }
  if (target === 'effect4') {
    return Promise.all(
      [...sets.keys()].map(async (k) => {
        const pass = `pass P { ${state(int)} = ${expressionText(text, `_${k}`)}; }`;
        const answer = await compile4(oracle, `${declared(k).join('\n')}\n${HELPERS}technique10 T { ${pass} }`);
        return answer && assignedResult(answer.output, type);
      }),
    );
  }
  const functions = [...sets.keys()].map(
    (k) =>
      `${declared(k).join('\n')}\nfloat4 f${k}() : ${stageOf(target).semantic} { return ${expressionText(text, `_${k}`)}; }`,
  );
  const passes = [...sets.keys()].map(
    (k) => `pass { ${stageOf(target).state} = compile ${stageOf(target).profile} f${k}(); }`,
  );
  const { hr, output } = await oracle.compile(
    `${functions.join('\n')}\ntechnique T { ${passes.join('\n')} }`,
    '',
    'fx_2_0',
  );
  return [...sets.keys()].map((k) => {
    const words = hr === 0 ? movedWords(shaderOfPass(output, k)!, []) : undefined;
    return words && { type, words };
  });
}

function stageOf(target: ExpressionTarget): (typeof STAGES)[keyof typeof STAGES] {
  return STAGES[target === 'pixel' ? 'pixel' : 'shader'];
}

function state(int: boolean): string {
  return int ? 'AB_SampleMask' : 'AB_BlendFactor';
}

async function compile4(oracle: Oracle, source: string): Promise<Answer | undefined> {
  try {
    const answer = await oracle.compile(source, '', 'fx_4_0', { effectFlags: FX_ALLOW_SLOW_OPERATIONS });
    return answer.hr === 0 ? answer : undefined;
  } catch {
    // The compiler of effects crashes on some expressions.
    return undefined;
  }
}

function assigned(effect: Uint8Array) {
  return parseEffect4(effect).value?.groups[0]?.techniques[0]?.passes[0]?.assignments[0]?.value;
}

function assignedCode(effect: Uint8Array, _pass: number): Uint8Array | undefined {
  const value = assigned(effect);
  return value?.kind === 'expression' ? value.code.bytes.slice() : undefined;
}

function assignedResult(effect: Uint8Array, type: Result['type']): Result | undefined {
  const value = assigned(effect);
  if (value?.kind === 'expression') return movedResult(value.code.bytes.slice(), type);
  if (value?.kind !== 'constants') return undefined;
  const words = value.constants.map(({ scalar, bits }) =>
    type === 'int' || scalar === FLOAT ? bits : wordOfFloat(bits | 0),
  );
  return { type, words: words.length === 1 && type === 'float' ? [0, 1, 2, 3].map(() => words[0]!) : words };
}

/** The number of float in constants of effects. */
const FLOAT = 1;

/** The result of code that only moves literals; undefined for other code. */
function movedResult(code: Uint8Array, type: Result['type']): Result | undefined {
  const preshader = decodePreshader(code).value;
  const moves = preshader?.instructions.every(
    ({ mnemonic, inputs }) => mnemonic === 'mov' && inputs[0]?.register === 'literal',
  );
  if (preshader === undefined || !moves) return undefined;
  const words = evaluatePreshader(preshader).outputs.find(({ register }) => register === 'float')?.words ?? [];
  return { type, words: (type === 'int' ? words.slice(0, 1) : words).map((word) => word ?? 0) };
}

/** The vertex shader of pass number `pass`. */
function shaderOfPass(effect: Uint8Array, pass: number): Uint8Array | undefined {
  const found = embeddedShaders(effect).value?.find(({ uses }) => uses.some((use) => use.passIndex === pass));
  return found && effect.slice(found.offset, found.offset + found.length);
}

const MOVE = /^mov (?:o0|oC0), c(\d+)(?:\.([xyzw]+))?$/;
const DEFINE = /^def c(\d+), (.*)$/;

/** The words that a shader moves from constants to its only output; undefined for a shader that does more. */
function movedWords(
  shader: Uint8Array,
  outputs: ReturnType<typeof evaluatePreshader>['outputs'],
): number[] | undefined {
  const { text } = disassembleShader(shader, { header: false, exact: true });
  const lines = text
    .slice(text.search(/[vp]s_3_0/))
    .split('\n')
    .map((line) => line.trim());
  const registers = new Map<number, readonly (number | undefined)[]>();
  for (const { register, index, words } of outputs) if (register === 'float') registers.set(index, words);
  let result: number[] | undefined;
  for (const line of lines) {
    const define = DEFINE.exec(line);
    const move = MOVE.exec(line);
    if (define)
      registers.set(
        Number(define[1]),
        define[2]!.split(', ').map((number) => wordOfText(number)),
      );
    else if (move) {
      const swizzle = (move[2] ?? 'xyzw').padEnd(4, move[2]?.at(-1) ?? 'w');
      const words = registers.get(Number(move[1]));
      result = words && [...swizzle].map((letter) => words['xyzw'.indexOf(letter)] ?? 0);
    } else if (line !== '' && !/^(?:\/\/|[vp]s_3_0$|dcl_position o0$)/.test(line)) return undefined;
  }
  return result;
}

function wordOfText(text: string): number {
  return text.startsWith('0x') ? Number(text) : wordOfFloat(Number(text));
}

function shown({ words, type }: Result): string {
  return words.map((word) => (type === 'int' ? word : floatOfBits(word))).join(' ');
}
