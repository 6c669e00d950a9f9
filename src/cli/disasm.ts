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

/** What is put after the name of an input to name its listing. */
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
  dxlens disasm shader.cso                       the listing, on standard output
  dxlens disasm --numbers --hex shader.cso       with line numbers and exact literals
  dxlens disasm --no-header --no-debug *.cso     instructions only, of several files
  dxlens disasm -o listings/ a.cso b.cso         into listings/a.cso.asm and listings/b.cso.asm
  fxc /T ps_5_0 /Fh main.h main.hlsl && dxlens disasm main.h
  dxlens disasm - < shader.cso                   from standard input

Exit status: 0 all good; 1 something in the input is wrong; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDisasm(command: Command): void {
  command
    .description(
      "Prints the listing of each FILE, byte for byte as Microsoft's D3DDisassemble prints it. " +
        'What kind of file it is comes from its content: a token stream of shader model 1-3, ' +
        'a DXBC container of shader model 4-5.1, or C source with either as an array of numbers. ' +
        'A container with a root signature alone prints as HLSL text, which Microsoft has none of.',
    )
    .argument('<file...>', 'compiled shaders; - is standard input')
    .option('--numbers', 'number the instructions (D3D_DISASM_ENABLE_INSTRUCTION_NUMBERING)')
    .option('--offsets', 'put the byte offset before each line (D3D_DISASM_ENABLE_INSTRUCTION_OFFSET)')
    .option('--no-header', 'leave out the // header sections (D3D_DISASM_INSTRUCTION_ONLY)')
    .option('--hex', 'print literals as hexadecimal words (D3D_DISASM_PRINT_HEX_LITERALS)')
    .option('--no-debug', 'leave out debug information (D3D_DISASM_DISABLE_DEBUG_INFO)')
    .option('--html', "Microsoft's HTML colours (D3D_DISASM_ENABLE_COLOR_CODE)")
    .option('-o, --output <path>', 'write to this file, or with a trailing / into this folder as FILE.asm')
    .option('-q, --quiet', 'report errors only, no warnings')
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
    // Files get colours only when they are asked for outright.
    markup: wantsColor(flags.color, (flags.output ?? STANDARD) === STANDARD ? STDOUT : undefined) ? ANSI : PLAIN,
  };
  await forEachInput(
    jobs,
    ({ input }) => input,
    (job, index) =>
      list(job, options, jobs.length > 1 ? headingOf(job.input, index, options) : '', flags.quiet ?? false),
  );
}

/** Reads one input and writes its listing. Returns whether all went well; what did not is reported. */
async function list(job: Job, options: ListingOptions, heading: string, quiet: boolean): Promise<boolean> {
  const bytes = await readInput(job.input);
  if (!(bytes instanceof Uint8Array)) return !report(job.input, [bytes], quiet);
  const { text, diagnostics } = disassemble(bytes, options);
  const failed = report(job.input, diagnostics, quiet);
  if (text === '') return !failed;
  const answer = Buffer.from(text, 'latin1');
  if (job.output === STANDARD && heading !== '') await writeOut(heading);
  return (await deliver(job, answer)) && !failed;
}

/** The comment that names the input where listings of several follow each other. */
function headingOf(input: string, index: number, { html }: ListingOptions): string {
  const name = displayName(input);
  return (index > 0 ? '\n' : '') + (html ? `<!-- ${name} -->\n` : `// ${name}\n`);
}
