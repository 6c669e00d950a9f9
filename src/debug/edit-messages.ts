/** The messages of what removes debug information, or puts it back. Apart from those of the readers, which every listing has. */
import { defineMessages } from '../base/messages.ts';

export const DEBUG_EDIT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0235: {
    severity: 'note',
    text: 'debug information is left in programs for feature level 9 or functions of the library, as with D3DStripShader',
    hint: 'Use the option `all` (`--all`) to remove it, too.',
  },
  DX0236: { text: 'the shader has no program database (chunk SPDB)' },
  DX0237: {
    text: 'the program database is of a program of {size} bytes; that of the shader has {actual}',
    hint: 'Use the program database that was made with this shader.',
  },
  DX0238: {
    text: 'the shader has no program of models 4 to 5.1, so no program database belongs to it',
  },
  DX0239: {
    text: 'the shader has no name of a program database (chunk ILDN), so none can be found in {directory}',
    hint: 'Name the file of the program database.',
  },
});
