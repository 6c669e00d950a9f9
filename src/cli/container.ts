/**
 * `dxlens container`: lists the chunks of DXBC containers, takes them out, puts them in, strips them, and puts the right digest.
 * Options and help are here; what each command does is in container-list.ts and container-edit.ts.
 */
import { type Command, Option } from 'commander';
import {
  type GetFlags,
  getPart,
  type SetFlags,
  type SignFlags,
  type StripOptions,
  setParts,
  sign,
  strip,
} from './container-edit.ts';
import { type ListFlags, list } from './container-list.ts';
import { colorOption } from './options.ts';

const STATUS = '\nExit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.';

const EXAMPLES = `
Examples:
  dxlens container list shader.cso
  dxlens container get shader.cso RDEF -o resources.bin
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container strip shader.cso -o small.cso
  dxlens container sign edited.cso -o signed.cso

dxlens container COMMAND --help tells more about each.
${STATUS}`;

const LIST_EXAMPLES = `
Examples:
  dxlens container list shader.cso               number, tag, offset, size, and what it holds
  dxlens container list --json *.cso             one JSON document a line

Offsets are those of the chunks' headers, sizes those of their payloads, in bytes. Functions of libraries are containers
themselves: their chunks are listed as 0.0, 0.1 and so on.
${STATUS}`;

const PARTS = `
PART is a tag (SHEX), a number of \`container list\` (3, 0.2), or a part of D3DGetBlobPart: inputSignature, outputSignature,
inputAndOutputSignature, patchConstantSignature, allSignatures, debugInfo, legacyShader, xnaPrepassShader, xnaShader, pdb,
privateData, rootSignature, debugName, or the same as in d3dcompiler.h (D3D_BLOB_PDB). Tags and numbers give payloads; parts
what Microsoft's function gives: containers for signatures and root signatures, else payloads.`;

const GET_EXAMPLES = `${PARTS}

Examples:
  dxlens container get shader.cso SHEX -o program.bin        a payload
  dxlens container get shader.cso 2 --container -o two.cso   chunk 2 in a container of its own
  dxlens container get shader.cso pdb -o shader.pdb
  dxlens container get *.cso rootSignature -o roots/         roots/FILE.rootSignature
${STATUS}`;

const SET_EXAMPLES = `
NAME is a tag, whose first chunk gets the new payload, or which is added where Microsoft's compiler puts such a chunk; a
number of \`container list\`; or a part that D3DSetBlobPart sets: privateData, debugName, rootSignature (from a container).
Those replace all chunks of the kind and stand at the end. All other chunks keep their bytes and order.

Examples:
  dxlens container set shader.cso PRIV=notes.txt -o tagged.cso
  dxlens container set shader.cso rootSignature=root.cso -o rooted.cso
  dxlens container set shader.cso --remove SPDB --remove ILDN -o small.cso
  make-notes | dxlens container set shader.cso privateData=- -o shader.cso --force
${STATUS}`;

const STRIP_EXAMPLES = `
Without options everything goes but the root signature, which Direct3D 12 may take out of the shader.

Examples:
  dxlens container strip shader.cso -o small.cso
  dxlens container strip --debug *.cso -o stripped/          as fxc /Qstrip_debug; stripped/FILE
${STATUS}`;

const SIGN_EXAMPLES = `
A digest that fits stays the kind that it is, others become the retail one. Functions of libraries are signed first.

Examples:
  dxlens container sign edited.cso -o signed.cso
  dxlens container sign edited.cso -o edited.cso --force
  dxlens container sign --check *.cso                        only tells; exit status 1 where a digest does not fit
${STATUS}`;

/** Adds the commands below the verb to `command`. */
export function defineContainer(command: Command): void {
  command
    .description('Lists, takes out, puts in and strips chunks of DXBC containers, and puts the right digest.')
    .addHelpText('after', EXAMPLES);

  common(command.command('list').summary('the chunks of containers'))
    .description('Lists the chunks of each FILE, and which digest it has.')
    .argument('<file...>', 'containers; - is standard input')
    .option('--json', 'one JSON document; with several files one line each')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.txt or FILE.json')
    .addHelpText('after', LIST_EXAMPLES)
    .action((files: string[], flags: ListFlags) => list(files, flags));

  common(command.command('get').summary('a chunk or part'))
    .description('Takes a chunk or part out of each FILE.')
    .usage('[options] <file...> <part>')
    .argument('<file...>', 'containers, - is standard input; and last the PART')
    .option('--container', 'in a container of its own, with the retail digest')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.PART')
    .option('--force', 'write the output even over an input')
    .addHelpText('after', GET_EXAMPLES)
    .action((words: string[], flags: GetFlags) => getPart(words, flags));

  common(command.command('set').summary('replace, add or remove chunks'))
    .description('Replaces, adds and removes chunks of FILE.')
    .argument('<file>', 'container; - is standard input')
    .argument('[name=payload...]', 'what to set, and the file with the bytes; - is standard input')
    .option('--remove <tag>', 'remove all chunks with this tag, or of this part', addWord)
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE')
    .option('--force', 'write the output even over an input')
    .addHelpText('after', SET_EXAMPLES)
    .action((file: string, words: string[], flags: SetFlags) => setParts(file, words, flags));

  common(command.command('strip').summary("what Microsoft's D3DStripShader removes"))
    .description("Removes chunks of each FILE as Microsoft's D3DStripShader does.")
    .argument('<file...>', 'containers; - is standard input')
    .option('--reflection', 'resource definitions and statistics: RDEF, STAT (not those of libraries)')
    .option('--debug', 'debug information: SPDB, SDBG, RPLY')
    .option('--test', "test blobs of Microsoft's own: CRPT, SMID, PERF, SDTL")
    .option('--private', 'private data: PRIV')
    .option('--root-signature', 'the root signature: RTS0')
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE')
    .option('--force', 'write the output even over an input')
    .addHelpText('after', STRIP_EXAMPLES)
    .action((files: string[], flags: StripOptions) => strip(files, flags));

  common(command.command('sign').summary('put the right digest'))
    .description('Puts the right digest into each FILE; nothing else changes.')
    .argument('<file...>', 'containers; - is standard input')
    .addOption(new Option('--debug', 'the digest of shaders that send debug messages').conflicts('retail'))
    .option('--retail', 'the digest of all others')
    .addOption(new Option('--check', 'only tell which digest each has').conflicts(['output', 'debug', 'retail']))
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE')
    .option('--force', 'write the output even over an input')
    .addHelpText('after', SIGN_EXAMPLES)
    .action((files: string[], flags: SignFlags) => sign(files, flags));
}

/** What every command takes. */
function common(command: Command): Command {
  return command.option('-q, --quiet', 'report errors only, no warnings').addOption(colorOption());
}

function addWord(word: string, words: readonly string[] = []): string[] {
  return [...words, word];
}
