/**
 * The tree of a source, as it is written: names are not resolved, and nothing is converted. Records with a `kind`; each
 * has the range of its tokens, from which messages take their positions.
 *
 * Not for: what names mean (check/).
 */

/** The first and the last token of a part of a source, by number. */
export interface Tokens {
  readonly first: number;
  readonly last: number;
}

/** The tokens of a node, without its other fields. */
export function tokensOf({ first, last }: Tokens): Tokens {
  return { first, last };
}

/** A type as written: a name, perhaps with arguments in angle brackets, or a structure that is declared right there. */
export interface TypeNode extends Tokens {
  readonly name: string;
  readonly arguments: readonly (TypeNode | Expression)[];
  readonly struct?: StructNode;
  /** `row_major`, `const`, `unorm` and so on, in order. */
  readonly modifiers: readonly string[];
}

export type UnaryOperator = '+' | '-' | '!' | '~';
export type BinaryOperator =
  | '||'
  | '&&'
  | '|'
  | '^'
  | '&'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | '<<'
  | '>>'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface LiteralNode extends Tokens {
  readonly kind: 'literal';
  readonly scalar: 'bool' | 'int' | 'uint' | 'half' | 'float' | 'double';
  readonly value: number;
}
export interface StringNode extends Tokens {
  readonly kind: 'string';
  readonly text: string;
}
export interface NameNode extends Tokens {
  readonly kind: 'name';
  readonly name: string;
}
export interface UnaryNode extends Tokens {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}
export interface IncrementNode extends Tokens {
  readonly kind: 'increment';
  readonly operator: '++' | '--';
  readonly isPrefix: boolean;
  readonly operand: Expression;
}
export interface BinaryNode extends Tokens {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}
export interface AssignNode extends Tokens {
  readonly kind: 'assign';
  /** The operator of `+=` and the like; undefined for `=`. */
  readonly operator: BinaryOperator | undefined;
  readonly target: Expression;
  readonly value: Expression;
}
export interface ConditionalNode extends Tokens {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}
export interface CallNode extends Tokens {
  readonly kind: 'call';
  /** A name, or a member of an object. */
  readonly callee: NameNode | MemberNode;
  readonly arguments: readonly Expression[];
}
export interface ConstructNode extends Tokens {
  readonly kind: 'construct';
  readonly type: TypeNode;
  readonly arguments: readonly Expression[];
}
export interface CastNode extends Tokens {
  readonly kind: 'cast';
  readonly type: TypeNode;
  /** Lengths of an array type. */
  readonly lengths: readonly (Expression | undefined)[];
  readonly operand: Expression;
}
export interface IndexNode extends Tokens {
  readonly kind: 'index';
  readonly object: Expression;
  readonly index: Expression;
}
export interface MemberNode extends Tokens {
  readonly kind: 'member';
  readonly object: Expression;
  readonly name: string;
}
export interface ListNode extends Tokens {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}
export interface SequenceNode extends Tokens {
  readonly kind: 'sequence';
  readonly items: readonly Expression[];
}

export type Expression =
  | LiteralNode
  | StringNode
  | NameNode
  | UnaryNode
  | IncrementNode
  | BinaryNode
  | AssignNode
  | ConditionalNode
  | CallNode
  | ConstructNode
  | CastNode
  | IndexNode
  | MemberNode
  | ListNode
  | SequenceNode;

export interface AttributeNode extends Tokens {
  readonly name: string;
  readonly arguments: readonly Expression[];
}

export interface RegisterNode extends Tokens {
  /** The token of the register. */
  readonly registerToken: number;
  /** The letter and the number as written: `t3`. */
  readonly register: string;
  /** An index in brackets after it, which is added: `register(s0[2])`. */
  readonly offset: Expression | undefined;
  readonly profile: string | undefined;
  readonly space: string | undefined;
}

/** From its name on. */
export interface VariableNode extends Tokens {
  readonly name: string;
  readonly type: TypeNode;
  /** Lengths of an array, the outermost first; undefined for `[]`. */
  readonly lengths: readonly (Expression | undefined)[];
  /** `static`, `uniform`, `nointerpolation`, `in` and so on, in order. */
  readonly modifiers: readonly string[];
  readonly semantic: string | undefined;
  /** The token of `:` before the semantic; 0 without. */
  readonly semanticToken: number;
  readonly registers: readonly RegisterNode[];
  /** `c2.y` of `packoffset(c2.y)`. */
  readonly packOffset: string | undefined;
  /** The token inside of `packoffset()`; 0 without. */
  readonly packOffsetToken: number;
  readonly initializer: Expression | undefined;
  /** Annotations, states and objects of an effect; undefined for a shader. */
  readonly effect: EffectPart | undefined;
}

export interface FunctionNode extends Tokens {
  readonly kind: 'function';
  /** With the class of a method that is defined outside of it: `Light::shade`. */
  readonly name: string;
  readonly result: TypeNode;
  readonly resultLengths: readonly (Expression | undefined)[];
  readonly modifiers: readonly string[];
  readonly parameters: readonly VariableNode[];
  readonly semantic: string | undefined;
  /** The token of `:` before the semantic; that of the name without. */
  readonly semanticToken: number;
  readonly attributes: readonly AttributeNode[];
  /** Undefined for a prototype. */
  readonly body: BlockNode | undefined;
  /** The token of its name. */
  readonly nameToken: number;
}

export interface StructNode extends Tokens {
  readonly kind: 'struct';
  readonly keyword: 'struct' | 'class' | 'interface';
  /** Empty where it has none. */
  readonly name: string;
  readonly nameToken: number;
  readonly bases: readonly NameNode[];
  readonly members: readonly VariableNode[];
  readonly methods: readonly FunctionNode[];
}

export interface VariablesNode extends Tokens {
  readonly kind: 'variables';
  readonly variables: readonly VariableNode[];
}

export interface TypedefNode extends Tokens {
  readonly kind: 'typedef';
  readonly names: readonly VariableNode[];
}

export interface BufferNode extends Tokens {
  readonly kind: 'buffer';
  readonly keyword: 'cbuffer' | 'tbuffer';
  readonly name: string;
  /** Of the pool of effects. */
  readonly isShared: boolean;
  readonly registers: readonly RegisterNode[];
  readonly annotations: readonly VariableNode[];
  readonly declarations: readonly Declaration[];
}

export interface NamespaceNode extends Tokens {
  readonly kind: 'namespace';
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

export type Declaration =
  | FunctionNode
  | StructNode
  | VariablesNode
  | TypedefNode
  | BufferNode
  | NamespaceNode
  | TechniqueNode
  | GroupNode;

export interface BlockNode extends Tokens {
  readonly kind: 'block';
  readonly body: readonly Statement[];
}
export interface ExpressionStatement extends Tokens {
  readonly kind: 'expression';
  readonly expression: Expression;
}
export interface IfNode extends Tokens {
  readonly kind: 'if';
  readonly attributes: readonly AttributeNode[];
  readonly condition: Expression;
  readonly whenTrue: Statement;
  readonly whenFalse: Statement | undefined;
}
export interface ForNode extends Tokens {
  readonly kind: 'for';
  readonly attributes: readonly AttributeNode[];
  readonly start: Statement | undefined;
  readonly condition: Expression | undefined;
  readonly next: Expression | undefined;
  readonly body: Statement;
}
export interface WhileNode extends Tokens {
  readonly kind: 'while' | 'do';
  readonly attributes: readonly AttributeNode[];
  readonly condition: Expression;
  readonly body: Statement;
}
export interface CaseNode extends Tokens {
  /** Values; undefined for `default`. */
  readonly labels: readonly (Expression | undefined)[];
  /** The tokens `case` and `default`. */
  readonly labelTokens: readonly number[];
  readonly body: readonly Statement[];
}
export interface SwitchNode extends Tokens {
  readonly kind: 'switch';
  readonly attributes: readonly AttributeNode[];
  readonly value: Expression;
  readonly cases: readonly CaseNode[];
}
export interface ReturnNode extends Tokens {
  readonly kind: 'return';
  readonly value: Expression | undefined;
}
export interface JumpNode extends Tokens {
  readonly kind: 'break' | 'continue' | 'discard' | 'empty';
}

/** A statement with attributes, of a kind that takes none. */
export interface AttributedNode extends Tokens {
  readonly kind: 'attributed';
  readonly attributes: readonly AttributeNode[];
  readonly statement: Statement;
}

export type Statement =
  | AttributedNode
  | BlockNode
  | ExpressionStatement
  | IfNode
  | ForNode
  | WhileNode
  | SwitchNode
  | ReturnNode
  | JumpNode
  | VariablesNode
  | StructNode
  | TypedefNode;

// Effects, of Direct3D 9 as of 10 and 11. Names are as written.

/** `compile vs_4_0 main(1)` and `CompileShader(vs_4_0, main(1))`. */
export interface CompileNode extends Tokens {
  readonly kind: 'compile';
  readonly profile: string;
  readonly profileToken: number;
  readonly entry: string;
  readonly entryToken: number;
  /** Values of the uniform parameters of the entry point. */
  readonly arguments: readonly Expression[];
}

/** `ConstructGSWithSO(...)` and `BindInterfaces(...)`. */
export interface ShaderCallNode extends Tokens {
  readonly kind: 'shaderCall';
  readonly name: string;
  readonly arguments: readonly EffectValue[];
}

export interface NullNode extends Tokens {
  readonly kind: 'null';
}

/** `asm { ... }` */
export interface AssemblyNode extends Tokens {
  readonly kind: 'assembly';
}

/** The value of a state, or of a variable that is an object. */
export type EffectValue = Expression | CompileNode | ShaderCallNode | NullNode | AssemblyNode;

/** `SrcBlend[1] = ONE;` */
export interface StateNode extends Tokens {
  readonly kind: 'state';
  readonly name: string;
  readonly nameToken: number;
  readonly index: Expression | undefined;
  readonly value: EffectValue;
}

/** `SetVertexShader(...);` */
export interface StateCallNode extends Tokens {
  readonly kind: 'stateCall';
  readonly name: string;
  readonly arguments: readonly EffectValue[];
}

export interface StateBlockNode extends Tokens {
  readonly states: readonly StateNode[];
}

/** A name, which may be missing, and annotations. */
interface NamedNode extends Tokens {
  /** Empty without a name. */
  readonly name: string;
  readonly nameToken: number;
  readonly annotations: readonly VariableNode[];
}

export interface PassNode extends NamedNode {
  readonly states: readonly (StateNode | StateCallNode)[];
}

export interface TechniqueNode extends NamedNode {
  readonly kind: 'technique';
  /** `technique`, `technique10`, `technique11`. */
  readonly keyword: string;
  readonly passes: readonly PassNode[];
}

/** `fxgroup` */
export interface GroupNode extends NamedNode {
  readonly kind: 'group';
  readonly techniques: readonly TechniqueNode[];
}

/** The parts of a variable that only effects have. */
export interface EffectPart {
  readonly annotations: readonly VariableNode[];
  /** State blocks, one for each element of an array. */
  readonly blocks: readonly StateBlockNode[] | undefined;
  /** Initial values that are shaders or NULL. */
  readonly values: readonly EffectValue[] | undefined;
  /** The blocks or values are in braces. */
  readonly isList: boolean;
}
