/**
 * Vertex shaders of models 1 to 3 whose position is known: what the program writes as its position becomes an output as
 * others are, and an instruction at the beginning passes on a position from an input of its own; all else of the
 * program stays.
 *
 * Where a program has no output left, there are two editions of it: each leaves out instructions that write one output,
 * so that all are compared in one of them. Where it has no input left, it reads another one instead of its last one.
 */
import { disassemble } from '../../../src/text/index.ts';
import { USAGE } from '../../../src/vm/draw/legacy/legacy-vertices.ts';
import { NoTrial } from '../../gpu/from-request.ts';
import { assembledSm1 } from '../../wine/d3d9.ts';
import { type LegacyProgram, legacyProgramOf, usageName } from './program.ts';

const MAX_INPUTS = 16;
const MAX_INDEX = 15;
const COORDINATES = 8;
const MAX_OUTPUTS = 11;
const MAX_SOFTWARE_OUTPUTS = 16;

/** An edited program. */
export interface Positioned {
  readonly program: LegacyProgram;
  /** The usage of the position among its inputs. */
  readonly position: string;
}

/** Edited outputs of a program. */
interface Edition {
  readonly lines: readonly string[];
  readonly declarations: readonly string[];
  readonly position: string;
}

/** The editions of a program, in which each output is compared at least once. */
export function withPosition(program: LegacyProgram): Positioned[] {
  const { text } = disassemble(program.bytes, { header: false, exact: true, debug: false });
  const listing = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('//'));
  const { input, lines } = withInput(program, listing);
  const taken = program.inputs.filter(({ usage }) => usage === USAGE.texcoord).map(({ usageIndex }) => usageIndex);
  const index = needed(freeNumber(taken, MAX_INDEX), 'usage for the position');
  const position = usageName({ usage: USAGE.texcoord, usageIndex: index });
  const editions = program.major >= 3 ? modernEditions(program, lines) : oldEditions(lines);
  return editions.map((edition) => {
    const last = edition.lines.findLastIndex((line) => /^\s*(dcl|def)/.test(line));
    const edited = [
      ...edition.lines.slice(0, last + 1),
      `dcl_${position} v${input}`,
      ...edition.declarations,
      `mov ${edition.position}, v${input}`,
      ...edition.lines.slice(last + 1),
    ].join('\n');
    const bytes = assembledSm1(edited);
    if (bytes === undefined) throw new NoTrial('the edited program is not valid');
    return { program: legacyProgramOf(program.name, bytes)!, position };
  });
}

/** The first number that is not in a list; undefined where there is none. */
function freeNumber(used: readonly number[], limit: number): number | undefined {
  return Array.from({ length: limit }, (_, i) => i).find((i) => !used.includes(i));
}

function needed(number: number | undefined, what: string): number {
  if (number === undefined) throw new NoTrial(`no ${what} is left`);
  return number;
}

/** A register that is not read for anything but the position. */
function withInput({ inputs }: LegacyProgram, lines: readonly string[]): { input: number; lines: readonly string[] } {
  const numbers = inputs.map(({ number }) => number);
  const free = freeNumber(numbers, MAX_INPUTS);
  if (free !== undefined) return { input: free, lines };
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const other = lines
    .filter((line) => !new RegExp(`^\\s*dcl_\\w+ v${last}\\b`).test(line))
    .map((line) => line.replaceAll(new RegExp(`\\bv${last}\\b`, 'g'), `v${first}`));
  return { input: last, lines: other };
}

/** The lines without those that declare or write an output. */
function without(lines: readonly string[], output: string): string[] {
  const written = new RegExp(`^\\s*(\\([^)]*\\) *)?\\w+ ${output}(\\.[xyzw]+)?(,|$)`);
  return lines.filter((line) => !written.test(line));
}

const named = (name: string) => new RegExp(`\\b${name}\\b(?!\\[)`, 'g');
const renamed = (lines: readonly string[], name: string, other: string) =>
  lines.map((line) => line.replaceAll(named(name), other));

/** Outputs of the rasterizer before 3_0, instead of texture coordinates. */
function oldEditions(lines: readonly string[]): Edition[] {
  const has = (name: string) => lines.some((line) => named(name).test(line));
  const written = ['oPos', 'oFog', 'oPts'].filter(has);
  const coordinates = Array.from({ length: COORDINATES }, (_, i) => `oT${i}`);
  const free = coordinates.filter((name) => !has(name));
  const lost = written.slice(free.length);
  const moved = (from: readonly string[], to: readonly string[], gone: readonly string[]): Edition => {
    const remaining = gone.reduce(without, lines);
    const changed = from.reduce<readonly string[]>((all, name, i) => renamed(all, name, to[i]!), remaining);
    return { lines: changed, declarations: [], position: 'oPos' };
  };
  const first = moved(written.slice(0, free.length), free, lost);
  if (lost.length === 0) return [first];
  const replaced = coordinates.slice(0, written.length);
  return [first, moved(written, replaced, replaced)];
}

/**
 * Declarations of the rasterizer's usages in 3_0, as texture coordinates. The position keeps its register, because it
 * has to be the first one where outputs are indexed; what was there moves to another one.
 */
function modernEditions({ outputs, isSoftware }: LegacyProgram, lines: readonly string[]): Edition[] {
  const numbers = outputs.map(({ number }) => number);
  const positionNumber = outputs.find(({ usage, usageIndex }) => usage === USAGE.position && usageIndex === 0)?.number;
  const free = freeNumber(numbers, isSoftware ? MAX_SOFTWARE_OUTPUTS : MAX_OUTPUTS);
  const declared = asCoordinates(outputs, lines);
  const edition = (changed: readonly string[], register: number): Edition => ({
    lines: changed,
    declarations: [`dcl_position o${register}`],
    position: `o${register}`,
  });
  if (positionNumber === undefined) return [edition(declared, needed(free, 'output for the position'))];
  const movedTo = (all: readonly string[], register: number) =>
    edition(renamed(all, `o${positionNumber}`, `o${register}`), positionNumber);
  if (free !== undefined) return [movedTo(declared, free)];
  const last = numbers.findLast((number) => number !== positionNumber)!;
  return [
    edition(without(declared, `o${positionNumber}`), positionNumber),
    movedTo(without(declared, `o${last}`), last),
  ];
}

/** Declares usages of the rasterizer as texture coordinates. */
function asCoordinates(outputs: LegacyProgram['outputs'], lines: readonly string[]): string[] {
  const used = outputs.filter(({ usage }) => usage === USAGE.texcoord).map(({ usageIndex }) => usageIndex);
  return lines.map((line) =>
    line.replace(/^(\s*)dcl_(position|psize|fog)\d* (?=o\d)/, (_, space: string) => {
      const index = needed(freeNumber(used, MAX_INDEX), 'usage for an output');
      used.push(index);
      return `${space}dcl_${usageName({ usage: USAGE.texcoord, usageIndex: index })} `;
    }),
  );
}
