/** `dxlens reflect`: prints what a program that uses a compiled shader needs to know about it, for people or as JSON. */
import type { Command } from 'commander';
import { Diagnostics } from '../base/diagnostics.ts';
import { readShaderFile } from '../container/shader-file.ts';
import { type Reflection, reflectFile } from '../reflect/reflect.ts';
import { planOutputs } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { takeShaders } from './options.ts';
import { dxilText } from './reflect/dxil.ts';
import { libraryText } from './reflect/library.ts';
import { rootSignatureText } from './reflect/root-signature.ts';
import { sm1Text } from './reflect/sm1.ts';
import { sm4Text } from './reflect/sm4.ts';
import { report } from './report.ts';

interface Flags {
  readonly json?: true;
  readonly output?: string;
  readonly quiet?: true;
}

const SUFFIX = '.txt';
const JSON_SUFFIX = '.json';

const EXAMPLES = `
Examples:
  dxlens reflect shader.cso                      buffers, bindings, inputs, outputs, counts
  dxlens reflect --json *.cso                    one JSON document per line
  dxlens reflect --json shader.cso | jq '.constantBuffers[].variables[] | .name, .startOffset'

JSON uses the names of the D3D structures in camelCase; see docs/reflection.md.

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineReflect(command: Command): void {
  takeShaders(command)
    .description(
      'Prints what a program that uses each FILE needs to know: constant buffers and resources with their bindings, types and ' +
        'default values, inputs, outputs, instruction counts and required features. FILE is a shader of models 1-5.1, a library, ' +
        'a root signature, a container of shader model 6 (its parts, not its code), or C source with one as an array of numbers.',
    )
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const json = flags.json ?? false;
  const quiet = flags.quiet ?? false;
  const jobs = planOutputs(inputs, flags.output, json ? JSON_SUFFIX : SUFFIX);
  const lone = jobs.length === 1;
  await forEachInput(
    jobs,
    ({ input }) => input,
    async (job) => {
      const bytes = await readInput(job.input);
      if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
      const diagnostics = new Diagnostics();
      const file = readShaderFile(bytes, diagnostics);
      const reflection = reflectFile(file, diagnostics);
      const failed = report(job.input, diagnostics.list, quiet);
      if (reflection === undefined) return !failed;
      const document = { file: job.input, ...reflection };
      const text = json
        ? `${lone ? JSON.stringify(document, undefined, 2) : JSON.stringify(document)}\n`
        : (lone ? '' : `${job.input}\n`) + textOf(reflection);
      // Text keeps the bytes of names in the file; JSON is UTF-8.
      return (await deliver(job, Buffer.from(text, json ? 'utf8' : 'latin1'))) && !failed;
    },
  );
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
  }
}
