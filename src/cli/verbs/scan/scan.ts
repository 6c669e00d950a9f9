/**
 * `dxlens scan`: finds shaders in files of any kind and prints one record a shader. Options are here; the work is done
 * in scan/.
 */
import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { SCAN_COLUMN_NAMES, type ScanColumn, scanColumn } from '../../../scan/columns.ts';
import { parseWhere } from '../../../scan/where/parse.ts';
import { jobsOption, oneOf, orList, suggestionFor, unexpectedValue } from '../../options.ts';
import { UsageError } from '../../process.ts';
import { writeOut } from '../../streams.ts';
import { runScan, type ScanFlags } from './run.ts';
import { SCAN_FORMATS, type ScanFormat, shardOption } from './settings.ts';

const EXAMPLES = `
Examples:
  dxlens scan game/                              a table of every shader in every file
  dxlens scan --format ndjson game/ | jq .profile
  dxlens scan -o shaders.parquet game/
  dxlens scan --where "uavs > 0 and (slots > 200 or not valid)" game/
  dxlens scan --where "checksumOk = false" --columns "path,member,compiler" game/
  dxlens scan --list-columns                     what a record has
  dxlens scan --resume --shard 3/16 --format parquet -o part-3.parquet game/

See docs/scanning.md, which has examples for Slurm and Kubernetes.

Exit status: 0 success; 1 a file or archive cannot be read, or there is no shader; 2 wrong usage; 70 an internal error of dxlens.`;

/** The columns of a table, if the command line names none. */
const TABLE_COLUMNS = ['path', 'member', 'byteOffset', 'profile', 'slots', 'bytes', 'valid'] as const;

interface Flags extends Omit<ScanFlags, 'format'> {
  readonly format?: ScanFormat;
  readonly listColumns?: true;
}

/** Adds the options, help and action of the verb to `command`. */
export function defineScan(command: Command): void {
  command
    .description(
      'Finds the compiled shaders in each PATH, a file or directory of any kind (archives, effects, source code, executables), and ' +
        'prints one record for each: where it is, its hash, profile, sizes, counts, bindings, signatures, compiler, validity. ' +
        'Identical shaders are recognized by their hash and decoded once a thread.',
    )
    .argument('[path...]', 'files, directories, and patterns ("*.pak"); - is standard input')
    .addOption(formatOption())
    .addOption(new Option('--json', 'the same as --format ndjson').implies({ format: 'ndjson' }))
    .option('-o, --output <file>', 'write to this file; it appears when it is complete')
    .addOption(columnsOption())
    .option('--list-columns', 'print the columns with their types and meanings')
    .option('--where <expr>', 'only shaders for which this is true, such as "slots > 100 and stage = \'ps\'"')
    .option('--resume', 'go on with a scan to the same file that ended in the middle, if there is one')
    .addOption(shardOption())
    .addOption(
      oneOf(
        new Option(
          '--shard-by <unit>',
          'distribute whole files, or single shaders, which reads every file in every shard',
        ),
        ['file', 'shader'],
      ).default('file'),
    )
    .option('--no-carve', 'do not search bytes of unknown formats for shaders')
    .addOption(jobsOption('one, then one per processor if it takes long'))
    .option('-q, --quiet', 'print only errors: no warnings, summary or progress')
    .addHelpText('after', EXAMPLES)
    .action(scan);
}

/** Words of other verbs for the formats. */
const OTHER_NAMES: Readonly<Record<string, ScanFormat>> = { text: 'table', json: 'ndjson' };

const FORMAT_NAMES = Object.keys(SCAN_FORMATS) as ScanFormat[];

function formatOption(): Option {
  const option = new Option(
    '--format <format>',
    'how to print records (default: by the extension of the output; table)',
  );
  return option.choices(FORMAT_NAMES).argParser((word) => {
    const format = OTHER_NAMES[word] ?? FORMAT_NAMES.find((name) => name === word);
    if (format !== undefined) return format;
    throw unexpectedValue(option, orList(FORMAT_NAMES), word, suggestionFor(word, FORMAT_NAMES));
  });
}

/** @throws UsageError if the extension of `output` says nothing about the format */
function formatOf(output: string | undefined): ScanFormat {
  const extension = extname(output ?? '').toLowerCase();
  const format = FORMAT_NAMES.find((name) => (SCAN_FORMATS[name] as readonly string[]).includes(extension));
  if (format !== undefined) return format;
  throw new UsageError(`the extension of ${output} names no format of records; add --format ${orList(FORMAT_NAMES)}`);
}

function columnsOption(): Option {
  const option = new Option(
    '--columns <names>',
    'the columns to print, separated by commas (default: all; some in a table)',
  );
  return option.argParser((text) => {
    const names = text.split(',').map((name) => name.trim());
    for (const name of names) {
      if (!isColumn(name))
        throw unexpectedValue(option, 'names that --list-columns prints', name, suggestionFor(name, SCAN_COLUMN_NAMES));
    }
    return [...new Set(names)];
  });
}

function isColumn(name: string): name is ScanColumn {
  return (SCAN_COLUMN_NAMES as readonly string[]).includes(name);
}

async function scan(words: string[], flags: Flags): Promise<void> {
  if (flags.listColumns) {
    await writeOut(columnList());
    return;
  }
  if (words.length === 0) throw new UsageError("missing required argument 'path'");
  if (flags.where !== undefined) checkWhere(flags.where);
  const format = flags.format ?? formatOf(flags.output);
  await runScan(words, { ...flags, format }, flags.columns ?? defaultColumns(format));
}

function defaultColumns(format: ScanFormat): readonly ScanColumn[] {
  return format === 'table' ? TABLE_COLUMNS : SCAN_COLUMN_NAMES;
}

/** @throws UsageError with a caret below the fault */
function checkWhere(source: string): void {
  const [fault] = parseWhere(source).diagnostics;
  if (fault === undefined) return;
  const { start, end } = fault.span;
  const marks = `${' '.repeat(start)}^${'~'.repeat(Math.max(0, end - start - 1))}`;
  throw new UsageError(`--where: ${fault.message}\n${source.replace(/\s/g, ' ')}\n${marks}`);
}

/** The columns as a table. */
function columnList(): string {
  const name = Math.max(...SCAN_COLUMN_NAMES.map((column) => column.length));
  return SCAN_COLUMN_NAMES.map((column) => {
    const { type, doc } = scanColumn(column);
    return `${column.padEnd(name)}  ${type.padEnd('boolean'.length)}  ${doc}\n`;
  }).join('');
}
