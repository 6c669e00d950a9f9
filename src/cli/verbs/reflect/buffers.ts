/**
 * Draws the layout of buffers for `dxlens reflect`: a line for each variable, member and gap, with its register of 16
 * bytes, its offset, its size and the components that it takes there.
 */
import type { BufferDesc, DefaultValue, TypeDesc, VariableDesc } from '../../../reflect/index.ts';
import { typeName } from '../../../reflect/types.ts';
import { bufferTypeText, plural, section } from './words.ts';

const ROW = 16;
const CELL = 4;
const VARIABLE_USED = 2;
const NO_SLOT = 0xffff_ffff;
/** Deeper members are not drawn: types may contain themselves in a damaged file. */
const MAX_DEPTH = 8;

/** Every buffer with its layout. */
export function buffersText(buffers: readonly BufferDesc[]): string {
  return buffers.map(bufferText).join('');
}

function bufferText({ name, type, size, variables }: BufferDesc): string {
  const hasSize = type !== 'interfacePointers';
  const heading = `${bufferTypeText(type)} ${name}${hasSize ? `, ${plural(size, 'byte')}` : ''}`;
  // Elements of structured buffers are packed, and interface pointers have slots.
  const registers = type === 'cbuffer' || type === 'tbuffer';
  return layoutText(heading, variables.map(itemOf), hasSize ? size : 0, registers);
}

/**
 * A heading and the layout of a buffer.
 *
 * @param size of the buffer in bytes; gaps before its end are drawn
 * @param registers whether it consists of registers
 */
export function layoutText(heading: string, items: readonly LayoutItem[], size: number, registers: boolean): string {
  const drawing = new Drawing(registers);
  drawing.draw(items, size);
  const titles = registers ? ['row', 'offset', 'size', '', '', ''] : ['', 'offset', 'size', '', '', ''];
  const rows = drawing.rows.length === 0 ? [] : [titles, ...drawing.rows];
  return section(heading, rows, 3) || `\n${heading}\n`;
}

/** As much of a type as its layout needs. */
export type LayoutType = Pick<TypeDesc, 'name' | 'class' | 'type' | 'rows' | 'columns' | 'elements' | 'offset'> & {
  readonly members: readonly { readonly name: string; readonly type: LayoutType | null }[];
};

/** Something with a location: a variable, or a member of a structure. */
export interface LayoutItem {
  readonly offset: number;
  readonly size: number;
  readonly name: string;
  readonly type: LayoutType | null;
  readonly notes: string;
  /** Lines below it, such as the default value. */
  readonly lines: readonly string[];
}

class Drawing {
  readonly rows: string[][] = [];

  constructor(private readonly registers: boolean) {}

  /** @param size of the buffer in bytes */
  draw(items: readonly LayoutItem[], size: number): void {
    this.items(items, 0, size, 0);
  }

  /** @param end where the buffer or structure ends, in bytes; gaps before it are drawn */
  private items(items: readonly LayoutItem[], start: number, end: number, depth: number): void {
    let next = start;
    for (const item of items.toSorted((a, b) => a.offset - b.offset)) {
      this.gap(next, item.offset, depth);
      this.item(item, depth);
      next = Math.max(next, item.offset + item.size);
    }
    this.gap(next, end, depth);
  }

  /** A gap is one line a register at its ends, and one for the registers between. */
  private gap(from: number, to: number, depth: number): void {
    if (!this.registers || from >= to) return;
    const stop = from % ROW === 0 ? to : Math.min(to, from + ROW - (from % ROW));
    this.line(from, stop - from, `${'  '.repeat(depth)}(padding)`, '', stop - from, '-');
    this.gap(stop, to, depth);
  }

  private item({ offset, size, name, type, notes, lines }: LayoutItem, depth: number): void {
    const indent = '  '.repeat(depth);
    const elements = type !== null && type.elements > 0 ? `[${type.elements}]` : '';
    const width = type === null ? ROW : Math.min(size, registerSize(type));
    this.line(offset, size, `${indent}${type === null ? '?' : typeName(type)} ${name}${elements}`, notes, width);
    for (const line of lines) this.rows.push(['', '', '', '', `${indent}  ${line}`, '']);
    if (type === null || depth >= MAX_DEPTH) return;
    const members = type.members.map((member): LayoutItem => {
      const start = offset + (member.type?.offset ?? 0);
      const length = member.type === null ? 0 : sizeOf(member.type, this.registers, 0);
      return { offset: start, size: length, name: member.name, type: member.type, notes: '', lines: [] };
    });
    if (members.length > 0) this.items(members, offset, offset, depth + 1);
  }

  /** @param width bytes that are taken in the first register */
  private line(offset: number, size: number, text: string, notes: string, width: number, mark = ''): void {
    const hasSlot = offset !== NO_SLOT;
    const row = this.registers && hasSlot ? rowText(offset, size) : '';
    const cells = this.registers && hasSlot ? cellsText(offset, width, mark) : '';
    this.rows.push([row, hasSlot ? String(offset) : '', String(size), cells, text, notes]);
  }
}

/** `3`, `3-6`. */
function rowText(offset: number, size: number): string {
  const first = Math.floor(offset / ROW);
  const last = Math.floor((offset + Math.max(size, 1) - 1) / ROW);
  return first === last ? String(first) : `${first}-${last}`;
}

/** The components that `width` bytes from `offset` on take in their first register. */
function cellsText(offset: number, width: number, mark: string): string {
  const first = (offset % ROW) / CELL;
  const last = Math.min((ROW - CELL) / CELL, Math.ceil((offset % ROW) / CELL + width / CELL) - 1);
  return Array.from('xyzw', (letter, cell) => (cell >= Math.floor(first) && cell <= last ? mark || letter : '.')).join(
    '',
  );
}

function itemOf(variable: VariableDesc): LayoutItem {
  const { startOffset, size, name, type, uFlags, defaultValue, interfaceSlots } = variable;
  const [slot] = interfaceSlots;
  const notes = [
    ...(slot === undefined ? [] : [rangeText('slot ', slot, interfaceSlots.length)]),
    ...slotsText('t', variable.startTexture, variable.textureSize),
    ...slotsText('s', variable.startSampler, variable.samplerSize),
    ...((uFlags & VARIABLE_USED) === 0 ? ['unused'] : []),
  ];
  const lines = defaultValue === null ? [] : [`= ${numbersText(defaultValue)}`];
  return { offset: startOffset, size, name, type, notes: notes.join(', '), lines };
}

/** The numbers of a default value without padding. */
function numbersText({ values }: DefaultValue): string {
  return values.filter((value) => value !== null).join(', ');
}

function slotsText(letter: string, start: number, count: number): string[] {
  return count === 0 ? [] : [rangeText(letter, start, count)];
}

/** `t4`, `t4-t6`. */
export function rangeText(prefix: string, first: number, count: number): string {
  const last = (first + count - 1) >>> 0;
  return count === 1 ? `${prefix}${first}` : `${prefix}${first}-${prefix.trimEnd() === prefix ? prefix : ''}${last}`;
}

/** Bytes that a type takes in each register. */
function registerSize(type: LayoutType): number {
  const scalar = type.type === 'double' ? 2 * CELL : CELL;
  switch (type.class) {
    case 'matrixColumns':
      return scalar * type.rows;
    case 'scalar':
    case 'vector':
    case 'matrixRows':
      return scalar * type.columns;
    default:
      return ROW;
  }
}

/**
 * Bytes of a type without padding at its end.
 *
 * @param registers whether elements of arrays and rows of matrices begin at registers
 */
function sizeOf(type: LayoutType, registers: boolean, depth: number): number {
  const one = elementSize(type, registers, depth);
  const stride = registers ? Math.ceil(one / ROW) * ROW : one;
  return type.elements > 1 ? stride * (type.elements - 1) + one : one;
}

function elementSize(type: LayoutType, registers: boolean, depth: number): number {
  const scalar = type.type === 'double' ? 2 * CELL : CELL;
  const matrix = (lines: number, length: number) =>
    registers ? ROW * (lines - 1) + scalar * length : scalar * lines * length;
  switch (type.class) {
    case 'matrixRows':
      return matrix(type.rows, type.columns);
    case 'matrixColumns':
      return matrix(type.columns, type.rows);
    case 'struct':
    case 'interfaceClass': {
      const last = type.members.at(-1)?.type;
      return last == null || depth >= MAX_DEPTH ? 0 : last.offset + sizeOf(last, registers, depth + 1);
    }
    case 'scalar':
    case 'vector':
      return scalar * type.rows * type.columns;
    default:
      return 0;
  }
}
