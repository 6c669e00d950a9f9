/** The messages of preshaders that are read to be evaluated. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

export const PRESHADER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0160: {
    severity: 'error',
    text: 'these {size} bytes are no preshader, texture shader or expression, nor a shader with a preshader',
    hint: 'give a stream of comments, a shader of models 1 to 3, or the DXBC container of an expression',
  },
  DX0161: { severity: 'error', text: 'the preshader has no code ({tag})' },
  DX0162: { severity: 'error', text: 'the code has a count of {count} instructions, but ends after {found}' },
  DX0163: { severity: 'error', text: 'operation {opcode} is unknown; it is not evaluated' },
  DX0164: { severity: 'error', text: '{mnemonic} has {found} inputs instead of {expected}; it is not evaluated' },
  DX0165: { severity: 'error', text: 'the instruction has {count} components; only {limit} are evaluated' },
  DX0166: { severity: 'error', text: 'register type {type} is unknown; the operand is read as 0 and never written' },
  DX0167: { severity: 'warning', text: '{count} literals are declared, but {found} are stored' },
});
