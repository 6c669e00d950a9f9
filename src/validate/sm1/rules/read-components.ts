/**
 * The components that each source of each opcode reads, before its swizzle: derived from the opcode table. What
 * Microsoft's validators check instead is named here (source: oracle).
 *
 * Not for: texture loads, whose coordinates depend on the sampler; the rules themselves.
 */
import { FULL_MASK } from '../../../isa/components.ts';
import {
  isSm1Source,
  SM1_OPCODE_LIMIT,
  SM1_OPCODES,
  type Sm1Components,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  sm1Operands,
} from '../../../isa/sm1/opcodes.ts';
import { MAX_SOURCES } from '../context.ts';

/** A mask of components; 0: those of the write mask. */
export const WRITTEN = 0;

/** Opcodes and sources for which a validator assumes other components than the opcode table has. */
export type ReadExceptions = Readonly<Partial<Record<Sm1Opcode, Readonly<Record<number, number>>>>>;

/**
 * A mask for each source of each opcode in `version`, at `opcode * MAX_SOURCES + source`; {@link WRITTEN}: the write
 * mask.
 *
 * @param one what a source of one component counts as; its swizzle selects that component four times where it is sound
 */
export function readComponents(version: number, one: number, exceptions: ReadExceptions = {}): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT * MAX_SOURCES);
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.code >= SM1_OPCODE_LIMIT) continue;
    for (const [i, { components }] of sm1Operands(row, version).filter(isSm1Source).entries()) {
      table[row.code * MAX_SOURCES + i] = exceptions[name]?.[i] ?? maskOf(components, one);
    }
  }
  return table;
}

function maskOf(components: Sm1Components, one: number): number {
  if (typeof components === 'number') return components;
  if (components === 'one') return one;
  return components === 'lighting' ? FULL_MASK : WRITTEN;
}
