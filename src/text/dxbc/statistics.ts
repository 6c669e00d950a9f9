/**
 * The parts of a listing that come from the statistics: sampling frequency, tessellation, slots. Every spelling here:
 * oracle.
 */
import type {
  NamesByNumber,
  TessellatorDomain,
  TessellatorOutputPrimitive,
  TessellatorPartitioning,
} from '../../base/d3d/enumerations.ts';
import { STAT_FIELDS, type Statistics } from '../../chunks/stat.ts';
import { left, right, signed } from './columns.ts';

/** By `D3D_TESSELLATOR_DOMAIN`. */
export const DOMAINS: readonly string[] = [
  'Undefined',
  'Isoline',
  'Triangle',
  'Quadrilateral',
] as const satisfies NamesByNumber<typeof TessellatorDomain>;
/** By `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`. */
export const OUTPUT_PRIMITIVES: readonly string[] = [
  'Undefined',
  'Point',
  'Line',
  'Clockwise Triangles',
  'Counter-Clockwise Triangles',
] as const satisfies NamesByNumber<typeof TessellatorOutputPrimitive>;
/** By `D3D_TESSELLATOR_PARTITIONING`. */
export const PARTITIONINGS: readonly string[] = [
  'Undefined',
  'Integer',
  'Integer Power of 2',
  'Odd Fractional',
  'Even Fractional',
] as const satisfies NamesByNumber<typeof TessellatorPartitioning>;
const UNKNOWN = '<internal error>';

/** The sections on sampling frequency and tessellation, where the statistics have such values. */
export function printStatistics({ words }: Statistics): string {
  let text = '';
  if (words[STAT_FIELDS.sampleFrequency]! !== 0) text += '// Pixel Shader runs at sample frequency\n//\n';
  const domain = words[STAT_FIELDS.tessellatorDomain]!;
  const controlPoints = words[STAT_FIELDS.controlPoints]!;
  if (domain !== 0 || controlPoints !== 0) {
    text += `// Tessellation Domain   # of control points
// -------------------- --------------------
// ${left(DOMAINS[domain] ?? UNKNOWN, 20)} ${right(controlPoints, 20)}
//
`;
  }
  const primitive = words[STAT_FIELDS.hsOutputPrimitive]!;
  const partitioning = words[STAT_FIELDS.hsPartitioning]!;
  if (primitive !== 0 || partitioning !== 0) {
    text += `// Tessellation Output Primitive  Partitioning Type 
// ------------------------------ ------------------
// ${left(OUTPUT_PRIMITIVES[primitive] ?? UNKNOWN, 30)} ${left(PARTITIONINGS[partitioning] ?? UNKNOWN, 18)}
//
`;
  }
  return text;
}

/** The last line of a listing. The count is the compiler's; without statistics it is 0. */
export function printSlots(statistics: Statistics | undefined): string {
  return `// Approximately ${signed(statistics?.words[STAT_FIELDS.instructionCount] ?? 0)} instruction slots used\n`;
}
