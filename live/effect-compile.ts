/**
 * Compiles effects with dxlens and with Microsoft's compiler and compares: which sources are
 * accepted, the contents and, from Direct3D 10 on, the layout of the effects, reflection and signatures of their
 * shaders, results of shaders and expressions.
 *
 * The sources are those of fixtures/fx4 and random ones of all profiles. Exit status 1 when more than --allowed differ.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import { compareCode2, compareEffects2 } from '../smith/checks/effect2-comparison.ts';
import { compareEffects4 } from '../smith/checks/effect4-comparison.ts';
import { randomFx2 } from '../smith/fx2.ts';
import { COMPILE_DEBUG, effect4Source, type Fx4Source } from '../smith/fx4.ts';
import { sm1Shader } from '../smith/hlsl/shaders.ts';
import { Random } from '../smith/random.ts';
import { compileEffect } from '../src/hlsl/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomTableShader } from './ctab-hlsl.ts';

const LIMIT = 20;
const TOLERANCE = 2e-3;
const FIXTURES = 'fixtures/fx4';
/** `D3DCOMPILE_EFFECT_*`. */
const CHILD = 1;
const SLOW = 2;

interface NamedSource extends Omit<Fx4Source, 'profile'> {
  readonly profile: string;
  readonly name: string;
}

export async function run(values: Values<'effect-compile'>): Promise<void> {
  const counts = new Map<string, number>();
  const faults = new Map<string, string[]>();
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
  for (const source of sources(values)) {
    if (values.only !== undefined && source.name !== values.only) continue;
    try {
      await trial(source);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count('the compiler died');
    }
  }
  oracle.stop();
  for (const [name, number] of counts) console.log(`${number} ${name}`);
  for (const [kind, list] of [...faults].sort(([, a], [, b]) => b.length - a.length))
    console.log(`${list.length} ${kind}${list.slice(0, values.show).map((one) => `\n    ${one}`)}`);
  const different = [...faults.values()].reduce((sum, list) => sum + list.length, 0);
  process.exitCode = different > values.allowed ? 1 : 0;

  function count(name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  function fault(kind: string, { name, source }: NamedSource, detail: string): void {
    const list = faults.get(kind) ?? [];
    faults.set(kind, list);
    list.push(`${name}: ${detail}`);
    if (values.keep !== undefined) writeFileSync(join(values.keep, `${name}.fx`), source);
  }

  async function trial(source: NamedSource): Promise<void> {
    const { profile, flags, effectFlags } = source;
    const answer = await oracle.compile(source.source, '', profile, { flags, effectFlags });
    const { bytes, diagnostics } = compileEffect(Buffer.from(source.source), {
      profile,
      ...optionsOfFlags(flags),
      childEffect: (effectFlags & CHILD) !== 0,
      computedStates: (effectFlags & SLOW) !== 0,
    });
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const message = answer.messages.split('\n').find((line) => !/warning/.test(line) && line !== '') ?? '';
    if (answer.hr !== 0) {
      count('sources that Microsoft refuses');
      if (bytes === undefined) count('refused by both');
      else fault(`accepted: ${message.replace(/^.*?: /, '').replace(/'[^']*'/g, '...')}`, source, message);
      return;
    }
    count('sources that Microsoft accepts');
    if (bytes === undefined) {
      fault(`refused: ${error?.code}`, source, `${error?.line}:${error?.column} ${error?.message}`);
      return;
    }
    count('accepted by both');
    if (profile === 'fx_2_0') compare2(source, answer.output, bytes);
    else compare4(source, answer.output, bytes);
  }

  function compare2(source: NamedSource, theirs: Uint8Array, ours: Uint8Array): void {
    const { content, codes } = compareEffects2(theirs, ours);
    if (content !== undefined) {
      fault('other content', source, content);
      return;
    }
    count('with the same content');
    for (const [code, other] of codes)
      for (let seed = 1; seed <= values.runs; seed++) {
        const result = compareCode2(code, other, seed);
        if (typeof result !== 'string') {
          fault('shaders that differ', source, result.difference);
          break;
        }
        if (seed === values.runs) count('shaders that give the same');
      }
  }

  function compare4(source: NamedSource, theirs: Uint8Array, ours: Uint8Array): void {
    const { content, hasSameLayout, shaders, expressions } = compareEffects4(theirs, ours, values.runs, TOLERANCE);
    if (content !== undefined) fault('other content', source, content);
    else {
      count('with the same content');
      if (hasSameLayout) count('with the same layout');
      else fault('other layout', source, '');
    }
    for (const [kind, results] of [
      ['shaders', shaders],
      ['expressions', expressions],
    ] as const)
      for (const result of results) {
        count(kind);
        if (/^(same|close|limited)$/.test(result)) count(`${kind} that are ${result}`);
        else fault(`${kind} that differ`, source, result);
      }
  }
}

function* sources({ count, seed }: Values<'effect-compile'>): Generator<NamedSource> {
  for (const file of readdirSync(FIXTURES).filter((name) => name.endsWith('.fx')))
    for (const profile of ['fx_4_0', 'fx_4_1', 'fx_5_0'] as const)
      for (const effectFlags of [SLOW, SLOW | CHILD]) {
        const source = readFileSync(join(FIXTURES, file), 'latin1');
        yield { name: `${file}-${profile}-${effectFlags}`, source, profile, flags: 0, effectFlags };
      }
  for (let n = seed; n < seed + count; n++) {
    const made = effect4Source(new Random(n));
    yield { ...made, name: `random-${n}`, flags: made.flags & ~COMPILE_DEBUG };
    const { source, flags } = randomFx2(n);
    yield { name: `random9-${n}`, source, profile: 'fx_2_0', flags, effectFlags: 0 };
    yield shaderInEffect(n);
  }
}

/** A shader of Direct3D 9 that an effect has, so that its preshader is compared. */
function shaderInEffect(n: number): NamedSource {
  const isGame = n % 2 === 0;
  const { source, profile, flags = 0, entry } = isGame ? { ...sm1Shader(n), entry: 'main' } : randomTableShader(n);
  const state = profile.startsWith('vs') ? 'VertexShader' : 'PixelShader';
  const technique = `technique Only { pass Only { ${state} = compile ${profile} ${entry}(); } }`;
  const code = `${source}\n${technique}\n`;
  return { name: `${isGame ? 'game' : 'declared'}-${n}`, source: code, profile: 'fx_2_0', flags, effectFlags: 0 };
}
