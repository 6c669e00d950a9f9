/** The rows of the option `bindings`: which stage they are for, and diagnostics about them. */
import { type Diagnostics, diagnostic, type Message, type MessageValues } from '../base/diagnostics.ts';
import type { IrStage } from '../ir/index.ts';
import type { BindingChoice } from './options.ts';

/** Whether a row is for a stage. */
export function isForStage({ stage }: BindingChoice, own: IrStage): boolean {
  return stage === undefined || stage === own;
}

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
