/**
 * Compares our validation of containers of SM 4-5.1 with Microsoft's validator, live.
 *
 * --program compiled needs no client, because the compiler validates its output; --hlsl sets the number of shaders to
 * compile.
 *
 * Microsoft's validator is not an exported function, so its client is a module outside of this repository, given by
 * --client. It exports `Oracle` with `start({limitSeconds})`, `validate(bytes, {flags})` and `stop()`.
 *
 * --hlsl compiles this number of shaders from random HLSL and from the fixtures' sources with other flags, and uses
 * them like fixtures.
 *
 * By default, recorded fixtures and random valid programs are damaged (smith/sm4-damage.ts) and the digest is repaired.
 * `valid` uses random valid programs unchanged, `asis` the fixtures. --corpus reads containers with recorded messages
 * (`b` in base64, `hr`, `m`), --cases containers without messages (`bytes` in base64), which the client validates.
 *
 * Compared are the result, the first diagnostic, and all diagnostics in order, each as code, instruction and operand.
 * Messages have no codes: fixtures/sm4-messages.ts maps them to ours by a fingerprint. Inputs that are wrongly
 * accepted, wrongly rejected, and that crash or hang Microsoft's code are counted separately. Groups of disagreements
 * are printed, largest first; --only selects those whose codes have this prefix. --record writes the inputs with
 * Microsoft's diagnostics as codes, without messages; to a `.tsv` file only names and diagnostics. Exit status 1 if
 * less than 99.5 % of the results agree in either direction.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { diagnosticText, readAbortingCodes, readMessageCodes, saysItEnds } from '../fixtures/sm4-messages.ts';
import { diagnosticsRow, sm4DiagnosticLines } from '../smith/checks/sm4-diagnostics.ts';
import { Random } from '../smith/random.ts';
import { damagedContainer } from '../smith/sm4-damage.ts';
import { programsIn } from '../smith/sm4-programs.ts';
import { validProgram } from '../smith/sm4-valid.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { isContainer, readChunkDirectory } from '../src/container/dxbc.ts';
import { TAG } from '../src/container/tags.ts';
import { Oracle as Exported } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { compiledShader } from './compiled-shaders.ts';

interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: readonly string[] }>;
  stop(): void;
}

interface Case {
  readonly name: string;
  readonly what: string;
  readonly bytes: Uint8Array;
}

interface Answer {
  readonly valid: boolean;
  readonly messages: readonly string[];
}

/** Requests that are under way at once. */
const BATCH = 40;
const LIMIT_SECONDS = 3;
const UNREADABLE = 'DX3400';
const LEAST_AGREEMENT = 0.995;
const FIXTURES = new URL('../fixtures/recorded/', import.meta.url);

async function answerOf(client: Client, { bytes }: Case): Promise<Answer | undefined> {
  try {
    const { hr, messages } = await client.validate(bytes, { flags: 0 });
    return { valid: hr === 0, messages };
  } catch {
    return undefined;
  }
}

function generated(random: Random): Case {
  const { bytes, profile } = validProgram(random);
  return { name: profile, what: '', bytes };
}

/** The recorded containers, and the functions of recorded libraries, which are containers of their own. */
function recordedShaders(): Case[] {
  return readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.bin'))
    .flatMap((name) => shadersIn(name, new Uint8Array(readFileSync(new URL(name, FIXTURES)))));
}

function shadersIn(name: string, bytes: Uint8Array): Case[] {
  if (!isContainer(bytes)) return [];
  const functions = readChunkDirectory(bytes, new Diagnostics())!.chunks.filter(({ tag }) => tag === TAG.LIBF);
  if (functions.length > 0)
    return functions.map(({ data }, i) => ({ name: `${name}#${i}`, what: '', bytes: data.slice() }));
  return programsIn(bytes).length === 1 ? [{ name, what: '', bytes }] : [];
}

function withoutNumbers(text: string | undefined): string {
  return text?.replace(/[@.].*$/, '') ?? 'nothing';
}

export async function run(values: Values<'sm4-validate'>): Promise<void> {
  const codes = readMessageCodes();
  const aborting = await readAbortingCodes();
  const unknown = new Map<string, { count: number; message: string }>();
  const groups = new Map<string, { count: number; examples: string[] }>();
  const records: string[] = [];
  const rows: string[] = [];
  const counts = {
    all: 0,
    bothValid: 0,
    bothInvalid: 0,
    wronglyAccepted: 0,
    wronglyRejected: 0,
    firstEqual: 0,
    listEqual: 0,
    died: 0,
    diedRejectedByUs: 0,
  };

  if (values.corpus) {
    for (const line of readFileSync(values.corpus, 'utf8').split('\n')) {
      if (line === '') continue;
      const { f, what, hr, m, b, died } = JSON.parse(line);
      if (values.stage && !f.includes(`.${values.stage}_`)) continue;
      const one: Case = { name: f, what, bytes: new Uint8Array(Buffer.from(b, 'base64')) };
      compare(one, died ? undefined : { valid: hr === 0, messages: m });
    }
  } else if (values.program === 'compiled') {
    for (const one of await compiledShaders()) compare(one, { valid: true, messages: [] });
  } else await checkLive();
  report();

  async function checkLive(): Promise<void> {
    if (values.client === undefined) throw new Error('--client FILE.mjs is needed');
    const { Oracle } = await import(pathToFileURL(values.client).href);
    const client: Client = await Oracle.start({ limitSeconds: LIMIT_SECONDS });
    let batch: Case[] = [];
    const flush = async (): Promise<void> => {
      const answers = await Promise.all(batch.map((one) => answerOf(client, one)));
      // Requests in progress fail when the validator crashes. Alone, each gets its own answer.
      for (const [i, one] of batch.entries()) compare(one, answers[i] ?? (await answerOf(client, one)));
      batch = [];
    };
    const shaders = [...recordedShaders(), ...(await compiledShaders())];
    for (const one of cases(shaders)) {
      batch.push(one);
      if (batch.length === BATCH) await flush();
    }
    await flush();
    client.stop();
  }

  function* cases(fixtures: readonly Case[]): Generator<Case> {
    if (values.cases) {
      for (const line of gunzipSync(readFileSync(values.cases)).toString().split('\n')) {
        if (line === '') continue;
        const { name, bytes } = JSON.parse(line);
        yield { name, what: '', bytes: new Uint8Array(Buffer.from(bytes, 'base64')) };
      }
      return;
    }
    if (values.program === 'asis') {
      yield* fixtures;
      return;
    }
    const random = new Random(values.seed);
    for (let i = 0; i < values.count; i++) {
      if (values.program === 'valid') {
        const { bytes, profile } = validProgram(random);
        yield { name: profile, what: `valid ${i}`, bytes };
        continue;
      }
      const one = random.oneIn(4) ? generated(random) : random.pick(fixtures);
      const damaged = damagedContainer(one.bytes, random);
      if (damaged && (values.stage === undefined || one.name.includes(`${values.stage}_`)))
        yield { ...one, ...damaged };
    }
  }

  /** As many as --hlsl says, and the functions of libraries among them one by one. */
  async function compiledShaders(): Promise<Case[]> {
    const list: Case[] = [];
    const count = values.hlsl;
    if (count === 0) return list;
    const oracle = await Exported.start();
    const random = new Random(values.seed);
    for (let i = 0; i < count; i++) {
      const shader = await compiledShader(oracle, random);
      if (shader) list.push(...shadersIn(`.${shader.profile} compiled ${i}`, shader.bytes));
    }
    oracle.stop();
    return list;
  }

  function compare(one: Case, answer: Answer | undefined): void {
    counts.all++;
    const ours = sm4DiagnosticLines(one.bytes);
    if (answer === undefined) {
      counts.died++;
      rows.push(`${one.name}\tdied`);
      if (ours.length > 0) counts.diedRejectedByUs++;
      return;
    }
    const theirs = answer.messages.flatMap((message) => {
      const text = diagnosticText(message, codes);
      if (text?.startsWith('?')) {
        const print = text.slice(1, 9);
        const known = unknown.get(print) ?? { count: 0, message };
        known.count++;
        unknown.set(print, known);
      }
      return text ?? [];
    });
    // Microsoft does not name instructions that its reader cannot read.
    const last = theirs.at(-1);
    if (last === undefined ? !answer.valid : saysItEnds(answer.messages.at(-1)) && !aborting.has(withoutNumbers(last)))
      theirs.push(UNREADABLE);
    rows.push(`${one.name}\t${diagnosticsRow(theirs)}`);
    if (values.record)
      records.push(
        JSON.stringify({
          name: one.name,
          bytes: Buffer.from(one.bytes).toString('base64'),
          what: one.what,
          valid: answer.valid,
          diagnostics: theirs,
        }),
      );
    const valid = ours.length === 0;
    if (valid && answer.valid) counts.bothValid++;
    else if (valid) counts.wronglyAccepted++;
    else if (answer.valid) counts.wronglyRejected++;
    else counts.bothInvalid++;
    const firstEqual = ours[0] === theirs[0];
    const listEqual = firstEqual && ours.join() === theirs.join();
    if (firstEqual) counts.firstEqual++;
    if (listEqual) counts.listEqual++;
    if (listEqual) return;
    const at = ours.findIndex((text, i) => text !== theirs[i]);
    const index = at < 0 ? ours.length : at;
    const kind =
      valid !== answer.valid ? (valid ? 'WRONGLY ACCEPTED' : 'WRONGLY REJECTED') : firstEqual ? 'list' : 'first';
    const mine = withoutNumbers(ours[index]);
    const want = withoutNumbers(theirs[index]);
    const key = `${kind}: ours ${mine}, theirs ${want}`;
    if (values.only && !mine.startsWith(values.only) && !want.startsWith(values.only)) return;
    const group = groups.get(key) ?? { count: 0, examples: [] };
    group.count++;
    if (group.examples.length < values.show)
      group.examples.push(
        `${one.name} [${one.what}] ours ${ours.slice(index, index + 4).join(' ')} | theirs ${theirs.slice(index, index + 4).join(' ')} | ${answer.messages[index] ?? ''}`,
      );
    groups.set(key, group);
  }

  function report(): void {
    const RANK = ['WRONGLY', 'first', 'list'];
    const rank = (key: string): number => RANK.findIndex((word) => key.startsWith(word));
    const sorted = [...groups].sort(([a, x], [b, y]) => rank(a) - rank(b) || y.count - x.count);
    for (const [key, { count, examples }] of sorted) {
      console.log(`${count} ${key}`);
      for (const example of examples) console.log(`      ${example.slice(0, 420)}`);
    }
    if (unknown.size > 0) console.log('\nMessages without a code:');
    for (const [print, { count, message }] of [...unknown].sort((a, b) => b[1].count - a[1].count))
      console.log(`  ${print}  ${count}  ${message.slice(0, 200)}`);
    const theirsValid = counts.bothValid + counts.wronglyRejected;
    const theirsInvalid = counts.bothInvalid + counts.wronglyAccepted;
    const validated = counts.all - counts.died;
    const rate = (part: number, total: number): string => `${((100 * part) / Math.max(1, total)).toFixed(2)} %`;
    console.log(
      `\n${counts.all} inputs; Microsoft's code crashes on ${counts.died} of them (${counts.diedRejectedByUs} rejected by us)`,
    );
    console.log(
      `they accept ${theirsValid}: wrongly rejected ${counts.wronglyRejected}, agreement ${rate(counts.bothValid, theirsValid)}`,
    );
    console.log(
      `they reject ${theirsInvalid}: wrongly accepted ${counts.wronglyAccepted}, agreement ${rate(counts.bothInvalid, theirsInvalid)}`,
    );
    console.log(
      `first diagnostic equal ${rate(counts.firstEqual, validated)}, all diagnostics equal ${rate(counts.listEqual, validated)}`,
    );
    if (values.record?.endsWith('.tsv')) writeFileSync(values.record, `${rows.join('\n')}\n`);
    else if (values.record) writeFileSync(values.record, gzipSync(`${records.join('\n')}\n`));
    const fails = (wrong: number, total: number): boolean => wrong > (1 - LEAST_AGREEMENT) * total;
    process.exitCode =
      fails(counts.wronglyRejected, theirsValid) || fails(counts.wronglyAccepted, theirsInvalid) ? 1 : 0;
  }
}
