/** The messages of lowering that belong to no instruction set. */
import { defineMessages } from '../base/messages.ts';

export const LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5090: { severity: 'error', text: 'a program with version token {version} is not translated yet' },
  DX5091: { severity: 'error', text: 'the file has no program' },
});
