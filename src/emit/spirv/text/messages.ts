/** Messages of the SPIR-V printer. Words count from 0, the magic number. */
import { defineMessages } from '../../../base/messages.ts';

export const SPIRV_TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX6078: {
    text: 'these words are not a module of SPIR-V: {reason}',
    hint: 'Give the words of a .spv file, the lowest byte of each first',
  },
  DX6079: {
    text: 'the instruction at word {word} has {count} words by its first one, and the module has {left} more; the rest is not printed',
  },
  DX6080: {
    severity: 'note',
    text: 'the instruction at word {word} is printed as numbers: {reason}',
  },
});
