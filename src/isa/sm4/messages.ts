/** The messages of the readers of shader models 4-5.1. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

/** Programs of shader models 4-5.1. */
export const SM4_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3001: { severity: 'error', text: 'a program begins with a version and a length; {words} DWORDs are available' },
  DX3002: { severity: 'error', text: 'the program declares {declared} DWORDs; {words} are available' },
  DX3003: {
    severity: 'error',
    text: 'an instruction of {length} DWORDs (opcode {opcode}); the rest of the program is not read',
  },
  DX3004: { severity: 'error', text: 'the instruction {token} declares {length} DWORDs; {left} are left' },
  DX3005: { severity: 'error', text: 'program type {type} does not exist' },
  DX3006: { severity: 'warning', text: 'opcode {opcode} is unknown; its {length} DWORDs are printed as they are' },
});
