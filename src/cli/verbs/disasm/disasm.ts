/** `dxlens disasm`: prints listings of compiled shaders. */
import { type Command, Option } from 'commander';
import type { ShaderChoice } from '../../../effects/choose-shaders.ts';
import { disassemble, type Listing } from '../../../text/disassemble.ts';
import { ANSI, NO_MARKUP } from '../../../text/markup.ts';
import type { ListingOptions } from '../../../text/options.ts';
import { namingForeignFile } from '../../foreign-files.ts';
import { inEffect, readChosenShaders, shaderChoiceOf, takeShaderChoice } from '../../inputs/effect-shaders.ts';
import { type HlslFlags, hlslOf, takeHlsl } from '../../inputs/hlsl-options.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { displayName } from '../../inputs/read-input.ts';
import { readShaderFile } from '../../inputs/shader-file.ts';
import { runVerb } from '../../jobs/run-jobs.ts';
import { colorOption, jobsOption, SHADERS } from '../../options.ts';
import { deliver } from '../../outputs/deliver.ts';
import { appending, type Job } from '../../outputs/plan-outputs.ts';
import { report } from '../../report.ts';
import { type ColorChoice, STANDARD, STDOUT, wantsColor, writeOut, writeSeparator } from '../../streams.ts';
import { hasControls } from '../../terminal-text.ts';

/** Appended to the name of an input to name its listing. */
const SUFFIX = '.asm';

interface Flags extends ShaderChoice, HlslFlags {
  readonly numbers?: true;
  readonly offsets?: true;
  readonly header: boolean;
  readonly hex?: true;
  readonly exact?: true;
  readonly debug: boolean;
  readonly html?: true;
  readonly output?: string;
  readonly jobs?: number;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

const EXAMPLES = `
Examples:
  dxlens disasm shader.cso                       print the listing to standard output
  dxlens disasm --numbers --hex shader.cso       with line numbers and literals in hexadecimal
  dxlens disasm --exact a.cso | dxlens asm - -o b.cso   assemble the program again, bit for bit
  dxlens disasm --no-header --no-debug *.cso     only the instructions of several files
  dxlens disasm -o listings/ a.cso b.cso         write listings/a.cso.asm and listings/b.cso.asm
  dxlens disasm -o listings/ build/shaders       every shader in a directory, in the same tree
  dxlens disasm --technique Glow --stage ps glow.fxo  the pixel shaders of a technique of an effect
  dxlens disasm main.h                           C source that fxc /Fh wrote
  dxlens asm x.asm -o - | dxlens disasm -        read standard input

Exit status: 0 success; 1 an input is wrong; 2 wrong usage; 70 an internal error of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineDisasm(command: Command): void {
  command
    .description(
      "Prints the listing of each FILE, byte for byte as Microsoft's D3DDisassemble prints it. " +
        'The format is detected from the content: a token stream of shader models 1-3, ' +
        'a DXBC container of shader models 4-5.1, or C source with either as an array of numbers. ' +
        'An effect is printed with all its shaders, or --technique, --pass and --stage choose some. ' +
        'A container that has only a root signature is printed as HLSL text; D3DDisassemble has no listing for it.',
    )
    .argument('<file...>', SHADERS)
    .option('--numbers', 'number the instructions (D3D_DISASM_ENABLE_INSTRUCTION_NUMBERING)')
    .option('--offsets', 'print the byte offset before each line (D3D_DISASM_ENABLE_INSTRUCTION_OFFSET)')
    .option('--no-header', 'omit the // header sections (D3D_DISASM_INSTRUCTION_ONLY)')
    .option('--hex', 'print literals as hexadecimal words (D3D_DISASM_PRINT_HEX_LITERALS)')
    .addOption(
      new Option('--exact', 'print literals so that `dxlens asm` reads the same bits, in every model').conflicts('hex'),
    )
    .option('--no-debug', 'omit debug information (D3D_DISASM_DISABLE_DEBUG_INFO)')
    .option('--html', "print HTML with Microsoft's colors (D3D_DISASM_ENABLE_COLOR_CODE)")
    .option('-o, --output <path>', 'write to this file, or, with a trailing /, to this directory as FILE.asm')
    .addOption(jobsOption())
    .option('-q, --quiet', 'report errors only')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(disasm);
  takeHlsl(command);
  takeShaderChoice(command);
}

/** Parameters of {@link listFile} other than its input. */
interface Settings {
  readonly options: Omit<ListingOptions, 'markup'>;
  readonly color: boolean;
  readonly quiet: boolean;
  /** Whether each listing begins with a comment that names its input. */
  readonly headings: boolean;
  readonly choice: ShaderChoice | undefined;
  readonly hlsl: HlslSettings;
}

async function disasm(words: string[], flags: Flags): Promise<void> {
  const options = {
    numbers: flags.numbers ?? false,
    offsets: flags.offsets ?? false,
    header: flags.header,
    hex: flags.hex ?? false,
    exact: flags.exact ?? false,
    debug: flags.debug,
    html: flags.html ?? false,
  };
  // Output files get colors only with --color always.
  const color = wantsColor(flags.color, (flags.output ?? STANDARD) === STANDARD ? STDOUT : undefined);
  await runVerb('disasm', words, flags, { nameOf: appending(SUFFIX), readFound: readShaderFile }, listFile, (lone) => ({
    options,
    color,
    quiet: flags.quiet ?? false,
    headings: !lone,
    choice: shaderChoiceOf(flags),
    hlsl: hlslOf(flags),
  }));
}

/** Reads one input, writes its listing and reports its diagnostics. */
export async function listFile(job: Job, settings: Settings): Promise<boolean | undefined> {
  const { options, quiet, headings, choice } = settings;
  const chosen = await readChosenShaders(job, choice, quiet, settings.hlsl);
  if (chosen.shaders === undefined) return chosen.result;
  const { shaders } = chosen;
  let failed = false;
  const listings: Uint8Array[] = [];
  for (const shader of shaders) {
    const listing = listingOf(shader.bytes, settings);
    if (report(job.file, inEffect(namingForeignFile(listing.diagnostics, shader.bytes), shader), quiet)) failed = true;
    if (listing.text === '') continue;
    if (shaders.length > 1) {
      if (listings.length > 0) listings.push(Buffer.from('\n'));
      listings.push(headingOf(shader.name, options.html ?? false));
    }
    listings.push(listing.bytes);
  }
  if (listings.length === 0) return !failed;
  if (job.output === STANDARD && headings) {
    await writeSeparator();
    await writeOut(headingOf(displayName(job.file), options.html ?? false));
  }
  const [listing] = listings;
  return (await deliver(job, listings.length === 1 ? listing! : Buffer.concat(listings))) && !failed;
}

function listingOf(bytes: Uint8Array, { options, color }: Settings): Listing {
  const colored = color ? disassemble(bytes, { ...options, markup: ANSI }) : undefined;
  return colored === undefined || hasForeignControls(colored.text)
    ? disassemble(bytes, { ...options, markup: NO_MARKUP })
    : colored;
}

/** The parts that {@link ANSI} writes: no mark is inside another. */
const COLORED_PART = new RegExp(
  `(?:${[ANSI.comment, ANSI.keyword, ANSI.literal].map(({ open }) => open.replace('[', '\\[')).join('|')})([^\\x1b]*)\\x1b\\[39m`,
  'g',
);

/** Whether a colored listing has control characters that are not its colors: names in a shader may have any. */
export function hasForeignControls(listing: string): boolean {
  return hasControls(listing.replace(COLORED_PART, '$1'));
}

/** The comment that names an input or a shader of it when several listings are printed. */
function headingOf(name: string, html: boolean): Uint8Array {
  return Buffer.from(html ? `<!-- ${name} -->\n` : `// ${name}\n`);
}
