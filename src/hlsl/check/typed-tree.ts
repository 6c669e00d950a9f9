/**
 * The tree of a checked source: names are resolved, each expression has a type, and all conversions are explicit.
 * Lowering decides nothing about the language any more.
 *
 * Not for: syntax (syntax/tree.ts).
 */
import type { RegisterAnnotation } from '../declarations.ts';
import type { ResolvedIntrinsic, ResolvedMethod } from '../intrinsics/index.ts';
import type { BinaryOperator, Tokens } from '../syntax/tree.ts';
import type { HlslType, NumericType, StructType } from '../types/types.ts';

/** Where a variable lives. */
export type Storage =
  /** Of a function, its parameters included. */
  | 'local'
  /** `static` at file scope or in a function: set before the program, then as a local variable. */
  | 'static'
  /** Of a constant buffer; it cannot be written. */
  | 'constant'
  | 'resource'
  /** An instance of a class that the application chooses. */
  | 'interface'
  /** `groupshared` */
  | 'group';

export interface Variable {
  readonly name: string;
  readonly type: HlslType;
  readonly storage: Storage;
  /** It must not be assigned. */
  readonly isConst: boolean;
  readonly isPrecise: boolean;
  /** Values before the program runs, of a static variable. Set when its declaration is checked. */
  initializer: TypedExpression | undefined;
  /** The constant buffer and the variable of it, or the resource, by number in the program's lists. */
  readonly buffer: number;
  readonly index: number;
  /** The resources inside of a variable of a buffer, by number in the program's list: one for each register file. */
  readonly resources?: readonly number[] | undefined;
  /**
   * Of a constant that the source changes, which it may with the compatibility flag: the static variable that has its
   * value then.
   */
  changed?: Variable;
  /** Of an interface: a uniform parameter of the entry point. */
  readonly isParameter?: boolean | undefined;
  /** Its name, for messages. */
  readonly tokens: Tokens;
}

interface Typed extends Tokens {
  readonly type: HlslType;
}

/** Scalars that are known; floats as doubles, `true` as 1. */
export interface ConstantExpression extends Typed {
  readonly kind: 'constant';
  readonly type: NumericType;
  readonly values: readonly number[];
}
export interface TextExpression extends Typed {
  readonly kind: 'text';
  readonly text: string;
}
export interface VariableExpression extends Typed {
  readonly kind: 'variable';
  readonly variable: Variable;
}
/** The member of a structure whose scalars begin at `offset`. */
export interface MemberExpression extends Typed {
  readonly kind: 'member';
  readonly object: TypedExpression;
  readonly name: string;
  readonly offset: number;
}
/** Components of a vector or matrix, in the order of rows. */
export interface SwizzleExpression extends Typed {
  readonly kind: 'swizzle';
  readonly type: NumericType;
  readonly object: TypedExpression;
  readonly components: readonly number[];
}
/** An element of an array, vector or matrix; the index is an int or uint. */
export interface ElementExpression extends Typed {
  readonly kind: 'element';
  readonly object: TypedExpression;
  readonly index: TypedExpression;
}
/** An element of a resource, patch or array of resources by `[]`. */
export interface ResourceElementExpression extends Typed {
  readonly kind: 'resourceElement';
  readonly object: TypedExpression;
  readonly index: TypedExpression;
  /** `mips[level]` or `sample[number]` before the index. */
  readonly level: TypedExpression | undefined;
  readonly levelKind: 'mips' | 'sample' | undefined;
}
/** Another scalar or shape: a scalar is repeated, and components beyond the new shape are left out. */
export interface ConvertExpression extends Typed {
  readonly kind: 'convert';
  readonly operand: TypedExpression;
}
/** A value whose scalars are those of the items in order, each converted to the scalar in its position. */
export interface BuildExpression extends Typed {
  readonly kind: 'build';
  readonly items: readonly TypedExpression[];
}
export interface UnaryExpression extends Typed {
  readonly kind: 'unary';
  readonly operator: '-' | '!' | '~';
  readonly operand: TypedExpression;
}
/** Both operands have one type; of shifts, too. */
export interface BinaryExpression extends Typed {
  readonly kind: 'binary';
  readonly type: NumericType;
  readonly operator: BinaryOperator;
  readonly left: TypedExpression;
  readonly right: TypedExpression;
}
/** Both sides are computed; the condition has as many components as the result, or one. */
export interface ConditionalExpression extends Typed {
  readonly kind: 'conditional';
  readonly condition: TypedExpression;
  readonly whenTrue: TypedExpression;
  readonly whenFalse: TypedExpression;
}
export interface AssignExpression extends Typed {
  readonly kind: 'assign';
  readonly target: TypedExpression;
  readonly value: TypedExpression;
}
/** `target op= value`, computed in `operandType`; or an increment, whose value may be that before it. */
export interface UpdateExpression extends Typed {
  readonly kind: 'update';
  readonly operator: BinaryOperator;
  readonly operandType: NumericType;
  readonly target: TypedExpression;
  readonly value: TypedExpression;
  readonly givesOld: boolean;
}
export interface CallExpression extends Typed {
  readonly kind: 'call';
  readonly function: CheckedFunction;
  /** Of the types of the parameters; for `out` and `inout` what is assigned at the end. */
  readonly arguments: readonly TypedExpression[];
  /** The object of a method; a static one has none. */
  readonly object: TypedExpression | undefined;
  /** The class is named, as in `Base::f()`: no other class has a method in place of this one. */
  readonly isQualified: boolean;
}
export interface IntrinsicExpression extends Typed {
  readonly kind: 'intrinsic';
  readonly call: ResolvedIntrinsic;
  readonly arguments: readonly TypedExpression[];
}
export interface MethodExpression extends Typed {
  readonly kind: 'method';
  readonly call: ResolvedMethod;
  readonly object: TypedExpression;
  readonly arguments: readonly TypedExpression[];
}
export interface SequenceExpression extends Typed {
  readonly kind: 'sequence';
  readonly items: readonly TypedExpression[];
}
/** Something that was reported. */
export interface FaultyExpression extends Typed {
  readonly kind: 'faulty';
}

export type TypedExpression =
  | ConstantExpression
  | TextExpression
  | VariableExpression
  | MemberExpression
  | SwizzleExpression
  | ElementExpression
  | ResourceElementExpression
  | ConvertExpression
  | BuildExpression
  | UnaryExpression
  | BinaryExpression
  | ConditionalExpression
  | AssignExpression
  | UpdateExpression
  | CallExpression
  | IntrinsicExpression
  | MethodExpression
  | SequenceExpression
  | FaultyExpression;

export interface CheckedAttribute extends Tokens {
  readonly name: string;
  readonly values: readonly (number | string)[];
  /** Of `clipplanes`: its arguments. */
  readonly planes?: readonly TypedExpression[];
}

export type TypedStatement =
  | ({ readonly kind: 'block'; readonly body: readonly TypedStatement[] } & Tokens)
  | ({ readonly kind: 'expression'; readonly expression: TypedExpression } & Tokens)
  | ({
      readonly kind: 'declare';
      readonly variable: Variable;
      readonly value: TypedExpression | undefined;
      /** The declaration with its type and its other variables. */
      readonly declaration: Tokens;
    } & Tokens)
  | ({
      readonly kind: 'if';
      readonly attributes: readonly CheckedAttribute[];
      readonly condition: TypedExpression;
      readonly whenTrue: TypedStatement;
      readonly whenFalse: TypedStatement | undefined;
      /** The side that is what follows an early return. */
      readonly following?: 'whenTrue' | 'whenFalse' | undefined;
    } & Tokens)
  | LoopStatement
  | SwitchStatement
  | ({ readonly kind: 'return'; readonly value: TypedExpression | undefined } & Tokens)
  | ({ readonly kind: 'break' | 'continue' | 'discard' } & Tokens);

export interface LoopStatement extends Tokens {
  readonly kind: 'loop';
  readonly attributes: readonly CheckedAttribute[];
  readonly start: TypedStatement | undefined;
  readonly condition: TypedExpression | undefined;
  readonly next: TypedExpression | undefined;
  readonly body: TypedStatement;
  /** The condition is tested after the body: `do`. */
  readonly testsLast: boolean;
}

export interface SwitchStatement extends Tokens {
  readonly kind: 'switch';
  readonly attributes: readonly CheckedAttribute[];
  readonly value: TypedExpression;
  readonly cases: readonly {
    /** Values of the labels; undefined for `default`. */
    readonly labels: readonly (number | undefined)[];
    readonly labelTokens: readonly Tokens[];
    readonly body: readonly TypedStatement[];
  }[];
}

export interface Parameter {
  readonly variable: Variable;
  readonly direction: 'in' | 'out' | 'inout';
  readonly isUniform: boolean;
  readonly semantic: string | undefined;
  /** The token of `:` before the semantic; 0 without. */
  readonly semanticToken: number;
  /** Modifiers as written: of interpolation, primitives of a geometry shader. */
  readonly modifiers: readonly string[];
  readonly initializer: TypedExpression | undefined;
  readonly registers: readonly RegisterAnnotation[];
}

export interface CheckedFunction {
  readonly name: string;
  /** The namespaces around it, each with `::` at its end. */
  readonly namespace: string;
  readonly result: HlslType;
  readonly parameters: readonly Parameter[];
  readonly semantic: string | undefined;
  /** The token of `:` before the semantic; that of the name without. */
  readonly semanticToken: number;
  readonly modifiers: readonly string[];
  /** The class of a method, and the object in it. */
  readonly owner: StructType | undefined;
  readonly self: Variable | undefined;
  readonly attributes: readonly CheckedAttribute[];
  /** Of a method of an interface: those of the classes that have it. */
  readonly overrides: CheckedFunction[];
  /** Undefined for a prototype; set when the definition is checked. */
  body: TypedStatement | undefined;
  readonly tokens: Tokens;
  readonly nameToken: number;
}
