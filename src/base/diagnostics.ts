/**
 * Faults of an input, as data. Faults in the input are always diagnostics; exceptions are for misuse of the API
 * (`TypeError`, `RangeError`) and for faults of dxlens itself ({@link InternalError}).
 */
import { MAX_DIAGNOSTICS } from './limits.ts';
import { DX0012, type Message, type Severity } from './messages.ts';

export type { Message, Severity } from './messages.ts';

/** A range of the input: byte offsets in a binary, character offsets in a text. `end` is exclusive. */
export interface Span {
  readonly unit: 'byte' | 'char';
  readonly start: number;
  readonly end: number;
}

/** The rule of a validator that an input breaks. */
export interface DiagnosticRule {
  /** One sentence; `{name}` placeholders are filled in the message. */
  readonly text: string;
  /** How to fix an input that breaks the rule, one sentence. */
  readonly hint: string;
  /** Rules of the format documents that it enforces: `DCL8`, `SM51-2`, ... */
  readonly specRules?: readonly string[];
  /** Names of the same fault in the debug layers of Direct3D. */
  readonly runtime?: readonly string[];
}

/**
 * One fault in an input, or one remark about it: what every function of dxlens reports. The optional fields are present
 * where they apply; `end` and `endColumn` are exclusive.
 */
export interface Diagnostic {
  /**
   * `DX1002`: a code of dxlens. `X5703`: the code that Microsoft's assembler and validator of shader models 1 to 3 give
   * the same fault; Microsoft has no codes from shader model 4 on.
   */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /**
   * The part of the input that is at fault. Bytes count from the start of the file, or of the array where the file is C
   * source (a note says so). In a text, the span of what a macro produced is empty and at the macro's name; the span of
   * a fault in an included file is empty and at 0.
   */
  readonly span: Span;
  /** More sentences on the same fault. */
  readonly notes: readonly string[];
  /** How to fix it. */
  readonly hint?: string;
  /** The rule that is broken; absent where a reader or parser reports. */
  readonly rule?: DiagnosticRule;
  /**
   * Number of the instruction as Microsoft counts. In shader models 1 to 3 the version token is 0 and comments count;
   * from 4.0 on the first declaration is 1.
   */
  readonly instruction?: number;
  /** Number of the operand in the instruction, from 1 (shader models 4 to 5.1). */
  readonly operand?: number;
  /** Index in the `programs` of the result: the program that the diagnostic is about. */
  readonly program?: number;
  /** DWORD index in that program of the token that is at fault. */
  readonly at?: number;
  /** Index in the inputs of a pipeline: the shader that the diagnostic is about. */
  readonly shader?: number;
  /** Index in the list of bindings that a translation is given: the row that the diagnostic is about. */
  readonly binding?: number;
  /** The text or the included file that the diagnostic is about. */
  readonly file?: string;
  /** 1-based line in that text, as `#line` counts. */
  readonly line?: number;
  /** 1-based column of the first character. */
  readonly column?: number;
  /** 1-based column after the last character; what is empty counts as one character. */
  readonly endColumn?: number;
}

/** Values for the `{name}` placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Collects the diagnostics of one input. Readers of a part of a file are given the collector with the `base` offset of
 * that part, so that every span is an offset in the file that the user has.
 */
export class Diagnostics {
  /** Added to every offset reported here, in bytes. */
  readonly base: number;
  /** Added to the notes of every diagnostic reported here. */
  readonly #notes: readonly string[];

  constructor(
    base = 0,
    readonly list: Diagnostic[] = [],
    notes: readonly string[] = [],
  ) {
    this.base = base;
    this.#notes = notes;
  }

  /** A collector for a part that begins `offset` bytes later; it fills the same list. */
  at(offset: number): Diagnostics {
    return new Diagnostics(this.base + offset, this.list, this.#notes);
  }

  /** A collector that adds `note` to every diagnostic; it fills the same list. */
  withNote(note: string): Diagnostics {
    return new Diagnostics(this.base, this.list, [...this.#notes, note]);
  }

  /** Reports `message` for the bytes from `start` to `end` (exclusive), relative to {@link base}. */
  report(
    message: Message,
    start: number,
    end: number,
    values: MessageValues = {},
    notes: readonly string[] = [],
  ): void {
    if (this.list.length > MAX_DIAGNOSTICS) return;
    const span: Span = { unit: 'byte', start: this.base + start, end: this.base + end };
    this.#add(diagnostic(message, span, values, [...notes, ...this.#notes]));
  }

  /** Puts what `report` reports before the diagnostics from index `from` on. */
  insert(from: number, report: (diagnostics: Diagnostics) => void): void {
    const later = this.list.splice(from);
    report(this);
    for (const one of later) this.#add(one);
  }

  /** Adds a diagnostic; the first one beyond the limit is replaced with a diagnostic that says so, and is the last. */
  #add(one: Diagnostic): void {
    const { length } = this.list;
    if (length > MAX_DIAGNOSTICS) return;
    const isLast = length === MAX_DIAGNOSTICS;
    this.list.push(isLast ? diagnostic(DX0012, one.span, { limit: MAX_DIAGNOSTICS }) : one);
  }

  get hasErrors(): boolean {
    return this.list.some((d) => d.severity === 'error');
  }
}

/** One diagnostic: code, severity, text and hint come from the row of the message. */
export function diagnostic(
  { code, severity, text, hint }: Message,
  span: Span,
  values: MessageValues = {},
  notes: readonly string[] = [],
): Diagnostic {
  const made = { code, severity, message: fillPlaceholders(text, values), span, notes };
  return hint === undefined ? made : { ...made, hint: fillPlaceholders(hint, values) };
}

/** `text` with its `{name}` placeholders filled in; placeholders without a value stay. */
export function fillPlaceholders(text: string, values: MessageValues): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

/** A fault of dxlens itself, not of the input. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** Lower-case hexadecimal with `0x`, at least `digits` digits: how messages show offsets and values. */
export function hex(value: number, digits = 1): string {
  return `0x${(value >>> 0).toString(16).padStart(digits, '0')}`;
}

/** The result of a public reader. */
export interface ParseResult<Value> {
  /** The value, as far as it is readable; undefined if nothing is. */
  readonly value: Value | undefined;
  /** Faults of the input. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a reader with a collector of its own. */
export function parse<Value>(read: (diagnostics: Diagnostics) => Value | undefined): ParseResult<Value> {
  const diagnostics = new Diagnostics();
  return { value: read(diagnostics), diagnostics: diagnostics.list };
}

/** The result of a public function that writes bytes. */
export interface BytesResult {
  /** Undefined where there are errors. */
  readonly bytes: Uint8Array | undefined;
  /** Faults of the input. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a writer with a collector. */
export function writeResult(write: (diagnostics: Diagnostics) => Uint8Array | undefined): BytesResult {
  const diagnostics = new Diagnostics();
  return { bytes: write(diagnostics), diagnostics: diagnostics.list };
}
