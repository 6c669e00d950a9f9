/**
 * The messages of the IR. DX5000 to DX5019: modules that break a rule; DX5020 to DX5029: its text form; DX5030 to
 * DX5049: passes and evaluation; DX5100 on and DX5200 on are those of lowering.
 */
import { error } from '../base/messages.ts';

// Rules of modules. A module that lowering or a pass made breaks none.

export const DX5000 = /* @__PURE__ */ error(
  'DX5000',
  'operation {op} ({name}) uses a value that is not visible there: {value}',
);
export const DX5001 = /* @__PURE__ */ error(
  'DX5001',
  'operand {index} of operation {op} ({name}) is {type}; the rule is {rule}',
);
export const DX5002 = /* @__PURE__ */ error(
  'DX5002',
  'the value of operation {op} ({name}) is {type}; the rule is {rule}',
);
export const DX5003 = /* @__PURE__ */ error('DX5003', 'operation {op} ({name}) cannot have {count} operands');
export const DX5004 = /* @__PURE__ */ error('DX5004', 'region {region} has no terminator, or operations after it');
export const DX5005 = /* @__PURE__ */ error('DX5005', 'operation {op} ({name}) has no target that it may go to');
export const DX5006 = /* @__PURE__ */ error(
  'DX5006',
  'operation {op} ({name}) has values that are not compatible with those of its target: {found}; expected {expected}',
);
export const DX5007 = /* @__PURE__ */ error('DX5007', 'function {function} calls itself');
export const DX5008 = /* @__PURE__ */ error(
  'DX5008',
  'operation {op} ({name}) names {what} {number}, which the module does not have',
);
export const DX5009 = /* @__PURE__ */ error(
  'DX5009',
  'operation {op} ({name}) takes components that {what} {number} does not have',
);
export const DX5010 = /* @__PURE__ */ error('DX5010', 'operation {op} ({name}) is not available in stage {stage}');
export const DX5011 = /* @__PURE__ */ error(
  'DX5011',
  'operation {op} ({name}) has token {at}, but the program has {tokens}',
);
export const DX5012 = /* @__PURE__ */ error('DX5012', 'the list of region {region} is damaged at operation {op}');
export const DX5013 = /* @__PURE__ */ error(
  'DX5013',
  'operation {op} ({name}) is not where parameters and results are',
);
export const DX5014 = /* @__PURE__ */ error('DX5014', 'operation {op} ({name}) has two regions for the same value');
export const DX5015 = /* @__PURE__ */ error(
  'DX5015',
  'the nesting of regions at operation {op} is deeper than {limit}',
);
export const DX5016 = /* @__PURE__ */ error('DX5016', 'the module has no function that can be run');
export const DX5017 = /* @__PURE__ */ error('DX5017', 'the arrays of the module have more than {limit} rows');
export const DX5018 = /* @__PURE__ */ error(
  'DX5018',
  'the nesting of calls of function {function} is deeper than {limit}',
);

// The text form of the IR.

export const DX5020 = /* @__PURE__ */ error('DX5020', 'expected {expected}');
export const DX5021 = /* @__PURE__ */ error('DX5021', 'operation {name} is unknown');
export const DX5022 = /* @__PURE__ */ error('DX5022', 'value {value} is not defined');
export const DX5023 = /* @__PURE__ */ error('DX5023', 'value {value} is defined twice');
export const DX5024 = /* @__PURE__ */ error('DX5024', 'the text ends in a function');
