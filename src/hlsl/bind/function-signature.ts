/**
 * Parameters of the functions of a library: their registers, and the records of the chunk that describes them.
 *
 * Not for: signatures of shaders (signatures.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import {
  type FunctionParameter,
  type FunctionSignatureContent,
  PARAMETER_IN,
  PARAMETER_OUT,
} from '../../chunks/library.ts';
import type { IrStage } from '../../ir/declarations.ts';
import type { SignatureVariable } from '../declarations.ts';
import { type HlslType, typeName, VOID } from '../types/types.ts';
import { elementsOf, type PackedElement, type PackedSignature, type SignatureFault } from './signatures.ts';
import { type SignatureDirection, splitSemantic, USER_NAMED } from './system-semantics.ts';
import { classOf, typeNumber } from './types.ts';

/** Gives each row of each parameter a register: nothing shares one. */
export function packParameters(
  variables: readonly SignatureVariable[],
  _stage: IrStage,
  direction: SignatureDirection,
): PackedSignature {
  const elements: PackedElement[] = [];
  const faults: SignatureFault[] = [];
  const known = new Map<string, string>();
  for (const [index, variable] of variables.entries()) {
    const { name, number } = splitSemantic(variable.semantic);
    for (const [row, element] of elementsOf(variable, index, name, number, USER_NAMED).entries()) {
      const mask = (1 << element.scalars.length) - 1;
      elements.push({ ...element, register: elements.length, component: 0, mask, interpolation: 0 });
      if (name === '' || direction === 'out') continue;
      // Inputs may have one semantic if they are equal.
      const semantic = `${name.toLowerCase()}${element.semanticIndex}`;
      const value = `${typeName(variable.type)} ${row}`;
      if (getOrInsert(known, semantic, () => value) === value) continue;
      faults.push({ code: 'X3536', message: `${semantic} is the semantic of two different inputs`, variable: index });
    }
  }
  return { elements, faults };
}

/** A parameter of a library function, or its result. */
export interface DescribedParameter {
  readonly name: string;
  readonly type: HlslType;
  readonly semantic: string | undefined;
  readonly direction: 'in' | 'out' | 'inout';
  /** As written. */
  readonly modifiers: readonly string[];
}

const NOWHERE = 0xffff_ffff;

/** The signature of a function whose result has no parameters before it. */
export function functionSignature(
  result: DescribedParameter,
  parameters: readonly DescribedParameter[],
): FunctionSignatureContent {
  const next = { in: 0, out: 0 };
  const describe = (one: DescribedParameter): FunctionParameter => {
    const { name, type, semantic, direction, modifiers } = one;
    const none = {
      name,
      semanticName: semantic,
      interpolation: 0,
      firstInRegister: NOWHERE,
      firstInComponent: NOWHERE,
    };
    const unwritten = { ...none, firstOutRegister: NOWHERE, firstOutComponent: NOWHERE };
    if (type.kind !== 'numeric') return { ...unwritten, type: 0, class: 0, rows: 0, columns: 0, flags: 0 };
    const { scalar, rows, columns, shape, isRowMajor } = type;
    const registers = shape === 'matrix' && !isRowMajor ? columns : rows;
    const isIn = direction !== 'out';
    const isOut = direction !== 'in';
    const made: FunctionParameter = {
      ...unwritten,
      type: typeNumber(scalar),
      class: classOf(type),
      rows: registers,
      columns: registers === rows ? columns : rows,
      interpolation: interpolationOf(modifiers),
      flags: (isIn ? PARAMETER_IN : 0) | (isOut ? PARAMETER_OUT : 0),
      ...(isIn && { firstInRegister: next.in, firstInComponent: 0 }),
      ...(isOut && { firstOutRegister: next.out, firstOutComponent: 0 }),
    };
    if (isIn) next.in += registers;
    if (isOut) next.out += registers;
    return made;
  };
  const returns = describe(result.type === VOID ? { ...result, semantic: undefined } : result);
  return { returns, parameters: parameters.map(describe) };
}

const INTERPOLATIONS: ReadonlySet<string> = new Set(['linear', 'centroid', 'noperspective', 'sample']);

/** The mode of a parameter. The compiler has one mode for nearly all modifiers (source: oracle). */
function interpolationOf(modifiers: readonly string[]): number {
  const written = modifiers.filter((one) => INTERPOLATIONS.has(one));
  if (modifiers.includes('nointerpolation')) return InterpolationMode.constant;
  if (written.length === 0) return InterpolationMode.undefined;
  return written.join() === 'sample'
    ? InterpolationMode.linearNoperspectiveSample
    : InterpolationMode.linearNoperspectiveCentroid;
}
