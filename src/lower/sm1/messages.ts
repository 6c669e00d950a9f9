/** The messages of lowering programs of shader models 1 to 3 only. */
import { defineMessages } from '../../base/messages.ts';

export const SM1_LOWER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX5200: { severity: 'error', text: '`{opcode}` has {found} operands, not {expected}' },
  DX5201: {
    severity: 'error',
    text: 'a program with version token {version} is neither a vertex shader nor a pixel shader',
  },
  DX5202: { severity: 'error', text: '`{opcode}` cannot run together with the instruction before it' },
  DX5203: { severity: 'error', text: '`{opcode}` cannot be predicated' },
  DX5204: { severity: 'error', text: 'source modifier {modifier} has no meaning here' },
  DX5205: { severity: 'error', text: 'comparison {number} of `{opcode}` has no meaning' },
  DX5206: { severity: 'error', text: '`{opcode}` completes a matrix of {expected} rows, but {found} were computed' },
  DX5207: { severity: 'error', text: 'controls {controls} of `texld` have no meaning' },
});
