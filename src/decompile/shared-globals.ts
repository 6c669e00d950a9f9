/** Files of several programs that declare the constants and resources of all: effects. */
import { HLSL_RESERVED } from '../emit/hlsl/types.ts';
import type { FunctionDesc } from '../reflect/library.ts';
import type { Sm1ConstantDesc, Sm1TypeDesc } from '../reflect/sm1-constants.ts';

/** The declarations that the functions of a file share. */
export interface SharedGlobals {
  /** Names that nothing in a function may have. */
  readonly reserved: ReadonlySet<string>;
  readonly entryPoint: string;
  /** Returns a constant of a program of models 1 to 3 as the file declares it; undefined if it is of another type. */
  declared?(constant: Sm1ConstantDesc): DeclaredConstant | undefined;
  /** The function of a library that a program is. */
  readonly described?: FunctionDesc;
  /** Returns the offset of a variable in its buffer; shaders of some effects have another one. */
  offsetOf?(name: string): number | undefined;
}

/** A type whose arrays are known: in tables, arrays of one element are no arrays. */
export interface DeclaredType extends Sm1TypeDesc {
  readonly isArray?: boolean;
  readonly structMembers: readonly DeclaredType[];
}

export interface DeclaredConstant extends Sm1ConstantDesc {
  readonly isArray?: boolean;
  readonly structMembers: readonly DeclaredType[];
  /** The type of a sampler. */
  readonly samplerType?: string;
}

/** The reserved words of a function: those of the language, and the names of its file. */
export function reservedIn(shared: SharedGlobals | undefined): ReadonlySet<string> {
  return shared === undefined ? HLSL_RESERVED : new Set([...HLSL_RESERVED, ...shared.reserved]);
}
