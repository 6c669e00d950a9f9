/** The messages of the readers of shader models 1-3. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

/** Token streams of shader models 1-3, preshaders and texture shaders. */
export const SM1_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2001: { text: 'the token stream is empty; a version token is missing' },
  DX2002: { text: '{token} is not a version token of this shader type' },
  DX2003: { text: 'the stream has no END token' },
  DX2004: { text: 'the comment has a length of {declared} DWORDs, but only {left} are left' },
  DX2005: { severity: 'warning', text: 'opcode {opcode} is unknown' },
  DX2006: {
    severity: 'warning',
    text: 'the instruction has a length of {length} DWORDs, but its parameter tokens take {found}; the tokens are printed',
  },
  DX2007: { severity: 'note', text: '{count} DWORDs after the END token belong to no instruction' },
  DX2022: {
    severity: 'note',
    text: 'the inputs are assumed to be those of Direct3D 8, which declares them outside of the code: {inputs}',
    hint: 'Declare them with dcl_ and a usage, if they are others.',
  },
  DX2020: { text: 'the code (comment FXLC) is missing' },
  DX2021: { text: 'the code has a count of {count} instructions, but ends after {found}' },
});
