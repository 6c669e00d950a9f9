/** The messages of the readers of shader models 1-3. `{name}` places are filled in by the reporter. */
import { defineMessages } from '../../base/messages.ts';

/** Token streams of shader models 1-3, preshaders and texture shaders. */
export const SM1_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2001: { severity: 'error', text: 'a token stream begins with a version; there is nothing' },
  DX2002: { severity: 'error', text: '{token} is no version of this kind of shader' },
  DX2003: { severity: 'error', text: 'the stream has no END token' },
  DX2004: { severity: 'error', text: 'the comment says {declared} DWORDs; {left} are left' },
  DX2005: { severity: 'warning', text: 'opcode {opcode} is unknown' },
  DX2006: {
    severity: 'warning',
    text: 'the instruction says {length} DWORDs; its parameter tokens take {found}, which is what is printed',
  },
  DX2007: { severity: 'note', text: '{count} DWORDs behind the END token belong to no instruction' },
  DX2020: { severity: 'error', text: 'there is no code (comment FXLC)' },
  DX2021: { severity: 'error', text: 'the code says {count} instructions; it ends after {found}' },
});
