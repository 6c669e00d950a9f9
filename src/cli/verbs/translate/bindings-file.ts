/**
 * The file of `--bindings`: a list of rows like those of a map, or an object with such a list, for example a map. What is wrong is reported at its
 * line and column.
 *
 * Not for: what the rows do (src/translate/bindings.ts).
 */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { list } from '../../../base/shapes.ts';
import { IR_STAGES } from '../../../ir/declarations.ts';
import type { IrStage } from '../../../ir/index.ts';
import { BINDING_CHOICE_SHAPE } from '../../../translate/map-shape.ts';
import type { BindingChoice } from '../../../translate/options.ts';
import { type JsonPath, locateJson } from '../../../vm/job/json-text.ts';
import { isObject } from '../../../vm/job/validate-shape.ts';
import { readJsonFile, reportAt } from './json-file.ts';

/** A list of bindings and the text that it is from. Plain data. */
export interface BindingsFile {
  readonly file: string;
  readonly text: string;
  /** What leads to the list in the document. */
  readonly path: JsonPath;
  readonly rows: readonly BindingChoice[];
}

/** Reads the list of bindings; undefined after what is wrong was reported. */
export async function readBindingsFile(file: string): Promise<BindingsFile | undefined> {
  const found = await readJsonFile(file, list(BINDING_CHOICE_SHAPE), (document) =>
    isObject(document) && 'bindings' in document ? [['bindings'], document.bindings] : [[], document],
  );
  if (found === undefined) return undefined;
  const rows = found.value as readonly BindingChoice[];
  // Rows of a map are for its stage.
  const stage = found.path.length === 0 ? undefined : (JSON.parse(found.text) as { readonly stage?: unknown }).stage;
  const own = isStage(stage) ? rows.map((row) => ({ stage, ...row })) : rows;
  return { file, text: found.text, path: found.path, rows: own };
}

function isStage(value: unknown): value is IrStage {
  return IR_STAGES.some((one) => one === value);
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
