/** The messages of lowering. The reporter fills in the `{name}` placeholders. */
import { error } from '../base/messages.ts';

// Both instruction sets.

export const DX5091 = /* @__PURE__ */ error('DX5091', 'the file has no program');
export const DX5100 = /* @__PURE__ */ error('DX5100', 'opcode {opcode} has no meaning');
export const DX5101 = /* @__PURE__ */ error('DX5101', '`{what}` is not directly inside a `{block}`');
export const DX5102 = /* @__PURE__ */ error('DX5102', 'a block is not closed before `{what}`');
export const DX5103 = /* @__PURE__ */ error('DX5103', '{register} is not declared, or lacks components that are used');
export const DX5104 = /* @__PURE__ */ error('DX5104', '{register} cannot be used as this operand');
export const DX5105 = /* @__PURE__ */ error('DX5105', 'subroutine {label} does not exist');
export const DX5106 = /* @__PURE__ */ error('DX5106', 'subroutine {label} calls itself');
export const DX5107 = /* @__PURE__ */ error('DX5107', '{what} is deeper than {limit} levels');
export const DX5108 = /* @__PURE__ */ error('DX5108', 'the program needs more than {limit} operations');
export const DX5111 = /* @__PURE__ */ error('DX5111', 'a second `{what}` in the same block');
export const DX5112 = /* @__PURE__ */ error('DX5112', 'the program cannot be read as far as its length says');

// Programs of shader models 1-3.

export const DX5200 = /* @__PURE__ */ error('DX5200', '`{opcode}` has {found} operands, not {expected}');
export const DX5201 = /* @__PURE__ */ error(
  'DX5201',
  'a program with version token {version} is neither a vertex shader nor a pixel shader',
);
export const DX5202 = /* @__PURE__ */ error('DX5202', '`{opcode}` cannot run together with the instruction before it');
export const DX5203 = /* @__PURE__ */ error('DX5203', '`{opcode}` cannot be predicated');
export const DX5204 = /* @__PURE__ */ error('DX5204', 'source modifier {modifier} has no meaning here');
export const DX5205 = /* @__PURE__ */ error('DX5205', 'comparison {number} of `{opcode}` has no meaning');
export const DX5206 = /* @__PURE__ */ error(
  'DX5206',
  '`{opcode}` completes a matrix of {expected} rows, but {found} were computed',
);
export const DX5207 = /* @__PURE__ */ error('DX5207', 'controls {controls} of `texld` have no meaning');

// Programs of shader models 4-5.1.

export const DX5109 = /* @__PURE__ */ error('DX5109', 'a program of type {stage} cannot be run by itself');
export const DX5110 = /* @__PURE__ */ error(
  'DX5110',
  'the instruction is in a `switch`, before its first `case` or `default`',
);
export const DX5113 = /* @__PURE__ */ error('DX5113', 'register {register} is larger than the largest one, {limit}');
export const DX5114 = /* @__PURE__ */ error('DX5114', '`{opcode}` is not available in stage {stage}');
export const DX5115 = /* @__PURE__ */ error('DX5115', 'the arrays of the program have more than {limit} rows');
