/** The messages of program databases in the chunk SPDB. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../../base/messages.ts';

export const SPDB_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0220: { text: 'SPDB holds no program database of version 7.0; its first bytes are wrong' },
  DX0221: { text: 'the program database in SPDB cannot be read: it declares {what}' },
  DX0222: { text: 'the program database in SPDB has no readable stream of {what}' },
  DX0245: {
    severity: 'warning',
    text: 'stream {stream} of the program database in SPDB has block {block}, which is outside the file; it is not read',
  },
});
