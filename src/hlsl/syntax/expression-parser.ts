/**
 * Types and expressions of a source, by precedence climbing. A name is a type if the language or a declaration
 * before it says so, so that casts and calls differ.
 */
import { NumberReader } from '../../assemble/sm1/numbers.ts';
import { MAX_HEIGHT } from '../limits.ts';
import { DX6200, X3004, X3048_MAJOR, X3048_REPEATED, X3085_UNSIGNED } from '../messages.ts';
import { SyntaxFault, TokenReader } from './token-list.ts';
import type { BinaryOperator, Expression, LiteralNode, StructNode, TypeNode, UnaryOperator } from './tree.ts';
import { isKeyword, isTypeWord, MODIFIERS, MODIFIERS_OF, typeWordOf } from './type-names.ts';

/** Binary operators by how tightly they bind. */
const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};
/** Operators that may be between the angle brackets of a type bind tighter than `>`. */
const IN_ANGLES = 9;

const ASSIGNMENTS: ReadonlySet<string> = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^=']);
/** The value of a number with a fraction, an exponent or a suffix. */
function fractionOf(text: string): number {
  if (text.includes('#')) return text.includes('INF') ? Number.POSITIVE_INFINITY : Number.NaN;
  return Number(text.replace(/[fhl]$/i, ''));
}

/** Integers that are unsigned: with the suffix, and those without a suffix that are hexadecimal or octal. */
const UNSIGNED = /^\d.*u|^0[x\d][\da-f]*$/i;

/** The number that a literal without a fraction is, of any size. */
function integerOf(text: string): number {
  const digits = text.replace(/[ul]+$/i, '');
  return Number(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

/** The largest number that is written without a fraction. */
const MAX_INTEGER = 0xffff_ffff;

const UNARY: ReadonlySet<string> = new Set(['+', '-', '!', '~']);
/** Words of the language that are values of states as well: `MinFilter = point;`. */
const STATE_WORDS = /^(point|linear|texture)$/i;

export abstract class ExpressionParser extends TokenReader {
  /** Names that declarations made types, or variables that hide types, by scope. */
  readonly #scopes: Map<string, boolean>[] = [new Map()];
  readonly #numbers = new NumberReader();
  /** Operations in each other in the expression that was read last: operands of a sum are not nested brackets. */
  #height = 0;
  /** Names, calls and the like that are complete in the current statement, without those inside of others. */
  protected completed: Expression[] = [];
  /** Whether an expression is the value of a state. */
  protected isStateValue = false;

  protected abstract structure(): StructNode;

  /** Whether the token is at file scope. */
  protected get isOutermost(): boolean {
    return this.#scopes.length === 1;
  }

  protected scoped<Node>(read: () => Node): Node {
    this.#scopes.push(new Map());
    try {
      return read();
    } finally {
      this.#scopes.pop();
    }
  }

  /** Makes a name a type, or something else, from here to the end of the scope. */
  protected declare(name: string, isType: boolean): void {
    const scope = this.#scopes.at(-1)!;
    if (isType || this.isTypeName(name)) scope.set(name, isType);
  }

  protected isTypeName(name: string): boolean {
    return this.isDeclaredType(name) ?? isTypeWord(name);
  }

  /** Whether a declaration makes a name a type, in its namespace; undefined without a declaration. */
  protected isDeclaredType(qualified: string): boolean | undefined {
    const name = qualified.slice(qualified.lastIndexOf(':') + 1);
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const known = this.#scopes[i]!.get(name);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Whether a declaration begins at the token. */
  protected get beginsType(): boolean {
    const { token } = this;
    if (token.kind !== 'name') return false;
    if (MODIFIERS.has(token.text)) {
      // `sample`, `point` and others are names as well.
      const next = this.peek();
      return next.kind === 'name';
    }
    if (token.text === 'struct' || token.text === 'class' || token.text === 'interface') return true;
    if (!this.isTypeName(token.text)) return false;
    const next = this.peek();
    return next.kind === 'name' || next.text === '<';
  }

  /** The words before a type, and no other words than those of such a declaration. */
  protected modifiers(declared: keyof typeof MODIFIERS_OF): string[] {
    const list: string[] = [];
    const first = this.at;
    while (this.isName && MODIFIERS.has(this.token.text) && this.peek().kind === 'name') {
      const isLast = list.at(-1) === 'snorm' || list.at(-1) === 'unorm';
      // `export` is the first word of a declaration.
      if (isLast || !MODIFIERS_OF[declared].has(this.token.text) || (list.length > 0 && this.is('export'))) this.fail();
      list.push(this.next().text);
    }
    const directions = list.flatMap((word) => (word === 'inout' ? ['in', 'out'] : word));
    if (new Set(directions).size < directions.length) this.failAt(first, X3048_REPEATED, {});
    if (list.includes('row_major') && list.includes('column_major')) this.failAt(first, X3048_MAJOR, {});
    return list;
  }

  /** A type. The modifiers before it may have been read already. */
  protected type(all: readonly string[] = this.modifiers('type')): TypeNode {
    const first = this.at;
    let modifiers = all;
    if (this.is('struct') || this.is('class') || this.is('interface')) {
      const struct = this.structure();
      return { name: struct.name, arguments: [], struct, modifiers, ...this.since(first) };
    }
    let name = this.expectName();
    if (name === 'unsigned') {
      if (!this.isName || !this.isTypeName(this.token.text)) this.fail();
      // The check knows the type of a declared name.
      const isDeclared = this.isDeclaredType(this.token.text);
      name = `${isDeclared ? '' : 'u'}${this.next().text}`;
      modifiers = [...all, 'unsigned'];
      if (!isDeclared && !/^uint([1-4](x[1-4])?)?$/.test(name)) this.failAt(first, X3085_UNSIGNED, {});
    }
    if (!this.isTypeName(name)) {
      this.at--;
      this.fail();
    }
    name = this.isDeclaredType(name) ? name : typeWordOf(name);
    const parameters = this.is('<') ? this.#angles(/MS|Patch|^vector$|^matrix$/.test(name) ? 3 : 1) : [];
    return { name, arguments: parameters, modifiers, ...this.since(first) };
  }

  #angles(limit: number): (TypeNode | Expression)[] {
    const list: (TypeNode | Expression)[] = [];
    this.expect('<');
    if (!this.is('>')) {
      do {
        const isType = this.isName && (MODIFIERS.has(this.token.text) || this.isTypeName(this.token.text));
        list.push(isType || this.is('struct') ? this.type() : this.#binary(IN_ANGLES));
      } while (list.length < limit && this.accept(','));
    }
    this.#closeAngle();
    return list;
  }

  /** `>`, or the first half of `>>`. */
  #closeAngle(): void {
    const { token } = this;
    if (token.text === '>>' && token.kind === 'punctuator') {
      const rest = { ...token, text: '>', start: token.start + 1, column: token.column + 1 };
      (this.tokens as (typeof token)[])[this.at] = rest;
      return;
    }
    this.expect('>');
  }

  /** An expression with commas. */
  protected expression(): Expression {
    const first = this.at;
    const one = this.assignment();
    if (!this.is(',')) return one;
    const items = [one];
    while (this.accept(',')) items.push(this.assignment());
    return { kind: 'sequence', items, ...this.since(first) };
  }

  /** An expression without commas. */
  protected assignment(): Expression {
    return this.nested(() => {
      const first = this.at;
      const target = this.#conditional();
      const { token } = this;
      if (token.kind !== 'punctuator' || !ASSIGNMENTS.has(token.text)) return target;
      const isOperation = target.kind === 'binary' || target.kind === 'conditional';
      if (isOperation && this.tokens[first]!.text !== '(') this.fail();
      this.next();
      const value = this.assignment();
      const operator = token.text === '=' ? undefined : (token.text.slice(0, -1) as BinaryOperator);
      return { kind: 'assign', operator, target, value, ...this.since(first) };
    });
  }

  #conditional(): Expression {
    const first = this.at;
    const condition = this.#binary(1);
    if (!this.accept('?')) return condition;
    let height = this.#height;
    const whenTrue = this.nested(() => this.expression());
    height = Math.max(height, this.#height);
    this.expect(':');
    const whenFalse = this.nested(() => this.assignment());
    this.#height = this.#above(Math.max(height, this.#height));
    return { kind: 'conditional', condition, whenTrue, whenFalse, ...this.since(first) };
  }

  /** The height of an operation whose highest operand has this one. */
  #above(height: number): number {
    if (height >= MAX_HEIGHT) this.failAt(this.at, DX6200, { limit: MAX_HEIGHT });
    return height + 1;
  }

  #binary(least: number): Expression {
    const first = this.at;
    let left = this.#unary();
    let height = this.#height;
    for (;;) {
      const { token } = this;
      const precedence = token.kind === 'punctuator' ? (PRECEDENCE[token.text] ?? 0) : 0;
      if (precedence < least || precedence === 0) {
        this.#height = height;
        return left;
      }
      this.next();
      const right = this.nested(() => this.#binary(precedence + 1));
      height = this.#above(Math.max(height, this.#height));
      left = { kind: 'binary', operator: token.text as BinaryOperator, left, right, ...this.since(first) };
    }
  }

  #unary(): Expression {
    const first = this.at;
    const { token } = this;
    if (token.kind === 'punctuator') {
      if (UNARY.has(token.text)) {
        this.next();
        const operand = this.nested(() => this.#unary());
        return { kind: 'unary', operator: token.text as UnaryOperator, operand, ...this.since(first) };
      }
      if (token.text === '++' || token.text === '--') {
        this.next();
        const operand = this.nested(() => this.#unary());
        return { kind: 'increment', operator: token.text, isPrefix: true, operand, ...this.since(first) };
      }
      if (token.text === '(' && this.#isCast()) {
        this.next();
        const type = this.type();
        const lengths = this.lengths();
        this.expect(')');
        const operand = this.nested(() => this.#unary());
        return { kind: 'cast', type, lengths, operand, ...this.since(first) };
      }
    }
    return this.#postfix();
  }

  /** Whether `(` begins a cast: a type follows, and no call of its constructor. */
  #isCast(): boolean {
    const name = this.peek();
    if (name.kind !== 'name') return false;
    if (MODIFIERS.has(name.text) || name.text === 'struct') return this.peek(2).kind === 'name';
    if (!this.isTypeName(name.text) || (this.isStateValue && STATE_WORDS.test(name.text))) return false;
    const after = this.peek(2);
    return after.text !== '(' && after.text !== '.';
  }

  /** `[3][]` after a name. */
  protected lengths(): (Expression | undefined)[] {
    const list: (Expression | undefined)[] = [];
    while (this.accept('[')) {
      list.push(this.is(']') ? undefined : this.nested(() => this.expression()));
      this.expect(']');
    }
    return list;
  }

  #postfix(): Expression {
    const first = this.at;
    this.#height = 0;
    let made = this.#primary();
    let height = this.#height;
    for (;;) {
      this.#complete(made);
      height = this.#above(Math.max(height, this.#height));
      this.#height = height;
      if (this.accept('.')) {
        const name = this.expectName();
        made = { kind: 'member', object: made, name, ...this.since(first) };
      } else if (this.accept('[')) {
        const index = this.nested(() => this.expression());
        this.expect(']');
        made = { kind: 'index', object: made, index, ...this.since(first) };
      } else if (this.is('(') && (made.kind === 'name' || made.kind === 'member')) {
        // Until the call is complete, its name is no value.
        this.completed.pop();
        if (made.kind === 'member') this.completed.push(made.object);
        made = { kind: 'call', callee: made, arguments: this.#arguments(), ...this.since(first) };
      } else if (this.is('++') || this.is('--')) {
        const operator = this.next().text as '++' | '--';
        made = { kind: 'increment', operator, isPrefix: false, operand: made, ...this.since(first) };
      } else return made;
    }
  }

  #complete(made: Expression): void {
    const { completed } = this;
    while (completed.length > 0 && completed.at(-1)!.first >= made.first) completed.pop();
    completed.push(made);
  }

  #arguments(): Expression[] {
    const list: Expression[] = [];
    let height = 0;
    this.expect('(');
    if (!this.is(')')) {
      do {
        list.push(this.nested(() => this.assignment()));
        height = Math.max(height, this.#height);
      } while (this.accept(','));
    }
    this.expect(')');
    this.#height = height;
    return list;
  }

  #primary(): Expression {
    const first = this.at;
    const { token } = this;
    switch (token.kind) {
      case 'number':
        this.next();
        return this.#number(token.text, first);
      case 'string': {
        let text = '';
        while (this.token.kind === 'string') text += this.next().text.replace(/^"|"$|\\\r?\n/g, '');
        return { kind: 'string', text, ...this.since(first) };
      }
      case 'name':
        return this.#named(first);
      default:
        if (token.text === '(') {
          this.next();
          const inside = this.nested(() => this.expression());
          this.expect(')');
          // A cast to a type that is not declared.
          if (inside.kind === 'name' && (this.isName || this.token.kind === 'number')) {
            this.failAt(inside.first, X3004, { name: inside.name, hint: '' });
          }
          return inside;
        }
        return this.fail();
    }
  }

  #named(first: number): Expression {
    const { text } = this.token;
    if (text === 'true' || text === 'false') {
      this.next();
      return { kind: 'literal', scalar: 'bool', value: Number(text === 'true'), ...this.since(first) };
    }
    if (this.isTypeName(text) && (this.peek().text === '(' || this.peek().text === '<')) {
      const type = this.type();
      return { kind: 'construct', type, arguments: this.#arguments(), ...this.since(first) };
    }
    if (this.isStateValue && STATE_WORDS.test(text)) {
      this.next();
      return { kind: 'name', name: text, ...this.since(first) };
    }
    if (isKeyword(text)) this.fail();
    this.next();
    // A type by itself is no value.
    if (this.isTypeName(text)) this.fail();
    return { kind: 'name', name: text, ...this.since(first) };
  }

  #number(text: string, first: number): LiteralNode {
    const tokens = this.since(first);
    const numbers = this.#numbers;
    numbers.read(text, 0, text.length);
    if (numbers.isInteger && integerOf(text) > MAX_INTEGER) this.fail();
    if (numbers.isInteger)
      return {
        kind: 'literal',
        scalar: UNSIGNED.test(text) ? 'uint' : 'int',
        value: numbers.value,
        ...tokens,
      };
    const suffix = text.at(-1)!.toLowerCase();
    const scalar = suffix === 'h' ? 'half' : suffix === 'l' ? 'double' : 'float';
    return { kind: 'literal', scalar, value: fractionOf(text), ...tokens };
  }

  /** An initializer: an expression, or a list in braces. */
  protected initializer(): Expression {
    if (!this.is('{')) return this.assignment();
    return this.nested(() => {
      const first = this.at;
      const items: Expression[] = [];
      this.expect('{');
      if (this.is('}')) this.fail();
      while (!this.is('}')) {
        items.push(this.initializer());
        if (!this.accept(',')) break;
      }
      this.expect('}');
      return { kind: 'list', items, ...this.since(first) };
    });
  }

  /** Reads, and goes to the end of the statement after a syntax error. */
  protected recovering<Node>(read: () => Node): Node | undefined {
    const first = this.at;
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      if (this.at === first) this.next();
      this.#skipStatement();
      return undefined;
    }
  }

  /** Goes after the next `;`, or a block, that is not inside of brackets; before a `}` that closes the outer block. */
  #skipStatement(): void {
    while (!this.isEnd) {
      if (this.is('}')) return;
      if (this.is('{')) {
        this.skipPair('{', '}');
        this.accept(';');
        return;
      }
      if (this.next().text === ';') return;
    }
  }
}
