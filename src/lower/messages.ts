/** The messages of lowering: what has no meaning. The validator rejects nearly all of it, in other words. */
import { defineMessages } from '../base/messages.ts';

export const LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5091: { severity: 'error', text: 'the file has no program' },
  DX5100: { severity: 'error', text: 'opcode {opcode} has no meaning' },
  DX5101: { severity: 'error', text: '`{what}` is not directly inside a `{block}`' },
  DX5102: { severity: 'error', text: 'a block is not closed before `{what}`' },
  DX5103: { severity: 'error', text: '{register} is not declared, or lacks components that are used' },
  DX5104: { severity: 'error', text: '{register} cannot be used as this operand' },
  DX5105: { severity: 'error', text: 'subroutine {label} does not exist' },
  DX5106: { severity: 'error', text: 'subroutine {label} calls itself' },
  DX5107: { severity: 'error', text: '{what} is deeper than {limit} levels' },
  DX5108: { severity: 'error', text: 'the program needs more than {limit} operations' },
  DX5111: { severity: 'error', text: 'a second `{what}` in the same block' },
  DX5112: { severity: 'error', text: 'the program cannot be read as far as its length says' },
});
