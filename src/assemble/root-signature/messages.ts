/** The messages of the assembler of root signatures. The reporter fills in `{name}`. */
import { defineMessages } from '../../base/messages.ts';

/** The text of root signatures. */
export const ROOT_SIGNATURE_TEXT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX4020: { text: 'expected {expected}, found {found}' },
  DX4021: { text: '{name} is given twice', hint: 'leave out one of them' },
  DX4022: { text: 'a second RootFlags', hint: 'join the flags of both with | in one RootFlags' },
  DX4023: {
    text: '{entry} without {missing}',
    hint: 'every {entry} has one; write it anywhere in the parentheses',
  },
  DX4024: { text: '{entry} has {expected} registers; {found} is not one' },
  DX4025: { text: '{found} is not a value of {name}' },
  DX4026: { text: 'flags are 0 or names joined with |, not {found}' },
  DX4027: {
    text: 'root signatures of version 1.0 do not have these flags',
    hint: 'leave them out, or assemble as version 1.1',
  },
  DX4028: { text: '{found} is not a valid number here; expected {range}' },
  DX4030: {
    text: 'the macro {name} is not a root signature: it does not expand to strings',
    hint: 'give a macro that is defined as one or more strings',
  },
  DX4031: {
    severity: 'warning',
    text: 'the root signature costs {cost} DWORDs; compilers accept that, the runtime accepts at most {limit}',
  },
});
