/** `dxlens disasm`: prints listings of compiled shaders. */
import type { Command } from 'commander';
import { disassemble } from '../text/listing.ts';
import { ANSI, PLAIN } from '../text/markup.ts';
import type { ListingOptions } from '../text/options.ts';
import { type Job, planOutputs, STANDARD } from './files.ts';
import { deliver, displayName, forEachInput, readInput } from './inputs.ts';
import { colorOption } from './options.ts';
import { report } from './report.ts';
import { type ColorChoice, STDOUT, wantsColor, writeOut } from './streams.ts';

/** Appended to the name of an input to name its listing. */
const SUFFIX = '.asm';

interface Flags {
  readonly numbers?: true;
  readonly offsets?: true;
  readonly header: boolean;
  readonly hex?: true;
  readonly debug: boolean;
  readonly html?: true;
  readonly output?: string;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

const EXAMPLES = `
Examples:
  dxlens disasm shader.cso                       print the listing to standard output
  dxlens disasm --numbers --hex shader.cso       with line numbers and exact literals
  dxlens disasm --no-header --no-debug *.cso     only the instructions of several files
  dxlens disasm -o listings/ a.cso b.cso         write listings/a.cso.asm and listings/b.cso.asm
  fxc /T ps_5_0 /Fh main.h main.hlsl && dxlens disasm main.h
  dxlens disasm - < shader.cso                   read standard input

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDisasm(command: Command): void {
  command
    .description(
      "Prints the listing of each FILE, byte for byte as Microsoft's D3DDisassemble prints it. " +
        'The format is detected from the content: a token stream of shader models 1-3, ' +
        'a DXBC container of shader models 4-5.1, or C source with either as an array of numbers. ' +
        'A container that has only a root signature is printed as HLSL text; D3DDisassemble has no listing for it.',
    )
    .argument('<file...>', 'compiled shaders; - is standard input')
    .option('--numbers', 'number the instructions (D3D_DISASM_ENABLE_INSTRUCTION_NUMBERING)')
    .option('--offsets', 'print the byte offset before each line (D3D_DISASM_ENABLE_INSTRUCTION_OFFSET)')
    .option('--no-header', 'omit the // header sections (D3D_DISASM_INSTRUCTION_ONLY)')
    .option('--hex', 'print literals as hexadecimal words (D3D_DISASM_PRINT_HEX_LITERALS)')
    .option('--no-debug', 'omit debug information (D3D_DISASM_DISABLE_DEBUG_INFO)')
    .option('--html', "print HTML with Microsoft's colors (D3D_DISASM_ENABLE_COLOR_CODE)")
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE.asm')
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(disasm);
}

async function disasm(inputs: string[], flags: Flags): Promise<void> {
  const jobs = planOutputs(inputs, flags.output, SUFFIX);
  const options: ListingOptions = {
    numbers: flags.numbers ?? false,
    offsets: flags.offsets ?? false,
    header: flags.header,
    hex: flags.hex ?? false,
    debug: flags.debug,
    html: flags.html ?? false,
    // Output files get colors only with --color always.
    markup: wantsColor(flags.color, (flags.output ?? STANDARD) === STANDARD ? STDOUT : undefined) ? ANSI : PLAIN,
  };
  await forEachInput(
    jobs,
    ({ input }) => input,
    (job, index) =>
      list(job, options, jobs.length > 1 ? headingOf(job.input, index, options) : '', flags.quiet ?? false),
  );
}

/** Reads one input, writes its listing and reports its diagnostics. Returns whether it succeeded. */
async function list(job: Job, options: ListingOptions, heading: string, quiet: boolean): Promise<boolean> {
  const bytes = await readInput(job.input);
  if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
  const { text, diagnostics } = disassemble(bytes, options);
  const failed = report(job.input, diagnostics, quiet);
  if (text === '') return !failed;
  const output = Buffer.from(text, 'latin1');
  if (job.output === STANDARD && heading !== '') await writeOut(heading);
  return (await deliver(job, output)) && !failed;
}

/** The comment that names the input when several listings are printed. */
function headingOf(input: string, index: number, { html }: ListingOptions): string {
  const name = displayName(input);
  return (index > 0 ? '\n' : '') + (html ? `<!-- ${name} -->\n` : `// ${name}\n`);
}
