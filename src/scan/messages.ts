/** The messages of expressions over columns. The reporter fills in the `{name}` placeholders. */
import { error } from '../base/messages.ts';

// Expressions of `--where`.

export const DX0350 = /* @__PURE__ */ error('DX0350', 'expected {expected}, found {found}');
export const DX0351 = /* @__PURE__ */ error('DX0351', 'there is no column {name}{suggestion}');
export const DX0352 = /* @__PURE__ */ error(
  'DX0352',
  '{left} is {leftType}, so it cannot be compared with {rightType}',
);
export const DX0353 = /* @__PURE__ */ error('DX0353', 'the text in quotes has no end');
export const DX0354 = /* @__PURE__ */ error('DX0354', 'the character {character} has no meaning here');
export const DX0355 = /* @__PURE__ */ error(
  'DX0355',
  'the expression has more than {limit} levels of parentheses and not',
);
export const DX0356 = /* @__PURE__ */ error('DX0356', '{column} is a list; use contains, like, ilike or is null');
export const DX0357 = /* @__PURE__ */ error('DX0357', '{operator} takes texts and lists, but {column} is {type}');
export const DX0358 = /* @__PURE__ */ error(
  'DX0358',
  '{column} alone is no condition, because it is {type}; compare it with something',
);
