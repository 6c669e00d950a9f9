/**
 * `dxlens container`: lists, extracts, replaces and strips the chunks of DXBC containers, and updates the checksum.
 * Options and help are here; the work is done in container/.
 */
import { type Command, Option } from 'commander';
import { colorOption, jobsOption, takeJson } from '../../options.ts';
import {
  type GetFlags,
  getPart,
  type ListFlags,
  list,
  type ManyFlags,
  repair,
  type SetFlags,
  type SignFlags,
  type StripOptions,
  setParts,
  sign,
  strip,
} from './commands.ts';

/** The description of an argument `<file...>` that names containers. */
const CONTAINERS = 'containers, directories, and patterns ("*.cso"); - is standard input';

const STATUS = '\nExit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.';

const EXAMPLES = `
Examples:
  dxlens container list shader.cso
  dxlens container get shader.cso RDEF -o resources.bin
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container strip shader.cso -o small.cso
  dxlens container sign edited.cso -o signed.cso
  dxlens container repair damaged.cso -o repaired.cso

See dxlens container COMMAND --help for each command.
${STATUS}`;

const LIST_EXAMPLES = `
Examples:
  dxlens container list shader.cso               number, tag, offset, size, and what it holds
  dxlens container list --json *.cso             one JSON document a line

Offsets of chunk headers and sizes of payloads are in bytes. The functions of a library are containers themselves: their
chunks are listed as 0.0, 0.1 and so on.
${STATUS}`;

const PARTS = `
PART is a tag (SHEX), a number from \`container list\` (3, 0.2), or a part of D3DGetBlobPart: inputSignature, outputSignature,
inputAndOutputSignature, patchConstantSignature, allSignatures, debugInfo, legacyShader, xnaPrepassShader, xnaShader, pdb,
privateData, rootSignature, debugName, or the name in d3dcompiler.h (D3D_BLOB_PDB). A tag or a number extracts the payload.
A part extracts what Microsoft's function returns: a container for signatures and root signatures, a payload for others.`;

const GET_EXAMPLES = `${PARTS}

Examples:
  dxlens container get shader.cso SHEX -o program.bin        a payload
  dxlens container get shader.cso 2 --container -o two.cso   chunk 2 in a container of its own
  dxlens container get shader.cso pdb -o shader.pdb
  dxlens container get *.cso rootSignature -o roots/         roots/FILE.rootSignature
${STATUS}`;

const SET_EXAMPLES = `
NAME is a tag, a number from \`container list\`, or one of the parts that D3DSetBlobPart sets: privateData, debugName,
rootSignature (from a container). A tag sets the first chunk with that tag, or adds one where Microsoft's compiler puts it.
A part replaces all chunks with its tag by one at the end. All other chunks keep their bytes and order.

Examples:
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container set shader.cso rootSignature=root.cso -o rooted.cso
  dxlens container set shader.cso --remove SPDB --remove ILDN -o small.cso
  make-notes | dxlens container set shader.cso privateData=- -o shader.cso --force
${STATUS}`;

const STRIP_EXAMPLES = `
Without options, removes all of these except the root signature, because Direct3D 12 may read it from the shader.

Examples:
  dxlens container strip shader.cso -o small.cso
  dxlens container strip --debug *.cso -o stripped/          as fxc /Qstrip_debug; stripped/FILE
${STATUS}`;

const SIGN_EXAMPLES = `
A correct checksum keeps its variant (retail or debug); a wrong one becomes the retail checksum. The functions of a library
are updated first.

Examples:
  dxlens container sign edited.cso -o signed.cso
  dxlens container sign edited.cso -o edited.cso --force
  dxlens container sign --check *.cso                        only print; exit status 1 if a checksum is wrong
${STATUS}`;

const REPAIR_EXAMPLES = `
Writes the total size, the number of chunks, their offsets and sizes from where the chunks are, and then the checksum. The
bytes of the chunks stay as they are. A note names each field that changes.

Examples:
  dxlens container repair damaged.cso -o repaired.cso
${STATUS}`;

/** Adds the commands below the verb to `command`. */
export function defineContainer(command: Command): void {
  command
    .description(
      'Lists, extracts, replaces and strips the chunks of DXBC containers, updates the checksum, and repairs sizes.',
    )
    .addHelpText('after', EXAMPLES);

  many(takeJson(command.command('list').summary('list chunks'), 'file'))
    .description('Lists the chunks of each FILE and the state of its checksum (digest).')
    .argument('<file...>', CONTAINERS)
    .option(
      '-o, --output <path>',
      'write to this file, or, with a trailing /, to this directory as FILE.txt or FILE.json',
    )
    .addHelpText('after', LIST_EXAMPLES)
    .action((files: string[], flags: ListFlags) => list(files, flags));

  many(command.command('get').summary('extract a chunk or part'))
    .description('Extracts a chunk or part of each FILE.')
    .usage('[options] <file...> <part>')
    .argument('<file...>', 'containers, directories and patterns (- is standard input), then the PART')
    .option('--container', 'write a container with this chunk only, with the retail checksum')
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE.PART')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', GET_EXAMPLES)
    .action((words: string[], flags: GetFlags) => getPart(words, flags));

  common(command.command('set').summary('replace, add or remove chunks'))
    .description('Replaces, adds and removes chunks of FILE.')
    .argument('<file>', 'container; - is standard input')
    .argument('[name=payload...]', 'what to set, and the file with its bytes; - is standard input')
    .option('--remove <tag>', 'remove all chunks with this tag or of this part', addWord)
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', SET_EXAMPLES)
    .action((file: string, words: string[], flags: SetFlags) => setParts(file, words, flags));

  many(command.command('strip').summary('remove chunks like D3DStripShader'))
    .description("Removes chunks of each FILE like Microsoft's D3DStripShader.")
    .argument('<file...>', CONTAINERS)
    .option('--reflection', 'resource definitions and statistics: RDEF, STAT (not those of libraries)')
    .option('--debug', 'debug information: SPDB, SDBG, RPLY')
    .option('--test', "Microsoft's test data: CRPT, SMID, PERF, SDTL")
    .option('--private', 'private data: PRIV')
    .option('--root-signature', 'the root signature: RTS0')
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', STRIP_EXAMPLES)
    .action((files: string[], flags: StripOptions) => strip(files, flags));

  many(command.command('sign').summary('update the checksum'))
    .description('Updates the checksum (digest) of each FILE and changes nothing else.')
    .argument('<file...>', CONTAINERS)
    .addOption(new Option('--debug', 'write the checksum of shaders that send debug messages').conflicts('retail'))
    .option('--retail', 'write the checksum of all other shaders')
    .addOption(
      new Option('--check', 'only print which checksum each FILE has').conflicts(['output', 'debug', 'retail']),
    )
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', SIGN_EXAMPLES)
    .action((files: string[], flags: SignFlags) => sign(files, flags));

  many(command.command('repair').summary('correct wrong sizes and offsets'))
    .description('Repairs the sizes and offsets in the header, the chunk table and the chunk headers of each FILE.')
    .argument('<file...>', CONTAINERS)
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE')
    .option('--force', 'allow the output to overwrite an input')
    .addHelpText('after', REPAIR_EXAMPLES)
    .action((files: string[], flags: ManyFlags) => repair(files, flags));
}

/** Adds the options that every command has. */
function common(command: Command): Command {
  return command.option('-q, --quiet', 'report errors only').addOption(colorOption());
}

/** The same for a command that takes several containers. */
function many(command: Command): Command {
  return common(command.addOption(jobsOption()));
}

function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word];
}
