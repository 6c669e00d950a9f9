/**
 * Verdicts as a SARIF 2.1.0 log: one run, one artifact a file, one result a finding. Results are written as they come, so that
 * those of many files need not be held.
 *
 * Not for: reading SARIF, or deciding what is told.
 */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FAULT } from '../exit-status.ts';
import { STANDARD } from '../files.ts';
import { VERSION } from '../version.ts';
import type { Report, ReportedDiagnostic, RuleText } from './validate-file.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Writes the log of one run of the program. */
export class SarifLog {
  readonly #artifacts: object[] = [];
  /** In the order in which they are first broken. */
  readonly #ruleIndex = new Map<string, number>();
  readonly #faults: object[] = [];
  #first = true;

  /** What stands in front of the first result. */
  open(): string {
    return `{\n  "$schema": ${JSON.stringify(SCHEMA)},\n  "version": "2.1.0",\n  "runs": [\n    {\n      "results": [`;
  }

  /** The results about a file. */
  add(report: Report): string {
    const { file, size, kind, profile, valid } = report;
    const artifact = this.#artifacts.push({
      location: { uri: uriOf(file) },
      length: size,
      properties: { kind, profile, valid },
    });
    const seen = new Map<string, number>();
    return report.diagnostics
      .map((diagnostic) => this.#element(this.#result(diagnostic, report, artifact - 1, seen)))
      .join('');
  }

  /** A fault of ours on a file. */
  addFault(file: string, text: string): void {
    const location = { physicalLocation: { artifactLocation: { uri: uriOf(file) } } };
    this.#faults.push({ level: 'error', message: { text }, locations: [location] });
  }

  /**
   * What stands behind the last result.
   *
   * @param rules of all codes in it
   * @param exitCode that the program will end with
   */
  close(rules: ReadonlyMap<string, RuleText>, exitCode: number): string {
    const rest = {
      artifacts: this.#artifacts,
      tool: {
        driver: {
          name: 'dxlens',
          version: VERSION,
          semanticVersion: VERSION,
          rules: [...this.#ruleIndex.keys()].map((code) => ruleOf(rules.get(code)!)),
        },
      },
      invocations: [
        {
          executionSuccessful: exitCode !== FAULT,
          exitCode,
          ...(this.#faults.length === 0 ? {} : { toolExecutionNotifications: this.#faults }),
        },
      ],
      columnKind: 'utf16CodeUnits',
    };
    // Without its opening brace: the object has begun with the results.
    const members = indented(JSON.stringify(rest, undefined, 2), 6).slice(1);
    return `${this.#first ? '' : '\n      '}],${members}\n  ]\n}\n`;
  }

  #element(result: object): string {
    const text = indented(JSON.stringify(result, undefined, 2), 8);
    const before = this.#first ? '' : ',';
    this.#first = false;
    return `${before}\n        ${text}`;
  }

  /** @param seen how often each fingerprint came in the file */
  #result(
    diagnostic: ReportedDiagnostic,
    { file, size, isText }: Report,
    artifact: number,
    seen: Map<string, number>,
  ): object {
    const { code, severity, message, start, end, instruction, excerpt } = diagnostic;
    let rule = this.#ruleIndex.get(code);
    if (rule === undefined) {
      rule = this.#ruleIndex.size;
      this.#ruleIndex.set(code, rule);
    }
    // Places in an array of C source count in its bytes, not in those of the file.
    const bytes = isText || start > size ? {} : { byteOffset: start, byteLength: Math.max(0, end - start) };
    const fingerprint = hashOf(`${code} ${excerpt?.line.trim() ?? message}`);
    const count = (seen.get(fingerprint) ?? 0) + 1;
    seen.set(fingerprint, count);
    return {
      ruleId: code,
      ruleIndex: rule,
      level: severity,
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file), index: artifact },
            region: {
              // There are no lines in a binary; GitHub shows nothing without one.
              startLine: 1,
              ...bytes,
              ...(excerpt ? { snippet: { text: excerpt.line.trim() } } : {}),
            },
          },
        },
      ],
      // By this name GitHub knows a finding again when the file has changed elsewhere.
      partialFingerprints: { primaryLocationLineHash: `${fingerprint}:${count}` },
      properties: { offset: start, instruction },
    };
  }
}

function ruleOf({ code, severity, text, hint, contract }: RuleText): object {
  return {
    id: code,
    shortDescription: { text },
    ...(hint === undefined ? {} : { help: { text: hint } }),
    defaultConfiguration: { level: severity },
    ...(contract === undefined ? {} : { properties: { tags: contract } }),
  };
}

function indented(json: string, by: number): string {
  // Ends of lines in strings are escaped: those that are there are the layout's.
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

/** A path as a URI: relative paths stay relative to where the program ran. */
function uriOf(file: string): string {
  if (file === STANDARD) return 'stdin';
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
