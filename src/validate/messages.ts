/** The messages of the validators other than those of their rules. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** Shader models 1-3: what the documents require beyond Microsoft's validator, and limits of the list. */
export const SM1_VALIDATION_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2101: { severity: 'note', text: '{rule}: the field "{field}" is {value}; the documents require {expected}' },
  DX2102: { severity: 'note', text: 'IT2: controls {value} mean nothing for {mnemonic}' },
  DX2103: {
    severity: 'note',
    text: 'DCL4: an input of a pixel shader is declared as {usage} {index}; the documents define texcoord 0 to 7 and color 0',
  },
  DX2104: { severity: 'note', text: 'DCL5: vFace is declared with the mask {mask}; the documents require a full mask' },
  DX2105: { severity: 'note', text: '{rule}: a declaration has {what}, which the documents do not define' },
  DX2106: {
    text: 'an address other than aL must select one component; the validator rejects this without a code',
  },
  DX2107: { severity: 'warning', text: '{count} more diagnostics of this program are not listed' },
});

/** Rules of root signatures. */
export const ROOT_SIGNATURE_RULE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX4050: { text: 'root signature flags {flags}: an undefined bit is set' },
  DX4051: { text: 'there is no shader visibility {value}' },
  DX4052: { text: 'there is no descriptor range of type {type}' },
  DX4053: {
    text: 'samplers and other descriptors in one table',
    hint: 'put the samplers into a separate table',
  },
  DX4054: {
    text: 'a range of 0 descriptors',
    hint: 'specify the number of descriptors, or omit the range',
  },
  DX4055: {
    text: 'the range follows one that has no end or ends at the last slot of the table',
    hint: 'put the range without an end last, or specify the offset of this one',
  },
  DX4056: { text: '{count} registers from {register} on exceed the last register' },
  DX4057: { text: '{count} descriptors from slot {slot} on exceed the last slot of a table' },
  DX4058: { text: 'flags {flags}: a bit without a meaning here is set' },
  DX4059: {
    text: 'flags {flags} describe data, but samplers refer to no data',
    hint: 'leave the DATA_ flags of samplers out',
  },
  DX4060: { text: 'flags {flags} hold more than one DATA_ flag', hint: 'keep one of them' },
  DX4061: {
    text: 'flags {flags}: data cannot be static if the descriptors are volatile',
    hint: 'use DATA_STATIC_WHILE_SET_AT_EXECUTE, or leave one of the two out',
  },
  DX4062: {
    text: 'flags {flags} call the descriptors both volatile and static',
    hint: 'keep one DESCRIPTORS_ flag',
  },
  DX4063: {
    text: 'flags {flags} keep bounds checks, but samplers have none',
    hint: 'leave DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS of samplers out',
  },
  DX4065: {
    text: 'register space {space} is reserved for the system',
    hint: 'use a space below 0xfffffff0',
  },
  DX4066: {
    text: 'registers from {kind}{first} of space {space} on overlap those of {other} for a stage that sees both',
    hint: 'move one of them to other registers, another space, or another visibility',
  },
  DX4067: { text: 'there is no filter {value}' },
  DX4068: { text: '{field}: there is no texture address mode {value}' },
  DX4069: { text: 'mipLODBias is {value}; it must be from -16 to 15.99' },
  DX4070: { text: 'maxAnisotropy is {value}; it must be from 0 to {limit}' },
  DX4071: { text: 'there is no comparison function {value}, but the filter compares' },
  DX4072: { text: 'there is no border color {value}' },
  DX4073: { text: '{field} is not a number' },
  DX4075: {
    text: 'the root signature costs {cost} DWORDs, more than the limit of {limit}',
    hint: 'a table costs 1, a root descriptor 2, and each constant 1',
  },
});
