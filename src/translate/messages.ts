/** What translation reports besides what targets do (src/emit/common/messages.ts). */
import { defineMessages } from '../base/messages.ts';

export const TRANSLATE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX6070: {
    text: '{a} and {b} are both at group {group}, binding {binding}',
    hint: 'Give one of them another number in the list of bindings.',
  },
  DX6071: { severity: 'warning', text: 'the list of bindings has {name}, which the shader does not use' },
  DX6072: {
    text: 'the {direction} need location {location}; {target} has {limit}',
    hint: 'Translate the stages of a pipeline together, which leaves out what the next stage does not read.',
  },
  DX6073: { text: 'the pipeline has a second {stage} shader' },
  DX6074: {
    severity: 'note',
    text: 'the constants of {name} are an array without names: {reason}',
  },
  DX6076: { severity: 'warning', text: '{name} is read, but the {stage} shader does not write it; it reads as 0' },
  DX6077: { severity: 'note', text: 'there is no other stage to link the shader with' },
  DX6086: { text: 'a shader of models 1 to 3 cannot be in one pipeline with shaders of later models' },
  DX6087: {
    severity: 'note',
    text: 'a preshader computes the constants {registers} on the CPU; the translated code only reads them',
    hint: 'Run it before drawing: `preshader` of the map has its variables and its code, and evaluatePreshader of dxlens/vm computes the constants.',
  },
  DX6075: { text: 'the list of bindings: {problem}' },
  DX6085: { severity: 'note', text: 'states of Direct3D 9 have no effect on a shader of models 4 to 5.1' },
  DX6081: {
    text: 'this function does not translate shader models {models}',
    hint: 'Call translateToWgsl, which translates all models.',
  },
});

/** About the names of class instances. */
export const INSTANCE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX6082: {
    text: "the shader uses no interface pointer '{name}'; those that it uses: {known}",
    hint: 'A pointer is named as in HLSL, such as lights[2], or by its number.',
  },
  DX6083: {
    text: "the shader has no class instance '{name}'; compatible with '{variable}': {compatible}",
  },
  DX6084: {
    text: "the class of '{name}' does not implement the interface of '{variable}'; those that do: {compatible}",
  },
});
