/** The messages of lowering: what has no meaning. The validator rejects nearly all of it, in other words. */
import { defineMessages } from '../base/messages.ts';

export const LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5091: { text: 'the file has no program' },
  DX5100: { text: 'opcode {opcode} has no meaning' },
  DX5101: { text: '`{what}` is not directly inside a `{block}`' },
  DX5102: { text: 'a block is not closed before `{what}`' },
  DX5103: { text: '{register} is not declared, or lacks components that are used' },
  DX5104: { text: '{register} cannot be used as this operand' },
  DX5105: { text: 'subroutine {label} does not exist' },
  DX5106: { text: 'subroutine {label} calls itself' },
  DX5107: { text: '{what} is deeper than {limit} levels' },
  DX5108: { text: 'the program needs more than {limit} operations' },
  DX5111: { text: 'a second `{what}` in the same block' },
  DX5112: { text: 'the program cannot be read as far as its length says' },
});
