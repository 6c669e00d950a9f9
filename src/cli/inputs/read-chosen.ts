/**
 * Reads an input of a verb and chooses its shaders: what all verbs do that print something of each chosen shader.
 *
 * Not for: options and what they choose (effect-shaders.ts).
 */
import type { ShaderChoice } from '../../effects/choose-shaders.ts';
import type { Job } from '../outputs/plan-outputs.ts';
import { report } from '../report.ts';
import { type ChosenShader, chosenShaders, isRefused } from './effect-shaders.ts';
import { readFoundInput } from './read-input.ts';
import { readShaderFile } from './shader-file.ts';

/**
 * The chosen shaders of the input of `job`. Where there are none, what the verb returns: undefined for an input that is skipped,
 * else whether it is right, after the reason was reported.
 */
export async function readChosenShaders(
  job: Job,
  choice: ShaderChoice | undefined,
  quiet: boolean,
): Promise<
  { readonly shaders: readonly ChosenShader[] } | { readonly shaders: undefined; readonly result: boolean | undefined }
> {
  const bytes = await readFoundInput(job, readShaderFile);
  if (bytes === undefined) return { shaders: undefined, result: undefined };
  if (!(bytes instanceof Uint8Array)) return { shaders: undefined, result: !report(job.file, [bytes], quiet) };
  const shaders = chosenShaders(bytes, choice);
  if (isRefused(shaders)) return { shaders: undefined, result: !report(job.file, shaders, quiet) };
  return { shaders };
}

/** What a JSON object says first of a shader: its file, and its name in an effect. */
export function namesOf(file: string, { name }: ChosenShader): { readonly file: string; readonly shader?: string } {
  return { file, ...(name === '' ? {} : { shader: name }) };
}

/** A JSON object on a line of its own, or on several if `pretty`. Numbers that JSON lacks are strings, as in jobs of `run`: `NaN`, `-Infinity`. */
export function jsonText(object: unknown, pretty: boolean): string {
  return `${JSON.stringify(object, withAllNumbers, pretty ? 2 : undefined)}\n`;
}

function withAllNumbers(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
