/**
 * The mechanism of messages. Each layer has a `messages.ts` with a constant for each message that it reports, named by
 * its code; bundlers leave out the unused ones. Tests assert codes and spans, never this prose.
 *
 * Numbers: DX0xxx formats of files; DX1xxx containers and their chunks; DX2xxx streams of shader models 1-3; DX3xxx
 * programs of shader models 4-5.1; DX4xxx root signatures and pipelines; DX5xxx the intermediate representation; DX6xxx
 * translations; DX7xxx programs that run. Microsoft's codes (X5703) are used where they apply.
 */

export type Severity = 'error' | 'warning' | 'note';

/** A message: what reporters take. */
export interface Message {
  readonly code: string;
  readonly severity: Severity;
  /** Its `{name}` placeholders are filled by the reporter. */
  readonly text: string;
  /** The fix. */
  readonly hint?: string;
}

const message = (code: string, severity: Severity, text: string, hint?: string): Message =>
  hint === undefined ? { code, severity, text } : { code, severity, text, hint };

export const error = (code: string, text: string, hint?: string): Message => message(code, 'error', text, hint);
export const warning = (code: string, text: string, hint?: string): Message => message(code, 'warning', text, hint);
export const note = (code: string, text: string, hint?: string): Message => message(code, 'note', text, hint);

// Messages of all layers.
export const DX0012 = /* @__PURE__ */ error('DX0012', 'more than {limit} diagnostics; the others are not listed');
