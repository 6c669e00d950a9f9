/**
 * Compares reflection with Microsoft's, live, through the interfaces of Direct3D 12 and 11: shaders out of random HLSL,
 * random valid programs, and both with one thing edited and the digest repaired. Needs the oracle (`npm run
 * oracle:setup`).
 *
 * Everything that Microsoft's reflection refuses must get a diagnostic. An edit that makes its DLL crash has no result
 * to compare with. Edits by which offsets leave their chunk, or counts their tables, are counted apart: Microsoft reads
 * unrelated bytes there.
 */
import { ONLY_IN_12 } from '../fixtures/reflections.ts';
import { compareAnswers, libraryAnswer, shaderAnswer, withoutFailures } from '../smith/checks/reflection-answer.ts';
import { editedContainer } from '../smith/container-edits.ts';
import { Random } from '../smith/random.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import type { Diagnostic } from '../src/base/diagnostics.ts';
import { reflect } from '../src/reflect/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomShader } from './headers-hlsl.ts';

/** Diagnostics after which Microsoft's result depends on bytes outside the chunk. */
const OUTSIDE: ReadonlySet<string> = new Set(['DX1010', 'DX1011', 'DX1012', 'DX1014', 'DX1015', 'DX1020', 'DX1022']);
const MAX_SHOWN = 30;

interface Theirs {
  readonly d3d12: unknown;
  readonly d3d11: unknown;
}

export async function run(options: Values<'reflect'>): Promise<void> {
  const counts: Record<string, number> = {};
  let facts = 0;
  let shown = 0;

  function count(what: string): void {
    counts[what] = (counts[what] ?? 0) + 1;
  }

  function show(title: string, what: string, diagnostics: readonly Diagnostic[]): void {
    if (++shown > MAX_SHOWN && !options.verbose) return;
    console.log(`${title}: ${what} ${diagnostics.map(({ code }) => code).slice(0, 3)}`);
  }

  /** Microsoft's results; undefined if it crashes. */
  async function theirs(ms: Oracle, bytes: Uint8Array, library: boolean): Promise<Theirs | undefined> {
    const ask = library ? ms.reflectLibrary.bind(ms) : ms.reflect.bind(ms);
    try {
      const [d3d12, d3d11] = await Promise.all([ask(bytes, 12), ask(bytes, 11)]);
      return { d3d12, d3d11 };
    } catch (error) {
      if (error instanceof OracleDied) return undefined;
      throw error;
    }
  }

  /** @param edited whether the container was changed */
  async function compare(ms: Oracle, title: string, bytes: Uint8Array, edited: boolean): Promise<void> {
    const prefix = edited ? 'edit: ' : '';
    const { reflection: one, diagnostics: list } = reflect(bytes);
    const library = one?.format === 'library';
    const answers = await theirs(ms, bytes, library);
    if (answers === undefined) return count(`${prefix}no answer`);
    const { d3d12, d3d11 } = answers;
    if (d3d12 === undefined) {
      if (list.length > 0) return count(`${prefix}refused with a diagnostic`);
      count(`${prefix}refused without a diagnostic`);
      return show(title, 'Microsoft refuses it', list);
    }
    if (list.length > 0 && !edited) {
      count('reported');
      show(title, 'reported', list);
    }
    if (
      one === undefined ||
      one.format === 'sm1' ||
      one.format === 'dxil' ||
      one.format === 'root-signature' ||
      one.format === 'effect'
    ) {
      count(`${prefix}not reflected`);
      return show(title, 'not reflected', list);
    }
    for (const [version, answer] of [
      [12, d3d12],
      [11, d3d11],
    ] as const) {
      const ours = one.format === 'library' ? libraryAnswer(one, version) : shaderAnswer(one, version);
      const compared = compareAnswers(ours, withoutFailures(answer));
      if (compared.differences.length === 0) {
        facts += compared.facts;
        count(`${prefix}equal to ${version}`);
      } else if (edited && list.some(({ code }) => OUTSIDE.has(code))) {
        count('edit: outside');
      } else {
        count(`${prefix}different`);
        show(title, compared.differences.slice(0, 3).join(' | '), list);
      }
    }
    const same = JSON.stringify(withoutFailures(d3d12), (key, value) => (ONLY_IN_12.includes(key) ? undefined : value));
    if (same !== JSON.stringify(withoutFailures(d3d11))) {
      count(`${prefix}12 and 11 differ`);
      show(title, '12 and 11 differ', list);
    }
  }

  async function compareAll(ms: Oracle, title: string, bytes: Uint8Array, random: Random): Promise<void> {
    count('shaders');
    await compare(ms, title, bytes, false);
    for (let i = options.edits; i > 0; i--) {
      const edited = editedContainer(bytes, random);
      if (edited !== undefined) await compare(ms, `${title} ${edited.what}`, edited.bytes, true);
    }
  }

  const first = options.seed;
  const ms = await Oracle.start();
  for (let seed = first; seed < first + options.shaders; seed++) {
    const { source, entry, profile, flags } = randomShader(seed);
    let bytes: Uint8Array;
    try {
      const answer = await ms.compile(source, entry, profile, { flags });
      if (answer.hr !== 0) {
        count('not compiled');
        continue;
      }
      bytes = answer.output;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count('compiler died');
      continue;
    }
    await compareAll(ms, `seed ${seed} ${profile}`, bytes, new Random(seed ^ 0x5bd1_e995));
  }
  for (let seed = first; seed < first + options.programs; seed++) {
    const random = new Random(seed);
    const { bytes, profile } = validProgram(random);
    await compareAll(ms, `program ${seed} ${profile}`, bytes, random);
  }
  ms.stop();
  console.log(JSON.stringify({ ...counts, facts }));
  const wrong = [
    'different',
    'reported',
    'edit: different',
    'refused without a diagnostic',
    'edit: refused without a diagnostic',
  ];
  process.exitCode = wrong.some((what) => counts[what] !== undefined) ? 1 : 0;
}
