/**
 * Formats results as a SARIF 2.1.0 log: one run, one artifact per file, one result per diagnostic, of compiled shaders
 * and of sources. Results are written one by one, so that those of many files are not in memory together.
 *
 * Not for: reading SARIF, or deciding what is reported.
 */

import { isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AssemblyDiagnostic } from '../../../assemble/diagnostics.ts';
import { explainCode } from '../../../base/explain-code.ts';
import { FAULT, VERSION } from '../../process.ts';
import { STANDARD } from '../../streams.ts';
import type { Report, ReportedDiagnostic, RuleText } from './validate-file.ts';

/** A rule as SARIF describes it. */
export function sarifRule({ code, severity, text, hint, specRules }: RuleText): object {
  const title = sentence(text);
  const help = [...(hint === undefined ? [] : [sentence(hint)]), `An example: dxlens explain ${code}`];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: hint === undefined ? title : `${title} ${sentence(hint)}` },
    help: { text: help.join('\n\n'), markdown: help.join('\n\n').replace(/dxlens explain .*/, '`$&`') },
    defaultConfiguration: { level: severity },
    ...(specRules === undefined ? {} : { properties: { tags: specRules } }),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/**
 * GitHub rejects a run with more results (source: "SARIF results exceed one or more limits" in GitHub's documentation).
 */
const MAX_RESULTS = 25_000;

/** A source that was compiled. */
export interface SourceReport {
  readonly file: string;
  readonly size: number;
  readonly profile: string;
  readonly valid: boolean;
  readonly diagnostics: readonly AssemblyDiagnostic[];
}

/** The log of one run of the program. */
export class SarifLog {
  readonly #artifacts: object[] = [];
  /** Rule indices by code, in the order of the first result. */
  readonly #ruleIndex = new Map<string, number>();
  readonly #notifications: object[] = [];
  #results = 0;
  #omitted = 0;

  /** The text before the first result. */
  open(): string {
    return `{\n  "$schema": ${JSON.stringify(SCHEMA)},\n  "version": "2.1.0",\n  "runs": [\n    {\n      "results": [`;
  }

  /** The text of the results about a file. */
  add(report: Report): string {
    const { file, size, format, profile, valid, diagnostics } = report;
    return this.#addFile(file, size, { format, profile, valid }, diagnostics, (one, artifact, seen) =>
      this.#result(one, report, artifact, seen),
    );
  }

  /** The text of the results about a source and the files that it includes. */
  addSource({ file, size, profile, valid, diagnostics }: SourceReport): string {
    return this.#addFile(file, size, { format: 'hlsl', profile, valid }, diagnostics, (one, index, seen) => {
      const { line: startLine, column: startColumn, endColumn, message } = one;
      const location = one.file === file ? { uri: uriOf(file), index } : { uri: uriOf(one.file) };
      const region = { startLine, startColumn, ...(endColumn > startColumn && { endColumn }) };
      return this.#resultOf(one, location, region, message, {}, seen);
    });
  }

  /**
   * Adds a file, and its results as long as there may be more.
   *
   * @param resultOf gets the number of the file, and the count of each fingerprint in it
   */
  #addFile<Row>(
    file: string,
    length: number,
    properties: object,
    diagnostics: readonly Row[],
    resultOf: (one: Row, artifact: number, seen: Map<string, number>) => object,
  ): string {
    const artifact = this.#artifacts.push({ location: { uri: uriOf(file) }, length, properties }) - 1;
    const seen = new Map<string, number>();
    const available = Math.max(0, MAX_RESULTS - this.#results);
    this.#omitted += Math.max(0, diagnostics.length - available);
    return diagnostics
      .slice(0, available)
      .map((one) => this.#element(resultOf(one, artifact, seen)))
      .join('');
  }

  /** The rules of the codes of sources, as their explanations have them. */
  sourceRules(): Map<string, RuleText> {
    return new Map(
      [...this.#ruleIndex.keys()].map((code) => {
        const { severity = 'error', text = code, hint } = explainCode(code) ?? {};
        return [code, { code, severity, text, ...(hint !== undefined && { hint }) }];
      }),
    );
  }

  /** Records an internal error on a file. */
  addFault(file: string, text: string): void {
    const location = { physicalLocation: { artifactLocation: { uri: uriOf(file) } } };
    this.#notifications.push({ level: 'error', message: { text }, locations: [location] });
  }

  /**
   * The text after the last result.
   *
   * @param rules the rules of all codes in the log
   * @param exitCode the exit status with which the program will end
   */
  close(rules: ReadonlyMap<string, RuleText>, exitCode: number): string {
    if (this.#omitted > 0) this.#notifications.push({ level: 'warning', message: { text: this.omission } });
    const rest = {
      artifacts: this.#artifacts,
      tool: {
        driver: {
          name: 'dxlens',
          version: VERSION,
          semanticVersion: VERSION,
          rules: [...this.#ruleIndex.keys()].map((code) => sarifRule(rules.get(code)!)),
        },
      },
      invocations: [
        {
          executionSuccessful: exitCode !== FAULT,
          exitCode,
          ...(this.#notifications.length === 0 ? {} : { toolExecutionNotifications: this.#notifications }),
        },
      ],
      columnKind: 'utf16CodeUnits',
    };
    // Without the opening brace: the object began with the results.
    const members = indented(JSON.stringify(rest, undefined, 2), 6).slice(1);
    return `${this.#results === 0 ? '' : '\n      '}],${members}\n  ]\n}\n`;
  }

  /** A sentence about results that are left out of the log; empty if it is complete. */
  get omission(): string {
    if (this.#omitted === 0) return '';
    return `${this.#omitted} of ${this.#results + this.#omitted} diagnostics are left out: GitHub rejects more than ${MAX_RESULTS}`;
  }

  #element(result: object): string {
    const text = indented(JSON.stringify(result, undefined, 2), 8);
    const before = this.#results === 0 ? '' : ',';
    this.#results++;
    return `${before}\n        ${text}`;
  }

  /** @param seen the count of each fingerprint in the file */
  #result(
    diagnostic: ReportedDiagnostic,
    { file, size, isText }: Report,
    artifact: number,
    seen: Map<string, number>,
  ): object {
    const { message, start, end, instruction, source, excerpt } = diagnostic;
    // Offsets in an array of C source refer to its bytes, not to those of the file.
    const bytes = isText || start > size ? {} : { byteOffset: start, byteLength: Math.max(0, end - start) };
    // A binary has no lines, but GitHub shows no result without one.
    const region = { startLine: 1, ...bytes, ...(excerpt ? { snippet: { text: excerpt.line.trim() } } : {}) };
    const properties = { offset: start, instruction, ...(source === undefined ? {} : { source }) };
    const mark = excerpt?.line.trim() ?? message;
    return this.#resultOf(diagnostic, { uri: uriOf(file), index: artifact }, region, mark, { properties }, seen);
  }

  /**
   * @param mark what identifies the result besides its code
   * @param seen the count of each fingerprint in the file
   */
  #resultOf(
    { code, severity, message }: Pick<ReportedDiagnostic, 'code' | 'severity' | 'message'>,
    artifactLocation: object,
    region: object,
    mark: string,
    more: object,
    seen: Map<string, number>,
  ): object {
    let rule = this.#ruleIndex.get(code);
    if (rule === undefined) {
      rule = this.#ruleIndex.size;
      this.#ruleIndex.set(code, rule);
    }
    const fingerprint = hashOf(`${code} ${mark}`);
    const count = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, count);
    return {
      ruleId: code,
      ruleIndex: rule,
      level: severity,
      message: { text: message },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      // GitHub uses this to recognize a result after other parts of the file have changed.
      partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${count}` },
      ...more,
    };
  }
}

function indented(json: string, by: number): string {
  // Line ends in strings are escaped, so these belong to the layout.
  return json.replaceAll('\n', `\n${' '.repeat(by)}`);
}

const FNV_OFFSET = 0xcbf2_9ce4_8422_2325n;
const FNV_PRIME = 0x100_0000_01b3n;

/** FNV-1a of the UTF-16 code units: 16 hexadecimal digits. */
function hashOf(text: string): string {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * FNV_PRIME);
  return hash.toString(16).padStart(16, '0');
}

/**
 * A path as a URI: relative to the working directory if it is inside, because GitHub takes URIs that are relative to
 * the root of the repository.
 */
function uriOf(path: string): string {
  if (path === STANDARD) return 'stdin';
  const below = relative('', path);
  const file = isAbsolute(path) && !isAbsolute(below) && !/^\.\.($|[/\\])/.test(below) ? below : path;
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
