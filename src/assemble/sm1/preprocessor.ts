/**
 * Directives and macros of assembly, as D3DAssemble follows them (source: oracle, where nothing else is said): a lexer whose
 * tokens are those of the text that comes of it. A text without macros and directives passes through unchanged and at the
 * speed of the lexer.
 *
 * Not for: reading files, which the caller does, or for what tokens mean.
 */
import type { MessageValues } from '../../base/diagnostics.ts';
import {
  MACRO_TOKENS_OF_CHARACTER,
  MAX_CONDITION_DEPTH,
  MAX_INCLUDE_DEPTH,
  MAX_INCLUDED_LENGTH,
  MAX_INCLUDES,
  MAX_MACRO_CALLS,
  MAX_MACRO_TOKENS,
} from '../../base/limits.ts';
import type { AssemblyCode } from '../messages.ts';
import { Condition, ConditionResult, type ConditionSource } from './condition.ts';
import { Lexer, LINE_END, nameHash, operatorCode, type TextPlace, type TextSink } from './lexer.ts';
import {
  defineAhead,
  followsDigits,
  type KeptToken,
  keep,
  type Macro,
  type MacroBudget,
  MacroTable,
  substitute,
  textOf,
} from './macro.ts';
import { NumberReader } from './numbers.ts';
import { TokenKind } from './token-source.ts';

/** What `#pragma warning` makes of a warning. */
export type WarningLevel = 'default' | 'disable' | 'once' | 'error';

/** Takes what is found wrong with a text, and what the text says about warnings. */
export interface PreprocessorSink extends TextSink {
  /** From here on, warnings of number `code` are treated as `level` says. */
  setWarningLevel(code: number, level: WarningLevel): void;
  /** The text ends here, because of what was told last. */
  cut(): void;
}

/** A file that an include named. */
export interface IncludedFile {
  /** Its name in messages, and what a further include is relative to. */
  readonly name: string;
  readonly text: string;
}

export interface PreprocessorOptions {
  /** Macros that are defined before the text begins, with their values. */
  readonly defines?: Readonly<Record<string, string>> | undefined;
  /** Finds what `#include "path"` (local) or `#include <path>` names in the file `from`. */
  readonly include?: ((path: string, from: string, kind: 'local' | 'system') => IncludedFile | undefined) | undefined;
  /** `false`: a text of HLSL, where `;` begins no comment. */
  readonly isAssembly?: boolean | undefined;
}

/** Where a file is left for one that it includes. */
interface FileState {
  readonly text: string;
  readonly file: string;
  readonly at: number;
  readonly lineStart: number;
  readonly lineNumber: number;
  readonly lineShift: number;
  /** Number of conditions that were open when the file began. */
  readonly conditions: number;
}

/** What a macro was replaced with, as far as it is read, and the place of its name. */
interface Expansion {
  readonly tokens: readonly KeptToken[];
  at: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly spaced: boolean;
}

/** What came of a name that is a macro's. */
const Expanded = {
  /** The tokens that replace it are next. */
  replaced: 0,
  /** It stands for itself: expanding it would not end. */
  endless: 1,
  /** It stands for itself: it takes arguments and there are none. */
  notCalled: 2,
  /** Its arguments are wrong, which has been told. They are gone; the present token is the last of them. */
  wrong: 3,
} as const;

/** Bits of an open condition. */
const TAKEN = 1;
const IN_ELSE = 2;
/** It stands among what is passed over. */
const PASSED_OVER = 4;

const HASH = operatorCode('#');
const COMMA = operatorCode(',');
const SPACE_CODES = [0x20, 0x09, 0x0b, 0x0c, 0x0d];
const OPEN_CODE = 0x28;
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;

const LINE_MACRO = '__LINE__';
const FILE_MACRO = '__FILE__';
const LINE_HASH = nameHash(LINE_MACRO);
const FILE_HASH = nameHash(FILE_MACRO);

const OPENING: ReadonlySet<number> = new Set('( [ {'.split(' ').map(operatorCode));
const CLOSING: ReadonlySet<number> = new Set(') ] }'.split(' ').map(operatorCode));
const OPEN = operatorCode('(');
const CLOSE = operatorCode(')');
const COLON = operatorCode(':');

/** Pragmas that mean something to the HLSL compiler; the assembler passes over them without a warning. */
const OTHER_PRAGMAS: ReadonlySet<string> = new Set(['def', 'pack_matrix', 'ruledisable']);

/** Numbers that `#line` takes end here; the number behind it stands for no line. */
const MAX_LINE = 0xffff_ffff;

/** What stands in a string; one that is not closed goes on to the end of its line or the text. */
function insideOf({ source, start, end }: TextPlace): string {
  return source.slice(start + 1, end).replace(/["\n>]$/, '');
}

export class Preprocessor extends Lexer implements ConditionSource {
  /** The text ends here: it cannot be read further. */
  isBroken = false;
  breaksInCall = false;

  readonly #macros = new MacroTable();
  readonly #numbers = new NumberReader();
  readonly #condition: Condition;
  readonly #options: PreprocessorOptions;
  readonly #outer: PreprocessorSink;
  /** What macros were replaced with and is not read yet, innermost last. */
  readonly #expansions: Expansion[] = [];
  readonly #files: FileState[] = [];
  /** Open conditions, innermost last. */
  readonly #conditions: number[] = [];
  /** How many of them were open when the present file began. */
  #fileConditions = 0;
  /** What ended the text is a call in a condition. */
  #isCallWrong = false;
  /** The text ends among what is passed over: the name of a call that is cut by it is passed over, too. */
  #isLeftOut = false;
  /** The end was given; it stays. */
  #ended = false;
  readonly #budget: MacroBudget;
  /** A limit of ours is met; nothing is told of what that cuts. */
  #isOver = false;
  #callDepth = 0;
  #includes = 0;
  #includedLength = 0;

  constructor(text: string, file: string, sink: PreprocessorSink, options: PreprocessorOptions = {}) {
    super(text, file, sink, options.isAssembly);
    this.#options = options;
    this.#outer = sink;
    this.#budget = { left: MAX_MACRO_TOKENS + MACRO_TOKENS_OF_CHARACTER * text.length };
    this.#condition = new Condition(this, this.#numbers, MAX_CONDITION_DEPTH);
    for (const [name, value] of Object.entries(options.defines ?? {})) defineAhead(this.#macros, name, value, sink);
  }

  override next(): void {
    if (this.#expansions.length === 0 && !this.#ended && !this.isBroken) {
      this.scan();
      const { kind } = this;
      // Most tokens of most texts are gone here.
      if (kind === TokenKind.name) {
        if (this.#macros.size === 0 && this.text.charCodeAt(this.start) !== UNDERSCORE) return;
      } else if (kind === TokenKind.punctuator) {
        if (this.punctuator !== HASH || !this.startsLine) return;
      } else if (kind === TokenKind.number) return;
      this.#follow();
    } else {
      if (this.#ended) return;
      this.#read();
    }
    if (this.#isAt(TokenKind.name)) this.#expandNames();
    if (this.#isLeftOut && this.#isAt(TokenKind.name)) this.#read();
    // The parser takes what is no ASCII character for the end of the text.
    if (this.kind === TokenKind.unknown && this.#isTerminator()) this.kind = TokenKind.end;
    if (this.kind === TokenKind.end) this.#ended = true;
  }

  override plainFrom(): number {
    return this.#macros.size > 0 || this.#expansions.length > 0 || this.#ended || this.isBroken ? -1 : this.at;
  }

  /** Reads the rest of the text, where directives and characters may still be wrong: the parser is done with it. */
  override finish(): void {
    if (this.isBroken) return;
    do {
      this.#read();
      if (this.kind === TokenKind.name) this.#expandNames();
    } while (!this.#isAt(TokenKind.end));
    this.#ended = true;
  }

  // --- tokens -------------------------------------------------------------------------------------------------------

  /** Moves to the next token, macros not expanded; directives are followed. */
  #read(): void {
    if (this.#expansions.length > 0 && this.#readExpansion()) return;
    if (this.isBroken) {
      this.kind = TokenKind.end;
      return;
    }
    this.scan();
    this.#follow();
  }

  /** At a token of a file: follows directives and leaves included files until a token of the text stands there. */
  #follow(): void {
    for (;;) {
      if (this.#isPunctuator(HASH)) {
        if (!this.startsLine) return;
        this.#directive();
        if (this.isBroken) {
          this.kind = TokenKind.end;
          return;
        }
        // The end behind a directive is not told to be inside of a condition: the next one is.
        if (this.kind === TokenKind.end && this.#files.length === 0) return;
      } else if (this.kind !== TokenKind.end) return;
      else if (!this.#leaveFile()) return;
      this.scan();
    }
  }

  /** At the end of a file, goes on behind its include; false at the end of the text. */
  #leaveFile(): boolean {
    if (this.#conditions.length > this.#fileConditions) this.#report('X1502', this);
    const outer = this.#files.pop();
    if (outer === undefined) return false;
    this.#conditions.length = this.#fileConditions;
    this.#fileConditions = outer.conditions;
    this.text = outer.text;
    this.fileName = outer.file;
    this.at = outer.at;
    this.lineStart = outer.lineStart;
    this.lineNumber = outer.lineNumber;
    this.lineShift = outer.lineShift;
    return true;
  }

  /** Moves to the next token that macros brought; false where there is none left. */
  #readExpansion(): boolean {
    const expansions = this.#expansions;
    for (let last = expansions.length - 1; last >= 0; last--) {
      const expansion = expansions[last]!;
      const token = expansion.tokens[expansion.at];
      if (token === undefined) {
        expansions.pop();
        continue;
      }
      this.#set(token, expansion.file, expansion.line, expansion.column, false);
      if (expansion.at === 0) this.spaced = expansion.spaced;
      expansion.at++;
      return true;
    }
    return false;
  }

  /** Whether the unknown character is one that ends the text. */
  #isTerminator(): boolean {
    const code = this.source.charCodeAt(this.start);
    return code === 0 || code >= 0x80;
  }

  #report(code: AssemblyCode, place: TextPlace, values?: MessageValues): void {
    this.sink.report(code, place, values);
  }

  /** Reports `code`; the text ends here. */
  #break(code: AssemblyCode, place: TextPlace, values?: MessageValues): void {
    this.#report(code, place, values);
    this.#outer.cut();
    this.isBroken = true;
    this.#expansions.length = 0;
  }

  /** Reports a limit of ours; the text ends here. */
  #stop(code: AssemblyCode, place: TextPlace, values: MessageValues): void {
    if (!this.isBroken) this.#break(code, place, values);
    this.#isOver = true;
    this.kind = TokenKind.end;
  }

  /** The present token, to be told of later. */
  #here(): TextPlace {
    const { file, line, column, source, start, end } = this;
    return { file, line, column, source, start, end };
  }

  // --- macros -------------------------------------------------------------------------------------------------------

  /** At a name: the macro of that name. `__LINE__` and `__FILE__` become a number and a string at once. */
  #macroHere(): Macro | undefined {
    const { source, start, end, hash } = this;
    if (this.#macros.size > 0) {
      const macro = this.#macros.find(source, start, end, hash);
      if (macro !== undefined) return macro;
    }
    if (source.charCodeAt(start) === UNDERSCORE && end - start === LINE_MACRO.length) this.#builtIn();
    return undefined;
  }

  #builtIn(): void {
    if (this.hash === LINE_HASH && textOf(this) === LINE_MACRO) {
      this.source = String(this.lineNumber + this.lineShift);
      this.kind = TokenKind.number;
    } else if (this.hash === FILE_HASH && textOf(this) === FILE_MACRO) {
      this.source = `"${this.fileName}"`;
      this.kind = TokenKind.string;
    } else return;
    this.start = 0;
    this.end = this.source.length;
  }

  /** Behind a directive that does not take the end of the text for that of its line: it is read once more. */
  #endIsNext(): void {
    this.kind = LINE_END;
  }

  isMacro(): boolean {
    const macro = this.#macros.find(this.source, this.start, this.end, this.hash);
    return macro !== undefined && !this.#macros.isEndless(macro);
  }

  /** Makes the place up to which the text is read its end. */
  #endHere(): void {
    this.settle(TokenKind.end, this.at, this.at, true);
  }

  /** At a name: expands it and what it is replaced with, until a token stands there that stays. */
  #expandNames(): void {
    while (this.kind === TokenKind.name) {
      const macro = this.#macroHere();
      if (macro === undefined) return;
      const name = macro.parameters > 0 ? keep(this) : undefined;
      const { file, line, column, startsLine } = this;
      const result = this.#expand(macro);
      if (result === Expanded.wrong) {
        // The name stays, its arguments are gone.
        if (name === undefined) this.kind = TokenKind.end;
        else this.#set(name, file, line, column, startsLine);
        return;
      }
      if (result !== Expanded.replaced) return;
      this.#read();
    }
  }

  /** Makes a kept token the present one again. */
  #set(token: KeptToken, file: string, line: number, column: number, startsLine: boolean): void {
    this.kind = token.kind;
    this.source = token.source;
    this.start = token.start;
    this.end = token.end;
    this.punctuator = token.punctuator;
    this.hash = token.hash;
    this.spaced = token.spaced;
    this.file = file;
    this.line = line;
    this.column = column;
    this.startsLine = startsLine;
  }

  /** At the name of `macro`: replaces it; one of {@link Expanded}. */
  #expand(macro: Macro): number {
    if (this.#macros.isEndless(macro)) return Expanded.endless;
    const { file, line, column, spaced } = this;
    let tokens = macro.body;
    if (macro.parameters > 0) {
      if (!this.#opensCall()) return Expanded.notCalled;
      const args = this.#readArguments(macro);
      if (args === undefined) return Expanded.wrong;
      tokens = substitute(macro, args, this.#budget);
    }
    this.#budget.left -= macro.parameters > 0 ? 1 : tokens.length + 1;
    if (this.#budget.left < 0) {
      this.#stop('DX2204', this, {});
      return Expanded.wrong;
    }
    this.#expansions.push({ tokens, at: 0, file, line, column, spaced });
    return Expanded.replaced;
  }

  /** Whether a parenthesis follows the name: in a text behind blanks only, no comment and no line end. */
  #opensCall(): boolean {
    for (let i = this.#expansions.length - 1; i >= 0; i--) {
      const { tokens, at } = this.#expansions[i]!;
      const token = tokens[at];
      if (token !== undefined) return token.kind === TokenKind.punctuator && token.punctuator === OPEN;
    }
    let at = this.at;
    while (SPACE_CODES.includes(this.text.charCodeAt(at))) at++;
    return this.text.charCodeAt(at) === OPEN_CODE;
  }

  /** Reads the arguments of a call, macros in them expanded; undefined where they are wrong, which is told. */
  #readArguments(macro: Macro): KeptToken[][] | undefined {
    const name = this.#here();
    if (this.#callDepth >= MAX_MACRO_CALLS) {
      this.#stop('DX2205', name, { limit: MAX_MACRO_CALLS });
      return undefined;
    }
    const { inLine, plainStrings } = this;
    this.inLine = false;
    this.plainStrings = false;
    this.#callDepth++;
    this.#read();
    const args = this.#gather();
    this.#callDepth--;
    this.inLine = inLine;
    this.plainStrings = plainStrings;
    if (args === undefined) {
      if (!this.#isOver) this.#report('X1515', name, { name: macro.name });
      return undefined;
    }
    if (args.length === macro.parameters && args.every((tokens) => tokens.length > 0)) return args;
    this.#report('X1516', name, { name: macro.name, expected: macro.parameters });
    return undefined;
  }

  /** Behind the parenthesis of a call: the arguments up to the one that closes it; undefined where the text ends. */
  #gather(): KeptToken[][] | undefined {
    const args: KeptToken[][] = [];
    let arg: KeptToken[] = [];
    let depth = 0;
    for (;;) {
      this.#read();
      this.#expandInCall();
      if (this.kind === TokenKind.end) return undefined;
      if (--this.#budget.left < 0) {
        this.#stop('DX2204', this, {});
        return undefined;
      }
      if (this.kind === TokenKind.punctuator) {
        const { punctuator } = this;
        if (OPENING.has(punctuator)) depth++;
        else if (CLOSING.has(punctuator)) {
          // Any bracket that was not opened ends the call; only the parenthesis is no part of it.
          if (depth === 0) {
            if (punctuator !== CLOSE) arg.push(keep(this));
            args.push(arg);
            return args;
          }
          depth--;
        } else if (punctuator === COMMA && depth === 0) {
          args.push(arg);
          arg = [];
          continue;
        }
      }
      arg.push(keep(this));
    }
  }

  /** As {@link #expandNames}, but of a call that is wrong the last token stays and not the name. */
  #expandInCall(): void {
    while (this.kind === TokenKind.name) {
      const macro = this.#macroHere();
      if (macro === undefined || this.#expand(macro) !== Expanded.replaced) return;
      this.#read();
    }
  }

  // --- lines of directives ------------------------------------------------------------------------------------------

  nextInLine(expand: boolean): void {
    /** Macros since the last token of which nothing was left. */
    let emptied = 0;
    let place: TextPlace = this;
    let name = '';
    for (;;) {
      if (this.isBroken) return;
      if (this.#expansions.length === 0 || !this.#readExpansion()) this.scan();
      if (emptied > 0 && (this.kind === LINE_END || this.kind === TokenKind.end)) break;
      if (!expand || this.kind !== TokenKind.name) return;
      const macro = this.#macroHere();
      if (macro === undefined) {
        // A name that means nothing is 0, and so is the name of the file.
        if (this.#isAt(TokenKind.string)) this.kind = TokenKind.name;
        return;
      }
      place = this.#here();
      name = macro.name;
      const result = this.#condition.isSpoiled ? Expanded.wrong : this.#expand(macro);
      if (result === Expanded.endless) return;
      if (result !== Expanded.replaced) {
        this.breaksInCall = emptied > 0;
        this.#isCallWrong = true;
        emptied = 1;
        break;
      }
      emptied++;
    }
    // The line has no more tokens because of a macro: Microsoft's reader gives up.
    for (let i = 1; i < emptied; i++) this.#report('X1518', place, { name });
    this.#break('X1518', place, { name });
    this.kind = TokenKind.name;
    this.source = place.source;
    this.start = place.start;
    this.end = place.end;
    this.line = place.line;
    this.column = place.column;
  }

  unexpected(): void {
    const atEnd = this.kind === LINE_END || this.kind === TokenKind.end;
    this.#report('X1500', this, { found: atEnd ? 'the end of the line' : textOf(this) });
  }

  isRunTogether(): boolean {
    const expansion = this.#expansions[this.#expansions.length - 1];
    return expansion !== undefined && followsDigits(expansion.tokens, expansion.at);
  }

  brokenCall(): void {
    this.#report('X1517', this);
  }

  divisionByZero(place: TextPlace): void {
    this.#report('X1503', place);
  }

  /** Passes over the rest of the line, whatever it is. */
  #skipRest(): void {
    this.#expansions.length = 0;
    this.at = this.skipLine(this.at);
    // The end of the text is read with the line.
    if (this.at >= this.text.length) this.scan();
  }

  #atLineEnd(): boolean {
    return this.kind === LINE_END || this.kind === TokenKind.end;
  }

  #isAt(kind: number): boolean {
    return this.kind === kind;
  }

  #isPunctuator(code: number): boolean {
    return this.punctuator === code && this.kind === TokenKind.punctuator;
  }

  /** A name, but not `defined`. */
  #atName(): boolean {
    return this.kind === TokenKind.name && textOf(this) !== 'defined';
  }

  /** Reports the token and gives up the line. */
  #reject(): void {
    this.unexpected();
    if (!this.#atLineEnd()) this.#skipRest();
  }

  /** At the token behind a directive: reports it if there is one. */
  #expectLineEnd(hash: TextPlace): void {
    if (this.#atLineEnd()) return;
    if (this.kind === TokenKind.unknown && this.#isTerminator()) {
      this.scan();
      if (this.#atLineEnd()) return;
      this.#report('X1501', hash);
    } else this.unexpected();
    this.#skipRest();
  }

  // --- directives ---------------------------------------------------------------------------------------------------

  /** At a `#` that begins a line: follows the directive. Leaves the lexer at the end of the line. */
  #directive(): void {
    const hash = this.#here();
    this.inLine = true;
    this.plainStrings = true;
    this.scan();
    if (this.kind === TokenKind.name) this.#named(hash);
    else this.#reject();
    this.inLine = false;
    this.plainStrings = false;
    this.angleStrings = false;
    this.#expansions.length = 0;
  }

  #named(hash: TextPlace): void {
    const name = textOf(this);
    switch (name) {
      case 'define':
        this.#define();
        return;
      case 'undef':
        this.#undefine(hash);
        return;
      case 'if':
        this.#if(hash);
        return;
      case 'ifdef':
      case 'ifndef':
        this.#ifDefined(hash, name === 'ifdef');
        return;
      case 'elif':
        this.#elseIf(hash);
        return;
      case 'else':
        this.#else(hash);
        return;
      case 'endif':
        this.#endIf(hash);
        return;
      case 'include':
        this.#include(hash);
        return;
      case 'line':
        this.#line(hash);
        return;
      case 'error':
        this.#error();
        return;
      case 'pragma':
        this.#pragma();
        return;
      default:
        this.#report('X1504', this, { name });
        this.#skipRest();
    }
  }

  #define(): void {
    this.scan();
    if (!this.#atName()) {
      this.#reject();
      return;
    }
    const name = textOf(this);
    const parameters = new Map<string, number>();
    this.plainStrings = false;
    if (this.text.charCodeAt(this.at) === OPEN_CODE) {
      this.scan();
      if (!this.#readParameters(parameters)) return;
    }
    const body: KeptToken[] = [];
    for (this.scan(); !this.#atLineEnd(); this.scan()) {
      const parameter = this.kind === TokenKind.name ? (parameters.get(textOf(this)) ?? -1) : -1;
      body.push(keep(this, parameter));
    }
    if (!this.#macros.define(name, parameters.size, body)) this.#report('X1519', this, { name });
    this.#endIsNext();
  }

  /** Reads names up to the closing parenthesis; false where the line is given up. */
  #readParameters(parameters: Map<string, number>): boolean {
    let count = 0;
    for (;;) {
      this.scan();
      if (!this.#isAt(TokenKind.name)) break;
      const name = textOf(this);
      // The second one of a name counts as a parameter all the same; what it is called with is lost.
      if (parameters.has(name)) this.#report('X1511', this, { name });
      parameters.set(parameters.has(name) ? `${count} ` : name, count++);
      this.scan();
      if (this.#isPunctuator(CLOSE)) return true;
      if (!this.#isPunctuator(COMMA)) break;
    }
    this.#rejectTwice();
    return false;
  }

  /** Reports the token, which is then gone, and the next one. */
  #rejectTwice(): void {
    this.unexpected();
    if (this.#atLineEnd()) {
      this.#endIsNext();
      return;
    }
    this.scan();
    if (!this.#atLineEnd()) this.#reject();
  }

  #undefine(hash: TextPlace): void {
    this.scan();
    if (!this.#atName()) {
      this.#reject();
      return;
    }
    const macro = this.#macros.find(this.source, this.start, this.end, this.hash);
    if (macro !== undefined) this.#macros.remove(macro);
    this.scan();
    this.#expectLineEnd(hash);
  }

  #if(hash: TextPlace): void {
    const result = this.#readCondition(hash);
    if (result !== ConditionResult.isWrong) this.#open(result === ConditionResult.isTrue);
  }

  /** The value of the condition in this line; the rest of the line is read, too. */
  #readCondition(hash: TextPlace, behind?: AssemblyCode): number {
    const result = this.#condition.read();
    if (!this.#condition.isCut) {
      if (behind !== undefined && result !== ConditionResult.isWrong && !this.isBroken) this.#report(behind, this);
      this.#expectLineEnd(hash);
    } else if (this.#condition.isReported) {
      if (!this.#atLineEnd()) this.#skipRest();
      if (this.isBroken) this.#endHere();
    }
    if (this.#isCallWrong) {
      if (!this.breaksInCall) this.#skipRest();
      this.#endHere();
    }
    return result;
  }

  #ifDefined(hash: TextPlace, wanted: boolean): void {
    this.scan();
    if (!this.#atName()) {
      this.#reject();
      return;
    }
    const isDefined = this.isMacro();
    this.scan();
    this.#expectLineEnd(hash);
    this.#open(isDefined === wanted);
  }

  /** Opens a condition; where it does not hold, what follows is passed over. */
  #open(holds: boolean): void {
    this.#conditions.push(holds ? TAKEN : 0);
    if (!holds && !this.isBroken) this.#skipGroup();
  }

  #elseIf(hash: TextPlace): void {
    const open = this.#openCondition();
    const misplaced = open < 0 ? 'X1508' : (open & IN_ELSE) !== 0 ? 'X1513' : undefined;
    const result = this.#readCondition(hash, misplaced);
    if (misplaced === undefined && result !== ConditionResult.isWrong && !this.isBroken) this.#skipGroup();
  }

  #else(hash: TextPlace): void {
    const open = this.#openCondition();
    if (open < 0) this.#report('X1509', this);
    else if ((open & IN_ELSE) !== 0) this.#report('X1514', this);
    this.scan();
    this.#expectLineEnd(hash);
    if (open < 0 || (open & IN_ELSE) !== 0) return;
    this.#conditions[this.#conditions.length - 1] = open | IN_ELSE;
    this.#skipGroup();
  }

  #endIf(hash: TextPlace): void {
    if (this.#openCondition() < 0) this.#report('X1510', this);
    else this.#conditions.pop();
    this.scan();
    this.#expectLineEnd(hash);
  }

  /** Bits of the innermost condition of this file; -1 where there is none. */
  #openCondition(): number {
    return this.#conditions.length > this.#fileConditions ? this.#conditions[this.#conditions.length - 1]! : -1;
  }

  /** Passes over tokens until the innermost condition holds or ends; their characters are looked at all the same. */
  #skipGroup(): void {
    const conditions = this.#conditions;
    for (;;) {
      this.inLine = false;
      this.plainStrings = false;
      this.scan();
      if (this.kind === TokenKind.end) {
        // Behind an included file what the file left out goes on to be left out.
        if (this.#files.length > 0 && this.#leaveFile()) continue;
        // Told by the loop that reads on: what ends here is not the directive.
        this.kind = LINE_END;
        this.#isLeftOut = true;
        return;
      }
      if (this.kind !== TokenKind.punctuator || this.punctuator !== HASH || !this.startsLine) continue;
      const hash = this.#here();
      this.inLine = true;
      this.plainStrings = true;
      this.scan();
      if (!this.#isAt(TokenKind.name)) {
        if (!this.#atLineEnd()) this.#skipRest();
        continue;
      }
      switch (textOf(this)) {
        case 'if':
        case 'ifdef':
        case 'ifndef':
          // None of its parts is to be read.
          conditions.push(TAKEN | PASSED_OVER);
          this.#skipRest();
          break;
        case 'elif':
          if (this.#skippedElseIf(hash)) return;
          break;
        case 'else':
          if (this.#skippedElse()) return;
          break;
        case 'endif':
          if (this.#skippedEndIf()) return;
          break;
        default:
          this.#skipRest();
      }
    }
  }

  /** Reads tokens to the end of the line; they mean nothing. */
  #readRest(): void {
    this.plainStrings = false;
    do this.scan();
    while (!this.#atLineEnd());
  }

  /** At an `#elif` among what is passed over; true where its part is to be read. */
  #skippedElseIf(hash: TextPlace): boolean {
    const open = this.#openCondition();
    if (open > 0) {
      if ((open & IN_ELSE) !== 0) this.#report('X1513', this);
      this.#skipRest();
      return false;
    }
    const result = this.#readCondition(hash, open < 0 ? 'X1508' : undefined);
    if (open < 0 || result !== ConditionResult.isTrue) return this.isBroken;
    this.#conditions[this.#conditions.length - 1] = TAKEN;
    return true;
  }

  #skippedElse(): boolean {
    const open = this.#openCondition();
    if (open < 0) this.#report('X1509', this);
    else if ((open & IN_ELSE) !== 0) this.#report('X1514', this);
    this.#readRest();
    if (open < 0 || (open & IN_ELSE) !== 0) return false;
    this.#conditions[this.#conditions.length - 1] = open | TAKEN | IN_ELSE;
    return (open & TAKEN) === 0;
  }

  #skippedEndIf(): boolean {
    const open = this.#openCondition();
    if (open < 0) this.#report('X1510', this);
    else this.#conditions.pop();
    this.#readRest();
    return open >= 0 && (open & PASSED_OVER) === 0;
  }

  #include(hash: TextPlace): void {
    this.angleStrings = true;
    this.scan();
    if (this.kind !== TokenKind.string) {
      this.unexpected();
      if (this.kind === TokenKind.end) return;
      // What follows the token is expected to be the end of a line, also behind the end of this one.
      this.inLine = this.kind !== LINE_END;
      this.scan();
      this.inLine = true;
      if (!this.#atLineEnd()) this.#reject();
      return;
    }
    const named = this.#here();
    this.scan();
    const found = this.#find(named);
    if (found === undefined) {
      this.#skipRest();
      this.#endHere();
      return;
    }
    this.#expectLineEnd(hash);
    this.#enter(found);
  }

  /** The file that is named at `named`; undefined where the text ends for the lack of it. */
  #find(named: TextPlace): IncludedFile | undefined {
    const path = insideOf(named);
    const { include } = this.#options;
    if (include === undefined) {
      this.#break('X1505', named);
      return undefined;
    }
    if (this.#files.length + 1 >= MAX_INCLUDE_DEPTH) {
      this.#break('X1506', named, { limit: MAX_INCLUDE_DEPTH });
      return undefined;
    }
    const found = include(path, this.fileName, named.source[named.start] === '<' ? 'system' : 'local');
    if (found === undefined) {
      this.#break('X1507', named, { name: path });
      return undefined;
    }
    this.#includedLength += found.text.length;
    this.#budget.left += MACRO_TOKENS_OF_CHARACTER * found.text.length;
    if (++this.#includes <= MAX_INCLUDES && this.#includedLength <= MAX_INCLUDED_LENGTH) return found;
    this.#stop('DX2206', named, { limit: MAX_INCLUDES, length: MAX_INCLUDED_LENGTH });
    return undefined;
  }

  /** Goes on with a file that is included. */
  #enter(found: IncludedFile): void {
    const { text, fileName: file, at, lineStart, lineNumber, lineShift } = this;
    this.#files.push({ text, file, at, lineStart, lineNumber, lineShift, conditions: this.#fileConditions });
    this.#fileConditions = this.#conditions.length;
    this.text = found.text;
    this.fileName = found.name;
    this.at = 0;
    this.lineStart = 0;
    this.lineNumber = 1;
    this.lineShift = 0;
    this.lineBegins = true;
    // So that a comment that is not closed points at the beginning of the file.
    this.settle(LINE_END, 0, 0, false);
  }

  #line(hash: TextPlace): void {
    this.scan();
    const numbers = this.#numbers;
    if (this.kind === TokenKind.number) numbers.read(this.source, this.start, this.end);
    if (this.kind !== TokenKind.number || !numbers.isInteger || numbers.isLong) {
      this.#reject();
      return;
    }
    const line = Math.min(Math.max(numbers.value, 1), MAX_LINE);
    this.scan();
    if (this.#isAt(TokenKind.string)) {
      this.fileName = insideOf(this);
      this.lineShift = line - 1 - this.lineNumber;
      this.scan();
      this.#expectLineEnd(hash);
      return;
    }
    const isWrong = !this.#atLineEnd();
    this.#expectLineEnd(hash);
    // Microsoft sets the number behind the end of a line that is wrong: the next one is counted one less.
    this.lineShift = line - 1 - this.lineNumber - (this.#isAt(LINE_END) ? 0 : 1);
    if (isWrong && this.#isAt(TokenKind.end)) this.line = this.lineNumber + this.lineShift;
  }

  #error(): void {
    const place = this.#here();
    const text = this.#restOfLine();
    this.#skipRest();
    this.#break('DX2202', place, { text });
    this.#endHere();
  }

  /** The rest of the line as it stands, joined lines in one. */
  #restOfLine(): string {
    let end = this.text.indexOf('\n', this.at);
    while (end > 0 && this.text.charCodeAt(end - 1) === BACKSLASH) end = this.text.indexOf('\n', end + 1);
    return this.text
      .slice(this.at, end < 0 ? this.text.length : end)
      .replace(/\\\r?\n/g, '')
      .trim();
  }

  #pragma(): void {
    this.scan();
    if (this.kind === TokenKind.name) this.#namedPragma(textOf(this));
    if (!this.#atLineEnd()) this.#skipRest();
    this.#endIsNext();
  }

  #namedPragma(name: string): void {
    if (name === 'message') this.#pragmaMessage();
    else if (name === 'warning') this.#pragmaWarning();
    else if (!OTHER_PRAGMAS.has(name)) {
      this.#report('X3568', this, { name });
      return;
    }
    if (!this.#atLineEnd()) this.#readRest();
  }

  /** `#pragma message("text")`: a note. */
  #pragmaMessage(): void {
    const place = this.#here();
    this.plainStrings = false;
    this.scan();
    if (!this.#isPunctuator(OPEN)) return;
    let text = '';
    for (this.scan(); this.#isAt(TokenKind.string); this.scan()) text += insideOf(this);
    if (text !== '' && !this.#atLineEnd()) this.#report('DX2203', place, { text });
  }

  /** `#pragma warning(disable: 1519 3568)`; what is written otherwise means nothing. */
  #pragmaWarning(): void {
    this.scan();
    if (!this.#isPunctuator(OPEN)) return;
    this.scan();
    const level = textOf(this);
    if (level !== 'disable' && level !== 'error' && level !== 'once' && level !== 'default') return;
    this.scan();
    if (!this.#isPunctuator(COLON)) return;
    const codes: number[] = [];
    for (this.scan(); this.#isAt(TokenKind.number); this.scan()) {
      this.#numbers.read(this.source, this.start, this.end);
      codes.push(this.#numbers.value);
    }
    if (!this.#isPunctuator(CLOSE)) return;
    this.scan();
    if (this.#atLineEnd()) for (const code of codes) this.#outer.setWarningLevel(code, level);
  }
}
