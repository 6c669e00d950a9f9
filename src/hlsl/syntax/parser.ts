/**
 * A source as a tree: statements and declarations. After a syntax error it goes on with the next statement. What only
 * effects use (techniques, states, annotations) is read by effect-parser.ts.
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { X3000, X3003 } from '../messages.ts';
import { EffectParser } from './effect-parser.ts';
import type { SourceToken } from './token-list.ts';
import type {
  AttributeNode,
  BlockNode,
  CaseNode,
  Declaration,
  EffectPart,
  Expression,
  FunctionNode,
  NameNode,
  RegisterNode,
  Statement,
  StructNode,
  TypeNode,
  VariableNode,
} from './tree.ts';
import { isKeyword, SIZED } from './type-names.ts';

/** Statements that take no attributes, and whose attributes are worth a warning. */
const WITHOUT_ATTRIBUTES: ReadonlySet<Statement['kind']> = new Set([
  'block',
  'expression',
  'return',
  'break',
  'continue',
  'discard',
]);

const JUMPS: ReadonlySet<string> = new Set(['break', 'continue', 'discard']);
const STRUCTS: ReadonlySet<string> = new Set(['struct', 'class', 'interface']);

export interface ParsedSource {
  readonly declarations: readonly Declaration[];
  /** The token of the first syntax error: what is before it can be checked. */
  readonly firstFault: number | undefined;
}

/**
 * The declarations of a source. Faults go to `diagnostics`.
 *
 * @param isEffect whether the tree has what only effects use
 */
export function parseSource(
  tokens: readonly SourceToken[],
  diagnostics: AssemblyDiagnostics,
  isEffect = false,
): ParsedSource {
  const parser = new Parser(tokens, diagnostics, isEffect);
  const declarations = parser.source();
  return { declarations, firstFault: parser.firstFault };
}

/** The end of a declaration or a variable, as far as it follows the name. */
interface Annotations {
  semantic: string | undefined;
  semanticToken: number;
  registers: RegisterNode[];
  packOffset: string | undefined;
  packOffsetToken: number;
}

const NO_ANNOTATIONS: Annotations = {
  semantic: undefined,
  semanticToken: 0,
  registers: [],
  packOffset: undefined,
  packOffsetToken: 0,
};

class Parser extends EffectParser {
  /** Variables of the current statement. */
  #declared: VariableNode[] = [];

  source(): Declaration[] {
    return this.#declarations(() => this.isEnd);
  }

  #declarations(isDone: () => boolean): Declaration[] {
    const list: Declaration[] = [];
    while (!isDone() && !this.isEnd) {
      let isFaulty = true;
      this.recovering(() => {
        const made = this.nested(() => this.#declaration());
        if (made !== undefined) list.push(made);
        isFaulty = false;
      });
      if (isFaulty && this.is('}') && !isDone()) this.next();
    }
    return list;
  }

  #declaration(): Declaration | undefined {
    const first = this.at;
    if (this.accept(';')) return undefined;
    if (this.isName) {
      const isShared = this.is('shared') && /^[ct]buffer$/.test(this.peek().text);
      if (isShared) this.next();
      const { text } = this.token;
      if (text === 'typedef') return this.#typedef();
      if (text === 'cbuffer' || text === 'tbuffer') return this.#buffer(text, isShared);
      if (text === 'namespace') return this.#namespace();
      if (this.beginsTechnique) return this.technique();
    }
    const attributes = this.#attributes();
    const isExported = this.is('export');
    if (
      attributes.length > 0 &&
      /^(struct|class|interface)$/.test(this.token.text) &&
      !this.isTypeName(this.peek().text)
    ) {
      this.next();
      this.fail();
    }
    const type = this.type(this.modifiers('global'));
    // A structure without a variable has no modifiers.
    const isStructure = type.struct === undefined || type.modifiers.length === 0;
    if (!isExported && isStructure && this.accept(';')) return type.struct;
    const name = this.isName ? this.peek() : undefined;
    if (name?.text === '(' || name?.text === '::') return this.#function(first, type, attributes);
    if (isExported || attributes.length > 0) {
      // Only functions are exported, and have attributes.
      this.expectName();
      this.fail();
    }
    return this.#variables(first, type);
  }

  #namespace(): Declaration {
    const first = this.at;
    this.next();
    const name = this.expectName();
    this.expect('{');
    const declarations = this.#declarations(() => this.is('}'));
    this.expect('}');
    return { kind: 'namespace', name, declarations, ...this.since(first) };
  }

  #typedef(): Declaration {
    const first = this.at;
    this.next();
    const type = this.type();
    const names: VariableNode[] = [];
    do {
      const start = this.at;
      const name = this.expectName();
      const lengths = this.lengths();
      this.declare(name, true);
      names.push(this.#declaredName(name, type, start, lengths));
    } while (this.accept(','));
    this.expect(';');
    return { kind: 'typedef', names, ...this.since(first) };
  }

  /** A declared name, up to the token before this one. */
  #declaredName(
    name: string,
    type: TypeNode,
    first: number,
    lengths: VariableNode['lengths'],
    { semantic, semanticToken, registers, packOffset, packOffsetToken }: Annotations = NO_ANNOTATIONS,
    initializer: Expression | undefined = undefined,
    effect: EffectPart | undefined = undefined,
  ): VariableNode {
    const { modifiers } = type;
    const { last } = this.since(first);
    // Not spread, which took a thirtieth of the time of a compilation (measured).
    return {
      name,
      type,
      lengths,
      modifiers,
      semantic,
      semanticToken,
      registers,
      packOffset,
      packOffsetToken,
      initializer,
      effect,
      first,
      last,
    };
  }

  #buffer(keyword: 'cbuffer' | 'tbuffer', isShared: boolean): Declaration {
    const first = this.at;
    this.next();
    const name = this.expectNewName();
    const { registers } = this.#annotations();
    const annotations = this.annotationList();
    this.expect('{');
    const declarations = this.#declarations(() => this.is('}'));
    this.expect('}');
    this.accept(';');
    return { kind: 'buffer', keyword, name, isShared, registers, annotations, declarations, ...this.since(first) };
  }

  protected structure(): StructNode {
    const first = this.at;
    const keyword = this.next().text as StructNode['keyword'];
    const nameToken = this.at;
    const name = this.isName ? this.next().text : '';
    if (name !== '') this.declare(name, true);
    const bases: NameNode[] = [];
    if (this.accept(':')) {
      do {
        const start = this.at;
        // Names of namespaces are looked up later.
        if (this.isName && !this.isTypeName(this.token.text) && this.peek().text !== '::') this.fail();
        bases.push({ kind: 'name', name: this.expectName(), ...this.since(start) });
      } while (this.accept(','));
    }
    const members: VariableNode[] = [];
    const methods: FunctionNode[] = [];
    // `Light light;` with a structure that was declared before has no body.
    if (this.accept('{')) {
      this.scoped(() => {
        while (!this.is('}') && !this.isEnd) this.recovering(() => this.nested(() => this.#member(members, methods)));
      });
      this.expect('}');
    }
    return { kind: 'struct', keyword, name, nameToken, bases, members, methods, ...this.since(first) };
  }

  #member(members: VariableNode[], methods: FunctionNode[]): void {
    const first = this.at;
    const attributes = this.#attributes();
    const type = this.type(this.modifiers('global'));
    if (this.isName && this.peek().text === '(') methods.push(this.#function(first, type, attributes));
    else for (const member of this.#variables(first, type).variables) members.push(member);
  }

  #variables(
    first: number,
    type: TypeNode,
  ): { kind: 'variables'; variables: VariableNode[]; first: number; last: number } {
    const variables: VariableNode[] = [];
    do variables.push(this.#variable(type));
    while (this.accept(','));
    this.expect(';');
    return { kind: 'variables', variables, ...this.since(first) };
  }

  protected declaredVariables(): readonly VariableNode[] {
    const first = this.at;
    return this.#variables(first, this.type(this.modifiers('global'))).variables;
  }

  #variable(type: TypeNode): VariableNode {
    const first = this.at;
    if (this.isOutermost && this.isName && SIZED.test(this.token.text)) {
      this.failAt(this.at, X3003, { name: this.token.text });
    }
    const name = this.expectNewName();
    this.declare(name, false);
    const lengths = this.lengths();
    const annotations = this.#annotations();
    const effect = this.effectPart();
    const initializer = this.accept('=') ? this.initializer() : undefined;
    const made = this.#declaredName(name, type, first, lengths, annotations, initializer, effect);
    this.#declared.push(made);
    return made;
  }

  /** `: SEMANTIC`, `: register(t0)`, `: packoffset(c1)`, in any number. */
  #annotations(): Annotations {
    const found: Annotations = { ...NO_ANNOTATIONS, registers: [] };
    while (this.is(':')) {
      const colon = this.at;
      this.next();
      if (this.is('register')) found.registers.push(this.#register());
      else if (this.is('packoffset')) {
        this.next();
        this.expect('(');
        found.packOffsetToken = this.at;
        let text = this.expectName();
        if (this.accept('.')) text += `.${this.expectName()}`;
        this.expect(')');
        found.packOffset = text;
      } else {
        found.semantic = this.expectName();
        found.semanticToken = colon;
      }
    }
    return found;
  }

  #register(): RegisterNode {
    const first = this.at;
    this.next();
    this.expect('(');
    let profile: string | undefined;
    let registerToken = this.at;
    let register = this.expectName();
    let space: string | undefined;
    let offset = this.lengths()[0];
    while (this.accept(',')) {
      const wordToken = this.at;
      const word = this.expectName();
      if (/^space\d+$/i.test(word)) space = word;
      else {
        profile = register;
        register = word;
        registerToken = wordToken;
        offset = this.lengths()[0] ?? offset;
      }
    }
    this.expect(')');
    return { register, registerToken, offset, profile, space, ...this.since(first) };
  }

  #attributes(): AttributeNode[] {
    const list: AttributeNode[] = [];
    while (this.is('[')) {
      const first = this.at;
      this.next();
      const word = this.expectName();
      // Of this one, the case does not count (source: oracle).
      const name = /^maxvertexcount$/i.test(word) ? 'maxvertexcount' : word;
      const parameters: Expression[] = [];
      if (this.accept('(')) {
        if (!this.is(')')) {
          do parameters.push(this.assignment());
          while (this.accept(','));
        }
        this.expect(')');
      }
      this.expect(']');
      list.push({ name, arguments: parameters, ...this.since(first) });
    }
    return list;
  }

  #function(first: number, result: TypeNode, attributes: readonly AttributeNode[]): FunctionNode {
    const nameToken = this.at;
    const name = this.expectNewName();
    return this.scoped(() => {
      const parameters: VariableNode[] = [];
      this.expect('(');
      if (this.is('void') && this.peek().text === ')') this.next();
      if (!this.is(')')) {
        do parameters.push(this.#parameter());
        while (this.accept(','));
      }
      this.expect(')');
      const resultLengths = this.lengths();
      const { semantic, semanticToken } = this.#annotations();
      if (this.is('<')) this.skipPair('<', '>');
      const body = this.accept(';') ? undefined : this.#block();
      return {
        kind: 'function',
        name,
        result,
        resultLengths,
        modifiers: result.modifiers,
        parameters,
        semantic,
        semanticToken: semantic === undefined ? nameToken : semanticToken,
        attributes,
        body,
        nameToken,
        ...this.since(first),
      };
    });
  }

  #parameter(): VariableNode {
    const type = this.type(this.modifiers('parameter'));
    const first = this.at;
    // A prototype may leave out names.
    const name = this.isName ? this.expectNewName() : '';
    if (name !== '') this.declare(name, false);
    const lengths = this.lengths();
    const annotations = this.#annotations();
    if (this.is('<')) this.skipPair('<', '>');
    const initializer = this.accept('=') ? this.initializer() : undefined;
    return this.#declaredName(name, type, first, lengths, annotations, initializer);
  }

  #block(): BlockNode {
    const first = this.at;
    this.expect('{');
    const body = this.scoped(() => this.#statements());
    this.expect('}');
    return { kind: 'block', body, ...this.since(first) };
  }

  /** Statements up to a brace, or a label. */
  #statements(isDone: () => boolean = () => this.is('}')): Statement[] {
    const list: Statement[] = [];
    while (!isDone() && !this.isEnd) {
      this.completed = [];
      this.#declared = [];
      const { at } = this;
      const made = this.recovering(() => this.#statement());
      list.push(made ?? this.#rest(at));
    }
    return list;
  }

  /** The expressions of a statement that were complete before a syntax error: their faults come first. */
  #rest(first: number): Statement {
    const body: Statement[] = this.#declared.map(({ first: start, last, ...rest }) => ({
      kind: 'variables',
      variables: [{ ...rest, first: start, last }],
      first: start,
      last,
    }));
    for (const expression of this.completed) {
      const { first: start, last } = expression;
      if (!this.#declared.some((one) => one.first <= start && start <= one.last))
        body.push({ kind: 'expression', expression, first: start, last });
    }
    return { kind: 'block', body, ...this.since(first) };
  }

  #statement(): Statement {
    const attributes = this.#attributes();
    const first = this.at;
    const statement = this.#statementAfter(attributes);
    // Microsoft's compiler says nothing about attributes of declarations and of nothing.
    if (attributes.length === 0 || !WITHOUT_ATTRIBUTES.has(statement.kind)) return statement;
    return { kind: 'attributed', attributes, statement, ...this.since(first) };
  }

  #statementAfter(attributes: readonly AttributeNode[]): Statement {
    return this.nested(() => {
      const first = this.at;
      const { token } = this;
      if (token.text === '{' && token.kind === 'punctuator') return this.#block();
      if (this.accept(';')) return { kind: 'empty', ...this.since(first) };
      if (token.kind === 'name') {
        const made = this.#keyword(token.text, attributes, first);
        if (made !== undefined) return made;
        if (this.beginsType) return this.#localDeclaration(first);
        if (this.peek().kind === 'name' && !isKeyword(token.text)) {
          // A type that is not declared.
          this.reportAt(this.at, X3000, { found: `'${token.text}'` });
          this.next();
          this.fail();
        }
      }
      const expression = this.expression();
      this.expect(';');
      return { kind: 'expression', expression, ...this.since(first) };
    });
  }

  #localDeclaration(first: number): Statement {
    const type = this.type(this.modifiers('local'));
    if (type.struct !== undefined && this.accept(';')) return type.struct;
    return this.#variables(first, type);
  }

  #keyword(word: string, attributes: readonly AttributeNode[], first: number): Statement | undefined {
    switch (word) {
      case 'if': {
        this.next();
        const condition = this.#condition();
        const whenTrue = this.#statement();
        const whenFalse = this.accept('else') ? this.#statement() : undefined;
        return { kind: 'if', attributes, condition, whenTrue, whenFalse, ...this.since(first) };
      }
      case 'for':
        return this.#for(attributes, first);
      case 'while': {
        this.next();
        const condition = this.#condition();
        const body = this.#statement();
        return { kind: 'while', attributes, condition, body, ...this.since(first) };
      }
      case 'do': {
        this.next();
        const body = this.#statement();
        this.expect('while');
        const condition = this.#condition();
        this.expect(';');
        return { kind: 'do', attributes, condition, body, ...this.since(first) };
      }
      case 'switch':
        return this.#switch(attributes, first);
      case 'return': {
        this.next();
        const value = this.is(';') ? undefined : this.expression();
        this.expect(';');
        return { kind: 'return', value, ...this.since(first) };
      }
      case 'typedef':
        return this.#typedef() as Statement;
      default:
        if (!JUMPS.has(word) || this.peek().text !== ';') {
          if (!STRUCTS.has(word) || this.peek().kind !== 'name' || !this.#declaresStruct()) return undefined;
          return this.#localDeclaration(first);
        }
        this.next();
        this.expect(';');
        return { kind: word as 'break' | 'continue' | 'discard', ...this.since(first) };
    }
  }

  #declaresStruct(): boolean {
    const after = this.peek(2).text;
    return after === '{' || after === ':' || this.peek(2).kind === 'name';
  }

  #condition(): Expression {
    this.expect('(');
    const condition = this.expression();
    this.expect(')');
    return condition;
  }

  #for(attributes: readonly AttributeNode[], first: number): Statement {
    this.next();
    this.expect('(');
    let start: Statement | undefined;
    if (!this.accept(';')) {
      const begin = this.at;
      if (this.beginsType) start = this.#localDeclaration(begin);
      else {
        const expression = this.expression();
        this.expect(';');
        start = { kind: 'expression', expression, ...this.since(begin) };
      }
    }
    const condition = this.is(';') ? undefined : this.expression();
    this.expect(';');
    const next = this.is(')') ? undefined : this.expression();
    this.expect(')');
    const body = this.#statement();
    return { kind: 'for', attributes, start, condition, next, body, ...this.since(first) };
  }

  #switch(attributes: readonly AttributeNode[], first: number): Statement {
    this.next();
    const value = this.#condition();
    this.expect('{');
    if (this.is('}')) this.fail();
    const cases: CaseNode[] = [];
    const isLabel = () => this.is('case') || this.is('default');
    this.scoped(() => {
      while (isLabel()) {
        const begin = this.at;
        const labels: (Expression | undefined)[] = [];
        const labelTokens: number[] = [];
        while (isLabel()) {
          labelTokens.push(this.at);
          labels.push(this.next().text === 'default' ? undefined : this.expression());
          this.expect(':');
        }
        const body = this.#statements(() => this.is('}') || isLabel());
        cases.push({ labels, labelTokens, body, ...this.since(begin) });
      }
    });
    this.expect('}');
    return { kind: 'switch', attributes, value, cases, ...this.since(first) };
  }
}
