/** The messages of expressions over columns. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** Expressions of `--where`. */
export const WHERE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0350: { text: 'expected {expected}, found {found}' },
  DX0351: { text: 'there is no column {name}{suggestion}' },
  DX0352: { text: '{left} is {leftType}, so it cannot be compared with {rightType}' },
  DX0353: { text: 'the text in quotes has no end' },
  DX0354: { text: 'the character {character} has no meaning here' },
  DX0355: { text: 'the expression has more than {limit} levels of parentheses and not' },
  DX0356: { text: '{column} is a list; use contains, like, ilike or is null' },
  DX0357: { text: '{operator} takes texts and lists, but {column} is {type}' },
  DX0358: {
    text: '{column} alone is no condition, because it is {type}; compare it with something',
  },
});
