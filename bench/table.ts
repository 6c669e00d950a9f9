/** A report as a table for terminals. */

import type { Mix } from './mix.ts';
import type { Report } from './report.ts';
import type { Row } from './rows.ts';
import { LARGE_PROGRAM, LOWERED_SIZES, SMALL_PROGRAM, TRANSLATED_SIZES } from './shaders.ts';
import type { SpirvSize } from './spirv-size.ts';
import { emitOf, LANGUAGES, LINEAR_VERBS, translateTo } from './translation.ts';

/** The text that `npm run bench` prints. */
export function tableOf({
  node,
  rows,
  against,
  note,
  memory,
  startUps,
  representation,
  findResults,
  compilers,
  interpreters,
  running,
  spirvSizes,
  mixes,
}: Report): string {
  const lines = [`Node ${node}${against === undefined ? '' : `, against ${against}`}`];
  if (note !== undefined) lines.push(note);
  if (rows.length > 0) lines.push(line(HEAD), ...rows.map((row) => line(cellsOf(row))), '', ...derived(rows), '');
  for (const { shaders, ours, against, idle } of memory) {
    const other = against === undefined ? '' : `, against ${against.toFixed(1)} MB: ${(ours / against).toFixed(2)} x`;
    lines.push(`peak memory, ${shaders}: ${ours.toFixed(1)} MB (${idle.toFixed(1)} MB without disassembling)${other}`);
  }
  for (const { directory, ratio, disasmMilliseconds, nodeMilliseconds } of startUps) {
    const times = `${disasmMilliseconds.toFixed(1)} ms, node -e 0 ${nodeMilliseconds.toFixed(1)} ms: ${ratio.toFixed(2)} x`;
    lines.push(`start-up: ${times} (${directory})`);
  }
  if (representation.length > 0) lines.push('', 'an instruction of shader model 4-5.1 costs');
  for (const { shaders, instructions, decode, walk, objects, retainedBytes: keptBytes } of representation) {
    const [a, b, c, d] = [decode, walk, objects, keptBytes].map((value) => value.toFixed(1));
    lines.push(`  ${shaders} (${instructions}): ${a} ns decode, ${b} ns visit, ${c} ns as objects; ${d} bytes kept`);
  }
  for (const { what, bytes, shaders, best, median } of findResults)
    lines.push(`${what}: ${best.toFixed(1)} MB/s, median ${median.toFixed(1)} (${bytes} bytes, ${shaders} shaders)`);
  for (const { shaders, files, seconds, microsoft, medianMilliseconds } of compilers) {
    const ratio =
      microsoft === undefined ? '' : `, Microsoft's ${microsoft.toFixed(2)} s: ${(microsoft / seconds).toFixed(1)} x`;
    lines.push(
      `compile, ${shaders}: ${files} sources in ${seconds.toFixed(2)} s${ratio}; median ${medianMilliseconds.toFixed(1)} ms`,
    );
  }
  for (const { shaders, programs, instructions, best, median } of interpreters)
    lines.push(
      `interpreter, ${shaders}: ${best.toFixed(1)} million instruction-lanes a second, median ${median.toFixed(1)} (${programs} programs, ${instructions} instructions)`,
    );
  for (const { shaders, programs, wasm, interpreter } of running) {
    const [fast, slow] = [wasm.toFixed(2), interpreter.toFixed(3)];
    const ratio = (wasm / interpreter).toFixed(1);
    lines.push(
      `run, ${shaders}: ${fast} million pixels a second as WebAssembly, ${slow} in the interpreter: ${ratio} x (${programs} shaders)`,
    );
  }
  for (const size of spirvSizes) lines.push(`size of SPIR-V, ${size.shaders}: ${spirvSizeText(size)}`);
  if (mixes.length > 0) lines.push('', 'sets (least, quartiles and most)', ...mixes.flatMap(mixLines));
  return lines.join('\n');
}

/** The size of a Direct3D instruction in SPIR-V, before and after the optimizer. */
export function spirvSizeText({ programs, instructions, words, spirvInstructions, optimized }: SpirvSize): string {
  const each = (count: number) => (count / instructions).toFixed(2);
  const less = (before: number, after: number) => `${(100 * (1 - after / before)).toFixed(1)}%`;
  const left =
    optimized === undefined
      ? 'without spirv-opt'
      : `spirv-opt -O finds ${less(words, optimized.words)} of the words and ${less(spirvInstructions, optimized.spirvInstructions)} of the instructions`;
  const ratio = `${each(words)} words and ${each(spirvInstructions)} instructions of functions for each instruction`;
  return `${ratio} (${programs} programs, ${instructions} instructions); ${left}`;
}

function mixLines({ shaders, files, size, instructions, code, categories }: Mix): string[] {
  const parts = Object.entries(categories).map(([category, part]) => `${category} ${percent(part)}`);
  return [
    `  ${shaders}: ${files} files of ${size.join(', ')} bytes, ${percent(code)} of them code`,
    `    ${instructions.join(', ')} instructions: ${parts.join(', ')}`,
  ];
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(part < 0.1 ? 1 : 0)}%`;
}

/** Widths of the columns; negative ones are padded at the end. */
const WIDTHS = [-15, -22, 5, 9, 8, 8, 9, 8, 8, 10, 7] as const;
const HEAD = [
  ...['', 'shaders', 'files', 'bytes', 'MB/s', 'median', 'against', 'best', 'median', 'Microsoft', 'ratio'],
];

function cellsOf({ what, shaders, files, bytes, ours, against, microsoft }: Row): string[] {
  const rate = (value: number | undefined) => value?.toFixed(1) ?? '';
  const times = (a: number, b: number | undefined) => (b === undefined ? '' : `${(a / b).toFixed(2)} x`);
  return [
    ...[what, shaders, String(files), String(bytes), rate(ours.best), rate(ours.median)],
    ...[rate(against?.best), times(ours.best, against?.best), times(ours.median, against?.median)],
    ...[rate(microsoft?.best), times(ours.best, microsoft?.best)],
  ];
}

function line(cells: readonly string[]): string {
  const padded = cells.map((cell, i) => {
    const width = WIDTHS[i]!;
    return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
  });
  return padded.join(' ').trimEnd();
}

/** Ratios between rows, one a line. */
export function derived(rows: readonly Row[]): string[] {
  const rowOf = (verb: string, set: string) => rows.find(({ what, shaders }) => what === verb && shaders === set);
  const lines: string[] = [];
  const large = rowOf('disassemble', LARGE_PROGRAM);
  const small = rowOf('disassemble', SMALL_PROGRAM);
  if (large && small)
    lines.push(`disassemble, 500 KB against 5 KB: ${(large.ours.best / small.ours.best).toFixed(2)} times the MB/s`);
  const inSizes = (verb: string, sizes: readonly { readonly name: string }[]) => {
    const sized = sizes.flatMap(({ name }) => rowOf(verb, name) ?? []);
    if (sized.length < 2) return;
    const rates = sized.map(({ shaders, ours }) => `${shaders} ${(ours.best / sized[0]!.ours.best).toFixed(2)}`);
    lines.push(`${verb}, MB/s as a multiple of those of the first: ${rates.join(', ')}`);
  };
  inSizes('lower', LOWERED_SIZES);
  for (const verb of LINEAR_VERBS) inSizes(verb, TRANSLATED_SIZES);
  for (const { name } of LANGUAGES)
    for (const { shaders, ours } of rows.filter(({ what }) => what === emitOf(name))) {
      const translation = rowOf(translateTo(name), shaders);
      if (translation === undefined) continue;
      const part = percent(translation.ours.best / ours.best);
      lines.push(`${translateTo(name)}, ${shaders}: what follows lowering and passes takes ${part} of the time`);
    }
  for (const { shaders, ours } of rows.filter(({ what }) => what === 'reflect')) {
    const listing = rowOf('disassemble', shaders);
    if (listing === undefined) continue;
    const before = listing.against && `, ${(ours.best / listing.against.best).toFixed(2)} of the other checkout's`;
    lines.push(
      `reflect, ${shaders}: ${(ours.best / listing.ours.best).toFixed(2)} of the MB/s of disassemble${before ?? ''}`,
    );
  }
  return lines;
}
