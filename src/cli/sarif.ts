/**
 * Verdicts as a SARIF 2.1.0 log: one run, one artifact a file, one result a finding.
 *
 * Not for: reading SARIF, or deciding what is told.
 */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MESSAGES } from '../base/messages.ts';
import type { FileFinding } from '../validate/validate.ts';
import { STANDARD } from './files.ts';
import { excerptOf, type Judged, messageOf, shown } from './verdicts.ts';
import { VERSION } from './version.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The log about all files of a command line. */
export function sarifLog(judged: readonly Judged[], quiet: boolean): object {
  const rules = new Map<string, { index: number; rule: object }>();
  const results = judged.flatMap((one, index) =>
    shown(one.verdict.diagnostics, quiet).map((finding) => result(finding, one, index, rules)),
  );
  const run = {
    tool: {
      driver: {
        name: 'dxlens',
        version: VERSION,
        semanticVersion: VERSION,
        rules: [...rules.values()].map(({ rule }) => rule),
      },
    },
    artifacts: judged.map(({ file, size, verdict }) => ({
      location: { uri: uriOf(file) },
      length: size,
      properties: {
        kind: verdict.kind.kind,
        profile: verdict.kind.profile ?? null,
        valid: verdict.valid ?? null,
      },
    })),
    results,
    columnKind: 'utf16CodeUnits',
  };
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] };
}

function result(
  finding: FileFinding,
  { file, size, verdict }: Judged,
  artifact: number,
  rules: Map<string, { index: number; rule: object }>,
): object {
  const { code, severity, span, instruction } = finding;
  let known = rules.get(code);
  if (known === undefined) {
    known = { index: rules.size, rule: ruleOf(finding) };
    rules.set(code, known);
  }
  const excerpt = excerptOf(finding, verdict.programs);
  // Places in an array of C source count in its bytes, not in those of the file.
  const inFile = verdict.kind.kind !== 'c-array' && span.start <= size;
  return {
    ruleId: code,
    ruleIndex: known.index,
    level: severity,
    message: { text: messageOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), index: artifact },
          ...(inFile
            ? {
                region: {
                  byteOffset: span.start,
                  byteLength: Math.max(0, span.end - span.start),
                  ...(excerpt ? { snippet: { text: excerpt.line.trim() } } : {}),
                },
              }
            : {}),
        },
      },
    ],
    properties: { offset: span.start, instruction: instruction ?? null },
  };
}

/** The rule behind a finding, without the values of this one. */
function ruleOf({ code, severity, rule }: FileFinding): object {
  const text = rule?.text ?? (MESSAGES as Readonly<Record<string, { text: string }>>)[code]?.text ?? code;
  return {
    id: code,
    shortDescription: { text },
    ...(rule === undefined ? {} : { help: { text: rule.mend } }),
    defaultConfiguration: { level: severity },
    ...(rule?.contract === undefined ? {} : { properties: { tags: rule.contract } }),
  };
}

/** A path as a URI: relative paths stay relative to where the program ran. */
function uriOf(file: string): string {
  if (file === STANDARD) return 'stdin';
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
