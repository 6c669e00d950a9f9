/** The messages of the printers. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** What the printers report. */
export const TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0115: {
    text: 'effects are listed with their header sections only',
    hint: 'leave out the option',
  },
  DX0127: {
    text: 'the shader in the effect is not whole or its digest is wrong, so the effect has no listing',
    hint: 'extract the shaders to list the others',
  },
  DX1016: { text: 'the listing stops here: it has reached {limit} characters' },
  DX1019: { severity: 'note', text: 'the listing has no header sections: {reason}' },
  DX1021: { text: 'no more {tag} chunks are printed: they have reached {limit}' },
});
