/**
 * The common model of debug information against Microsoft's listing with offsets: lines of instructions, and variables
 * by register.
 *
 * Not for: listings themselves (test/golden).
 */
import { appendTo } from '../../src/base/collections.ts';
import type { DebugInformation } from '../../src/debug/model.ts';

/** D3D_DISASM_ENABLE_INSTRUCTION_OFFSET. */
export const OFFSET_FLAGS = 0x20;

/** An instruction of a listing. */
interface ListedInstruction {
  readonly offset: number;
  /** Whether a `#line` is directly before it. */
  readonly hasLine: boolean;
  readonly line: number | null;
  readonly file: string | null;
  /** The comment at its end. */
  readonly note: string;
  /** Whether an error of Microsoft's disassembler ends the comment. */
  isCut: boolean;
}

interface ParsedListing {
  readonly instructions: readonly ListedInstruction[];
  /** The block of variables that have a value before the first instruction. */
  readonly initial: string;
  readonly isInitialCut: boolean;
}

/** Counts of the compared records. */
export interface ModelCheck {
  readonly lines: number;
  readonly notes: number;
  readonly faults: readonly string[];
}

const LINE = /^#line (\d+)(?: "(.*)")?$/;
const INSTRUCTION = /^0x([0-9A-F]{8}): +([^/].*?)( {2}\/\/ (.*))?$/;

/** How Microsoft's listing writes a part of a type that it does not know. */
const UNKNOWN = /<unknown HLSL built-in \d+ offset \d+>$/;

/** The listing of the program that `model` is about: containers of feature level 9 have two. */
function formatPart({ format }: DebugInformation, text: string): string {
  const [, level9, main] = /\n\/\/ Level9 shader bytecode:([\s\S]*?)\n(0x00000000: [\s\S]*)/.exec(text) ?? [];
  return (format === 'dbug' ? level9 : main) ?? text;
}

function parseListing(text: string): ParsedListing {
  const instructions: ListedInstruction[] = [];
  let line: number | null = null;
  let file: string | null = null;
  let hasLine = false;
  for (const row of text.split('\n')) {
    const found = LINE.exec(row);
    if (found !== null) {
      line = Number(found[1]);
      file = found[2] ?? file;
      hasLine = true;
      continue;
    }
    const one = INSTRUCTION.exec(row);
    const last = instructions.at(-1);
    if (one === null) {
      if (row.includes('<internal error>') && last !== undefined && !hasLine) last.isCut = true;
      continue;
    }
    const offset = Number.parseInt(one[1]!, 16);
    instructions.push({ offset, hasLine, line, file, note: one[4] ?? '', isCut: false });
    hasLine = false;
  }
  const [, block = '', after = ''] = /\/\/ Initial variable locations:\n((?:\/\/ {3}.*\n)+)(.*)/.exec(text) ?? [];
  const initial = block.replaceAll('\n', ' ').replaceAll('//', '');
  return { instructions, initial, isInitialCut: after.includes('<internal error>') };
}

/** Compares the model with Microsoft's listing of the same program. */
export function checkModel(model: DebugInformation, listing: string): ModelCheck {
  const parsed = parseListing(formatPart(model, listing));
  return model.format === 'dbug' ? checkDbug(model, parsed) : checkSpdb(model, parsed);
}

function checkSpdb(model: DebugInformation, { instructions, initial, isInitialCut }: ParsedListing): ModelCheck {
  const faults: string[] = [];
  let [lines, notes] = [0, 0];
  const byOffset = new Map(instructions.map((one, i) => [one.offset, { ...one, next: instructions[i + 1]?.offset }]));
  const first = model.instructions[0]?.offset;
  const starts = startsOf(model);
  const expectNotes = (text: string, at: number, isCut: boolean) => {
    const listed = text
      .replace(/^[A-Z][\w-]* locations: /, '')
      .split('; ')
      .map((note) => note.trim().replace(UNKNOWN, ''))
      .filter((note) => note !== '');
    notes += listed.length;
    const ours = (starts.get(at) ?? []).filter(({ since }) => since < at || (since === at && at === first));
    const expected = ours.map(({ note }) => note);
    // The last one before an error is not complete.
    if (isCut) listed.pop();
    compare(faults, `notes for ${at}`, isCut ? expected.filter((note) => listed.includes(note)) : expected, listed);
  };
  if (first !== undefined) expectNotes(initial, first, isInitialCut);
  for (const { offset, location } of model.instructions) {
    const listed = byOffset.get(offset);
    if (listed === undefined) {
      faults.push(`no instruction is listed at ${offset}`);
      continue;
    }
    lines++;
    const file = location?.file == null ? null : model.files[location.file]!.name;
    compare(faults, `line of ${offset}`, [`${location?.line} ${file}`], [`${listed.line} ${listed.file}`]);
    if (listed.next !== undefined) expectNotes(listed.note, listed.next, listed.isCut);
  }
  return { lines, notes, faults };
}

/** The notes that the model expects, by the offset at which a value begins; `since`: where its function begins. */
function startsOf(model: DebugInformation): Map<number, { note: string; since: number }[]> {
  const starts = new Map<number, { note: string; since: number }[]>();
  for (const { name, values, function: owner } of model.variables) {
    if (owner === null) continue;
    const since = model.functions[owner]!.ranges[0]?.start ?? Number.POSITIVE_INFINITY;
    for (const { part, register, component, ranges } of values) {
      const note = `${register}${component === null ? '' : `.${component}`} <- ${name}${part}`;
      for (const { start } of ranges) {
        appendTo(starts, start, { note, since });
      }
    }
  }
  return starts;
}

/** `#line` is listed only where the line is not near; of several variables in a component, the last one is. */
function checkDbug(model: DebugInformation, { instructions }: ParsedListing): ModelCheck {
  const faults: string[] = [];
  let [lines, notes] = [0, 0];
  const byOffset = new Map(model.instructions.map((one) => [one.offset, one.location]));
  for (const [i, { offset, hasLine, line, file, note }] of instructions.entries()) {
    if (hasLine) {
      lines++;
      const location = byOffset.get(offset);
      const name = location?.file == null ? null : model.files[location.file]!.name;
      compare(faults, `line of ${offset}`, [`${location?.line} ${name}`], [`${line} ${file}`]);
    }
    const next = instructions[i + 1]?.offset;
    if (!byOffset.has(offset) || next === undefined) continue;
    for (const [, scope, name, elements] of note.matchAll(/(?:(\w*)::)?([^<>,:]+)<([\d,]+)>/g)) {
      notes++;
      const owner = scope === undefined ? model.entryPoint : scope === '' ? null : scope;
      const parts = model.variables
        .filter((variable) => variable.name === name!.trim() && ownerOf(model, variable.function) === owner)
        .flatMap(({ values }) => values.filter(({ ranges }) => ranges.some(({ start }) => start === next)));
      const letters = elements!.split(',').map((element) => 'xyzw'[Number(element)]);
      const isVector = parts.every(({ part }) => /^\.[xyzw]$/.test(part));
      if (parts.length < letters.length)
        faults.push(`note at ${offset}: ${name}<${elements}> has ${parts.length} parts`);
      else if (isVector && letters.some((letter) => !parts.some(({ part }) => part === `.${letter}`)))
        faults.push(`note at ${offset}: ${name}<${elements}> has ${parts.map(({ part }) => part)}`);
    }
  }
  return { lines, notes, faults };
}

function ownerOf(model: DebugInformation, index: number | null): string | null {
  return index === null ? null : model.functions[index]!.name;
}

/** Adds a fault where the strings differ, in any order. */
function compare(faults: string[], what: string, ours: readonly string[], theirs: readonly string[]): void {
  const [a, b] = [ours.toSorted().join('; '), theirs.toSorted().join('; ')];
  if (a !== b) faults.push(`${what}: ours ${a} | listing ${b}`);
}
