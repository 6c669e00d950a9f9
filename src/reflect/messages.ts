/** The messages of reflection. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** Reflection. */
export const REFLECT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0340: {
    text: 'more than {limit} members and values, which share bytes; the rest is left out',
    hint: 'the effect is damaged: compile it again',
  },
  DX1100: { severity: 'warning', text: 'the container has no {what}; Direct3D reflects nothing without it' },
  DX1101: { text: '{chunk}: more than {limit} members and interface slots; the rest is left out' },
  DX1102: { text: 'the library header names {declared} functions; there are {count} LIBF chunks' },
  DX1103: { text: 'the LIBF chunk holds no container' },
  DX1104: { text: '{chunk}: {name} has {size} interface slots; a shader has at most {limit}' },
});
