/**
 * Compares root signatures with Microsoft's compiler, live.
 *
 * Random sources go to D3DCompile as `#define RS "..."` with rootsig_1_0 or rootsig_1_1 and to our assembler: both take
 * a text or both refuse it, and the bytes are the same. What Microsoft made is read, written again, printed, and
 * assembled from that text, which gives the same bytes each time. --record writes Microsoft's answers as JSON lines.
 * Exit status 1 when anything differs.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Random } from '../smith/random.ts';
import { damageRootSignatureText, randomRootSignatureText, rootSignatureSoup } from '../smith/root-signature.ts';
import { assembleRootSignature } from '../src/assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { latin1Bytes } from '../src/base/words.ts';
import { readRts0, serializeRts0 } from '../src/chunks/rts0.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { printRootSignature } from '../src/text/root-signature.ts';
import { type Answer, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Requests under way at a time. */
const BATCH = 200;

function answerOf({ hr, output, messages }: Answer): object {
  if (hr !== 0) return { error: /X\d+/.exec(messages)?.[0] ?? 'none' };
  return { sha256: createHash('sha256').update(output).digest('hex').slice(0, 16) };
}

export async function run(values: Values<'root-signature'>): Promise<void> {
  const counts = {
    'taken, same bytes': 0,
    'taken, other bytes': 0,
    'refused by both': 0,
    'only we refuse': 0,
    'only we take': 0,
    'not the same when written again': 0,
    'not the same when printed and assembled': 0,
    died: 0,
  };
  /** How often both refused, by Microsoft's code and our first one. */
  const refusals = new Map<string, number>();
  let shown = 0;
  /**
   * Text, version, and what Microsoft says: the first digits of the SHA-256 of the container, or the number of its
   * error.
   */
  const recorded: object[] = [];

  const oracle = await Oracle.start();
  const total = values.count;
  for (let from = 0; from < total; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, total - from) }, (_, i) => from + i);
    await Promise.all(batch.map(compare));
  }
  oracle.stop();
  if (values.record !== undefined) {
    const lines = recorded.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(values.record, gzipSync(lines, { level: 9 }));
  }
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  console.log(
    [...refusals]
      .sort((a, b) => b[1] - a[1])
      .map(([codes, count]) => `${codes}: ${count}`)
      .join(', '),
  );
  process.exitCode = total - counts['taken, same bytes'] - counts['refused by both'] - counts.died > 0 ? 1 : 0;

  async function compare(index: number): Promise<void> {
    const random = new Random(values.seed * 1_000_003 + index);
    const version = random.oneIn(3) ? '1.0' : '1.1';
    const text = makeText(random, version === '1.1' || random.oneIn(10));
    const source = `#define RS "${text}"\n`;
    let theirs: Answer;
    try {
      theirs = await oracle.compile(latin1Bytes(source), 'RS', `rootsig_${version.replace('.', '_')}`);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
      return;
    }
    recorded[index] = { text, version, ...answerOf(theirs) };
    const { bytes, diagnostics } = assembleRootSignature(source, { rootSignatureVersion: version, entry: 'RS' });
    const what = check(theirs, bytes);
    counts[what]++;
    if (what === 'refused by both') {
      const codes = `${/X\d+/.exec(theirs.messages)?.[0] ?? 'none'} ${diagnostics.find(({ severity }) => severity === 'error')!.code}`;
      refusals.set(codes, (refusals.get(codes) ?? 0) + 1);
    }
    const again = theirs.hr === 0 ? identity(theirs.output) : undefined;
    if (again) counts[again]++;
    if ((what === 'taken, same bytes' || what === 'refused by both') && !again) return;
    if (++shown > values.show) return;
    console.log(`--- ${again ?? what}: text ${index}, version ${version}\n  ${JSON.stringify(text)}`);
    console.log(`  theirs: ${theirs.messages.trim()}`);
    console.log(
      `  ours:   ${diagnostics.map(({ code, column, message }) => `${code} ${column}: ${message}`).join('; ')}`,
    );
  }

  function makeText(random: Random, hasFlags: boolean): string {
    if (values.mode === 'soup') return rootSignatureSoup(random);
    const text = randomRootSignatureText(random, hasFlags);
    // Quotes and line ends would end the string, and it would be another text.
    return values.mode === 'damage' ? damageRootSignatureText(text, random) : text;
  }

  function check(theirs: Answer, ours: Uint8Array | undefined): keyof typeof counts {
    if (theirs.hr !== 0) return ours === undefined ? 'refused by both' : 'only we take';
    if (ours === undefined) return 'only we refuse';
    return Buffer.compare(theirs.output, ours) === 0 ? 'taken, same bytes' : 'taken, other bytes';
  }

  /** The outcome of reading the bytes and writing them again. */
  function identity(bytes: Uint8Array): keyof typeof counts | undefined {
    const container = readContainer(bytes, new Diagnostics())!;
    const chunk = container.chunks[0]!;
    const signature = readRts0(container, chunk, new Diagnostics())!;
    if (Buffer.compare(serializeRts0(signature), chunk.data) !== 0) return 'not the same when written again';
    const printed = assembleRootSignature(printRootSignature(signature)).bytes;
    return printed && Buffer.compare(printed, bytes) === 0 ? undefined : 'not the same when printed and assembled';
  }
}
