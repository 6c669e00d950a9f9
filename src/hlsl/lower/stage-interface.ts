/** The interface of an entry point: variables of its signatures, and the elements of the module that they are. */
import type { PackedElement } from '../bind/index.ts';
import type { CheckedFunction, Parameter, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { SignatureVariable } from '../declarations.ts';

/** A variable of a signature, with the scalars of the parameter or result that it is. */
export interface EntryVariable extends SignatureVariable {
  /** The parameter; undefined for the result. */
  readonly parameter: Parameter | undefined;
  /** The token of `:` before its semantic. */
  readonly semanticToken: number;
  /** The first of its scalars. */
  readonly first: number;
  /** Of distances from clip planes, the planes. */
  readonly planes?: readonly TypedExpression[];
}

/** The semantic of variables without one. Those of library functions need none. */
export const NO_SEMANTIC = '';

/** Variables of the input and output signatures of an entry point, in their order. */
export interface EntrySignature {
  readonly inputs: readonly EntryVariable[];
  readonly outputs: readonly EntryVariable[];
}

/** The element of the module and the component that a scalar of a parameter is. */
export interface InputScalar {
  readonly element: number;
  readonly component: number;
}

/** A scalar of a parameter, or of the result, that is in a register when its function begins or ends. */
export interface EntryScalar extends InputScalar {
  readonly direction: 'in' | 'out';
  readonly function: CheckedFunction;
  /** The parameter; undefined for the result. */
  readonly variable: Variable | undefined;
  /** The number of the scalar in it. */
  readonly scalar: number;
  /** The number of the vertex or control point; undefined for other parameters. */
  readonly point: number | undefined;
}

/** An element of an output signature, with its number in the module and the scalars that it has. */
export interface OutputElement {
  readonly element: number;
  readonly packed: PackedElement;
  readonly variable: EntryVariable;
}
