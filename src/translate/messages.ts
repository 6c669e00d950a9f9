/** What translation reports besides what targets do (src/emit/common/messages.ts). */
import { defineMessages } from '../base/messages.ts';

export const TRANSLATE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX6070: {
    severity: 'error',
    text: '{a} and {b} are both at group {group}, binding {binding}',
    hint: 'Give one of them another number in the list of bindings.',
  },
  DX6071: { severity: 'warning', text: 'the list of bindings has {name}, which the shader does not use' },
  DX6072: {
    severity: 'error',
    text: 'the {direction} need location {location}; {target} has {limit}',
    hint: 'Translate the stages of a pipeline together, which leaves out what the next stage does not read.',
  },
  DX6073: { severity: 'error', text: 'the pipeline has no {stage} shader, but the input of it is a {found} shader' },
  DX6074: {
    severity: 'note',
    text: 'the constants of {name} are an array without names: {reason}',
  },
  DX6075: { severity: 'error', text: 'the list of bindings: {problem}' },
});
