/** The rules of the validators as lists, for tests that check all rules of a topic. */
import type { RuleRow } from '../../src/validate/rule.ts';

/** The rules that `modules` export: constants whose names end in `_RULE`. */
export function rulesOf<Row extends RuleRow>(...modules: readonly object[]): Row[] {
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('_RULE'))
      .map(([, row]) => row as Row),
  );
}
