/**
 * The messages of the IR. DX5000 to DX5019: modules that break a rule; DX5020 to DX5029: texts; DX5030 to DX5049:
 * passes and evaluation; DX5100 on and DX5200 on are those of lowering.
 */
import { defineMessages } from '../base/messages.ts';

/** Rules of modules. A module that lowering or a pass made breaks none. */
export const IR_VERIFY_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5000: { text: 'operation {op} ({name}) uses a value that is not visible there: {value}' },
  DX5001: { text: 'operand {index} of operation {op} ({name}) is {type}; the rule is {rule}' },
  DX5002: { text: 'the value of operation {op} ({name}) is {type}; the rule is {rule}' },
  DX5003: { text: 'operation {op} ({name}) cannot have {count} operands' },
  DX5004: { text: 'region {region} has no terminator, or operations after it' },
  DX5005: { text: 'operation {op} ({name}) has no target that it may go to' },
  DX5006: {
    text: 'operation {op} ({name}) has values that are not compatible with those of its target: {found}; expected {expected}',
  },
  DX5007: { text: 'function {function} calls itself' },
  DX5008: { text: 'operation {op} ({name}) names {what} {number}, which the module does not have' },
  DX5009: { text: 'operation {op} ({name}) takes components that {what} {number} does not have' },
  DX5010: { text: 'operation {op} ({name}) is not available in stage {stage}' },
  DX5011: { text: 'operation {op} ({name}) has token {at}, but the program has {tokens}' },
  DX5012: { text: 'the list of region {region} is damaged at operation {op}' },
  DX5013: { text: 'operation {op} ({name}) is not where parameters and results are' },
  DX5014: { text: 'operation {op} ({name}) has two regions for the same value' },
  DX5015: { text: 'the nesting of regions at operation {op} is deeper than {limit}' },
  DX5016: { text: 'the module has no function that can be run' },
  DX5017: { text: 'the arrays of the module have more than {limit} rows' },
  DX5018: { text: 'the nesting of calls of function {function} is deeper than {limit}' },
});

/** Texts of the IR. */
export const IR_TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5020: { text: 'expected {expected}' },
  DX5021: { text: 'operation {name} is unknown' },
  DX5022: { text: 'value {value} is not defined' },
  DX5023: { text: 'value {value} is defined twice' },
  DX5024: { text: 'the text ends in a function' },
});
