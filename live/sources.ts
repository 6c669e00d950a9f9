/**
 * Compiles the HLSL in directories with dxlens and with Microsoft's compiler and compares: which sources are accepted,
 * reflection, signatures, lengths and the runs of both programs. `source-files.ts` finds what is compiled of a file;
 * the profiles are chosen here.
 *
 *     npm run live -- sources DIRECTORY... --include DIRECTORY,... --define NAME=VALUE,...
 *
 * With `--codes`, refusals with another code, or for another line, are differences, too.
 * Exit status 1 when one side accepts what the other refuses, or something differs.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { kindOfMessage, lengthText } from './compiled-pairs.ts';
import {
  entryPoints,
  isEffect,
  SourceDirectories,
  type SourceFile,
  shadersOfPragmas,
  shadersOfTechniques,
} from './source-files.ts';
import { type Report, SourceWorker } from './source-worker.ts';
import { Faults } from './trials.ts';

/** Seconds that a compiler, or the comparison of a source, may take. */
const LIMIT = 15;
/** Milliseconds between two lines about progress. */
const PROGRESS = 10_000;
/** Names of options of a build that are tried for one source. */
const MAX_DEFINES = 24;
/** Shaders of fewer instructions say little about the lengths of programs. */
const SHORT = 20;
const NAME = 'source.hlsl';
const DEFINITION = /^\s*#\s*pragma\s+def\b/m;
/** `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY`. */
const COMPATIBILITY = 0x1000;

interface Attempt {
  readonly profile: string;
  readonly flags: number;
}

type Answer = Awaited<ReturnType<Oracle['compile']>>;

export async function run(values: Values<'sources'>): Promise<void> {
  const defines = Object.fromEntries(
    (values.define ?? '')
      .split(',')
      .filter(Boolean)
      .map((one) => one.split('=', 2)),
  ) as Record<string, string>;
  const directories = new SourceDirectories(values.names, (values.include ?? '').split(',').filter(Boolean));
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  const worker = new SourceWorker();
  const counts = new Map<string, number>();
  const faults = new Faults();
  const seen = new Set<string>();
  const noted = new Set<string>();
  const times = { theirs: 0, ours: 0 };
  const length = { theirs: 0, ours: 0, ratios: [] as number[] };
  const paths = directories.sources().filter((path) => values.only === undefined || path.includes(values.only));
  let [current, begun] = ['', 0];
  const progress = setInterval(() => {
    const both = counts.get('accepted by both') ?? 0;
    console.error(
      `${begun} of ${paths.length} files; ${both} accepted by both, ${faults.count} differences; now ${current}`,
    );
  }, PROGRESS);
  for (const path of paths) {
    [current, begun] = [relative('.', path), begun + 1];
    const file = directories.read(path);
    const hash = createHash('sha1')
      .update(JSON.stringify([file?.text, file?.includes]))
      .digest('hex');
    if (file === undefined || seen.has(hash)) continue;
    seen.add(hash);
    count('files');
    try {
      await compareFile(file);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count("files that end Microsoft's compiler");
    }
  }
  clearInterval(progress);
  oracle.stop();
  worker.stop();
  summary();

  function count(name: string, number = 1): void {
    counts.set(name, (counts.get(name) ?? 0) + number);
  }

  /** Of equal faults of one file, the first one counts. */
  function fault(kind: string, where: string, detail: string): void {
    if (noted.has(`${current} ${kind} ${detail}`)) return;
    noted.add(`${current} ${kind} ${detail}`);
    faults.add(kind, where, detail);
  }

  async function compareFile(file: SourceFile): Promise<void> {
    const { output } = await oracle.preprocess(file.text, { name: NAME, files: file.includes, defines });
    const text = Buffer.from(output).toString('latin1');
    const isOne = isEffect(text);
    if (isOne) {
      const results = [
        await firstAccepted(file, '', [{ profile: 'fx_2_0', flags: 0 }]),
        await firstAccepted(file, '', EFFECTS),
      ];
      if (results.includes(true)) return;
    }
    const named = [...(isOne ? shadersOfTechniques(text) : []), ...shadersOfPragmas(file.text)];
    const entries = [
      ...named,
      ...entryPoints(text, NAME).filter(({ name }) => !named.some((one) => one.name === name)),
    ];
    if (entries.length === 0) count('files without an entry point');
    for (const { name, stage, profile } of entries) {
      const given = profile === undefined || /_5_\d$|level|^ps_1/.test(profile) ? [] : [{ profile, flags: 0 }];
      const chains = /^[vp]s$/.test(stage) ? [modern(stage), [...given, ...old(stage)]] : [modern(stage)];
      for (const attempts of chains) await firstAccepted(file, name, attempts);
    }
  }

  /** Compares with the first of some ways to compile that Microsoft's compiler takes; false if it takes none. */
  async function firstAccepted(file: SourceFile, entry: string, attempts: readonly Attempt[]): Promise<boolean> {
    for (const attempt of attempts) {
      const all = { ...defines };
      let answer = await theirs(file, entry, attempt, all);
      for (let i = 0; i < MAX_DEFINES && answer.hr !== 0; i++) {
        // The build of such a source defines the name.
        const missing = /error X3004: undeclared identifier '([A-Z][A-Z0-9_]*)'/.exec(answer.messages)?.[1];
        if (missing === undefined || missing in all) break;
        all[missing] = '1';
        answer = await theirs(file, entry, attempt, all);
      }
      await compareOne(file, entry, attempt, all, answer);
      if (answer.hr === 0) return true;
    }
    return false;
  }

  async function theirs(
    { text, includes }: SourceFile,
    entry: string,
    { profile, flags }: Attempt,
    all: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const begin = performance.now();
    const answer = await oracle.compile(Buffer.from(text, 'latin1'), entry, profile, {
      flags,
      defines: all,
      files: includes,
      name: NAME,
    });
    if (answer.hr === 0) times.theirs += performance.now() - begin;
    return answer;
  }

  async function compareOne(
    file: SourceFile,
    entry: string,
    { profile, flags }: Attempt,
    all: Readonly<Record<string, string>>,
    answer: Answer,
  ): Promise<void> {
    const isAccepted = answer.hr === 0;
    const extra = Object.keys(all)
      .filter((name) => !(name in defines))
      .map((name) => ` /D${name}=1`);
    const where = `${relative('.', file.path)} ${entry} ${profile}${flags === 0 ? '' : ' /Gec'}${extra.join('')}`;
    const report = await worker.run(
      {
        code: file.text,
        includes: file.includes,
        entry,
        profile,
        flags,
        defines: all,
        runs: values.runs,
        theirs: isAccepted ? answer.output : undefined,
      },
      LIMIT,
    );
    count('tried');
    if (report === 'hang') return fault('it takes too long', where, '');
    if (report === 'slow') return count('too slow to be run');
    if (report.exception !== undefined) return fault('exception', where, report.exception);
    const { refusal } = report;
    if (!isAccepted) {
      const [error, line, code] =
        /(?:\((\d+),[\d-]+\): )?(?:internal )?error (X\d+)?[^\n]*/.exec(answer.messages) ?? [];
      count('refused by Microsoft');
      if (refusal === undefined)
        return fault(`accepted: ${code}`, where, answer.messages.split('\n').find((text) => /error/.test(text)) ?? '');
      const isSame = refusal.code === code && refusal.at.split(':')[0] === line;
      if (refusal.code === code) count('refused with the same code');
      if (isSame) count('refused with the same code and line');
      else if (values.codes)
        fault(`other error: ${code} is ${refusal.code}`, where, `${error}; ours ${refusal.at} ${refusal.message}`);
      return;
    }
    count('accepted by Microsoft');
    if (refusal !== undefined)
      return fault(
        `refused: ${refusal.code} ${kindOfMessage(refusal.message)}`,
        where,
        `${refusal.at} ${refusal.message}`,
      );
    count('accepted by both');
    times.ours += report.milliseconds;
    compareResults(
      where,
      report,
      [file.text, ...Object.values(file.includes)].some((one) => DEFINITION.test(one)),
    );
  }

  /** @param isDefined the application sets constants to values that the source says, which random inputs do not have */
  function compareResults(where: string, { pair, effect }: Report, isDefined: boolean): void {
    if (effect !== undefined) {
      count('effects');
      if (effect.content !== undefined) fault('other content', where, effect.content);
    }
    for (const result of effect?.results ?? [pair!.result]) {
      count('programs');
      if (isDefined) count('programs: constants of the application');
      else if (/^(same|close|limited|no meaning)$/.test(result)) count(`programs: ${result}`);
      else fault('runs differ', where, result);
    }
    if (pair === undefined) return;
    if (pair.invalid !== undefined) fault(`not valid: ${pair.invalid.code}`, where, pair.invalid.message);
    if (pair.reflection !== undefined) fault('reflection', where, pair.reflection);
    else if (!pair.hasSameSignatures) fault('signatures', where, '');
    length.theirs += pair.theirs;
    length.ours += pair.ours;
    if (pair.theirs < SHORT) return;
    length.ratios.push(pair.ours / pair.theirs);
    if (pair.ours > 1.5 * pair.theirs) console.log(`above 1.5 times: ${where}: ${pair.theirs} to ${pair.ours}`);
  }

  function summary(): void {
    faults.print(values.show);
    console.log([...counts].map(([name, number]) => `${number} ${name}`).join(', '));
    console.log(
      `${faults.count} differences; ${lengthText(length)}; ` +
        `time: ours ${times.ours.toFixed(0)} ms, theirs ${times.theirs.toFixed(0)} ms`,
    );
    process.exitCode = faults.count > 0 ? 1 : 0;
  }
}

const EFFECTS: readonly Attempt[] = [
  { profile: 'fx_5_0', flags: 0 },
  { profile: 'fx_4_0', flags: 0 },
  { profile: 'fx_5_0', flags: COMPATIBILITY },
];

function modern(stage: string): Attempt[] {
  const first = { profile: `${stage}_5_0`, flags: 0 };
  return [first, { ...first, flags: COMPATIBILITY }, { profile: `${stage}_5_1`, flags: 0 }];
}

function old(stage: string): Attempt[] {
  return [
    { profile: `${stage}_3_0`, flags: 0 },
    { profile: `${stage}_2_0`, flags: 0 },
  ];
}
