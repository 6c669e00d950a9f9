/**
 * Compares the preprocessor with Microsoft's, live, through both assemblers: bytes of what assembles; code, severity,
 * file, line and column of what is wrong, all in order.
 *
 * The sources are a small shader among random directives and macros, or with --file those of JSON lines. Nothing is
 * validated. --record writes Microsoft's answers as JSON lines. Exit status 1 when anything differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type DirectiveSoup, directiveSoup } from '../smith/directives.ts';
import { Random } from '../smith/random.ts';
import { assemble } from '../src/assemble/assemble.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Requests under way at a time. */
const BATCH = 200;
const SKIP_VALIDATION = 2;
const NAME = 'input.asm';
/** The oracle's name for a text, as Microsoft reports it. */
const THEIR_NAME = 'Z:\\input.asm';
/** How Microsoft's messages begin; that of #error has no code. */
const MESSAGE = /^(.*?)\((\d+),(\d+)(?:-\d+)?\): (error|warning)(?: (X\d+))?:/gm;

interface Outcome {
  readonly bytes: string;
  /** `X1500 error input.asm 2,7`, one a line */
  readonly messages: string;
}

function readCases(file: string): DirectiveSoup[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const { text, defines, files } = JSON.parse(line) as DirectiveSoup;
    return { text, defines, files };
  });
}

function ourOutcome({ text, defines, files }: DirectiveSoup): Outcome {
  const hasFiles = Object.keys(files).length > 0;
  const find = (name: string) => (Object.hasOwn(files, name) ? { name, text: files[name]! } : undefined);
  const options = { name: NAME, defines, validate: false, ...(hasFiles ? { include: find } : {}) };
  const { bytes, diagnostics } = assemble(text, options);
  const reported = diagnostics.filter(({ severity }) => severity !== 'note');
  const messages = reported.map(
    ({ code, severity, file, line, column }) => `${code} ${severity} ${file} ${line},${column}`,
  );
  return { bytes: bytes === undefined ? '' : hex(bytes), messages: messages.join('\n') };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

export async function run(values: Values<'preprocess'>): Promise<void> {
  const counts = {
    'same bytes': 0,
    'same list': 0,
    'list differs': 0,
    'first message differs': 0,
    'bytes differ': 0,
    died: 0,
  };
  let shown = 0;

  const recorded: string[] = [];

  const cases = values.file === undefined ? undefined : readCases(values.file);
  const oracle = await Oracle.start();
  const total = cases?.length ?? values.count;
  for (let from = 0; from < total; from += BATCH) {
    const size = Math.min(BATCH, total - from);
    await Promise.all(Array.from({ length: size }, (_, i) => compare(from + i)));
  }
  oracle.stop();
  if (values.record !== undefined)
    writeFileSync(values.record, gzipSync(recorded.filter(Boolean).join(''), { level: 9 }));
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts['list differs'] + counts['first message differs'] + counts['bytes differ'] > 0 ? 1 : 0;

  async function compare(index: number): Promise<void> {
    const soup = cases?.[index] ?? directiveSoup(new Random(values.seed * 1_000_003 + index));
    const ours = ourOutcome(soup);
    let theirs: Outcome;
    try {
      theirs = await theirOutcome(soup);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
      return;
    }
    recorded[index] = `${JSON.stringify({ ...soup, ...theirs })}\n`;
    const what = check(theirs, ours);
    counts[what]++;
    if (what === 'same bytes' || what === 'same list' || ++shown > values.show) return;
    console.log(
      `--- ${what}: text ${index} ${JSON.stringify(soup.defines)} ${JSON.stringify(soup.files)}\n${soup.text}`,
    );
    console.log(`theirs:\n${theirs.messages}\nours:\n${ours.messages}`);
    if (what === 'bytes differ') console.log(`theirs: ${theirs.bytes}\nours:   ${ours.bytes}`);
  }

  function check(theirs: Outcome, ours: Outcome): keyof typeof counts {
    if (theirs.messages.split('\n')[0] !== ours.messages.split('\n')[0]) return 'first message differs';
    if (theirs.bytes !== ours.bytes) return 'bytes differ';
    if (theirs.messages !== ours.messages) return 'list differs';
    return theirs.bytes === '' ? 'same list' : 'same bytes';
  }

  async function theirOutcome({ text, defines, files }: DirectiveSoup): Promise<Outcome> {
    const answer = await oracle.assemble(Buffer.from(text, 'latin1'), {
      flags: SKIP_VALIDATION,
      name: NAME,
      defines,
      files,
    });
    const messages = Array.from(answer.messages.matchAll(MESSAGE), ([, file, line, column, severity, code]) => {
      return `${code ?? 'DX2202'} ${severity} ${file === THEIR_NAME ? NAME : file} ${line},${column}`;
    });
    return { bytes: hex(answer.output), messages: messages.join('\n') };
  }
}
