/**
 * What is wrong with an input, as data. Bad input is always told through these; exceptions are for misuse of the API
 * (`TypeError`, `RangeError`) and for our own faults ({@link InternalError}).
 */
import { MAX_DIAGNOSTICS } from './limits.ts';
import { BASE_MESSAGES, type Message, type Severity } from './messages.ts';

export type { Message, Severity } from './messages.ts';

/** A place in the input: byte offsets of a binary, or character offsets of a text; `end` is exclusive. */
export interface Span {
  readonly unit: 'byte' | 'char';
  readonly start: number;
  readonly end: number;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly notes: readonly string[];
  /** What to do about it. */
  readonly hint?: string;
}

/** Values for the `{name}` places of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Collects the diagnostics of one input. Readers of a part of a file are given the collector with the `base` offset of
 * that part, so that every span is an offset in the file that the user has.
 */
export class Diagnostics {
  readonly list: Diagnostic[];
  /** Added to every offset reported here, in bytes. */
  readonly base: number;

  constructor(base = 0, list: Diagnostic[] = []) {
    this.base = base;
    this.list = list;
  }

  /** A collector for a part that begins `offset` bytes further on; it fills the same list. */
  at(offset: number): Diagnostics {
    return new Diagnostics(this.base + offset, this.list);
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
    const last = this.list.length === MAX_DIAGNOSTICS;
    this.list.push(
      last
        ? diagnostic(BASE_MESSAGES.DX0012, span, { limit: MAX_DIAGNOSTICS })
        : diagnostic(message, span, values, notes),
    );
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
  const made = { code, severity, message: fillPlaces(text, values), span, notes };
  return hint === undefined ? made : { ...made, hint };
}

/** `text` with its `{name}` places filled in; places without a value stay. */
export function fillPlaces(text: string, values: MessageValues): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

/** A fault of dxlens itself, never of the input. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** Lower-case hexadecimal with `0x`, at least `digits` digits: how offsets and values stand in messages. */
export function hex(value: number, digits = 1): string {
  return `0x${(value >>> 0).toString(16).padStart(digits, '0')}`;
}
