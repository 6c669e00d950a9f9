/** The messages of the program. `{name}` places are filled in by the reporter. */
import { defineMessages } from '../base/messages.ts';

/** What only the program reports: files, outputs, options. */
export const CLI_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0004: { severity: 'error', text: 'the file cannot be read: {reason}' },
  DX0005: { severity: 'error', text: 'the output cannot be written: {reason}' },
  DX0016: { severity: 'error', text: 'this is {kind}, not an assembly text{way}' },
  DX0017: { severity: 'error', text: 'this is {kind}, and there is no root signature in it' },
  DX0018: { severity: 'error', text: 'there is nothing to judge among the {count} file(s) in this folder' },
  DX1036: { severity: 'error', text: 'this is {kind}, not a DXBC container' },
  DX1039: {
    severity: 'note',
    text: 'of {count} chunks {tag} the first one is taken; the others have the numbers {others}',
  },
  DX1041: { severity: 'error', text: 'the container has no chunk {chunk}' },
  DX1044: {
    severity: 'error',
    text: 'the digest is neither the retail nor the debug one: {found} stands there, {expected} is right',
  },
  DX4032: { severity: 'error', text: 'this is {kind}, which has no use for {option}' },
});
