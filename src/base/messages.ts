/**
 * What a message is. Each layer has a `messages.ts` with the rows that it reports, so that a program that imports one layer does
 * not carry the texts of the others. Tests assert codes and spans, never this prose.
 *
 * Numbers: DX0xxx formats of files; DX1xxx containers and their chunks; DX2xxx streams of shader models 1-3; DX3xxx programs of
 * shader models 4-5.1; DX4xxx root signatures and pipelines; DX5xxx the intermediate form; DX6xxx
 * translations; DX7xxx programs that run. Microsoft's own codes (X5703) are kept where they apply.
 */

export type Severity = 'error' | 'warning' | 'note';

/** The text of a message, without its code. */
export interface MessageRow {
  readonly severity: Severity;
  readonly text: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** A row together with its code: what reporters take. */
export interface Message<Code extends string = string> extends MessageRow {
  readonly code: Code;
}

/** A table of messages by code, each row with its code. */
export type MessageTable<Code extends string = string> = { readonly [C in Code]: Message<C> };

/** A row as it is written: an error where it does not say otherwise. */
type WrittenRow = Omit<MessageRow, 'severity'> & { readonly severity?: Exclude<Severity, 'error'> };

/** The rows of a layer, each with its code and its severity. */
export function defineMessages<const Rows extends Readonly<Record<string, WrittenRow>>>(
  rows: Rows,
): MessageTable<keyof Rows & string> {
  const table: Record<string, Message> = {};
  for (const [code, row] of Object.entries(rows)) table[code] = { code, severity: 'error', ...row };
  return table as MessageTable<keyof Rows & string>;
}

/** What any layer may report. */
export const BASE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0012: { text: 'more than {limit} diagnostics; the others are not listed' },
});
