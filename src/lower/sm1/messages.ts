/** The messages of lowering programs of shader models 1 to 3 only. */
import { defineMessages } from '../../base/messages.ts';

export const SM1_LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5200: { text: '`{opcode}` has {found} operands, not {expected}' },
  DX5201: {
    text: 'a program with version token {version} is neither a vertex shader nor a pixel shader',
  },
  DX5202: { text: '`{opcode}` cannot run together with the instruction before it' },
  DX5203: { text: '`{opcode}` cannot be predicated' },
  DX5204: { text: 'source modifier {modifier} has no meaning here' },
  DX5205: { text: 'comparison {number} of `{opcode}` has no meaning' },
  DX5206: { text: '`{opcode}` completes a matrix of {expected} rows, but {found} were computed' },
  DX5207: { text: 'controls {controls} of `texld` have no meaning' },
});
