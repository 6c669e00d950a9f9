/** The messages of the assembler of root signatures. `{name}` places are filled in by the reporter. */
import { defineMessages } from '../../base/messages.ts';

/** The text of root signatures. */
export const ROOT_SIGNATURE_TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX4020: { severity: 'error', text: '{found} where {expected} is expected' },
  DX4021: { severity: 'error', text: '{name} is given twice', hint: 'leave one of them out' },
  DX4022: { severity: 'error', text: 'a second RootFlags', hint: 'join the flags of both with | in one RootFlags' },
  DX4023: {
    severity: 'error',
    text: '{entry} without {missing}',
    hint: 'every {entry} has one; write it in any place',
  },
  DX4024: { severity: 'error', text: '{entry} has {expected} registers, and {found} is none' },
  DX4025: { severity: 'error', text: '{found} is none of the values of {name}' },
  DX4026: { severity: 'error', text: 'flags are 0 or names joined with |, and not {found}' },
  DX4027: {
    severity: 'error',
    text: 'root signatures of version 1.0 have no such flags',
    hint: 'leave them out, or assemble as version 1.1',
  },
  DX4028: { severity: 'error', text: '{found} is no number that fits here: {range}' },
  DX4030: {
    severity: 'error',
    text: 'the macro {name} does not stand for strings, which hold root signatures',
    hint: 'name a macro that is defined with one or several strings in a row',
  },
  DX4031: {
    severity: 'warning',
    text: 'the root signature costs {cost} DWORDs; compilers take that, the runtime takes {limit} at most',
  },
});
