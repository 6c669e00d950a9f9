/** Diagnostics about the rows of the option `bindings`. */
import { type Diagnostics, diagnostic, type Message, type MessageValues } from '../base/diagnostics.ts';

/** Reports something about a row that the user gave, or about bindings by rule. */
export function reportRow(
  diagnostics: Diagnostics,
  index: number | undefined,
  message: Message,
  values: MessageValues,
): void {
  const one = diagnostic(message, { unit: 'byte', start: 0, end: 0 }, values);
  diagnostics.list.push(index === undefined ? one : { ...one, binding: index });
}
