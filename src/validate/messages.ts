/** The messages of the validators other than those of their rules. The reporter fills in the `{name}` placeholders. */
import { error, note, warning } from '../base/messages.ts';

// Shader models 1-3: what the documents require beyond Microsoft's validator, and limits of the list.

export const DX2101 = /* @__PURE__ */ note(
  'DX2101',
  '{rule}: the field "{field}" is {value}; the documents require {expected}',
);
export const DX2102 = /* @__PURE__ */ note('DX2102', 'IT2: controls {value} mean nothing for {mnemonic}');
export const DX2103 = /* @__PURE__ */ note(
  'DX2103',
  'DCL4: an input of a pixel shader is declared as {usage} {index}; the documents define texcoord 0 to 7 and color 0',
);
export const DX2104 = /* @__PURE__ */ note(
  'DX2104',
  'DCL5: vFace is declared with the mask {mask}; the documents require a full mask',
);
export const DX2105 = /* @__PURE__ */ note(
  'DX2105',
  '{rule}: a declaration has {what}, which the documents do not define',
);
export const DX2106 = /* @__PURE__ */ error(
  'DX2106',
  'an address other than aL must select one component; the validator rejects this without a code',
);
export const DX2107 = /* @__PURE__ */ warning('DX2107', '{count} more diagnostics of this program are not listed');

// Rules of root signatures.

export const DX4050 = /* @__PURE__ */ error('DX4050', 'root signature flags {flags}: an undefined bit is set');
export const DX4051 = /* @__PURE__ */ error('DX4051', 'there is no shader visibility {value}');
export const DX4052 = /* @__PURE__ */ error('DX4052', 'there is no descriptor range of type {type}');
export const DX4053 = /* @__PURE__ */ error(
  'DX4053',
  'samplers and other descriptors in one table',
  'put the samplers into a separate table',
);
export const DX4054 = /* @__PURE__ */ error(
  'DX4054',
  'a range of 0 descriptors',
  'specify the number of descriptors, or omit the range',
);
export const DX4055 = /* @__PURE__ */ error(
  'DX4055',
  'the range follows one that has no end or ends at the last slot of the table',
  'put the range without an end last, or specify the offset of this one',
);
export const DX4056 = /* @__PURE__ */ error('DX4056', '{count} registers from {register} on exceed the last register');
export const DX4057 = /* @__PURE__ */ error(
  'DX4057',
  '{count} descriptors from slot {slot} on exceed the last slot of a table',
);
export const DX4058 = /* @__PURE__ */ error('DX4058', 'flags {flags}: a bit without a meaning here is set');
export const DX4059 = /* @__PURE__ */ error(
  'DX4059',
  'flags {flags} describe data, but samplers refer to no data',
  'leave the DATA_ flags of samplers out',
);
export const DX4060 = /* @__PURE__ */ error(
  'DX4060',
  'flags {flags} hold more than one DATA_ flag',
  'keep one of them',
);
export const DX4061 = /* @__PURE__ */ error(
  'DX4061',
  'flags {flags}: data cannot be static if the descriptors are volatile',
  'use DATA_STATIC_WHILE_SET_AT_EXECUTE, or leave one of the two out',
);
export const DX4062 = /* @__PURE__ */ error(
  'DX4062',
  'flags {flags} call the descriptors both volatile and static',
  'keep one DESCRIPTORS_ flag',
);
export const DX4063 = /* @__PURE__ */ error(
  'DX4063',
  'flags {flags} keep bounds checks, but samplers have none',
  'leave DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS of samplers out',
);
export const DX4065 = /* @__PURE__ */ error(
  'DX4065',
  'register space {space} is reserved for the system',
  'use a space below 0xfffffff0',
);
export const DX4066 = /* @__PURE__ */ error(
  'DX4066',
  'registers from {kind}{first} of space {space} on overlap those of {other} for a stage that sees both',
  'move one of them to other registers, another space, or another visibility',
);
export const DX4067 = /* @__PURE__ */ error('DX4067', 'there is no filter {value}');
export const DX4068 = /* @__PURE__ */ error('DX4068', '{field}: there is no texture address mode {value}');
export const DX4069 = /* @__PURE__ */ error('DX4069', 'mipLODBias is {value}; it must be from -16 to 15.99');
export const DX4070 = /* @__PURE__ */ error('DX4070', 'maxAnisotropy is {value}; it must be from 0 to {limit}');
export const DX4071 = /* @__PURE__ */ error(
  'DX4071',
  'there is no comparison function {value}, but the filter compares',
);
export const DX4072 = /* @__PURE__ */ error('DX4072', 'there is no border color {value}');
export const DX4073 = /* @__PURE__ */ error('DX4073', '{field} is not a number');
export const DX4075 = /* @__PURE__ */ error(
  'DX4075',
  'the root signature costs {cost} DWORDs, more than the limit of {limit}',
  'a table costs 1, a root descriptor 2, and each constant 1',
);
