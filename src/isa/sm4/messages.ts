/** The messages of the readers of shader models 4-5.1. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

/** Programs of shader models 4-5.1. */
export const SM4_MESSAGES = /* @__PURE__ */ defineMessages({
  DX3001: { text: 'a program begins with a version and a length; {words} DWORDs are available' },
  DX3002: { text: 'the program declares {declared} DWORDs; {words} are available' },
  DX3003: {
    text: 'an instruction of {length} DWORDs (opcode {opcode}); the rest of the program is not read',
  },
  DX3004: { text: 'the instruction {token} declares {length} DWORDs; {left} are left' },
  DX3005: { text: 'program type {type} does not exist' },
  DX3006: { severity: 'warning', text: 'opcode {opcode} is unknown; its {length} DWORDs are printed as they are' },
});
