/**
 * Validates files one after the other and converts the results to plain data, which threads can exchange.
 *
 * Not for: formatting the results.
 */

import { type Diagnostic, Diagnostics, type Severity } from '../../../base/diagnostics.ts';
import { isContainer, readChunkDirectory } from '../../../container/dxbc.ts';
import { DX0013 } from '../../../container/messages.ts';
import { TAG } from '../../../container/tags.ts';
import { type SourceLine, sourceLineAt } from '../../../debug/model.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { detectFormat, type Format, isEffect } from '../../../file/detect-format.ts';
import { looksLikeText } from '../../../file/text-format.ts';
import { scanSm1 } from '../../../isa/sm1/program.ts';
import { type ValidateOptions, type ValidationResult, validate } from '../../../validate/validate.ts';
import { ALL_MESSAGES } from '../../all-messages.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { chosenShaders, isRefused } from '../../inputs/effect-shaders.ts';
import { type Input, readFoundInput } from '../../inputs/read-input.ts';
import { missingShader, readShaderFile } from '../../inputs/shader-file.ts';
import type { Task } from '../../jobs/threads.ts';
import { type Excerpt, faultText } from '../../report.ts';
import { STANDARD } from '../../streams.ts';
import { fileText } from '../../terminal-text.ts';
import type { RootSignatureInput } from './bindings.ts';

export interface FileValidationOptions {
  /** Which shaders of an effect; undefined for all, and for files of any format. */
  readonly choice?: ShaderChoice | undefined;
  readonly validate: ValidateOptions;
  /** Whether to report only errors. */
  readonly quiet: boolean;
  /** Whether a file with a warning fails; such warnings are reported even if `quiet`. */
  readonly strict: boolean;
  /** The number of diagnostics per file to report; more are only counted. */
  readonly diagnostics: number;
  /** Whether diagnostics have excerpts of the listing. */
  readonly excerpts: boolean;
  readonly signature: RootSignatureInput | undefined;
}

/** A diagnostic as plain data. */
export interface ReportedDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  /** The message with all notes. */
  readonly message: string;
  /** In bytes from the start of the file or of the array. */
  readonly start: number;
  readonly end: number;
  /** As {@link Diagnostic.instruction}. */
  readonly instruction: number | null;
  /** The number that `disasm --numbers` prints before the instruction. */
  readonly number: number | null;
  /** The line of the source that the instruction comes from, where the shader says it; the message names it, too. */
  readonly source?: SourceLine;
  readonly excerpt?: Excerpt;
  readonly hint?: string;
}

/** The common fields of the diagnostics with one code. */
export interface RuleText {
  readonly code: string;
  readonly severity: Severity;
  readonly text: string;
  readonly hint?: string;
  readonly specRules?: readonly string[];
}

/** The result for a file. */
export interface Report {
  readonly file: string;
  readonly size: number;
  readonly format: Format;
  readonly profile: string | null;
  /** Null if the file could not be validated. */
  readonly valid: boolean | null;
  /** Whether it is a text, so that offsets refer to an array in it. */
  readonly isText: boolean;
  /** The first diagnostics. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  /** The number of diagnostics with each code, including those that are not in `diagnostics`. */
  readonly counts: readonly { readonly code: string; readonly severity: Severity; readonly count: number }[];
}

/** The outcome for an input. */
export type Outcome =
  | { readonly report: Report }
  /** A file of a directory that is not a shader. */
  | { readonly skipped: string }
  /** An internal error: the file and the error. */
  | { readonly faultOn: string; readonly fault: string };

export interface Batch {
  readonly outcomes: readonly Outcome[];
  /** The rules of all codes in the outcomes, each once. */
  readonly rules: readonly RuleText[];
}

/** The validation of inputs as work that threads can share. */
export function validation(options: FileValidationOptions): Task<Input, Batch> {
  const validateOne = (input: Input) => validateBatch([input], options);
  return {
    method: 'validateBatch',
    args: [options],
    alone: validateOne,
    remotely: validateOne,
    joined: (batches) => ({
      outcomes: batches.flatMap(({ outcomes }) => outcomes),
      rules: batches.flatMap(({ rules }) => rules),
    }),
    crashed: ({ file }, fault) => ({ outcomes: [{ faultOn: file, fault }], rules: [] }),
    isLocal: ({ file }) => file === STANDARD,
  };
}

/** Validates `sources` in order. Never rejects. */
export async function validateBatch(sources: readonly Input[], options: FileValidationOptions): Promise<Batch> {
  const rules = new Map<string, RuleText>();
  const outcomes: Outcome[] = [];
  for (const source of sources) {
    try {
      outcomes.push(await validateInput(source, options, rules));
    } catch (error) {
      outcomes.push({ faultOn: source.file, fault: faultText(error) });
    }
  }
  return { outcomes, rules: [...rules.values()] };
}

async function validateInput(
  source: Input,
  options: FileValidationOptions,
  rules: Map<string, RuleText>,
): Promise<Outcome> {
  const { file } = source;
  const bytes = await readFoundInput(source, readShaderFile);
  if (bytes === undefined) {
    const missing = source.isSpecial ? undefined : missingShader(file);
    if (missing === undefined) return { skipped: file };
    return { report: await reportOf(file, missing.span.end, false, notValidated(missing), options, rules) };
  }
  if (!(bytes instanceof Uint8Array))
    return { report: await reportOf(file, 0, false, notValidated(bytes), options, rules) };
  const standalone = withCut(await validateBytes(bytes, options));
  const validated = { ...standalone, diagnostics: namingForeignFile(standalone.diagnostics, bytes) };
  const result = source.found ? inDirectory(validated) : validated;
  return { report: await reportOf(file, bytes.byteLength, looksLikeText(bytes), result, options, rules, bytes) };
}

/** The code for a stream without an end token. */
const NO_END = 'X5243';

/**
 * A result whose first diagnostic says that the token stream is cut off, where it is; that of a container says it
 * already.
 */
function withCut(result: ValidationResult): ValidationResult {
  const { format, valid, diagnostics, programs } = result;
  const [first, ...others] = diagnostics;
  if (format !== 'sm1' || valid !== false || first === undefined || programs[0] === undefined) return result;
  if (first.code === NO_END || scanSm1(programs[0].words, new Diagnostics()).hasEnd) return result;
  const notes = [...first.notes, 'no end token follows: the file may be cut off'];
  return { ...result, diagnostics: [{ ...first, notes }, ...others] };
}

/** The code for a known format without rules. */
const NO_RULES = DX0013.code;

/**
 * The result for a file that was found in a directory and not named. A directory may contain any format, so a format
 * without rules is only a warning there.
 */
function inDirectory(result: ValidationResult): ValidationResult {
  const { valid, diagnostics } = result;
  if (valid !== undefined || diagnostics.some(({ severity, code }) => severity === 'error' && code !== NO_RULES))
    return result;
  return {
    ...result,
    diagnostics: diagnostics.map((one) => (one.code === NO_RULES ? { ...one, severity: 'warning' } : one)),
  };
}

/** Whether a file is valid, or was not validated and has no error; and has no warning if `strict`. */
export function passes({ valid, counts }: Report, strict: boolean): boolean {
  if (strict && counts.some(({ severity }) => severity === 'warning')) return false;
  return valid ?? !counts.some(({ severity }) => severity === 'error');
}

/** The result for a file that cannot be validated because of `diagnostic`. */
export function notValidated(diagnostic: Diagnostic): ValidationResult {
  return { format: 'unknown', profile: null, valid: undefined, diagnostics: [diagnostic], programs: [] };
}

/** Validates a file by itself, against its embedded root signature and against the root signature of the options. */
export async function validateBytes(
  bytes: Uint8Array,
  { validate: options, signature, choice }: FileValidationOptions,
): Promise<ValidationResult> {
  const { format } = detectFormat(bytes);
  if (choice !== undefined || isEffect(format)) {
    const shaders = chosenShaders(bytes, choice);
    if (isRefused(shaders)) return { ...detectFormat(bytes), valid: undefined, diagnostics: shaders, programs: [] };
    const { validateEffect } = await import('../../../validate/validate.ts');
    return validateEffect(bytes, options, choice);
  }
  const result = validate(bytes, options);
  if (signature === undefined && !hasRootSignature(bytes)) return result;
  const { validateBindings, validateEmbeddedRootSignature } = await import(
    '../../../validate/bindings/validate-bindings.ts'
  );
  const rootSignature = withDiagnostics(result, validateEmbeddedRootSignature(bytes).diagnostics);
  return signature === undefined
    ? rootSignature
    : withDiagnostics(rootSignature, validateBindings(bytes, signature.signature).diagnostics);
}

/** Whether the file is a shader with an embedded root signature. */
function hasRootSignature(bytes: Uint8Array): boolean {
  const container = isContainer(bytes) ? readChunkDirectory(bytes, new Diagnostics()) : undefined;
  return container !== undefined && container.chunks.length > 1 && container.find(TAG.RTS0) !== undefined;
}

/** Adds diagnostics to a result, except those of readers that it already has. */
export function withDiagnostics(result: ValidationResult, others: readonly Diagnostic[]): ValidationResult {
  const { diagnostics, programs } = result;
  const reported = new Set(diagnostics.map(({ code, span }) => `${code} ${span.start}`));
  const added = others
    .filter(({ code, span, rule }) => rule !== undefined || !reported.has(`${code} ${span.start}`))
    .map((diagnostic) => ({ ...diagnostic, ...programAt(diagnostic, programs) }));
  const failed = added.some(({ severity }) => severity === 'error');
  return { ...result, valid: result.valid && !failed, diagnostics: [...diagnostics, ...added] };
}

/** The program and token at the offset of a diagnostic that has a rule. */
function programAt(
  { span, rule }: Diagnostic,
  programs: ValidationResult['programs'],
): { program?: number; at?: number } {
  const program = programs.findIndex(
    ({ offset, words }) => span.start >= offset && span.start < offset + 4 * words.length,
  );
  const isProgram = span.start === programs[program]?.offset;
  return rule === undefined || program < 0 || isProgram
    ? {}
    : { program, at: (span.start - programs[program]!.offset) >>> 2 };
}

type ReportOptions = Pick<FileValidationOptions, 'quiet' | 'strict' | 'diagnostics' | 'excerpts'>;

/**
 * @param rules receives the rules of new codes
 * @param bytes the file, whose debug information has the lines of the source
 */
export async function reportOf(
  file: string,
  size: number,
  isText: boolean,
  result: ValidationResult,
  { quiet, strict, diagnostics: limit, excerpts }: ReportOptions,
  rules: Map<string, RuleText>,
  bytes?: Uint8Array,
): Promise<Report> {
  const { format, profile, valid, diagnostics, programs } = result;
  const shown = quiet
    ? diagnostics.filter(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
    : diagnostics;
  const counts = new Map<string, { code: string; severity: Severity; count: number }>();
  for (const { code, severity, rule } of shown) {
    // The severity of a code may vary.
    const key = `${code} ${severity}`;
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { code, severity, count: 1 });
    if (!rules.has(code)) rules.set(code, ruleText(code, severity, rule));
  }
  const first = shown.slice(0, limit);
  const lines = first.some(({ program }) => program !== undefined)
    ? new (await import('./excerpt.ts')).Excerpts(programs)
    : undefined;
  const source = first.some(({ at }) => at !== undefined) ? await sourceLines(bytes, programs) : undefined;
  const reported = first.map((diagnostic): ReportedDiagnostic => {
    const { code, severity, message, notes, span, instruction, hint } = diagnostic;
    const excerpt = excerpts ? lines?.of(diagnostic) : undefined;
    const line = source?.(diagnostic);
    return {
      code,
      severity,
      message: [message, ...notes, ...(line === undefined ? [] : [`at ${sourceText(line)}`])].join('; '),
      start: span.start,
      end: span.end,
      instruction: instruction ?? null,
      number: instruction === undefined ? null : (lines?.numberOf(diagnostic) ?? null),
      ...(line === undefined ? {} : { source: line }),
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(hint === undefined ? {} : { hint }),
    };
  });
  return {
    file,
    size,
    format,
    profile,
    valid: valid ?? null,
    isText,
    diagnostics: reported,
    counts: [...counts.values()],
  };
}

/** A function that finds the line of the source for a diagnostic; undefined where the file has no debug information. */
async function sourceLines(
  bytes: Uint8Array | undefined,
  programs: ValidationResult['programs'],
): Promise<((diagnostic: Diagnostic) => SourceLine | undefined) | undefined> {
  if (bytes === undefined) return undefined;
  const { readDebugInformation } = await import('../../../debug/read.ts');
  const information = readDebugInformation(bytes).programs;
  if (information.length === 0) return undefined;
  return ({ program, at }) => {
    const owner = program === undefined ? undefined : programs[program];
    if (owner === undefined || at === undefined) return undefined;
    const line = sourceLineAt(information, owner.offset, 4 * at);
    return line && { ...line, file: line.file === null ? null : fileText(line.file) };
  };
}

/** `shader.hlsl(12,5)` */
function sourceText({ file, line, column }: SourceLine): string {
  return `${file ?? '?'}(${line}${column === null ? '' : `,${column}`})`;
}

/** The rule or message of a code as sentences without placeholders, because a rule has no values. */
function ruleText(code: string, severity: Severity, rule: Diagnostic['rule']): RuleText {
  const { text, hint, specRules }: Partial<NonNullable<Diagnostic['rule']>> = rule ?? ALL_MESSAGES.get(code) ?? {};
  return {
    code,
    severity,
    text: text === undefined ? code : withoutPlaceholders(text),
    ...(hint === undefined ? {} : { hint: withoutPlaceholders(hint) }),
    ...(specRules === undefined ? {} : { specRules }),
  };
}

/** `text` with words such as REGISTER instead of `{register}`, because a rule has no values. */
export function withoutPlaceholders(text: string): string {
  return (
    text
      // `Components {components} of r1`: the word says it already.
      .replace(/\b(\w+) \{(\w+)\}/g, (both, word: string, name: string) =>
        word.toLowerCase() === name.toLowerCase() ? word : both,
      )
      // The part after the last placeholder may be empty, such as that of a hint.
      .replace(/(?<=\w\w)\{\w+\}\.?$/, '')
      // Registers.
      .replace(/\b([a-z])\{\w+\}/g, '$1N')
      .replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  );
}
