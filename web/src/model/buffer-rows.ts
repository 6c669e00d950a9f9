/**
 * A constant buffer as rows of registers: which components each variable takes, and which are holes.
 *
 * Not for: reading buffers (`dxlens/reflect`).
 */
import type { BufferDesc, VariableDesc } from 'dxlens/reflect';

/** Bytes of a register, and of a component. */
const REGISTER = 16;
const COMPONENT = 4;
/** Registers of a buffer that are shown. */
const MAX_ROWS = 512;

/** Neighboring components of a register that belong together. */
export interface BufferCell {
  /** The first component, 0 to 3. */
  readonly first: number;
  readonly count: number;
  /** Index of the variable; undefined for a hole. */
  readonly variable: number | undefined;
  /** Whether the variable begins in this cell. */
  readonly isStart: boolean;
}

export interface BufferRow {
  readonly register: number;
  readonly cells: readonly BufferCell[];
}

/** Whether the shader uses a variable (`D3D_SVF_USED`). */
export function isUsed({ uFlags }: VariableDesc): boolean {
  return (uFlags & 2) !== 0;
}

/** The rows of a buffer, at most 512. */
export function bufferRows({ size, variables }: Pick<BufferDesc, 'size' | 'variables'>): BufferRow[] {
  const rows = Math.min(Math.ceil(size / REGISTER), MAX_ROWS);
  const owners = new Int32Array((rows * REGISTER) / COMPONENT).fill(-1);
  for (const [index, { startOffset, size: length }] of variables.entries())
    owners.fill(index, Math.floor(startOffset / COMPONENT), Math.ceil((startOffset + length) / COMPONENT));
  return Array.from({ length: rows }, (_, register) => ({ register, cells: cellsOf(owners, variables, register) }));
}

function cellsOf(owners: Int32Array, variables: readonly VariableDesc[], register: number): BufferCell[] {
  const cells: BufferCell[] = [];
  const base = 4 * register;
  for (let first = 0; first < 4; ) {
    const owner = owners[base + first]!;
    let count = 1;
    while (first + count < 4 && owners[base + first + count] === owner) count++;
    const variable = owner < 0 ? undefined : owner;
    const isStart = variable !== undefined && Math.floor(variables[variable]!.startOffset / COMPONENT) === base + first;
    cells.push({ first, count, variable, isStart });
    first += count;
  }
  return cells;
}
