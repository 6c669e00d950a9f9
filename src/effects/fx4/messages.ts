/** The messages of the reader of binary effects. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

/** What is wrong with an effect of fx_4_0, fx_4_1 or fx_5_0. */
export const FX4_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0100: { text: 'this is not an effect of fx_4_0, fx_4_1 or fx_5_0: it begins with {version}' },
  DX0101: { text: 'the effect ends in {what}; it has {size} bytes', hint: 'get the whole file' },
  DX0102: { text: '{what} is at offset {offset}, outside of the {size} bytes of data' },
  DX0103: { text: '{count} {what} are declared; there is room for {room}' },
  DX0104: { text: 'the type at offset {offset} contains itself' },
  DX0105: { text: 'types nest deeper than {limit} levels' },
  DX0106: { text: '{value} is not {what}' },
  DX0107: { text: 'there are names of more than {limit} characters in all; the rest is left out' },
  DX0108: { severity: 'warning', text: '{count} bytes after the last record are not read' },
  DX0109: { text: 'the offset of {what} is 0' },
  DX0400: {
    text: '{what} overlaps others, and all of them have more than {limit} bytes; it is not read',
  },
  DX0110: { text: 'a default value of {size} bytes; they come in whole DWORDs' },
});
