/** Reports tokens that the grammar does not accept, with hints.  */

import { nearestName } from '../../base/nearest-name.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { X2000 } from '../messages.ts';
import { LocationMark } from '../text-location.ts';
import { type Dialect, misfitHint } from './dialect.ts';
import {
  Literals,
  SHAPE_DESTINATION,
  SHAPE_LITERALS,
  SHAPE_LITERALS_LOW,
  SHAPE_SOURCES,
  SHAPE_SOURCES_LOW,
} from './mnemonic-table.ts';
import { baseOf } from './suffixes.ts';
import { Terminal, type TokenClassifier } from './token-classifier.ts';
import { type Token, TokenKind } from './token-source.ts';

/** Bits of {@link ParsedInstruction.flags}: faults of an operand that are reported with the instruction. */
export const INVALID_REGISTER = 1;
export const NESTED_INDEX = 2;
/** The register of its index is invalid. */
export const INVALID_INDEX = 4;

/** Indices of operands: the destination, the predicate, the first source. */
export const DESTINATION = 0;
export const PREDICATE = 1;
export const FIRST_SOURCE = 2;

export class ParsedInstruction {
  /** The location of its mnemonic. */
  readonly mark = new LocationMark();
  /** The instruction token without length, and what the dialect says about the operands. */
  token = 0;
  shape = 0;
  /** Bits of result modifiers, for the destination. */
  result = 0;
  /** The DWORD of a `dcl`. */
  attributes = 0;
  coissued = false;
  predicated = false;
  /** Parameter tokens, the tokens of their relative addresses, and faults; by operand index. */
  readonly operands = new Int32Array(8);
  readonly addresses = new Int32Array(8);
  readonly flags = new Uint8Array(8);
  sources = 0;
  /** The literals of `def`, `defi` and `defb`. */
  readonly values = new Int32Array(4);
}

/** How hints name what is expected. */
const EXPECTED: ReadonlyMap<number, string> = new Map([
  [Terminal.name, 'a register'],
  [Terminal.bool, 'true or false'],
  [Terminal.int, 'an integer'],
  [Terminal.float, 'a number'],
  [Terminal.precision, 'min16f or min2_8f'],
  [Terminal.dot, 'a selection of components'],
  [Terminal.minus, 'the - of a complement 1-r'],
  [Terminal.closeParenthesis, 'the ) after a predicate'],
  [Terminal.closeBracket, 'the ] of an index'],
  [Terminal.closeBrace, 'the } after a precision'],
]);

/** After this many diagnostics there are no hints for names: finding them takes longer than parsing. */
const MAX_HINTS = 100;

/** Reports the current token as unexpected. */
export function reportUnexpected(
  classifier: TokenClassifier,
  instruction: ParsedInstruction,
  diagnostics: AssemblyDiagnostics,
): void {
  const { token, dialect, lookedUp } = classifier;
  const name = token.kind === TokenKind.name ? token.text : undefined;
  // The fault of a keyword is that of the last other name (source: oracle).
  const lastName = lookedUp.source.slice(lookedUp.start, lookedUp.end);
  const misfit = name === undefined || classifier.is(Terminal.instruction) ? undefined : dialect.misfit(lastName);
  const withHint = diagnostics.list.length < MAX_HINTS;
  const hint = withHint ? hintFor(name, classifier, instruction) : undefined;
  diagnostics.report(X2000, token, { found: foundText(token) }, hint);
  if (misfit === undefined) return;
  const nameHint = withHint ? misfitHint(misfit, lastName, dialect) : undefined;
  diagnostics.report(misfit, token, { name: name!, version: dialect.profile }, nameHint);
}

/** The replacement to suggest for the token, which may be a name. */
function hintFor(
  name: string | undefined,
  classifier: TokenClassifier,
  instruction: ParsedInstruction,
): string | undefined {
  const { expected, dialect } = classifier;
  if (expected !== Terminal.instruction) {
    if (expected !== Terminal.comma) return `${EXPECTED.get(expected) ?? 'something else'} is expected`;
    const { source, start, end } = instruction.mark;
    return `a comma is expected: ${source.slice(start, end)} takes ${operandsText(instruction.shape)}`;
  }
  const nearest = name && classifier.is(Terminal.name) ? nearestMnemonic(name, dialect) : undefined;
  return nearest ? `did you mean ${nearest}?` : 'an instruction is expected';
}

/** The mnemonic, with suffixes, that is most similar to `name`; mnemonics are in lower case only. */
function nearestMnemonic(name: string, dialect: Dialect): string | undefined {
  const lower = name.toLowerCase();
  const isKnown = lower !== name && dialect.mnemonics.has(baseOf(lower)) && dialect.misfit(lower) === undefined;
  return isKnown ? lower : nearestName(lower, dialect.mnemonics.keys());
}

/** `3 operands` */
function operandsText(shape: number): string {
  const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
  const values = literals === Literals.none ? 0 : literals === Literals.bool ? 1 : 4;
  const registers = (shape & SHAPE_DESTINATION ? 1 : 0) + ((shape >> SHAPE_SOURCES_LOW) & SHAPE_SOURCES);
  return `${registers + values} operand${registers + values === 1 ? '' : 's'}`;
}

function foundText(token: Token): string {
  return token.kind === TokenKind.end ? 'the end of the text' : token.text;
}
