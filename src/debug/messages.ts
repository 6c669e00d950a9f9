/** The messages of the readers of debug information. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

export const DEBUG_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0200: { severity: 'warning', text: 'DBUG: {size} bytes; the header takes {expected}' },
  DX0201: {
    severity: 'warning',
    text: 'DBUG: {count} {what} at {offset} are declared; the shader has room for {room}',
  },
  DX0202: { severity: 'warning', text: 'DBUG: {what} at {offset} lies outside the shader' },
  DX0204: { severity: 'warning', text: 'SDBG: {size} bytes; the header takes {expected}' },
  DX0205: {
    severity: 'warning',
    text: 'SDBG: {count} {what} at {offset} are declared; the container has room for {room}',
  },
  DX0206: { severity: 'warning', text: 'SDBG: the text at {offset} lies outside the container' },
});
