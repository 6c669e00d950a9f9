/**
 * The part of the source that each operation comes from, for debug information: a statement, an expression in it, and
 * the calls around them. The builder gives the number of a position to the operations that it makes.
 */
import type { IrBuilder } from '../../ir/builder.ts';
import type { CheckedFunction, Variable } from '../check/typed-tree.ts';
import type { Tokens } from '../syntax/tree.ts';
import type { HlslType } from '../types/types.ts';

/** A function: the entry point, or a call that its body replaces. */
export interface SourceScope {
  readonly function: CheckedFunction;
  /** The position of the call; -1 for a function that nothing calls. */
  readonly call: number;
}

export interface SourcePosition {
  /** The number of the scope; -1 outside of functions. */
  readonly scope: number;
  readonly statement: Tokens;
  readonly expression: Tokens;
}

/** A local variable, or the result of a function: its scalars have slots that follow each other. */
export interface SlotVariable {
  /** Undefined for a result. */
  readonly variable: Variable | undefined;
  readonly type: HlslType;
  /** The number of the scope; -1 for static variables and parameters of the entry point. */
  readonly scope: number;
  readonly firstSlot: number;
  readonly isParameter: boolean;
}

/** A slot that gets a value. */
export interface SlotChange {
  readonly slot: number;
  readonly value: number;
  /** The position that gives it. */
  readonly at: number;
}

const NOWHERE: Tokens = { first: 0, last: 0 };
/** More than the number of any token. */
const TOKEN_LIMIT = 2 ** 26;

export class SourcePositions {
  /** By number; the first one is for operations that come from nothing in the source. */
  readonly list: SourcePosition[] = [{ scope: -1, statement: NOWHERE, expression: NOWHERE }];
  readonly scopes: SourceScope[] = [];
  /** The positions of a scope by their tokens: iterations of a loop without its construct have the same ones. */
  readonly #known: Map<number, Map<number, number>>[] = [];
  /** The scopes of the functions that a position calls, by function. */
  readonly #calls: Map<CheckedFunction, number>[] = [];
  readonly variables: SlotVariable[] = [];
  readonly changes: SlotChange[] = [];
  #scope = -1;
  #statement = NOWHERE;

  constructor(readonly b: IrBuilder) {}

  /** Notes a variable of the current function whose scalars have slots. */
  variable(one: Omit<SlotVariable, 'scope'>): void {
    this.variables.push({ ...one, scope: this.#scope });
  }

  /** Begins a statement. */
  statement(tokens: Tokens): void {
    this.#statement = tokens;
    this.b.at = this.#numberOf(tokens);
  }

  /** Goes to the last token of a statement. */
  end({ last }: Tokens): void {
    this.statement({ first: last, last });
  }

  /** Runs something whose operations come from an expression. */
  expression<Result>(tokens: Tokens, run: () => Result): Result {
    const before = this.b.at;
    this.b.at = this.#numberOf(tokens);
    const result = run();
    this.b.at = before;
    return result;
  }

  /** Runs something whose operations come from the body of a function that the current position calls. */
  body<Result>(called: CheckedFunction, run: () => Result): Result {
    const [scope, statement, at] = [this.#scope, this.#statement, this.b.at];
    this.enter(called);
    const result = run();
    this.#scope = scope;
    this.#statement = statement;
    this.b.at = at;
    return result;
  }

  /** Goes to the body of a function that the current position calls; the first one is the entry point. */
  enter(called: CheckedFunction): void {
    this.#scope = this.#scopeOf(called, this.#scope < 0 ? -1 : this.b.at);
  }

  #scopeOf(called: CheckedFunction, call: number): number {
    const known = call < 0 ? undefined : this.#calls[call]?.get(called);
    if (known !== undefined) return known;
    const scope = this.scopes.push({ function: called, call }) - 1;
    this.#known.push(new Map());
    if (call >= 0) {
      this.#calls[call] ??= new Map();
      this.#calls[call].set(called, scope);
    }
    return scope;
  }

  #numberOf({ first, last }: Tokens): number {
    const scope = this.#scope;
    const ofScope = this.#known[scope];
    if (ofScope === undefined) return 0;
    const statement = this.#statement;
    let ofStatement = ofScope.get(statement.first);
    if (ofStatement === undefined) {
      ofStatement = new Map();
      ofScope.set(statement.first, ofStatement);
    }
    const key = first * TOKEN_LIMIT + last;
    let number = ofStatement.get(key);
    if (number === undefined) {
      number = this.list.push({ scope, statement, expression: { first, last } }) - 1;
      ofStatement.set(key, number);
    }
    return number;
  }
}
