/**
 * The debugger: what was recorded, the step that is shown, breakpoints, and moving between steps, by instruction or by
 * line of the source.
 *
 * Not for: recording (views/run/run-state.ts), the registers of a step (model/run/debug-trace.ts), the lines of steps
 * (model/run/source-steps.ts).
 */
import { batch, computed, signal } from '@preact/signals';
import { sourceOfBytes } from '../model/debug-source.ts';
import { bytesOfLine, linesOfBytes } from '../model/listing.ts';
import { type DebugTrace, findStep, stepCount, stepOver } from '../model/run/debug-trace.ts';
import { beginsLine, linesOfSteps, stepLine } from '../model/run/source-steps.ts';
import type { WordFormat } from '../model/run/word-text.ts';
import { debugSource } from './debug-source.ts';
import { select, selection, shader } from './store.ts';

/** The recorded steps of four lanes; undefined when nothing is debugged. */
export const trace = signal<DebugTrace | undefined>(undefined);
/** Instructions that were executed before the shown step. */
export const step = signal(0);
/** The lane that is shown. */
export const lane = signal(0);
/** Where instructions begin that have a breakpoint, in bytes from the start of the shader. */
export const breakpoints = signal<ReadonlySet<number>>(new Set());
/** Lines of the source that have a breakpoint, as {@link lineKey} spells them. */
export const lineBreakpoints = signal<ReadonlySet<string>>(new Set());
/** Whether steps are lines where the shader has its source. */
export const prefersLines = signal(true);
/** How numbers of registers and variables are written. */
export const wordFormat = signal<WordFormat>('written');
/** A message about a search without a result; empty otherwise. */
export const searchNote = signal('');

/** Where the next instruction begins; undefined at the end, and when nothing is debugged. */
export const nextOffset = computed(() => trace.value?.offsets[step.value]);

/** The line of each step; undefined without the text of a source. */
export const stepLines = computed(() => {
  const [recorded, data] = [trace.value, debugSource.value];
  if (recorded === undefined || data === undefined) return undefined;
  const lines = linesOfSteps(recorded, data);
  return lines.some((one) => one !== undefined && data.files[one.file]!.text !== undefined) ? lines : undefined;
});

/** The line that comes next; undefined at the end, and without a source. */
export const nextLine = computed(() => stepLines.value?.[step.value]);

/** A line of a file by its name, so that it survives changes of the source. */
export function lineKey(file: number, line: number): string {
  return `${debugSource.value?.files[file]?.name}:${line}`;
}

/** Forgets what was recorded. */
export function stopDebugging(): void {
  batch(() => {
    trace.value = undefined;
    step.value = 0;
    searchNote.value = '';
  });
}

/** Shows what was recorded, from its first instruction on. */
export function startDebugging(recorded: DebugTrace, shownLane: number): void {
  batch(() => {
    trace.value = recorded;
    lane.value = shownLane;
    goTo(0);
  });
}

/** Shows a step; the instruction that comes next is selected on the entire page. */
export function goTo(wanted: number): void {
  const recorded = trace.peek();
  if (recorded === undefined) return;
  batch(() => {
    step.value = Math.min(Math.max(wanted, 0), stepCount(recorded));
    searchNote.value = '';
    const start = recorded.offsets[step.peek()];
    if (start !== undefined) select(start, endOfInstruction(start), 'debug');
  });
}

function endOfInstruction(start: number): number {
  const listing = shader.peek()?.listing;
  const line = listing?.starts.indexOf(start) ?? -1;
  return line < 0 ? start + 4 : listing!.ends[line]!;
}

/** Executes one line or instruction, or takes the last one back. */
export function stepInto(direction: 1 | -1): void {
  if (!goToLine(direction, false)) goTo(step.peek() + direction);
}

/** Goes to the next or last line where steps are lines; returns false otherwise. */
function goToLine(direction: 1 | -1, isOver: boolean): boolean {
  const [recorded, data, lines] = [trace.peek(), debugSource.peek(), stepLines.peek()];
  if (!prefersLines.peek() || recorded === undefined || data === undefined || lines === undefined) return false;
  goTo(stepLine(recorded, data, lines, step.peek(), direction, isOver));
  return true;
}

/** Executes one line or instruction, or takes the last one back; for a call, the entire function. */
export function stepOverCall(direction: 1 | -1): void {
  const recorded = trace.peek();
  if (recorded === undefined || goToLine(direction, true)) return;
  const at = step.peek();
  if (direction === 1) goTo(stepOver(recorded, at, returnOffset(recorded.offsets[at])));
  else goTo(stepBack(recorded, at));
}

/** The step whose instruction, with what it calls, ends before step `at`. */
function stepBack(recorded: DebugTrace, at: number): number {
  const listing = shader.peek()?.listing;
  const start = recorded.offsets[at];
  const line = start === undefined ? -1 : (listing?.starts.indexOf(start) ?? -1);
  const before = recorded.offsets[at - 1];
  // After a call, the step before this one is the last of the subroutine.
  const previous = line < 0 ? -1 : listing!.starts.findLastIndex((one, i) => i < line && one >= 0);
  const isReturn =
    previous >= 0 && returnOffset(listing!.starts[previous]) === start && before !== listing!.starts[previous];
  if (!isReturn) return at - 1;
  return findStep(recorded, at, -1, (offset) => offset === listing!.starts[previous]) ?? at - 1;
}

/** Where a call goes on after the subroutine; undefined for other instructions. */
function returnOffset(start: number | undefined): number | undefined {
  const listing = shader.peek()?.listing;
  if (listing === undefined || start === undefined) return undefined;
  const line = listing.starts.indexOf(start);
  const isCall = /^\s*(?:call|callnz|callc|fcall)\b/.test(listing.text.split('\n')[line] ?? '');
  return isCall ? listing.starts.find((one, i) => i > line && one >= 0) : undefined;
}

/** Goes to the next or previous breakpoint; without one, to the end or the start. */
export function runToBreakpoint(direction: 1 | -1): void {
  const recorded = trace.peek();
  if (recorded === undefined) return;
  const found = findStep(recorded, step.peek(), direction, (offset, i) => hasBreakpoint(offset, i));
  goTo(found ?? (direction === 1 ? stepCount(recorded) : 0));
}

/** Whether the instruction of a step has a breakpoint, or begins a line that has one. */
function hasBreakpoint(offset: number, at: number): boolean {
  if (breakpoints.peek().has(offset)) return true;
  const lines = stepLines.peek();
  const line = lines?.[at];
  return line !== undefined && lineBreakpoints.peek().has(lineKey(line.file, line.line)) && beginsLine(lines!, at);
}

/** Goes to where the selected instruction is executed next; if it is not, to where it was before. */
export function runToSelection(): void {
  const recorded = trace.peek();
  const selected = selection.peek();
  if (recorded === undefined || selected === undefined) return;
  const isWanted = (offset: number) => offset >= selected.start && offset < Math.max(selected.end, selected.start + 1);
  const at = step.peek();
  const found = findStep(recorded, at, 1, isWanted) ?? findStep(recorded, at + 1, -1, isWanted);
  if (found !== undefined) goTo(found);
  else searchNote.value = 'These lanes do not execute the selected line.';
}

/** Sets or clears the breakpoint of a line of the listing, 0-based; nothing for lines without an instruction. */
export function toggleBreakpoint(line: number): void {
  const listing = shader.peek()?.listing;
  const bytes = listing === undefined ? undefined : bytesOfLine(listing, line);
  if (bytes !== undefined) breakpoints.value = toggled(breakpoints.peek(), bytes.start);
}

/** Sets or clears the breakpoint of a line of the source. */
export function toggleLineBreakpoint(file: number, line: number): void {
  lineBreakpoints.value = toggled(lineBreakpoints.peek(), lineKey(file, line));
}

function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** Sets or clears the breakpoint of the selected line: that of the source if it was selected there. */
export function toggleSelectedBreakpoint(): void {
  const listing = shader.peek()?.listing;
  const selected = selection.peek();
  if (listing === undefined || selected === undefined) return;
  const data = selected.origin === 'source' ? debugSource.peek() : undefined;
  const source = data && sourceOfBytes(data, selected.start, selected.end);
  if (source !== undefined) {
    toggleLineBreakpoint(source.file, source.line);
    return;
  }
  const [line] = linesOfBytes(listing, selected.start, selected.end);
  if (line !== undefined) toggleBreakpoint(line);
}
