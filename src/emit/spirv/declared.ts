/** Properties of declared variables: those of inputs and outputs, and those of resources. */
import type { BuiltInName } from './builtins.ts';
import type { Capability } from './capabilities.ts';

/** An input or output with its variable. */
export interface InterfaceElement {
  readonly variable: number;
  readonly storage: number;
  /** The kind of components for Direct3D. */
  readonly kind: number;
  /** Components of the variable; 1 for a scalar. */
  readonly width: number;
  readonly builtin: BuiltInName | undefined;
  /** Of arrays: the element that is the lowest component. */
  readonly firstElement: number | undefined;
  /** Elements of an array with one for each vertex or control point. */
  readonly vertices: number | undefined;
}

/** A variable with descriptors of a binding. */
export interface ResourceVariable {
  readonly id: number;
  readonly storage: number;
  /** The type of one descriptor: a block, an image or a sampler. */
  readonly type: number;
  /** Descriptors: 1 for a variable that is no array, 0 for as many as are bound. */
  readonly count: number;
  /** Capabilities for selecting a descriptor by a value, and by one that differs between threads. */
  readonly dynamic: Capability | undefined;
  readonly nonuniform: Capability | undefined;
}
