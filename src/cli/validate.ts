/** `dxlens validate`: judges compiled shaders, and prints the verdicts as text, JSON lines or SARIF. */
import { type Command, Option } from 'commander';
import type { Severity } from '../base/diagnostics.ts';
import { MESSAGES, type MessageRow } from '../base/messages.ts';
import { type FileFinding, type FileVerdict, type ValidateOptions, validate } from '../validate/validate.ts';
import { BAD_INPUT, raiseStatus } from './exit.ts';
import { planOneOutput, STANDARD } from './files.ts';
import { deliver, forEachInput, readInput } from './inputs.ts';
import { colorOption } from './options.ts';
import { reportTold, type Told } from './report.ts';
import { type ColorChoice, STDERR, wantsColor } from './streams.ts';
import { excerptOf, type Judged, messageOf, shown } from './verdicts.ts';

interface Flags {
  readonly format: 'text' | 'json' | 'sarif';
  readonly json?: true;
  readonly as: 'runtime' | 'compiler';
  readonly pedantic?: true;
  readonly output?: string;
  readonly quiet?: true;
  readonly color: ColorChoice;
}

const EXAMPLES = `
Examples:
  dxlens validate shader.cso                     findings on standard error, the verdict on standard output
  dxlens validate --pedantic *.cso               with what the documents ask and Microsoft does not enforce
  dxlens validate --format json *.cso            one JSON document a line for each file
  dxlens validate --format sarif *.cso -o report.sarif
  dxlens asm --no-validate x.asm -o - | dxlens validate -

Exit status: 0 all valid; 1 a file is invalid or cannot be judged; 2 wrong usage; 70 a fault of dxlens.`;

/** Adds the options, help and action of the verb to `command`. */
export function defineValidate(command: Command): void {
  command
    .description(
      'Judges each FILE as the Direct3D 9 runtime does before a driver sees a shader: the same verdict, and the same ' +
        'X codes at the same instructions. FILE is a token stream of shader model 1-3, a container with programs of ' +
        'feature level 9 or with a root signature alone, or C source with one of them as an array of numbers.',
    )
    .argument('<file...>', 'compiled shaders; - is standard input')
    .addOption(
      new Option('--format <format>', 'how verdicts are printed').choices(['text', 'json', 'sarif']).default('text'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option(
        '--as <judge>',
        'whose codes to give where a slot limit is exceeded: those of the runtime and the assembler, or those of the HLSL compiler',
      )
        .choices(['runtime', 'compiler'])
        .default('runtime'),
    )
    .option('--pedantic', 'notes on what the format documents ask and Microsoft does not enforce')
    .option('-o, --output <file>', 'write the verdicts to this file')
    .option('-q, --quiet', 'only what is invalid: no warnings, no notes, no line for a valid file')
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(inputs: string[], flags: Flags): Promise<void> {
  const job = planOneOutput(inputs, flags.output);
  const format = flags.json ? 'json' : flags.format;
  const quiet = flags.quiet ?? false;
  const options: ValidateOptions = { as: flags.as, pedantic: flags.pedantic ?? false };
  const color = wantsColor(flags.color, STDERR);
  const judged: Judged[] = [];
  let answer = '';
  /** Verdicts go out as they come, or all at once into a file. */
  const give = async (text: string): Promise<void> => {
    if (job.output === STANDARD) await deliver(job, Buffer.from(text));
    else answer += text;
  };
  await forEachInput(
    inputs,
    (input) => input,
    async (file) => {
      const one = await judge(file, options);
      if (format === 'json') await give(`${JSON.stringify(jsonOf(one, quiet))}\n`);
      else if (format === 'sarif') judged.push(one);
      else {
        reportTold(
          file,
          one.verdict.diagnostics.map((finding) => toldOf(finding, one.verdict)),
          quiet,
          color,
        );
        await give(verdictLine(one, quiet));
      }
      return one.verdict.valid === true;
    },
  );
  if (format === 'sarif') await give(`${await sarif(judged, quiet)}\n`);
  if (job.output === STANDARD) return;
  const written = await deliver(job, Buffer.from(answer));
  if (!written) raiseStatus(BAD_INPUT);
}

async function sarif(judged: readonly Judged[], quiet: boolean): Promise<string> {
  const { sarifLog } = await import('./sarif.ts');
  return JSON.stringify(sarifLog(judged, quiet), undefined, 2);
}

async function judge(file: string, options: ValidateOptions): Promise<Judged> {
  const bytes = await readInput(file);
  if (bytes instanceof Uint8Array) return { file, size: bytes.byteLength, verdict: validate(bytes, options) };
  return {
    file,
    size: 0,
    verdict: { kind: { kind: 'unknown' }, valid: undefined, diagnostics: [bytes], programs: [] },
  };
}

/** What `--format json` prints for a file; scripts build on these names. */
function jsonOf({ file, verdict }: Judged, quiet: boolean): object {
  const { kind, valid, diagnostics } = verdict;
  return {
    file,
    kind: kind.kind,
    profile: kind.profile ?? null,
    valid: valid ?? null,
    diagnostics: shown(diagnostics, quiet).map((finding) => ({
      code: finding.code,
      severity: finding.severity,
      message: messageOf(finding),
      offset: finding.span.start,
      instruction: finding.instruction ?? null,
    })),
  };
}

function toldOf(finding: FileFinding, verdict: FileVerdict): Told {
  const { code, severity, span, rule } = finding;
  const hint = rule?.mend ?? (MESSAGES as Readonly<Record<string, MessageRow>>)[code]?.mend;
  return {
    place: `${span.start}`,
    severity,
    code,
    text: messageOf(finding),
    excerpt: () => excerptOf(finding, verdict.programs),
    ...(hint === undefined ? {} : { hint }),
  };
}

function verdictLine({ file, verdict }: Judged, quiet: boolean): string {
  const { valid, kind, diagnostics } = verdict;
  // The diagnostics say why there is no verdict.
  if (valid === undefined || (valid && quiet)) return '';
  const counts = SEVERITIES.map((severity) => {
    const count = shown(diagnostics, quiet).filter((one) => one.severity === severity).length;
    return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
  }).filter((text) => text !== '');
  const profile = kind.profile === undefined ? '' : `${kind.profile}, `;
  return `${file}: ${profile}${valid ? 'valid' : 'invalid'}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}\n`;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];
