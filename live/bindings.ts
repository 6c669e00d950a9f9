/**
 * Compares the validation of shaders against root signatures with Microsoft's compiler, live.
 *
 * A random shader is compiled without a root signature, for our validation, and with it as an attribute, for
 * Microsoft's. Both must accept the pair, or both refuse it for the same first rule. Microsoft's messages have no
 * codes; they are mapped to ours by fingerprints (fixtures/link/messages.tsv). Exit status 1 if anything differs.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type BindingCase, randomBindingCase } from '../smith/bindings.ts';
import { Random } from '../smith/random.ts';
import { assembleRootSignature } from '../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { type RootSignature, readRts0 } from '../src/chunks/rts0.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { validateBindings, validateEmbeddedRootSignature } from '../src/validate/bindings/validate-bindings.ts';
import { type Answer, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Requests under way at a time. */
const BATCH = 100;
/** D3DCOMPILE_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES */
const UNBOUNDED_TABLES = 0x10_0000;
const MESSAGES = 'fixtures/link/messages.tsv';

/** A message without its location and its numbers. */
function fingerprint(message: string): string {
  const text = message
    .replace(/^[^:]*:?[^:]*: /, '')
    .replace(/\d+/g, '')
    .trim();
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

export async function run(values: Values<'bindings'>): Promise<void> {
  /** Our codes by the fingerprints of Microsoft's messages. */
  const codes = new Map(
    readFileSync(MESSAGES, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t') as [string, string]),
  );

  const counts = {
    'accepted by both': 0,
    'refused by both': 0,
    'refused by both for another reason': 0,
    'only we refuse': 0,
    'only we take': 0,
    'embedded root signature: different result': 0,
    'not compared': 0,
    died: 0,
  };
  const reasons = new Map<string, number>();
  const recorded: object[] = [];
  let shown = 0;

  const oracle = await Oracle.start();
  const total = values.count;
  for (let from = 0; from < total; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, total - from) }, (_, i) => from + i);
    await Promise.all(batch.map(compare));
  }
  oracle.stop();
  if (values.record !== undefined) {
    const lines = recorded.filter(Boolean).map((row) => `${JSON.stringify(row)}\n`);
    writeFileSync(values.record, gzipSync(lines.join(''), { level: 9 }));
  }
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  console.log([...reasons].map(([code, count]) => `${code}: ${count}`).join(', '));
  const agreed = counts['accepted by both'] + counts['refused by both'] + counts['not compared'] + counts.died;
  process.exitCode = agreed < total ? 1 : 0;

  async function compare(index: number): Promise<void> {
    const one = randomBindingCase(new Random(values.seed * 1_000_003 + index));
    const assembled = assembleRootSignature(one.signature === '' ? 'RootFlags(0)' : one.signature);
    // Overlapping registers make the root signature invalid; live/root-signature.ts compares that.
    if (assembled.bytes === undefined) {
      counts['not compared']++;
      return;
    }
    const container = readContainer(assembled.bytes, new Diagnostics())!;
    const signature = readRts0(container, container.chunks[0]!, new Diagnostics())!;
    const bare = await compile(one, '');
    const theirs = await compile(one, `[RootSignature("${one.signature === '' ? 'RootFlags(0)' : one.signature}")]`);
    if (bare === undefined || theirs === undefined) {
      counts.died++;
      return;
    }
    if (bare.hr !== 0) {
      counts['not compared']++;
      if (++shown <= values.show) console.log(`--- no shader ${index}: ${bare.messages}\n${one.source}`);
      return;
    }
    const { what, ours, code } = check(bare, theirs, signature);
    counts[what]++;
    if (code !== '') reasons.set(code, (reasons.get(code) ?? 0) + 1);
    const bytes = Buffer.from(bare.output).toString('base64');
    recorded[index] = { profile: one.profile, signature: one.signature, source: one.source, code, bytes };
    if (what === 'accepted by both' || what === 'refused by both' || ++shown > values.show) return;
    console.log(`--- ${what}: case ${index}, ${one.profile}\n  ${one.signature}\n${one.source}`);
    console.log(`  theirs: ${code} ${theirs.messages.trim()}\n  ours: ${ours}`);
  }

  async function compile({ source, profile }: BindingCase, attribute: string): Promise<Answer | undefined> {
    try {
      return await oracle.compile(source, 'main', profile, {
        flags: UNBOUNDED_TABLES,
        defines: { ATTRIBUTE: attribute },
      });
    } catch (error) {
      if (error instanceof OracleDied) return undefined;
      throw error;
    }
  }

  function check(
    bare: Answer,
    theirs: Answer,
    signature: RootSignature,
  ): { readonly what: keyof typeof counts; readonly ours: string; readonly code: string } {
    const diagnostics = validateBindings(bare.output, signature).diagnostics;
    const ours = diagnostics
      .map(({ code, message, notes }) => [`${code} ${message}`, ...notes].join('; '))
      .join('\n        ');
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (theirs.hr === 0) {
      const embedded = validateEmbeddedRootSignature(theirs.output).diagnostics.filter(
        ({ severity }) => severity === 'error',
      );
      if (errors.length > 0) return { what: 'only we refuse', ours, code: '' };
      return {
        what: embedded.length > 0 ? 'embedded root signature: different result' : 'accepted by both',
        ours,
        code: '',
      };
    }
    const print = fingerprint(theirs.messages);
    const code = codes.get(print) ?? print;
    if (errors.length === 0) return { what: 'only we take', ours, code };
    const isSame = errors.some((error) => error.code === code);
    return { what: isSame ? 'refused by both' : 'refused by both for another reason', ours, code };
  }
}
