/** The rows of the option `bindings`: which stage they are for, and diagnostics about them. */
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { type Diagnostics, diagnostic, type Message, type MessageValues } from '../base/diagnostics.ts';
import { IR_STAGES } from '../ir/declarations.ts';
import type { IrStage } from '../ir/index.ts';
import type { TranslationBinding } from './map-shape.ts';
import { BINDING_ROLES, BINDING_TYPES, type BindingChoice } from './options.ts';

/** The fields that a row may have: those of a choice and those of a row in a map. */
const ROW_FIELDS: OptionTypes<BindingChoice & TranslationBinding> = {
  type: BINDING_TYPES,
  register: 'number',
  stage: IR_STAGES,
  space: 'number',
  role: BINDING_ROLES,
  group: 'number',
  binding: 'number',
  sampler: 'object',
  name: 'string',
  format: 'string',
  kind: 'any',
  viewDimension: 'any',
  sampleType: 'any',
  multisampled: 'any',
  access: 'any',
  minSize: 'any',
  count: 'any',
  aliasOf: 'any',
};

/**
 * Checks the option `bindings`.
 *
 * @throws TypeError when it is no list, or a row lacks a field or has one that it cannot have
 */
export function checkBindings(rows: readonly BindingChoice[], caller: string): void {
  const optionName = `${caller}: bindings`;
  if (!Array.isArray(rows)) throw new TypeError(`${optionName} must be an array`);
  for (const row of rows as readonly BindingChoice[]) {
    checkOptions(row, ROW_FIELDS as OptionTypes<BindingChoice>, optionName);
    for (const name of ['type', 'register'] as const)
      if (row[name] === undefined) throw new TypeError(`${optionName}: a row has no ${name}`);
    for (const name of ['register', 'space', 'group', 'binding'] as const)
      if (!isNumber(row[name] ?? 0))
        throw new TypeError(`${optionName}: ${name} must be a whole number from 0, not ${row[name]}`);
  }
}

function isNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** Whether a row is about the buffer of runtime uniforms of a stage. */
export function isForRuntime(row: BindingChoice, optionName: IrStage): boolean {
  return row.type === 'runtime' && row.register === 0 && isForStage(row, optionName);
}

/** Whether a row is for a stage. */
export function isForStage({ stage }: BindingChoice, optionName: IrStage): boolean {
  return stage === undefined || stage === optionName;
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
