/** The messages of lowering programs of shader models 4.0 to 5.1 only. */
import { defineMessages } from '../../base/messages.ts';

export const SM4_LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5109: { text: 'a program of type {stage} cannot be run by itself' },
  DX5110: { text: 'the instruction is in a `switch`, before its first `case` or `default`' },
  DX5113: { text: 'register {register} is larger than the largest one, {limit}' },
  DX5114: { text: '`{opcode}` is not available in stage {stage}' },
  DX5115: { text: 'the arrays of the program have more than {limit} rows' },
});
