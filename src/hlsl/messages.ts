/**
 * The messages of the compiler. The numbers X3xxx and X4xxx are Microsoft's; the reporter fills in the `{name}`
 * placeholders.
 */
import { error, type Message, warning } from '../base/messages.ts';

export const DX6200 = /* @__PURE__ */ error(
  'DX6200',
  'the source nests more than {limit} levels deep',
  'split expressions and blocks into functions',
);
export const DX6201 = /* @__PURE__ */ error('DX6201', 'the source has more than {limit} tokens; the rest is not read');

export const X3000 = /* @__PURE__ */ error('X3000', '{found} is not expected here');

export const DX6202 = /* @__PURE__ */ error('DX6202', 'a type with more than {limit} numbers cannot be compiled');
export const DX6203 = /* @__PURE__ */ error(
  'DX6203',
  'the interface {name} has no class yet: dxlens does not compile them',
);

export const X3003 = /* @__PURE__ */ error('X3003', '{name} is declared twice', 'rename or remove one of them');
export const X3004 = /* @__PURE__ */ error('X3004', '{name} is not declared{hint}');
export const X3005 = /* @__PURE__ */ error('X3005', '{name} is not a variable or function of this kind');
export const X3012 = /* @__PURE__ */ error('X3012', 'the initial value of a constant has to be known', 'use literals');
export const X3013 = /* @__PURE__ */ error('X3013', 'no function takes {given}; there are {candidates}');
export const X3014 = /* @__PURE__ */ error('X3014', 'the constructor takes {expected} numbers, not {given}');
export const X3017 = /* @__PURE__ */ error('X3017', '{from} cannot be converted to {to}');
export const X3018 = /* @__PURE__ */ error('X3018', '{type} has no {name}{hint}');
export const X3020 = /* @__PURE__ */ error('X3020', '{operator} cannot join {types}');
export const X3022 = /* @__PURE__ */ error('X3022', 'a number is expected, not {types}');
export const X3025 = /* @__PURE__ */ error('X3025', 'this cannot be assigned: {reason}');
export const X3037 = /* @__PURE__ */ error('X3037', '{expected} numbers are expected here, not {given}');
export const X3044 = /* @__PURE__ */ error('X3044', '{name} is not inside of a loop or switch');
export const X3058 = /* @__PURE__ */ error('X3058', 'the length of an array has to be known', 'use a literal');
export const X3059 = /* @__PURE__ */ error('X3059', 'the length of this {name} is not possible');
export const X3065 = /* @__PURE__ */ error('X3065', 'the types in angle brackets do not fit {name}');
export const X3067 = /* @__PURE__ */ error(
  'X3067',
  'more than one function takes {given}: {candidates}',
  'cast an argument to the type that is meant',
);
export const X3079 = /* @__PURE__ */ error('X3079', '{name} returns no value');
export const X3080 = /* @__PURE__ */ error('X3080', '{name} has to return a value');
export const X3082 = /* @__PURE__ */ error('X3082', '{operator} takes whole numbers, not {types}');
export const X3084 = /* @__PURE__ */ error('X3084', 'two parameters have the name {name}');
export const X3117 = /* @__PURE__ */ error('X3117', 'a resource cannot have elements of {type}');
export const X3119 = /* @__PURE__ */ error('X3119', 'the components of a {name} are scalars');
export const X3121 = /* @__PURE__ */ error(
  'X3121',
  '{type} has no elements',
  'only arrays, vectors, matrices and resources have',
);
export const X3203 = /* @__PURE__ */ warning('X3203', 'signed and unsigned numbers are compared', 'cast one of them');
export const X3205 = /* @__PURE__ */ warning('X3205', '{from} loses precision as {to}');
export const X3206 = /* @__PURE__ */ warning('X3206', '{from} loses components as {to}', 'select components: .xyz');
export const X3500 = /* @__PURE__ */ error('X3500', '{name} calls itself, or calls nest too deep');
export const X3504 = /* @__PURE__ */ error('X3504', 'element {index} of {count} does not exist');
export const X3530 = /* @__PURE__ */ error(
  'X3530',
  'only some variables of {name} have a packoffset',
  'give all one, or none',
);
export const X3532 = /* @__PURE__ */ error('X3532', 'two cases have this value');
export const X3554 = /* @__PURE__ */ warning('X3554', 'the attribute {name} is unknown and does nothing');
export const X3603 = /* @__PURE__ */ error('X3603', 'the value of a case has to be known', 'use a literal');

export const DX6204 = /* @__PURE__ */ error(
  'DX6204',
  'a resource that is known when the source is compiled is expected',
);
export const DX6205 = /* @__PURE__ */ error('DX6205', '{name} is called, but only declared', 'give it a body');
export const DX6206 = /* @__PURE__ */ error('DX6206', 'only numbers can be inputs and outputs of a shader');
export const DX6207 = /* @__PURE__ */ error('DX6207', 'the program has more than {limit} operations');

export const DX6208 = /* @__PURE__ */ error(
  'DX6208',
  'an atomic operation changes group memory or a view',
  'name an element of one',
);

export const X3502 = /* @__PURE__ */ error(
  'X3502',
  'an input or output has no semantic',
  'add one, such as : TEXCOORD0',
);
export const X3511 = /* @__PURE__ */ error('X3511', 'the loop cannot be unrolled: how often it runs is not known');
export const X3512 = /* @__PURE__ */ error(
  'X3512',
  'an array of resources takes only indices that are known when the source is compiled',
  'use a literal, unroll the loop, or compile for 5_1',
);

export const X3084_ATTRIBUTE = /* @__PURE__ */ error('X3084', 'the entry point of a {stage} shader needs [{name}]');

export const X3084_PATCH = /* @__PURE__ */ error(
  'X3084',
  'there is no function "{name}" for the constants of the patch',
);

/** A fault of a signature: Microsoft's code, our text. */
export function signatureFault(code: string, text: string): Message {
  return error(code, text);
}

export const X3501 = /* @__PURE__ */ error(
  'X3501',
  'there is no function {name} with a body',
  'name the entry point: -E NAME',
);

/** What a profile does not have: Microsoft's code. */
export function refusal(code: string): Message {
  return error(code, '{name} is not available in this profile');
}

export const X3506 = /* @__PURE__ */ error(
  'X3506',
  '{profile} is no profile that is compiled',
  'use one such as ps_5_0',
);
