/**
 * JSON files that options name: read and checked by their shape. What is wrong is reported at its line and column.
 *
 * Not for: what the values mean.
 */
import type { Diagnostic } from '../../../base/diagnostics.ts';
import { BOOLEAN, integer, list, object, optional, required, type Shape, TEXT, word } from '../../../base/shapes.ts';
import { IR_STAGES } from '../../../ir/declarations.ts';
import type { IrStage } from '../../../ir/index.ts';
import { MAX_CLIP_PLANES, STATE9_WORDS } from '../../../translate/direct3d9/options.ts';
import { BINDING_CHOICE_SHAPE } from '../../../translate/map-shape.ts';
import type { BindingChoice } from '../../../translate/options.ts';
import { type JsonPath, jsonFault, lineAndColumn, locateJson } from '../../../vm/job/json-text.ts';
import { type JobDiagnostic, JobReport } from '../../../vm/job/report.ts';
import { isObject, type JobNames, validateShape } from '../../../vm/job/validate-shape.ts';
import { DX7000, DX7008, DX7009 } from '../../../vm/messages.ts';
import { withoutByteOrderMark } from '../../foreign-files.ts';
import { displayName, readInput } from '../../inputs/read-input.ts';
import { report, reportAll } from '../../report.ts';

/** Values have no names of other things. */
const NO_NAMES: JobNames = {
  buffers: new Set(),
  textures: new Set(),
  samplers: new Set(),
  shaders: new Set(),
  invocations: new Set(),
  resources: new Set(),
};

/** A file and the value that was asked for. */
export interface JsonFile {
  readonly text: string;
  /** The path of the value in the document. */
  readonly path: JsonPath;
  readonly value: unknown;
}

/**
 * Reads a file; undefined after what is wrong was reported.
 *
 * @param locate finds the value that has the shape; the document itself without
 */
export async function readJsonFile(
  file: string,
  shape: Shape,
  locate: (document: unknown) => readonly [path: JsonPath, value: unknown] = (document) => [[], document],
): Promise<JsonFile | undefined> {
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
    const message = { syntax: DX7000, duplicate: DX7008, nesting: DX7009 }[kind];
    problems.add(message, [], { expected: what, name: what, limit: what });
    reportAt(file, text, problems.list, () => fault.start);
    return undefined;
  }
  const [path, value] = locate(JSON.parse(text) as unknown);
  validateShape(value, shape, NO_NAMES, problems);
  reportAt(file, text, problems.list, (one) => {
    const { steps, ofName } = one as JobDiagnostic;
    return locateJson(text, [...path, ...steps], ofName === true).start;
  });
  return problems.hasErrors ? undefined : { text, path, value };
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

/** A list of bindings and the text that it is from. Plain data. */
export interface BindingsFile {
  readonly file: string;
  readonly text: string;
  /** The path of the list in the document. */
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
  const stageRows = isStage(stage) ? rows.map((row) => ({ stage, ...row })) : rows;
  return { file, text: found.text, path: found.path, rows: stageRows };
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

/** The shape of a file with the option `state9`: an empty object is a sampler that nothing is known about. */
export const STATE9_SHAPE = object({
  samplers: optional(
    list(
      object({
        dimension: optional(word(STATE9_WORDS.dimension), 'The dimension of the texture, before ps_2_0.'),
        isComparison: optional(BOOLEAN, 'Whether it is a depth texture that is compared.'),
        isProjected: optional(BOOLEAN, 'Whether the stage divides coordinates by the last one, before ps_1_4.'),
      }),
    ),
    'By the number of the sampler.',
  ),
  alphaTest: optional(word(STATE9_WORDS.alphaTest), 'The function of the alpha test.'),
  fog: optional(word(STATE9_WORDS.fog), 'Fog of pixel shaders before 3_0.'),
  fogDistance: optional(word(STATE9_WORDS.fogDistance), 'The distance of fog.'),
  clipPlanes: optional(integer(0, MAX_CLIP_PLANES), 'How many clip planes are enabled.'),
  clipBy: optional(word(STATE9_WORDS.clipBy), 'How planes clip.'),
  halfPixel: optional(BOOLEAN, 'Whether positions move by half a pixel.'),
  pointSize: optional(word(STATE9_WORDS.pointSize), 'The size of points.'),
  pointSprite: optional(BOOLEAN, 'Whether points have texture coordinates of their own, from 0 to 1.'),
  flatShading: optional(BOOLEAN, 'Whether colors are those of the first vertex.'),
  integerInputs: optional(
    list(
      object({
        semantic: required(TEXT, 'The usage.'),
        index: optional(integer(), 'Its index.'),
        type: required(word(STATE9_WORDS.type), 'What the vertex has.'),
      }),
    ),
    'Inputs that are whole numbers in memory.',
  ),
});
