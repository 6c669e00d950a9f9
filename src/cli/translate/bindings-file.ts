/**
 * The file of `--bindings`: a list of rows like those of a map, or an object with such a list, for example a map. What is wrong is reported at its
 * line and column.
 *
 * Not for: what the rows do (src/translate/bindings.ts).
 */
import type { Diagnostic } from '../../base/diagnostics.ts';
import { list } from '../../base/shapes.ts';
import { BINDING_CHOICE_SHAPE } from '../../translate/map-shape.ts';
import type { BindingChoice } from '../../translate/options.ts';
import { type JsonPath, jsonFault, lineAndColumn, locateJson } from '../../vm/job/json-text.ts';
import { JOB_MESSAGES } from '../../vm/job/messages.ts';
import { type JobDiagnostic, JobReport } from '../../vm/job/report.ts';
import { isObject, type JobNames, validateShape } from '../../vm/job/validate-shape.ts';
import { displayName, readInput } from '../inputs/read-input.ts';
import { withoutByteOrderMark } from '../inputs/text-encoding.ts';
import { report, reportAll } from '../report.ts';

/** A list of bindings and the text that it is from. Plain data. */
export interface BindingsFile {
  readonly file: string;
  readonly text: string;
  /** What leads to the list in the document. */
  readonly path: JsonPath;
  readonly rows: readonly BindingChoice[];
}

/** Rows have no names of other things. */
const NO_NAMES: JobNames = {
  buffers: new Set(),
  textures: new Set(),
  samplers: new Set(),
  shaders: new Set(),
  invocations: new Set(),
  resources: new Set(),
};

/** Reads the list of bindings; undefined after what is wrong was reported. */
export async function readBindingsFile(file: string): Promise<BindingsFile | undefined> {
  const bytes = await readInput(file);
  if (!(bytes instanceof Uint8Array)) {
    report(displayName(file), [bytes], false);
    return undefined;
  }
  const text = new TextDecoder().decode(withoutByteOrderMark(bytes));
  const fault = jsonFault(text);
  const problems = new JobReport();
  if (fault !== undefined) {
    const { kind, what } = fault;
    const message = { syntax: JOB_MESSAGES.DX7000, duplicate: JOB_MESSAGES.DX7008, nesting: JOB_MESSAGES.DX7009 }[kind];
    problems.add(message, [], { expected: what, name: what, limit: what });
    reportAt(file, text, problems.list, () => fault.start);
    return undefined;
  }
  const value = JSON.parse(text) as unknown;
  const [path, rows] = isObject(value) && 'bindings' in value ? [['bindings'], value.bindings] : [[], value];
  validateShape(rows, list(BINDING_CHOICE_SHAPE), NO_NAMES, problems);
  reportAt(file, text, problems.list, (one) => {
    const { steps, ofName } = one as JobDiagnostic;
    return locateJson(text, [...path, ...steps], ofName === true).start;
  });
  return problems.hasErrors ? undefined : { file, text, path, rows: rows as readonly BindingChoice[] };
}

/**
 * Prints what a translation reports about rows of the list.
 *
 * @param input the shader that was translated
 */
export function reportRows(
  { file, text, path }: BindingsFile,
  input: string,
  diagnostics: readonly Diagnostic[],
  quiet: boolean,
): boolean {
  const inInput = diagnostics.map((one) => ({ ...one, notes: [...one.notes, `in the translation of ${input}`] }));
  return reportAt(file, text, inInput, ({ binding }) => locateJson(text, [...path, binding!]).start, quiet);
}

/** Prints diagnostics at characters of the file. */
function reportAt<Problem extends Diagnostic>(
  file: string,
  text: string,
  diagnostics: readonly Problem[],
  startOf: (one: Problem) => number,
  quiet = false,
): boolean {
  const reported = diagnostics.map((one) => {
    const { line, column } = lineAndColumn(text, startOf(one));
    const { severity, code, message, notes, hint } = one;
    const located = { location: `${line}:${column}`, severity, code, text: [message, ...notes].join('; ') };
    return hint === undefined ? located : { ...located, hint };
  });
  return reportAll(displayName(file), reported, quiet, false);
}
