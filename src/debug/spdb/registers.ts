/**
 * Registers as listings write them in notes on variables. Spelling, and what is refused: oracle.
 *
 * Not for: operands of instructions (text/sm4/operands.ts).
 */
import { COMPONENTS } from '../../isa/components.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { PdbLocation } from './symbols.ts';

/** How the indices of a register are written; null for registers that hold no variables. */
type Style = 'elements' | 'number' | 'none' | 'this' | null;

const STYLES: Readonly<Record<keyof typeof SM4_OPERAND_TYPES, Style>> = {
  temp: 'elements',
  input: 'elements',
  output: 'elements',
  indexableTemp: 'number',
  immediate32: null,
  immediate64: null,
  sampler: 'number',
  resource: 'number',
  constantBuffer: null,
  immediateConstantBuffer: null,
  label: null,
  inputPrimitiveId: 'none',
  outputDepth: 'none',
  null: null,
  rasterizer: 'none',
  outputCoverageMask: 'none',
  stream: 'number',
  functionBody: null,
  functionTable: null,
  interface: null,
  functionInput: null,
  functionOutput: null,
  outputControlPointId: 'none',
  inputForkInstanceId: 'none',
  inputJoinInstanceId: 'none',
  inputControlPoint: 'elements',
  outputControlPoint: 'elements',
  inputPatchConstant: 'elements',
  inputDomainPoint: 'none',
  thisPointer: 'this',
  unorderedAccessView: 'number',
  groupSharedMemory: null,
  inputThreadId: 'none',
  inputThreadGroupId: 'none',
  inputThreadIdInGroup: 'none',
  inputCoverageMask: 'none',
  inputThreadIdInGroupFlattened: 'none',
  inputGsInstanceId: 'none',
  outputDepthGreaterEqual: 'none',
  outputDepthLessEqual: 'none',
  cycleCounter: 'none',
  outputStencilRef: 'none',
  innerCoverage: 'none',
};
/** Prefixes and styles by the number of the operand type. */
const ROWS = (Object.keys(STYLES) as (keyof typeof STYLES)[]).map((name) => ({
  prefix: SM4_OPERAND_TYPES[name].prefix,
  style: STYLES[name],
}));

/** Why a register has no name; one that is `unnamed` ends the notes without a word. */
export type RegisterFault = 'index count' | 'register type' | 'unnamed';

export interface SpdbRegister {
  readonly name: string;
  /** `.x`, or empty. */
  readonly component: string;
}

/** Indices of a location; more are not read. */
const MAX_INDICES = 2;

/** The register of `location`. */
export function spdbRegister({ register, indices }: PdbLocation): SpdbRegister | RegisterFault {
  if (indices.length > MAX_INDICES) return 'index count';
  const row = ROWS[register];
  if (row === undefined || row.style === null) return 'register type';
  const { prefix, style } = row;
  const [at, element] = indices;
  if (style === 'none') {
    const component = at === undefined || element !== undefined ? '' : componentOf(at);
    return { name: prefix, component };
  }
  if (at === undefined) return 'unnamed';
  const number = at >>> 4;
  if (element !== undefined) {
    if (style !== 'elements') return 'unnamed';
    return { name: `${prefix}[${element}][${number}]`, component: componentOf(at) };
  }
  if (style === 'number') return { name: `${prefix}${at}`, component: '' };
  const name = style === 'this' ? `${prefix}[${number}]` : `${prefix}${number}`;
  return { name, component: componentOf(at) };
}

/** Whether the register of `next` is that of `one`, as far as the indices of `next` say. */
export function isSameRegister(one: PdbLocation, next: PdbLocation): boolean {
  if (one.register !== next.register) return false;
  return next.indices.every((index, i) => (i === 0 ? index >>> 4 === one.indices[0]! >>> 4 : index === one.indices[i]));
}

/** The component at byte `at` of a register. */
function componentOf(at: number): string {
  return `.${COMPONENTS[(at >>> 2) & 3]}`;
}
