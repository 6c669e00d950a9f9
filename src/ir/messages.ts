/**
 * The messages of the IR. DX5000 to DX5019: modules that break a rule; DX5020 to DX5029: texts; DX5030 to DX5049: passes and evaluation;
 * DX5100 on and DX5200 on are those of lowering.
 */
import { defineMessages } from '../base/messages.ts';

/** Rules of modules. A module that lowering or a pass made breaks none. */
export const IR_VERIFY_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5000: { severity: 'error', text: 'operation {op} ({name}) uses a value that is not visible there: {value}' },
  DX5001: { severity: 'error', text: 'operand {index} of operation {op} ({name}) is {type}; the rule is {rule}' },
  DX5002: { severity: 'error', text: 'the value of operation {op} ({name}) is {type}; the rule is {rule}' },
  DX5003: { severity: 'error', text: 'operation {op} ({name}) has {count} operands' },
  DX5004: { severity: 'error', text: 'region {region} has no terminator, or operations after it' },
  DX5005: { severity: 'error', text: 'operation {op} ({name}) has no target that it may go to' },
  DX5006: {
    severity: 'error',
    text: 'operation {op} ({name}) has values that are not compatible with those of its target: {found}; expected {expected}',
  },
  DX5007: { severity: 'error', text: 'function {function} calls itself' },
  DX5008: { severity: 'error', text: 'operation {op} ({name}) names {what} {number}, which the module does not have' },
  DX5009: { severity: 'error', text: 'operation {op} ({name}) takes components that {what} {number} does not have' },
  DX5010: { severity: 'error', text: 'operation {op} ({name}) is not available in stage {stage}' },
  DX5011: { severity: 'error', text: 'operation {op} ({name}) has token {at}, but the program has {tokens}' },
  DX5012: { severity: 'error', text: 'the list of region {region} is damaged at operation {op}' },
  DX5013: { severity: 'error', text: 'operation {op} ({name}) is not where parameters and results are' },
  DX5014: { severity: 'error', text: 'operation {op} ({name}) has two regions for the same value' },
  DX5015: { severity: 'error', text: 'the nesting of regions at operation {op} is deeper than {limit}' },
  DX5016: { severity: 'error', text: 'the module has no function that can be run' },
  DX5017: { severity: 'error', text: 'the arrays of the module have more than {limit} rows' },
  DX5018: { severity: 'error', text: 'the nesting of calls of function {function} is deeper than {limit}' },
});

/** Texts of the IR. */
export const IR_TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5020: { severity: 'error', text: 'expected {expected}' },
  DX5021: { severity: 'error', text: 'operation {name} is unknown' },
  DX5022: { severity: 'error', text: 'value {value} is not defined' },
  DX5023: { severity: 'error', text: 'value {value} is defined twice' },
  DX5024: { severity: 'error', text: 'the text ends in a function' },
});
