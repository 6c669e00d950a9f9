/**
 * Names and what they stand for, in scopes inside each other; and the reports of a check, by tokens.
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import type { TextLocation } from '../../assemble/text-location.ts';
import type { MessageValues } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import { nearestName } from '../../base/nearest-name.ts';
import type { SourceToken } from '../syntax/token-list.ts';
import type { Tokens } from '../syntax/tree.ts';
import type { HlslType, InterfaceType, StructType } from '../types/types.ts';
import type { CheckedFunction, Variable } from './typed-tree.ts';

/** `; did you mean X?` for the nearest name; empty where none is near. */
export function suggestion(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

export type Symbol =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'functions'; readonly functions: CheckedFunction[] }
  | { readonly kind: 'type'; readonly type: HlslType; readonly hasOpenOrder?: boolean }
  /** Declared for effects only: a technique, or a variable that shaders may name, but not use. */
  | { readonly kind: 'effectObject'; readonly variable?: Variable };

/** Reports faults at tokens of a source. */
export class Reporter {
  constructor(
    readonly tokens: readonly SourceToken[],
    readonly diagnostics: AssemblyDiagnostics,
    /** The token from which on the tree is not reliable: nothing is reported there. */
    readonly limit: number = Number.POSITIVE_INFINITY,
  ) {}

  report(message: Message, at: Tokens, values?: MessageValues): void {
    // After a syntax error, what only dxlens cannot do is of no interest.
    if (at.first >= this.limit || (Number.isFinite(this.limit) && message.code.startsWith('DX'))) return;
    this.diagnostics.report(message, this.locationOf(at), values);
  }

  /** Reports at a function: Microsoft's compiler takes the last character of its name for its start. */
  reportFunction(message: Message, nameToken: number, values?: MessageValues): void {
    if (nameToken >= this.limit) return;
    const token = this.tokens[nameToken]!;
    const start = Math.max(token.end - 1, token.start);
    this.diagnostics.report(message, { ...token, start, column: token.column + start - token.start }, values);
  }

  /** From the first to the last token, where both are in one line of one text. */
  locationOf({ first, last }: Tokens): TextLocation {
    const begin = this.tokens[first]!;
    const end = this.tokens[last]!;
    return end.source === begin.source && end.line === begin.line && end.end >= begin.end
      ? { ...begin, end: end.end }
      : begin;
  }
}

export class Scopes {
  readonly #scopes: Map<string, Symbol>[] = [new Map()];
  /** The namespace that is read, with `::` at its end. */
  namespace = '';
  /** Methods of structures, and the classes of methods that are being checked, from the outside in. */
  readonly methods = new Map<StructType | InterfaceType, Map<string, CheckedFunction[]>>();

  inside<Result>(read: () => Result): Result {
    this.#scopes.push(new Map());
    try {
      return read();
    } finally {
      this.#scopes.pop();
    }
  }

  get isGlobal(): boolean {
    return this.#scopes.length === 1;
  }

  /** How many scopes are around what is read. */
  get depth(): number {
    return this.#scopes.length;
  }

  /** The symbol of this name in the scopes from a depth on. */
  findFrom(name: string, depth: number): Symbol | undefined {
    for (let i = this.#scopes.length - 1; i >= depth; i--) {
      const found = this.#scopes[i]!.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  find(name: string): Symbol | undefined {
    const local = this.findFrom(name, 1);
    if (local !== undefined) return local;
    const globals = this.#scopes[0]!;
    // From the namespace that is read outwards.
    for (let prefix = this.namespace; prefix !== ''; prefix = prefix.replace(/[^:]*::$/, '')) {
      const found = globals.get(prefix + name);
      if (found !== undefined) return found;
    }
    return globals.get(name.replace(/^::/, ''));
  }

  /** The symbol of this name in the innermost scope. */
  findHere(name: string): Symbol | undefined {
    return this.#scopes.at(-1)!.get(this.fullName(name));
  }

  add(name: string, symbol: Symbol): void {
    this.#scopes.at(-1)!.set(this.fullName(name), symbol);
  }

  /** All names of functions and variables, for hints. */
  *names(): Iterable<string> {
    for (const scope of this.#scopes) yield* scope.keys();
  }

  /** A name with the namespaces around it; those of blocks have none. */
  fullName(name: string): string {
    return this.isGlobal ? this.namespace + name : name;
  }
}
