/** The files that include each other, and the limits on them.  */
import { MAX_INCLUDE_DEPTH, MAX_INCLUDED_LENGTH, MAX_INCLUDES } from '../../base/limits.ts';
import { DX2206, X1502, X1505, X1506, X1507 } from '../messages.ts';
import type { TextLocation } from '../text-location.ts';
import type { PreprocessorContext } from './preprocessor-context.ts';
import { TextPosition } from './token-source.ts';

/** Bits of an open condition. */
export const ConditionBit = {
  /** One of its groups was read or is read. */
  taken: 1,
  inElse: 2,
  /** It is inside a skipped group. */
  skipped: 4,
} as const;

export class ConditionStack {
  /** The innermost one is last. */
  readonly #open: number[] = [];
  /** How many were open when the current file began. */
  #fileStart = 0;

  /** The bits of the innermost condition of the current file; -1 for none. */
  get innermost(): number {
    return this.#open.length > this.#fileStart ? this.#open[this.#open.length - 1]! : -1;
  }

  set innermost(bits: number) {
    this.#open[this.#open.length - 1] = bits;
  }

  push(bits: number): void {
    this.#open.push(bits);
  }

  pop(): void {
    this.#open.pop();
  }

  /** Begins an included file. Returns the state to give to {@link leaveFile}. */
  enterFile(): number {
    const outer = this.#fileStart;
    this.#fileStart = this.#open.length;
    return outer;
  }

  /** Ends a file: its open conditions are closed. */
  leaveFile(outer: number): void {
    this.#open.length = this.#fileStart;
    this.#fileStart = outer;
  }
}

export interface IncludedFile {
  /** Its name in messages, and what a further include is relative to. */
  readonly name: string;
  readonly text: string;
}

/** Returns the file of `#include "path"` (local) or `#include <path>` in the file `from`, or undefined. */
export type IncludeCallback = (path: string, from: string, kind: 'local' | 'system') => IncludedFile | undefined;

/** A file that includes another, read up to the directive. */
interface OuterFile {
  readonly position: TextPosition;
  readonly conditions: number;
}

export class IncludeStack {
  readonly #outer: OuterFile[] = [];
  #count = 0;
  #length = 0;

  constructor(
    private readonly context: PreprocessorContext,
    private readonly conditions: ConditionStack,
    private readonly include: IncludeCallback | undefined,
  ) {}

  get isInOutermost(): boolean {
    return this.#outer.length === 0;
  }

  /** The file `path` that is named at `named`; undefined when the text ends for the lack of it, which is reported. */
  find(path: string, named: TextLocation): IncludedFile | undefined {
    const { context, include } = this;
    if (include === undefined) {
      context.break(X1505, named);
      return undefined;
    }
    if (this.#outer.length + 1 >= MAX_INCLUDE_DEPTH) {
      context.break(X1506, named, { limit: MAX_INCLUDE_DEPTH });
      return undefined;
    }
    const kind = named.source[named.start] === '<' ? 'system' : 'local';
    const found = include(path, context.lexer.position.file, kind);
    if (found === undefined) {
      context.break(X1507, named, { name: path });
      return undefined;
    }
    this.#length += found.text.length;
    if (++this.#count <= MAX_INCLUDES && this.#length <= MAX_INCLUDED_LENGTH) return found;
    context.exceedLimit(DX2206, named, { limit: MAX_INCLUDES, length: MAX_INCLUDED_LENGTH });
    return undefined;
  }

  /** Goes on with an included file. */
  enter({ name, text }: IncludedFile): void {
    const { lexer } = this.context;
    this.#outer.push({ position: lexer.position, conditions: this.conditions.enterFile() });
    lexer.enter(new TextPosition(text, name));
  }

  /** At the end of a file, goes on after its include; false at the end of the text. */
  leave(): boolean {
    const { context, conditions } = this;
    if (conditions.innermost >= 0) context.report(X1502, context.token);
    const outer = this.#outer.pop();
    if (outer === undefined) return false;
    conditions.leaveFile(outer.conditions);
    context.lexer.position = outer.position;
    return true;
  }
}
