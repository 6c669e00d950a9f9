/**
 * The options that choose shaders of an effect, and the shaders that they choose. All verbs that read shaders take
 * them.
 *
 * Not for: reading effects (container/fx).
 */
import { type Command, Option } from 'commander';
import { type Diagnostic, Diagnostics, diagnostic } from '../../base/diagnostics.ts';
import {
  chooseShaders,
  embeddedShaderName,
  readEmbeddedShaders,
  type ShaderChoice,
} from '../../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../../effects/embedded-shaders.ts';
import { detectFormat, formatName, isEffect } from '../../file/detect-format.ts';
import { DX0380, DX0381 } from '../messages.ts';
import { oneOf, suggestionFor } from '../options.ts';
import type { Job } from '../outputs/plan-outputs.ts';
import { report } from '../report.ts';
import { compiledIfHlsl } from './hlsl-options.ts';
import type { HlslSettings } from './hlsl-source.ts';
import { readFoundInput } from './read-input.ts';
import { readShaderFile } from './shader-file.ts';

const STAGES = ['vs', 'ps', 'gs', 'hs', 'ds', 'cs'];

/** Adds the options that choose shaders of an effect. */
export function takeShaderChoice(command: Command): Command {
  return command
    .option('--technique <name>', 'of an effect: the shaders of this technique (a name, or an index from 0)')
    .option('--pass <name>', 'of an effect: the shaders of this pass (a name, or an index from 0)')
    .addOption(oneOf(new Option('--stage <stage>', 'of an effect: the shaders of this stage'), STAGES))
    .option('--group <name>', 'of an effect of fx_5_0: the shaders of this group of techniques')
    .option('--variable <name>', 'of an effect: the shaders in this variable');
}

/** The choice in the options of a command line; undefined without any. */
export function shaderChoiceOf(flags: ShaderChoice): ShaderChoice | undefined {
  const { group, technique, pass, stage, variable } = flags;
  const parts = Object.entries({ group, technique, pass, stage, variable }).filter(([, word]) => word !== undefined);
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** A shader that was chosen: its bytes, its position in the effect, and its display name. */
export interface ChosenShader {
  readonly bytes: Uint8Array;
  /** Byte offset in the effect. */
  readonly offset: number;
  readonly name: string;
  /** All that the effect says about it; undefined for a file that is a shader itself. */
  readonly embedded: EmbeddedShader | undefined;
}

/**
 * The shaders of an input that `choice` chooses, or why there is none.
 *
 * @param choice without one, the input itself
 */
export function chosenShaders(
  bytes: Uint8Array,
  choice: ShaderChoice | undefined,
): readonly ChosenShader[] | readonly Diagnostic[] {
  if (choice === undefined) return [{ bytes, offset: 0, name: '', embedded: undefined }];
  const span = { unit: 'byte', start: 0, end: bytes.byteLength } as const;
  const file = detectFormat(bytes);
  if (!isEffect(file.format)) {
    const [option] = Object.keys(choice);
    return [diagnostic(DX0380, span, { option: `--${option}`, kind: formatName(file) })];
  }
  const diagnostics = new Diagnostics();
  const embedded = readEmbeddedShaders(bytes, diagnostics);
  if (embedded === undefined) return diagnostics.list;
  const found = chooseShaders(embedded, choice);
  if ('part' in found) {
    const { part, names } = found;
    const word = choice[part]!;
    const way = suggestionFor(word, names) || (names.length > 0 ? `; it has ${names.join(', ')}` : '');
    return [...diagnostics.list, diagnostic(DX0381, span, { part, word, way })];
  }
  return found.map((shader) => ({
    bytes: bytes.subarray(shader.offset, shader.offset + shader.length),
    offset: shader.offset,
    name: embeddedShaderName(shader),
    embedded: shader,
  }));
}

/** Whether nothing was chosen, and the result says why. */
export function isRefused(result: readonly ChosenShader[] | readonly Diagnostic[]): result is readonly Diagnostic[] {
  return result.length > 0 && 'severity' in result[0]!;
}

/** Diagnostics about a chosen shader with offsets that count in the effect. */
export function inEffect(
  diagnostics: readonly Diagnostic[],
  { offset, name, embedded }: ChosenShader,
): readonly Diagnostic[] {
  if (embedded === undefined) return diagnostics;
  return diagnostics.map((one) => ({
    ...one,
    span: { ...one.span, start: one.span.start + offset, end: one.span.end + offset },
    notes: [...one.notes, `in ${name}`],
  }));
}

/**
 * The chosen shaders of the input of `job`. Where there are none, what the verb returns: undefined for an input that is
 * skipped, else whether it is right, after the reason was reported.
 *
 * @param hlsl how HLSL is compiled; undefined for a verb that takes none
 */
export async function readChosenShaders(
  job: Job,
  choice: ShaderChoice | undefined,
  quiet: boolean,
  hlsl?: HlslSettings,
): Promise<
  { readonly shaders: readonly ChosenShader[] } | { readonly shaders: undefined; readonly result: boolean | undefined }
> {
  const read = await readFoundInput(job, readShaderFile);
  if (read === undefined) return { shaders: undefined, result: undefined };
  if (!(read instanceof Uint8Array)) return { shaders: undefined, result: !report(job.file, [read], quiet) };
  const bytes = hlsl === undefined ? read : await compiledIfHlsl(job.file, read, hlsl, quiet, job.output);
  if (bytes === undefined) return { shaders: undefined, result: false };
  const shaders = chosenShaders(bytes, choice);
  if (isRefused(shaders)) return { shaders: undefined, result: !report(job.file, shaders, quiet) };
  return { shaders };
}

/** The first fields of a shader's JSON object: its file, and its name in an effect. */
export function namesOf(file: string, { name }: ChosenShader): { readonly file: string; readonly shader?: string } {
  return { file, ...(name === '' ? {} : { shader: name }) };
}

/**
 * A JSON object on a line of its own, or on several if `pretty`. Numbers that JSON lacks are strings, as in jobs of
 * `run`: `NaN`, `-Infinity`.
 */
export function jsonText(object: unknown, pretty: boolean): string {
  return `${JSON.stringify(object, withAllNumbers, pretty ? 2 : undefined)}\n`;
}

function withAllNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
