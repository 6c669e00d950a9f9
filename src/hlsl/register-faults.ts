/**
 * Faults of registers and offsets that a source names: overlaps, and what the profile does not have. Only what a program
 * uses is checked.
 */
import type { AssemblyDiagnostics } from '../assemble/diagnostics.ts';
import type { TextLocation } from '../assemble/text-location.ts';
import type { IrStage } from '../ir/declarations.ts';
import { type BoundRange, bufferLayout } from './bind/index.ts';
import { X4019, X4500, X4509, X4565, X4567, X4578, X4585, X4610 } from './messages.ts';

/** Registers of each file before 5.1. */
const LIMITS: Readonly<Record<string, number>> = { b: 14, s: 16, t: 128, u: 64 };

interface Options {
  readonly stage: IrStage;
  readonly version: readonly [number, number];
  /** Render targets of a pixel shader, whose registers its views share. */
  readonly targets: number;
  /** Where faults are reported that have no location in the source. */
  readonly nowhere: TextLocation;
}

export function reportRegisters(
  diagnostics: AssemblyDiagnostics,
  ranges: readonly BoundRange[],
  { stage, version, targets, nowhere }: Options,
): void {
  const hasSpaces = version[0] === 5 && version[1] === 1;
  for (const [i, range] of ranges.entries()) {
    const { declaration, file, register, count, space } = range;
    const at = declaration.location ?? nowhere;
    const { name } = declaration;
    if (file === 'u' && stage !== 'cs' && version[0] === 4) {
      diagnostics.report(X4585, at, { name });
      return;
    }
    const other = ranges.find(
      (one, k) =>
        k < i &&
        one.declaration !== declaration &&
        one.file === file &&
        one.space === space &&
        one.register < register + Math.max(count, 1) &&
        register < one.register + Math.max(one.count, 1),
    );
    if (other !== undefined) {
      const values = { name, other: other.declaration.name };
      if (hasSpaces) diagnostics.report(X4610, nowhere, values);
      else if (file === 'b') diagnostics.report(X4578, nowhere, values);
      else diagnostics.report(X4500, at, values);
      return;
    }
    if ('variables' in declaration && reportOverlap(diagnostics, declaration, version, nowhere)) return;
    if (hasSpaces) continue;
    const limit = LIMITS[file]!;
    if (register + count > limit || (file === 'u' && register < targets)) {
      const message = file === 'b' ? X4567 : declaration.registers.length > 0 ? X4509 : X4565;
      diagnostics.report(message, file === 'b' ? nowhere : at, { name, limit });
      return;
    }
  }
}

/** Variables of a buffer in one place. */
function reportOverlap(
  diagnostics: AssemblyDiagnostics,
  buffer: Parameters<typeof bufferLayout>[0],
  version: readonly [number, number],
  nowhere: TextLocation,
): boolean {
  const placed = bufferLayout(buffer, version).variables.toSorted((a, b) => a.offset - b.offset);
  for (let i = 1; i < placed.length; i++) {
    const [first, second] = [placed[i - 1]!, placed[i]!];
    if (second.offset >= first.offset + first.size) continue;
    const values = { name: first.variable.name, other: second.variable.name };
    diagnostics.report(X4019, first.variable.location ?? nowhere, values);
    return true;
  }
  return false;
}
