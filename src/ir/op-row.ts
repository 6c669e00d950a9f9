/** The row of an operation in the table (ops.ts). */

/** The effect of an operation other than its value. */
export type IrEffect =
  /** Nothing. */
  | 'pure'
  /** Reads memory that may change. */
  | 'reads'
  /** Writes memory, outputs or streams, or ends pixels; its order to others of the same sort and to `reads` counts. */
  | 'writes'
  /** Region structure and jumps. */
  | 'control'
  /** Uses values of the other pixels of a quad: it never moves into or out of control flow. */
  | 'quad';

/** How near results are to each other on different implementations (the tolerance of comparisons). */
export type IrExactness =
  /** Equal bits. */
  | 'exact'
  /** Equal after subnormals are flushed; any NaN is a NaN. */
  | 'rounded'
  /** One of several evaluations: fused or not, in any order. */
  | 'set'
  /** Within a relative error. */
  | 'relative'
  /** Within an absolute error. */
  | 'absolute'
  /** Filtered texels. */
  | 'sampled';

/** The meaning of the attribute of an operation (`extra`). */
export type IrAttribute =
  | 'none'
  /** An input and a component: `element << 2 | component`. */
  | 'input'
  /** An output and a component. */
  | 'output'
  /** A range of inputs or outputs that is indexed, and a component. */
  | 'inputRange'
  | 'outputRange'
  /** A binding and a component. */
  | 'constants'
  /** An array of the program and a component. */
  | 'variable'
  /** A component. */
  | 'component'
  /** An access: a view with its sampler, offsets and channel. */
  | 'access'
  /** A binding; -1 is the rasterizer. */
  | 'binding'
  /** A function. */
  | 'function'
  /** Its first region; the others have the numbers after it. */
  | 'regions'
  /** The operation that a jump leaves or repeats. */
  | 'target'
  /** The number of a result or a parameter. */
  | 'number'
  /** A stream of a geometry shader. */
  | 'stream'
  /** The bits of {@link BarrierBits}. */
  | 'barrier';

/** One row of the table. */
export interface IrOpRow {
  /** The type of the value, as a kind and a width; '' without a value. */
  readonly result: string;
  /** The operands, each as a kind and a width, separated by spaces. */
  readonly operands: string;
  readonly effect: IrEffect;
  readonly attribute: IrAttribute;
}
