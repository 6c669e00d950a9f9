/** The messages of programs that run: preshaders, and the textures and draws of the interpreter. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

export const PRESHADER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0160: {
    text: 'these {size} bytes are no preshader, texture shader or expression, nor a shader with a preshader',
    hint: 'give a stream of comments, a shader of models 1 to 3, or the DXBC container of an expression',
  },
  DX0161: { text: 'the preshader has no code ({tag})' },
  DX0162: { text: 'the code has a count of {count} instructions, but ends after {found}' },
  DX0163: { text: 'operation {opcode} is unknown; it is not evaluated' },
  DX0164: { text: '{mnemonic} has {found} inputs instead of {expected}; it is not evaluated' },
  DX0165: { text: 'the instruction has {count} components; only {limit} are evaluated' },
  DX0166: { text: 'register type {type} is unknown; the operand is read as 0 and never written' },
  DX0167: { severity: 'warning', text: '{count} literals are declared, but {found} are stored' },
});

/** Textures and views that cannot be made. */
export const TEXTURE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7050: {
    text: '{name} is {value}; it must be a whole number from {low} to {high}',
  },
  DX7051: {
    text: 'format {format} cannot be used for a {dimension} texture',
    hint: 'docs/formats.md lists the uses of each format',
  },
  DX7052: { text: 'the texture has {bytes} bytes; at most {limit} are allowed' },
  DX7053: { text: 'the texture has {expected} bytes, but {found} are given' },
  DX7054: {
    text: 'a texture with {samples} samples has to be 2D with one mipmap level',
    hint: 'give it 1 sample, or 1 level and dimension 2d',
  },
  DX7055: { text: '{samples} samples are not supported', hint: 'use 1, 2, 4, 8 or 16' },
  DX7056: {
    text: 'a view of dimension {view} is not compatible with a {dimension} texture of {layers} layers and {samples} samples',
  },
  DX7057: {
    text: 'format {format} of the view is not compatible with format {texture} of the texture',
    hint: 'the formats must have elements of the same size',
  },
  DX7058: {
    text: 'the {name} {first} to {last} of the view are not in the texture, which has {count}',
  },
  DX7059: { text: 'format {format} is not read by shaders, so a view cannot have it' },
  DX7060: {
    text: 'the size {width} x {height} is not a multiple of the block size {blockWidth} x {blockHeight} of {format}',
  },
  DX7061: {
    text: 'a view of {bytes} bytes at offset {offset} is outside the buffer of {size} bytes',
  },
});

/** Draws that cannot be made, or not wholly. */
export const DRAW_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7100: { text: 'the {stage} stage has a program of stage {found}' },
  DX7101: {
    text: 'the draw has no {stage} shader; the fixed functions of Direct3D 9 are not implemented',
    hint: 'give a shader that does what they do',
  },
  DX7102: {
    text: 'the vertex shader reads {semantic}{index}, which the input layout does not have',
  },
  DX7103: { text: '{name} is {value}; it must be a whole number from {low} to {high}' },
  DX7104: { text: 'the draw has a {present} shader, but no {missing} shader' },
  DX7105: {
    text: 'topology {topology} cannot be tessellated',
    hint: 'use patch-list with a hull shader',
  },
  DX7106: { text: '{name} has {samples} samples, but {other} has {expected}' },
  DX7107: {
    text: 'format {format} of {name} cannot be that of a {use}',
    hint: 'docs/formats.md lists the uses of each format',
  },
  DX7108: {
    text: 'the draw ended at the limit of {limit} {what}; what it wrote until then stays',
  },
  DX7109: { text: 'the geometry shader reads primitives of type {expected}, but gets {found}' },
  DX7110: { text: 'blending with two sources allows only render target 0' },
  DX7111: { text: '{name} {problem}' },
  DX7113: {
    text: 'the hull shader reads patches of {expected} control points, but the draw has {found}',
  },
  DX7114: { text: 'topology {topology} is not one of Direct3D 9' },
  DX7117: { text: '{name} is {value}; it must be a number from {low} to {high}' },
});
