/**
 * `dxlens reflect`: prints what a program that uses a compiled shader needs to know about it, for people or as JSON.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Diagnostics } from '../../../base/diagnostics.ts';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { readShaderFile as readOpenedFile } from '../../../file/shader-file.ts';
import type { RootSignatureReflection } from '../../../reflect/index.ts';
import { type Reflection, reflectFile, type ShaderHashes, shaderHashes } from '../../../reflect/reflect.ts';
import { printRootSignature } from '../../../text/root-signature.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import {
  type ChosenShader,
  inEffect,
  jsonText,
  namesOf,
  readChosenShaders,
  shaderChoiceOf,
  takeShaderChoice,
} from '../../inputs/effect-shaders.ts';
import { type HlslFlags, hlslOf, takeHlsl } from '../../inputs/hlsl-options.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { type JsonFlags, printedFiles, takeShaders } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import type { Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { writeOut } from '../../streams.ts';
import { oneLine } from '../../terminal-text.ts';
import { effectText } from './effect.ts';
import { sm1Text } from './sm1.ts';
import { dxilText, libraryText, sm4Text } from './sm4.ts';

export function rootSignatureText({ profile, rootSignature }: RootSignatureReflection): string {
  if (rootSignature === null) return `${profile ?? 'root signature of unknown version'}\n`;
  return printRootSignature(rootSignature);
}

interface Flags extends ShaderChoice, JsonFlags, HlslFlags {
  readonly schema?: true;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
  readonly hashes?: true;
}

const EXAMPLES = `
Examples:
  dxlens reflect shader.cso                      buffers, bindings, inputs, outputs, counts
  dxlens reflect --json build/shaders            one JSON object per line and shader
  dxlens reflect effect.fxo                      variables, techniques, states and shaders of an effect
  dxlens reflect --schema                        the JSON Schema of what --json prints
  dxlens reflect --json shader.cso | jq ".constantBuffers[].variables[] | .name, .startOffset"

JSON uses the names of the D3D structures in camelCase; see docs/reflection.md.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineReflect(command: Command): void {
  takeShaders(command, '[file...]')
    .option('--schema', 'print the JSON Schema of what --json prints')
    .description(
      'Prints what a program that uses each FILE needs to know: constant buffers and resources with their bindings, types and ' +
        'default values, inputs, outputs, instruction counts and required features. FILE is a shader of models 1-5.1, a library, ' +
        'a root signature, a container of shader model 6 (its parts, not its code), an effect, or C source with one as an array ' +
        'of numbers.',
    )
    .option('--hashes', 'add the hashes by which 3Dmigoto, ReShade, RenoDX and DXVK name shaders')
    .addHelpText('after', EXAMPLES)
    .action(run);
  takeHlsl(command);
  takeShaderChoice(command);
}

/** Parameters of {@link reflectInput} other than its input. */
interface Settings {
  readonly json: boolean;
  readonly pretty: boolean;
  readonly quiet: boolean;
  /** Whether each text begins with a line that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
  readonly hlsl: HlslSettings;
  readonly hashes: boolean;
}

/** The schema of the package as it is printed. */
function schemaText(): string {
  const schema = readFileSync(join(import.meta.dirname, '../../schemas/reflection.schema.json'), 'utf8');
  return `${JSON.stringify(JSON.parse(schema), undefined, 2)}\n`;
}

async function run(words: string[], flags: Flags, command: Command): Promise<void> {
  if (flags.schema) return writeOut(schemaText());
  if (words.length === 0) command.error("error: missing required argument 'file'");
  const { json = false, pretty = false, quiet = false } = flags;
  const files = { ...printedFiles(json), readFound: readShaderFile };
  const choice = shaderChoiceOf(flags);
  await runVerb('reflect', words, flags, files, reflectInput, (lone) => ({
    json,
    pretty,
    quiet,
    headings: !lone,
    choice,
    hlsl: hlslOf(flags),
    hashes: flags.hashes === true,
  }));
}

/** Reads one input, writes its reflection and reports its diagnostics. */
export async function reflectInput(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { quiet, headings, json, choice } = settings;
  const chosen = await readChosenShaders(job, choice, quiet, settings.hlsl);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  let failed = false;
  const pieces: Uint8Array[] = [];
  for (const shader of shaders) {
    const diagnostics = new Diagnostics();
    const reflection = reflectFile(readOpenedFile(shader.bytes, diagnostics), diagnostics);
    if (report(job.file, inEffect(namingForeignFile(diagnostics.list, shader.bytes), shader), quiet)) failed = true;
    if (reflection === undefined) continue;
    if (!json && shaders.length > 1) pieces.push(Buffer.from(`${pieces.length > 0 ? '\n' : ''}${shader.name}\n`));
    pieces.push(pieceOf(job.file, shader, reflection, settings));
  }
  if (pieces.length === 0) return !failed;
  if (!json && headings) pieces.unshift(Buffer.from(`${oneLine(job.file)}\n`));
  return (await deliver(job, Buffer.concat(pieces))) && !failed;
}

/** The reflection of one shader as it is written. The text keeps the bytes of names in the file. */
function pieceOf(
  file: string,
  shader: ChosenShader,
  reflection: Reflection,
  { json, pretty, hashes: wantsHashes }: Settings,
): Uint8Array {
  const hashes = wantsHashes ? shaderHashes(shader.bytes) : undefined;
  if (json)
    return Buffer.from(jsonText({ ...namesOf(file, shader), ...reflection, ...(hashes && { hashes }) }, pretty));
  const lines = hashes === undefined ? '' : hashesText(hashes);
  return Buffer.from(textOf(reflection) + lines, 'latin1');
}

function hashesText({ fnv64, crc32, sha1 }: ShaderHashes): string {
  return `\nhashes\n  FNV-64  ${fnv64}  3Dmigoto\n  CRC-32  ${crc32.toUpperCase()}  ReShade, RenoDX\n  SHA-1   ${sha1}  DXVK\n`;
}

function textOf(reflection: Reflection): string {
  switch (reflection.format) {
    case 'sm1':
      return sm1Text(reflection);
    case 'dxbc':
      return sm4Text(reflection);
    case 'library':
      return libraryText(reflection);
    case 'root-signature':
      return rootSignatureText(reflection);
    case 'dxil':
      return dxilText(reflection);
    case 'effect':
      return effectText(reflection);
  }
}
