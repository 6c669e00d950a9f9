/**
 * Runs `dxlens validate`: finds the inputs, validates them, and prints the results in the requested format, with counts
 * over all files.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { diagnostic, type Severity } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { jsonText, shaderChoiceOf } from '../../inputs/effect-shaders.ts';
import { findInputs, type InputDirectory } from '../../inputs/find-inputs.ts';
import { readInput } from '../../inputs/read-input.ts';
import { type Progress, progressFor } from '../../jobs/progress.ts';
import { runAll } from '../../jobs/run-all.ts';
import { DX0018 } from '../../messages.ts';
import { deliver } from '../../outputs/deliver.ts';
import { Output } from '../../outputs/output.ts';
import { planOneOutput, refuseOverwriting, refuseSecondStandardInput } from '../../outputs/plan-outputs.ts';
import { BAD_INPUT, FAULT, raiseStatus, UsageError } from '../../process.ts';
import { MAX_LINES, type Reported, report, reportAll, reportInternalError } from '../../report.ts';
import { type ColorChoice, STANDARD, STDERR, wantsColor, writeError } from '../../streams.ts';
import type { RootSignatureInput } from './bindings.ts';
import type { SarifLog } from './sarif.ts';
import {
  type Batch,
  type FileValidationOptions,
  notValidated,
  type Outcome,
  passes,
  type Report,
  type ReportedDiagnostic,
  type RuleText,
  reportOf,
  validation,
} from './validate-file.ts';

interface CodeCount {
  readonly code: string;
  readonly severity: Severity;
  /** The number of diagnostics, and of files that have any. */
  count: number;
  files: number;
}

/** Counts results. */
export class Summary {
  #valid = 0;
  #invalid = 0;
  #notValidated = 0;
  #skipped = 0;
  readonly #codes = new Map<string, CodeCount>();
  readonly #rules: ReadonlyMap<string, RuleText>;

  /** @param rules the rules of all codes, complete when the summary is formatted */
  constructor(rules: ReadonlyMap<string, RuleText>) {
    this.#rules = rules;
  }

  add(report: Report): void {
    const { valid } = report;
    if (valid === null) this.#notValidated++;
    else if (valid) this.#valid++;
    else this.#invalid++;
    this.addCodes(report);
  }

  /** Counts diagnostics but no file, for a report about a directory. */
  addCodes({ counts }: Report): void {
    for (const { code, severity, count } of counts) {
      const key = `${code} ${severity}`;
      let known = this.#codes.get(key);
      if (known === undefined) {
        known = { code, severity, count: 0, files: 0 };
        this.#codes.set(key, known);
      }
      known.count += count;
      known.files++;
    }
  }

  /** Counts a file that was not validated because of an internal error. */
  addFault(): void {
    this.#notValidated++;
  }

  /** Counts a file of a directory that is not a shader. */
  addSkipped(): void {
    this.#skipped++;
  }

  /** The most frequent code first. */
  #sorted(): CodeCount[] {
    return [...this.#codes.values()].sort(
      (a, b) => b.count - a.count || b.files - a.files || (a.code < b.code ? -1 : 1),
    );
  }

  /** The counts of files on one line, and a table of codes. */
  text(): string {
    const files = this.#valid + this.#invalid + this.#notValidated;
    const parts = [`${this.#valid} valid`, `${this.#invalid} invalid`];
    if (this.#notValidated > 0) parts.push(`${this.#notValidated} not validated`);
    const skipped = this.#skipped === 0 ? '' : `; ${this.#skipped} other file${this.#skipped === 1 ? '' : 's'} skipped`;
    const line = `${files} file${files === 1 ? '' : 's'}: ${parts.join(', ')}${skipped}\n`;
    const codes = this.#sorted();
    if (codes.length === 0) return line;
    const rows = codes.map(({ code, severity, count, files }) => {
      return [code, severity, `${count}`, `${files}`, this.#rules.get(code)?.text ?? ''];
    });
    return line + tableText([['code', 'severity', 'count', 'files', 'rule'], ...rows]);
  }

  /** The counts of files and the table of codes as JSON. */
  json(): string {
    const files = {
      valid: this.#valid,
      invalid: this.#invalid,
      notValidated: this.#notValidated,
      skipped: this.#skipped,
    };
    const codes = this.#sorted().map((one) => ({ ...one, rule: this.#rules.get(one.code)?.text ?? '' }));
    return `${JSON.stringify({ files, codes }, undefined, 2)}\n`;
  }
}

/** Columns of numbers, which are aligned to the right. */
const NUMBERS = [2, 3];

function tableText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (NUMBERS.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `  ${line(row)}\n`).join('');
}

// Formats results as text and as JSON lines.

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** Prints the diagnostics about a file on standard error. */
function reportDiagnostics({ file, diagnostics, counts }: Report, color: boolean): void {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  reportAll(file, diagnostics.map(reportedOf), false, color, all - diagnostics.length);
}

function reportedOf({ code, severity, message, start, excerpt, hint }: ReportedDiagnostic): Reported {
  return {
    location: `${start}`,
    severity,
    code,
    text: message,
    ...(excerpt === undefined ? {} : { excerpt: () => excerpt }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The line with the result for a file; '' if there is none. */
function resultLine({ file, valid, profile, counts }: Report, quiet: boolean): string {
  // The diagnostics say why the file was not validated.
  if (valid === null || (valid && quiet)) return '';
  const found = SEVERITIES.map((severity) => {
    const count = counts.reduce((sum, one) => (one.severity === severity ? sum + one.count : sum), 0);
    return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
  }).filter((text) => text !== '');
  const name = profile === null ? '' : `${profile}, `;
  return `${file}: ${name}${valid ? 'valid' : 'invalid'}${found.length === 0 ? '' : `: ${found.join(', ')}`}\n`;
}

/** The object of `--format json`, on a line of its own unless `pretty`. Scripts depend on these names. */
function jsonLine({ file, format, profile, valid, diagnostics }: Report, pretty: boolean): string {
  const listed = diagnostics.map(({ code, severity, message, start, instruction, number, source, hint }) => {
    const optional = { ...(source === undefined ? {} : { source }), ...(hint === undefined ? {} : { hint }) };
    return { code, severity, message, offset: start, instruction, number, ...optional };
  });
  return jsonText({ file, format, profile, valid, diagnostics: listed }, pretty);
}

export interface ValidateFlags extends ShaderChoice {
  readonly format: 'text' | 'json' | 'sarif';
  readonly json?: true;
  readonly pretty?: true;
  readonly link?: true;
  readonly rootSignature?: string;
  readonly as: 'runtime' | 'compiler';
  readonly pedantic?: true;
  readonly strict?: true;
  readonly jobs?: number;
  readonly summary?: boolean;
  readonly summaryJson?: string;
  readonly output?: string;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

/** With more files than this, text output ends with a summary. */
const MANY = 10;

/** Milliseconds between two writes of results. */
const FLUSH_INTERVAL = 50;

export async function runValidate(inputs: readonly string[], flags: ValidateFlags): Promise<void> {
  if (flags.json && flags.format === 'sarif') throw new UsageError('--json and --format sarif exclude each other');
  const format = flags.json ? 'json' : flags.format;
  const quiet = flags.quiet ?? false;
  const job = planOneOutput(inputs, flags.output);
  const summaryJob = flags.summaryJson === undefined ? undefined : planOneOutput(inputs, flags.summaryJson);
  if (summaryJob && summaryJob.output !== STANDARD && resolve(summaryJob.output) === resolve(job.output))
    throw new UsageError(`${job.output} is used both for the results and for the summary`);
  const { inputs: sources, directories } = await findInputs(inputs);
  if (flags.link && directories.length > 0)
    throw new UsageError(`--link needs the shaders of one pipeline, but ${directories[0]!.directory} is a directory`);
  for (const output of [job.output, summaryJob?.output ?? STANDARD]) {
    if (output !== STANDARD && existsSync(output))
      refuseOverwriting(
        [...sources.map(({ file }) => file), ...(flags.rootSignature === undefined ? [] : [flags.rootSignature])],
        output,
      );
  }
  const signature =
    flags.rootSignature === undefined ? undefined : await rootSignature(flags.rootSignature, inputs, flags);
  if (flags.rootSignature !== undefined && signature === undefined) return;
  const output = Output.open(job);
  if (output === undefined) return;
  const options: FileValidationOptions = {
    choice: shaderChoiceOf(flags),
    validate: { as: flags.as, pedantic: flags.pedantic ?? false },
    quiet,
    strict: flags.strict === true,
    diagnostics: format === 'text' ? MAX_LINES : Number.POSITIVE_INFINITY,
    excerpts: format !== 'json',
    signature,
  };
  const reporter = new Reporter(
    output,
    flags,
    format === 'sarif' ? new (await import('./sarif.ts')).SarifLog() : undefined,
    directories,
  );
  await reporter.open(await progressFor(sources.length, quiet));
  if (flags.link) {
    const { validatePipelineFiles } = await import('./pipeline.ts');
    const batch = await validatePipelineFiles(sources, options);
    await reporter.report(batch);
    if (format === 'text' && sources.length > 1 && !(quiet && batch.compatible))
      await output.add(`${sources.length} shaders: ${batch.compatible ? 'compatible' : 'not compatible'}\n`);
  } else {
    for await (const batch of runAll(sources, validation(options), flags.jobs)) await reporter.report(batch);
  }
  const wanted = flags.summary ?? (format === 'text' && !quiet && (directories.length > 0 || sources.length > MANY));
  await reporter.close(wanted);
  if (summaryJob && !(await deliver(summaryJob, Buffer.from(reporter.summary.json())))) raiseStatus(BAD_INPUT);
}

/** Reads the root signature. Reports an error and returns undefined if that fails. */
async function rootSignature(
  file: string,
  inputs: readonly string[],
  { quiet = false, color }: { readonly quiet?: boolean; readonly color: ColorChoice },
): Promise<RootSignatureInput | undefined> {
  refuseSecondStandardInput([...inputs, file]);
  const bytes = await readInput(file);
  if (!(bytes instanceof Uint8Array)) report(file, [bytes], quiet);
  else {
    const { readRootSignatureFile } = await import('./bindings.ts');
    const { input, reported } = readRootSignatureFile(file, bytes);
    reportAll(file, reported, quiet, wantsColor(color, STDERR));
    if (input !== undefined) return input;
  }
  raiseStatus(BAD_INPUT);
  return undefined;
}

/** Prints results and sets the exit status. */
class Reporter {
  readonly #output: Output;
  readonly #flags: ValidateFlags;
  readonly #sarif: SarifLog | undefined;
  readonly #directories: InputDirectory[];
  readonly #rules = new Map<string, RuleText>();
  readonly summary = new Summary(this.#rules);
  readonly #quiet: boolean;
  readonly #strict: boolean;
  readonly #color: boolean;
  #progress: Progress | undefined;
  /** The number of reported inputs, and of those since the start of the current directory that are not skipped. */
  #reported = 0;
  #validated = 0;
  /** The time of the last write. */
  #flushed = 0;

  constructor(
    output: Output,
    flags: ValidateFlags,
    sarif: SarifLog | undefined,
    directories: readonly InputDirectory[],
  ) {
    this.#output = output;
    this.#flags = flags;
    this.#sarif = sarif;
    this.#directories = [...directories];
    this.#quiet = flags.quiet ?? false;
    this.#strict = flags.strict === true;
    this.#color = wantsColor(flags.color, STDERR);
  }

  async open(progress: Progress | undefined): Promise<void> {
    this.#progress = progress;
    if (this.#sarif) await this.#output.add(this.#sarif.open());
    await this.#endDirectories();
  }

  async report({ outcomes, rules }: Batch): Promise<void> {
    for (const rule of rules) if (!this.#rules.has(rule.code)) this.#rules.set(rule.code, rule);
    for (const outcome of outcomes) {
      await this.#outcome(outcome);
      this.#reported++;
      await this.#endDirectories();
    }
    // Results should appear soon.
    const now = performance.now();
    if (this.#output.isStandard && now - this.#flushed > FLUSH_INTERVAL) {
      await this.#flush();
      this.#flushed = now;
    }
    await this.#progress?.add(outcomes.length);
  }

  async #outcome(outcome: Outcome): Promise<void> {
    if ('skipped' in outcome) {
      this.summary.addSkipped();
      return;
    }
    if ('report' in outcome) {
      if (outcome.report.valid !== null || !passes(outcome.report, this.#strict)) this.#validated++;
      this.summary.add(outcome.report);
      await this.#report(outcome.report);
      return;
    }
    this.#validated++;
    const { faultOn, fault } = outcome;
    reportInternalError(fault, faultOn);
    raiseStatus(FAULT);
    this.summary.addFault();
    this.#sarif?.addFault(faultOn, fault);
  }

  async #report(report: Report): Promise<void> {
    if (!passes(report, this.#strict)) raiseStatus(BAD_INPUT);
    if (this.#sarif) return this.#output.add(this.#sarif.add(report));
    if (this.#flags.json || this.#flags.format === 'json')
      return this.#output.add(jsonLine(report, this.#flags.pretty === true));
    if (report.diagnostics.length > 0) {
      // Keeps the order of results and diagnostics on a terminal.
      await this.#flush();
      reportDiagnostics(report, this.#color);
    }
    await this.#output.add(resultLine(report, this.#quiet));
  }

  /** Reports the directories that end here and had nothing to validate: most likely the path is wrong. */
  async #endDirectories(): Promise<void> {
    for (let directory = this.#directories[0]; directory !== undefined; directory = this.#directories[0]) {
      const { directory: file, start, end } = directory;
      if (this.#reported === start) this.#validated = 0;
      if (this.#reported !== end) return;
      this.#directories.shift();
      if (this.#validated > 0) continue;
      const empty = diagnostic(DX0018, { unit: 'byte', start: 0, end: 0 }, { count: end - start });
      const options = { quiet: this.#quiet, strict: this.#strict, diagnostics: MAX_LINES, excerpts: false };
      const report = await reportOf(file, 0, false, notValidated(empty), options, this.#rules);
      this.summary.addCodes(report);
      await this.#report(report);
    }
  }

  async #flush(): Promise<void> {
    await this.#output.flush();
  }

  /** @param summary whether to print the summary */
  async close(summary: boolean): Promise<void> {
    this.#progress?.stop();
    const isText = this.#sarif === undefined && !this.#flags.json && this.#flags.format === 'text';
    if (this.#sarif) await this.#output.add(this.#sarif.close(this.#rules, Number(process.exitCode ?? 0)));
    if (this.#sarif?.omission) writeError(`dxlens: ${this.#sarif.omission}`);
    if (summary && isText) await this.#output.add(this.summary.text());
    await this.#output.close();
    // Other formats are for programs; the summary is for the user.
    if (summary && !isText) writeError(this.summary.text().trimEnd());
  }
}
