/** The messages of the readers of debug information. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

export const DEBUG_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0200: { severity: 'warning', text: 'DBUG: {size} bytes; the header takes {expected}' },
  DX0201: {
    severity: 'warning',
    text: 'DBUG: {count} {what} at {offset} are declared; the shader has room for {room}',
  },
  DX0202: { severity: 'warning', text: 'DBUG: {what} at {offset} lies outside the shader' },
  DX0203: { severity: 'warning', text: 'DBUG: variables that share bytes; the rest is left out after {limit} entries' },
});
