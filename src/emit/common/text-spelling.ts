/** Spellings of a textual language other than statements (text-language.ts). */
import type { IrType } from '../../ir/index.ts';
import type { FormatSpelling } from './texel-formats.ts';

/** A parameter of a function: its name and its type. */
export type Parameter = readonly [name: string, type: string];

/** How a language spells what rules need besides statements. */
export interface TextSpelling {
  readonly typeName: (type: IrType) => string;
  /** A scalar constant of a kind; `constantText` is for all floats. */
  readonly literal: (kind: number, word: number) => string;
  /** Reinterprets bits as another kind; never called with equal kinds. */
  readonly cast: (text: string, from: number, to: number, width: number) => string;
  /** One of two scalars or vectors by a scalar condition. */
  readonly choose: (condition: string, yes: string, no: string) => string;
  /** How tightly what `choose` gives binds. */
  readonly chooses: number;
  readonly zero: (type: IrType) => string;
  /** Whether structures of constants have arrays of arrays. */
  readonly nestsArrays: boolean;
  /** A function with its body, which is already indented; `result` is '' for a function without a value. */
  readonly fn: (name: string, parameters: readonly Parameter[], result: string, body: readonly string[]) => string;
  /** A constant of a function's body. */
  readonly local: (name: string, type: string, value: string) => string;
  /** The expression that an output is assigned to. */
  readonly output: (name: string) => string;
  readonly formats: FormatSpelling;
}
