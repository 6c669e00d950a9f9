/**
 * Parses the parts of a source that only effects have. For a shader they are skipped, as Microsoft's compiler does.
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { X3000_FUNCTION } from '../messages.ts';
import { ExpressionParser } from './expression-parser.ts';
import { type SourceToken, SyntaxFault } from './token-list.ts';
import type {
  CompileNode,
  EffectPart,
  EffectValue,
  Expression,
  GroupNode,
  PassNode,
  ShaderCallNode,
  StateBlockNode,
  StateCallNode,
  StateNode,
  TechniqueNode,
  VariableNode,
} from './tree.ts';

/** Words that techniques and groups begin with; `Technique10` and the like are for shaders, which skip them. */
const TECHNIQUES: ReadonlySet<string> = new Set(['technique', 'technique10', 'technique11', 'fxgroup']);
const SKIPPED_TECHNIQUES: ReadonlySet<string> = new Set([...TECHNIQUES, 'Technique10', 'Technique11']);
/** Types that are also states. A pass cannot assign the others by their names. */
const STATE_TYPES = /^(vertex|pixel|geometry|hull|domain|compute)shader$|^texture|^sampler$/i;
/** No object. */
const NULL = /^null$/i;
/** Functions that make a shader of another one. */
/** Words that a shader as a value begins with. */
const OBJECT = /^(compile|CompileShader|[Aa][Ss][Mm]|ConstructGSWithSO|BindInterfaces)$/;
const SHADER_CALLS: ReadonlySet<string> = new Set(['ConstructGSWithSO', 'BindInterfaces']);
/** Functions of passes, with the numbers of their arguments. */
const STATE_CALLS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  SetVertexShader: [1, 1],
  SetPixelShader: [1, 1],
  SetGeometryShader: [1, 1],
  SetHullShader: [1, 1],
  SetDomainShader: [1, 1],
  SetComputeShader: [1, 1],
  SetBlendState: [3, 3],
  SetDepthStencilState: [2, 2],
  SetRasterizerState: [1, 1],
  OMSetRenderTargets: [2, 9],
};

export abstract class EffectParser extends ExpressionParser {
  /** @param isEffect whether techniques, states and annotations become part of the tree */
  constructor(
    tokens: readonly SourceToken[],
    diagnostics: AssemblyDiagnostics,
    protected readonly isEffect: boolean,
  ) {
    super(tokens, diagnostics);
  }

  /** The variables of a declaration of one type. */
  protected abstract declaredVariables(): readonly VariableNode[];

  /** Whether a technique or a group of techniques begins at the token. */
  protected get beginsTechnique(): boolean {
    const { text } = this.token;
    return (this.isEffect ? TECHNIQUES : SKIPPED_TECHNIQUES).has(text) || /^technique$/i.test(text);
  }

  protected technique(): TechniqueNode | GroupNode | undefined {
    if (!this.isEffect) {
      while (!this.is('{') && !this.isEnd) this.next();
      this.skipPair('{', '}');
      return undefined;
    }
    const first = this.at;
    try {
      return this.is('fxgroup') ? this.#group() : this.#technique();
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      // A technique with a fault is skipped.
      this.at = first;
      while (!this.is('{') && !this.isEnd) this.next();
      this.skipPair('{', '}');
      return undefined;
    }
  }

  #group(): GroupNode {
    const first = this.at;
    this.next();
    const nameToken = this.at;
    const name = this.expectNewName();
    const annotations = this.annotationList();
    const techniques: TechniqueNode[] = [];
    this.expect('{');
    do {
      if (!this.beginsTechnique || this.is('fxgroup')) this.fail();
      techniques.push(this.#technique());
    } while (!this.is('}'));
    this.expect('}');
    return { kind: 'group', name, nameToken, annotations, techniques, ...this.since(first) };
  }

  #technique(): TechniqueNode {
    const first = this.at;
    const keyword = this.next().text.toLowerCase();
    const nameToken = this.at;
    const name = this.isName ? this.expectNewName() : '';
    const annotations = this.annotationList();
    const passes: PassNode[] = [];
    this.expect('{');
    while (!this.is('}')) passes.push(this.#pass());
    this.expect('}');
    return { kind: 'technique', keyword, name, nameToken, annotations, passes, ...this.since(first) };
  }

  #pass(): PassNode {
    const first = this.at;
    if (!/^pass$/i.test(this.token.text)) this.fail();
    this.next();
    const nameToken = this.at;
    const name = this.isName ? this.expectNewName() : '';
    const annotations = this.annotationList();
    const states: (StateNode | StateCallNode)[] = [];
    this.expect('{');
    while (!this.is('}')) {
      states.push(this.isName && this.peek().text === '(' ? this.#stateCall() : this.#state());
    }
    this.expect('}');
    return { name, nameToken, annotations, states, ...this.since(first) };
  }

  #stateCall(): StateCallNode {
    const first = this.at;
    const name = this.next().text;
    const list = this.#values();
    const at = this.since(first);
    const counts = STATE_CALLS[name];
    if (counts === undefined || list.length < counts[0] || list.length > counts[1])
      this.failAt(at.first, X3000_FUNCTION, { name, count: list.length });
    this.expect(';');
    return { kind: 'stateCall', name, arguments: list, ...at };
  }

  /** Values in parentheses. */
  #values(): EffectValue[] {
    const list: EffectValue[] = [];
    this.expect('(');
    do list.push(this.effectValue());
    while (this.accept(','));
    this.expect(')');
    return list;
  }

  #state(): StateNode {
    const first = this.at;
    if (this.isTypeName(this.token.text) && !STATE_TYPES.test(this.token.text)) this.fail();
    const name = this.expectName();
    const [index] = this.lengths();
    this.expect('=');
    const value = this.#stateValue();
    // Microsoft's compiler counts the semicolon.
    this.expect(';');
    return { kind: 'state', name, nameToken: first, index, value, ...this.since(first) };
  }

  #stateValue(): EffectValue {
    this.isStateValue = true;
    try {
      return this.is('{') ? this.initializer() : this.effectValue();
    } finally {
      this.isStateValue = false;
    }
  }

  /** The value of a state, or of a variable that is an object. */
  protected effectValue(): EffectValue {
    return this.nested(() => {
      const first = this.at;
      const { text, kind } = this.token;
      if (kind === 'name') {
        if (NULL.test(text)) {
          this.next();
          return { kind: 'null', ...this.since(first) };
        }
        if (text === 'compile' || text === 'CompileShader') return this.#compile();
        if (/^asm$/i.test(text)) {
          this.next();
          this.skipPair('{', '}');
          return { kind: 'assembly', ...this.since(first) };
        }
        if (SHADER_CALLS.has(text) && this.peek().text === '(') {
          this.next();
          const call: ShaderCallNode = {
            kind: 'shaderCall',
            name: text,
            arguments: this.#values(),
            ...this.since(first),
          };
          return call;
        }
      }
      if (this.is('<')) {
        this.next();
        const made = this.#named();
        this.expect('>');
        return made;
      }
      return this.assignment();
    });
  }

  /** The name in angle brackets. */
  #named(): EffectValue {
    const first = this.at;
    const name = this.expectName();
    const tokens = this.since(first);
    return NULL.test(name) ? { kind: 'null', ...tokens } : { kind: 'name', name, ...tokens };
  }

  #compile(): CompileNode {
    const first = this.at;
    const isCall = this.next().text === 'CompileShader';
    if (isCall) this.expect('(');
    const profileToken = this.at;
    const profile = this.expectName();
    if (isCall) this.expect(',');
    const entryToken = this.at;
    const entry = this.expectNewName();
    const list: Expression[] = [];
    this.expect('(');
    if (!this.is(')')) {
      do list.push(this.assignment());
      while (this.accept(','));
    }
    this.expect(')');
    if (isCall) this.expect(')');
    return { kind: 'compile', profile, profileToken, entry, entryToken, arguments: list, ...this.since(first) };
  }

  /** `< string UIName = "Color"; >`, or nothing. */
  protected annotationList(): readonly VariableNode[] {
    if (!this.is('<')) return [];
    if (!this.isEffect) {
      this.skipPair('<', '>');
      return [];
    }
    return this.scoped(() => {
      const list: VariableNode[] = [];
      this.expect('<');
      while (!this.is('>')) for (const one of this.declaredVariables()) list.push(one);
      this.expect('>');
      return list;
    });
  }

  /** `{ Filter = POINT; }`, or one for each element of an array in braces. */
  #blocks(): { readonly blocks: StateBlockNode[]; readonly isList: boolean } {
    const isList = this.peek().text === '{' || /^\w+_state$/.test(this.peek().text);
    if (!isList) return { blocks: [this.#block()], isList };
    const blocks: StateBlockNode[] = [];
    this.expect('{');
    do {
      if (/^\w+_state$/.test(this.token.text)) this.next();
      blocks.push(this.#block());
    } while (this.accept(','));
    this.expect('}');
    return { blocks, isList };
  }

  #block(): StateBlockNode {
    const first = this.at;
    const states: StateNode[] = [];
    this.expect('{');
    while (!this.is('}')) states.push(this.#state());
    this.expect('}');
    return { states, ...this.since(first) };
  }

  /**
   * The annotations, state blocks and objects that follow the name of a variable, if there are any. An initial value
   * that is an expression is left.
   */
  protected effectPart(): EffectPart | undefined {
    const annotations = this.annotationList();
    const isStateWord = (ahead: number) => /^\w+_state$/.test(this.peek(ahead).text);
    const isBlock = this.is('{') || (this.is('=') && (isStateWord(1) || (this.peek().text === '{' && isStateWord(2))));
    if (!this.isEffect) {
      if (isBlock) {
        while (!this.is('{') && !this.isEnd) this.next();
        this.skipPair('{', '}');
      } else if (this.is('=') && (OBJECT.test(this.peek().text) || this.peek().text === 'NULL'))
        while (!this.is(';') && !this.isEnd) this.next();
      else if (this.is('=') && this.peek().text === '{' && this.#beginsObject(2)) {
        this.next();
        this.skipPair('{', '}');
      }
      return undefined;
    }
    if (isBlock) {
      while (!this.is('{') && !this.isEnd) this.next();
      return { annotations, values: undefined, ...this.#blocks() };
    }
    const isList = this.peek().text === '{';
    if (this.is('=') && this.#beginsObject(isList ? 2 : 1)) {
      this.next();
      const values: EffectValue[] = [];
      if (isList) this.expect('{');
      do values.push(this.effectValue());
      while (isList && this.accept(',') && !this.is('}'));
      if (isList) this.expect('}');
      return { annotations, blocks: undefined, values, isList };
    }
    return annotations.length === 0 ? undefined : { annotations, blocks: undefined, values: undefined, isList: false };
  }

  /** Whether a shader or NULL begins at a token further on. */
  #beginsObject(ahead: number): boolean {
    const { text } = this.peek(ahead);
    return NULL.test(text) || OBJECT.test(text);
  }
}
