/** Diagnostics of translation other than those of targets (src/emit/common/messages.ts). */
import { error, note, warning } from '../base/messages.ts';

// Translation.

export const DX6070 = /* @__PURE__ */ error(
  'DX6070',
  '{a} and {b} are both at group {group}, binding {binding}',
  'Give one of them another number in the list of bindings.',
);
export const DX6071 = /* @__PURE__ */ warning(
  'DX6071',
  'the list of bindings has {name}, which the shader does not use',
);
export const DX6072 = /* @__PURE__ */ error(
  'DX6072',
  'the {direction} need location {location}; {target} has {limit}',
  'Translate the stages of a pipeline together, which leaves out what the next stage does not read.',
);
export const DX6073 = /* @__PURE__ */ error('DX6073', 'the pipeline has a second {stage} shader');
export const DX6074 = /* @__PURE__ */ note('DX6074', 'the constants of {name} are an array without names: {reason}');
export const DX6076 = /* @__PURE__ */ warning(
  'DX6076',
  '{name} is read, but the {stage} shader does not write it; it reads as 0',
);
export const DX6077 = /* @__PURE__ */ note('DX6077', 'there is no other stage to link the shader with');
export const DX6086 = /* @__PURE__ */ error(
  'DX6086',
  'a shader of models 1 to 3 cannot be in one pipeline with shaders of later models',
);
export const DX6087 = /* @__PURE__ */ note(
  'DX6087',
  'a preshader computes the constants {registers} on the CPU; the translated code only reads them',
  'Run it before drawing: `preshader` of the map has its variables and its code, and evaluatePreshader of dxlens/vm computes the constants.',
);
export const DX6088 = /* @__PURE__ */ error(
  'DX6088',
  'a shader of models 4.0 to 5.1 is bytecode of Direct3D 10 to 12 already',
);
export const DX6089 = /* @__PURE__ */ error('DX6089', 'only programs of models 4.0 to 5.1 can be optimized');
export const DX6090 = /* @__PURE__ */ warning(
  'DX6090',
  'the shorter program would break rule {code}; the shader stays as it is',
  'This is a fault of dxlens: please report it with the shader.',
);
export const DX6075 = /* @__PURE__ */ error('DX6075', 'the list of bindings: {problem}');
export const DX6085 = /* @__PURE__ */ note(
  'DX6085',
  'states of Direct3D 9 have no effect on a shader of models 4 to 5.1',
);

// About the names of class instances.

export const DX6082 = /* @__PURE__ */ error(
  'DX6082',
  "the shader uses no interface pointer '{name}'; those that it uses: {known}",
  'A pointer is named as in HLSL, such as lights[2], or by its number.',
);
export const DX6083 = /* @__PURE__ */ error(
  'DX6083',
  "the shader has no class instance '{name}'; compatible with '{variable}': {compatible}",
);
export const DX6084 = /* @__PURE__ */ error(
  'DX6084',
  "the class of '{name}' does not implement the interface of '{variable}'; those that do: {compatible}",
);
