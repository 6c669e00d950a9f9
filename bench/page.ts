/** A report as a page in Markdown, with charts next to it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Bar, barChart } from './chart.ts';
import type { Report } from './report.ts';
import type { Row } from './rows.ts';
import { derived, percent, spirvSizeText } from './table.ts';
import { emitOf, LANGUAGES, translateTo } from './translation.ts';

/** Writes the page to `file` and its charts into a directory with the same name without the extension. */
export async function writePage(file: string, report: Report): Promise<void> {
  const directory = join(dirname(file), basename(file, '.md'));
  mkdirSync(directory, { recursive: true });
  const chart = async (name: string, title: string, unit: string, bars: readonly Bar[]): Promise<string[]> => {
    if (bars.length === 0) return [];
    writeFileSync(join(directory, `${name}.svg`), await barChart(title, unit, bars));
    return [`![${title}](${basename(directory)}/${name}.svg)`, ''];
  };
  const { rows } = report;
  const ofVerb = (...verbs: readonly string[]) => rows.filter(({ what }) => verbs.includes(what));
  const [listings, reflections] = [ofVerb('disassemble'), ofVerb('reflect', 'reflect, no 9_x')];
  const translations = ofVerb(...LANGUAGES.flatMap(({ name }) => [translateTo(name), emitOf(name)]));
  const shown = new Set([...listings, ...reflections, ...translations]);
  const others = rows.filter((row) => !shown.has(row));
  const lines = [
    ...introduction(report),
    ...['## Disassembly', '', 'From the bytes of a file to the bytes of its listing, against `D3DDisassemble`.', ''],
    ...(await chart('disassembly', 'Disassembly', 'MB/s of the files', listings.flatMap(barsOf))),
    ...tableOfRows(listings),
    ...[
      '## Reflection',
      '',
      'From the bytes of a file to everything that reflection says, against `D3DReflect` and all',
    ],
    ...['questions of its interfaces. The DLL reflects no shader models 1 to 3.', ''],
    ...(await chart('reflection', 'Reflection', 'MB/s of the files', reflections.flatMap(barsOf))),
    ...tableOfRows(reflections),
    ...[
      '## Translation',
      '',
      'From the bytes of a file to its code and its map, without the validator, against `D3DDisassemble` on the same files; `emit` is what follows lowering and the passes.',
      '',
    ],
    ...(await chart('translation', 'Translation', 'MB/s of the files', translations.flatMap(barsOf))),
    ...tableOfRows(translations),
    ...report.spirvSizes.map((size) => `- size of SPIR-V, ${size.shaders}: ${spirvSizeText(size)}`),
    ...derived(rows).map((line) => `- ${line}`),
    '',
    ...['## The other functions', '', ...tableOfRows(others)],
    ...memorySection(report),
    ...startUpSection(report),
    ...findSection(report),
    ...mixSection(report),
  ];
  writeFileSync(file, `${lines.join('\n').trimEnd()}\n`);
}

function introduction({ node, rounds, against, note }: Report): string[] {
  const cores = availableParallelism();
  return [
    '# Benchmarks',
    '',
    `Measured by \`npm run bench\` with Node ${node.slice(1)} on ${process.platform}, ${process.arch}, ${cores} cores; one of them was used. Figures are the best of`,
    `${rounds} rounds; in each round every candidate runs once, so that other load affects all of them alike. Only ratios can be compared with`,
    'other machines. [bench/README.md](../bench/README.md) says what is measured and how, and what the sets of shaders are.',
    ...(against === undefined ? [] : ['`before` is an earlier version of dxlens, in the same run.']),
    ...(note === undefined ? [] : [`This run was ${note}.`]),
    '',
  ];
}

function findSection({ findResults }: Report): string[] {
  if (findResults.length === 0) return [];
  const rows = findResults.map(
    ({ what, bytes, shaders, best, median }) =>
      `| ${what} | ${bytes} | ${shaders} | ${best.toFixed(1)} | ${median.toFixed(1)} |`,
  );
  return [
    '## Finding shaders',
    '',
    '| | bytes | shaders | MB/s | median |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ];
}

function barsOf({ what, shaders, ours, against, microsoft }: Row): Bar[] {
  const isTranslation = /^(to|emit) /.test(what);
  const group = what === 'reflect, no 9_x' ? `${shaders}, no 9_x` : isTranslation ? `${what}, ${shaders}` : shaders;
  return [
    { group, who: 'dxlens', value: ours.best },
    ...(against === undefined ? [] : [{ group, who: 'before', value: against.best } as const]),
    ...(microsoft === undefined ? [] : [{ group, who: 'Microsoft', value: microsoft.best } as const]),
  ];
}

/** A table with the columns that the rows have. */
function tableOfRows(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ['Not measured.', ''];
  const compared = rows.some(({ against }) => against !== undefined);
  const microsoft = rows.some((row) => row.microsoft !== undefined);
  const rate = (value: number | undefined) => value?.toFixed(1) ?? '';
  const times = (a: number, b: number | undefined) => (b === undefined ? '' : (a / b).toFixed(2));
  const head = [
    ...['', 'shaders', 'files', 'bytes', 'MB/s', 'median'],
    ...(compared ? ['before', 'times before'] : []),
    ...(microsoft ? ['Microsoft', 'times Microsoft'] : []),
  ];
  const lines = rows.map((row) => [
    ...[row.what, row.shaders, String(row.files), row.bytes.toLocaleString('en')],
    ...[rate(row.ours.best), rate(row.ours.median)],
    ...(compared ? [rate(row.against?.best), times(row.ours.best, row.against?.best)] : []),
    ...(microsoft ? [rate(row.microsoft?.best), times(row.ours.best, row.microsoft?.best)] : []),
  ]);
  return markdownTable(head, lines);
}

function memorySection({ memory }: Report): string[] {
  if (memory.length === 0) return [];
  const compared = memory.some(({ against }) => against !== undefined);
  const rows = memory.map(({ shaders, ours, against, idle }) => [
    ...[shaders, ours.toFixed(1), idle.toFixed(1)],
    ...(compared ? [against?.toFixed(1) ?? ''] : []),
  ]);
  return [
    '## Memory',
    '',
    'The peak of the resident set of a process that disassembles a set three times, in MB; `idle` only loads the library and the files.',
    '',
    ...markdownTable(['shaders', 'peak', 'idle', ...(compared ? ['before'] : [])], rows),
  ];
}

function startUpSection({ startUps }: Report): string[] {
  const [ours] = startUps;
  if (ours === undefined) return [];
  const times = `${ours.disasmMilliseconds.toFixed(0)} ms where \`node -e 0\` takes ${ours.nodeMilliseconds.toFixed(0)} ms`;
  return [
    '## Start-up',
    '',
    `\`dxlens disasm\` on a file of 688 bytes takes ${times}: ${ours.ratio.toFixed(2)} times.`,
    '',
  ];
}

function mixSection({ mixes }: Report): string[] {
  if (mixes.length === 0) return [];
  const rows = mixes.map(({ shaders, files, size, instructions, code, categories }) => [
    ...[
      shaders,
      String(files),
      size.map((value) => value.toLocaleString('en')).join(' / '),
      percent(code),
      instructions.join(' / '),
    ],
    Object.entries(categories)
      .filter(([, part]) => part >= 0.005)
      .map(([category, part]) => `${category} ${percent(part)}`)
      .join(', '),
  ]);
  return [
    '## What the sets are made of',
    '',
    'Sizes and numbers of instructions: the least, the quartiles and the most. Categories are those of the opcode tables; those below half',
    'a percent are left out.',
    '',
    ...markdownTable(['shaders', 'files', 'bytes', 'code', 'instructions', 'categories'], rows),
  ];
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
