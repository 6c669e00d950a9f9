/** The messages of the reader of effects of Direct3D 9. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

/** What is wrong with an effect of fx_2_0. */
export const FX2_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0130: { text: 'an effect begins with {needed} bytes; {size} are left' },
  DX0131: { text: 'the lists of the effect begin at {offset}, outside the file of {size} bytes' },
  DX0132: { text: '{what} at {offset} ends at {end}, outside the file of {size} bytes' },
  DX0133: { text: '{count} {what} are declared; there is room for {room}' },
  DX0134: { severity: 'warning', text: '{what} of class {class} and type {type}, which effects do not have' },
  DX0135: {
    text: 'declarations and values share so many bytes that the rest, from {what} on, is not read',
  },
  DX0136: { text: 'declarations nest deeper than {limit} levels' },
  DX0137: { text: '{what} refers to object {id}; the effect declares {count} objects' },
  DX0138: { severity: 'warning', text: 'object {id} is stored twice; only the first one counts' },
  DX0139: { text: 'resource {index} belongs to {owner}, which does not exist' },
  DX0140: { severity: 'warning', text: 'resource {index} has usage {usage}; only 0 to 2 are known' },
  DX0141: { severity: 'warning', text: 'resource {index} names the parameter {name}, which does not exist' },
  DX0143: { severity: 'warning', text: '{what} has operation {operation}; the last known one is {last}' },
  DX0144: { severity: 'note', text: '{count} bytes from {offset} on are used by nothing in the effect' },
  DX0145: { text: 'the header of XNA declares {offset} bytes before the effect; {reason}' },
  DX0146: { text: 'this is no effect of fx_2_0: it begins with {version}' },
});
