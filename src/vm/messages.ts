/**
 * The messages of programs that run: jobs, draws, textures and preshaders. The reporter fills in the `{name}`
 * placeholders.
 */
import { error, warning } from '../base/messages.ts';

// The form of a job.

export const DX7000 = /* @__PURE__ */ error('DX7000', 'this is no JSON document: expected {expected}');
export const DX7001 = /* @__PURE__ */ error('DX7001', "unknown field '{name}'{suggestion}");
export const DX7002 = /* @__PURE__ */ error('DX7002', 'expected {expected}, found {found}');
export const DX7003 = /* @__PURE__ */ error('DX7003', "the field '{name}' is missing");
export const DX7004 = /* @__PURE__ */ error('DX7004', '{value} is out of range; it must be from {low} to {high}');
export const DX7005 = /* @__PURE__ */ error(
  'DX7005',
  "'{value}' is none of the words that are allowed here{suggestion}",
);
export const DX7006 = /* @__PURE__ */ error('DX7006', "the job has no {section} named '{name}'{suggestion}");
export const DX7007 = /* @__PURE__ */ error(
  'DX7007',
  'exactly one of the fields {names} is required; {count} are present',
);
export const DX7008 = /* @__PURE__ */ error('DX7008', "the name '{name}' occurs twice in this object");
export const DX7009 = /* @__PURE__ */ error('DX7009', 'lists and objects are nested in more than {limit} levels');
export const DX7010 = /* @__PURE__ */ error(
  'DX7010',
  'version {found} of jobs is not supported; this release reads version {expected}',
);
export const DX7011 = /* @__PURE__ */ error('DX7011', "the name '{name}' is that of a buffer and of a texture");

// The contents of a job: files, resources, shaders.

export const DX7012 = /* @__PURE__ */ error('DX7012', "the file '{file}' cannot be read: {reason}");
export const DX7013 = /* @__PURE__ */ error('DX7013', 'this is no Base64');
export const DX7014 = /* @__PURE__ */ error('DX7014', 'the content has {found} {unit}, but {expected} are needed');
export const DX7015 = /* @__PURE__ */ error('DX7015', 'format {format} cannot be used for {use}');
export const DX7016 = /* @__PURE__ */ error('DX7016', 'the image cannot be read: {reason}');
export const DX7017 = /* @__PURE__ */ error('DX7017', 'the size is not given: {what} is needed');
export const DX7018 = /* @__PURE__ */ error(
  'DX7018',
  'the buffers and textures of the job have more than {limit} bytes',
);
export const DX7019 = /* @__PURE__ */ error('DX7019', 'this is no shader that can be run: {reason}');
export const DX7020 = /* @__PURE__ */ error('DX7020', 'the shader is a {found}; {expected} is needed here');
export const DX7021 = /* @__PURE__ */ error('DX7021', "the shader has no {what} named '{name}'{suggestion}");
export const DX7022 = /* @__PURE__ */ error('DX7022', '{what} cannot be bound to {register}, which takes {expected}');
export const DX7023 = /* @__PURE__ */ error(
  'DX7023',
  'the shader has no reflection of its buffers, so variables cannot be named',
);
export const DX7024 = /* @__PURE__ */ error('DX7024', 'the value does not match {type}: {reason}');
export const DX7025 = /* @__PURE__ */ warning('DX7025', 'nothing is bound to {register}{name}; reads of it give 0');
export const DX7026 = /* @__PURE__ */ error('DX7026', 'the ranges are not inside of their resources, or overlap');
export const DX7027 = /* @__PURE__ */ error('DX7027', '{from} and {to} are not compatible: {reason}');
export const DX7028 = /* @__PURE__ */ error('DX7028', 'the output cannot be made: {reason}');
export const DX7029 = /* @__PURE__ */ error('DX7029', 'the part that is named is not in the resource: {reason}');

// Why a run ended early.

export const DX7030 = /* @__PURE__ */ error(
  'DX7030',
  'the limit of {limit} instructions was reached',
  'raise limits.instructions, if the shader is not in an endless loop',
);
export const DX7031 = /* @__PURE__ */ error(
  'DX7031',
  'the limit of {limit} seconds was reached',
  'raise limits.seconds',
);
export const DX7032 = /* @__PURE__ */ error(
  'DX7032',
  'a barrier in thread group {group} is not reached by all threads: thread {waiting} waits, and thread {other} ended or waits elsewhere',
);
export const DX7033 = /* @__PURE__ */ error(
  'DX7033',
  'a barrier in thread group {group} is in flow control that only some threads of a quad take (threads {first} to {last})',
);
export const DX7034 = /* @__PURE__ */ error(
  'DX7034',
  'a file named {file} would be outside of the directory of the outputs',
);
export const DX7035 = /* @__PURE__ */ error('DX7035', "two outputs have the file '{file}'");

// Preshaders.

export const DX0160 = /* @__PURE__ */ error(
  'DX0160',
  'these {size} bytes are no preshader, texture shader or expression, nor a shader with a preshader',
  'give a stream of comments, a shader of models 1 to 3, or the DXBC container of an expression',
);
export const DX0161 = /* @__PURE__ */ error('DX0161', 'the preshader has no code ({tag})');
export const DX0162 = /* @__PURE__ */ error(
  'DX0162',
  'the code has a count of {count} instructions, but ends after {found}',
);
export const DX0163 = /* @__PURE__ */ error('DX0163', 'operation {opcode} is unknown; it is not evaluated');
export const DX0164 = /* @__PURE__ */ error(
  'DX0164',
  '{mnemonic} has {found} inputs instead of {expected}; it is not evaluated',
);
export const DX0165 = /* @__PURE__ */ error(
  'DX0165',
  'the instruction has {count} components; only {limit} are evaluated',
);
export const DX0166 = /* @__PURE__ */ error(
  'DX0166',
  'register type {type} is unknown; the operand is read as 0 and never written',
);
export const DX0167 = /* @__PURE__ */ warning('DX0167', '{count} literals are declared, but {found} are stored');

// Textures and views that cannot be made.

export const DX7050 = /* @__PURE__ */ error(
  'DX7050',
  '{name} is {value}; it must be a whole number from {low} to {high}',
);
export const DX7051 = /* @__PURE__ */ error(
  'DX7051',
  'format {format} cannot be used for a {dimension} texture',
  'docs/formats.md lists the uses of each format',
);
export const DX7052 = /* @__PURE__ */ error('DX7052', 'the texture has {bytes} bytes; at most {limit} are allowed');
export const DX7053 = /* @__PURE__ */ error('DX7053', 'the texture has {expected} bytes, but {found} are given');
export const DX7054 = /* @__PURE__ */ error(
  'DX7054',
  'a texture with {samples} samples has to be 2D with one mipmap level',
  'give it 1 sample, or 1 level and dimension 2d',
);
export const DX7055 = /* @__PURE__ */ error('DX7055', '{samples} samples are not supported', 'use 1, 2, 4, 8 or 16');
export const DX7056 = /* @__PURE__ */ error(
  'DX7056',
  'a view of dimension {view} is not compatible with a {dimension} texture of {layers} layers and {samples} samples',
);
export const DX7057 = /* @__PURE__ */ error(
  'DX7057',
  'format {format} of the view is not compatible with format {texture} of the texture',
  'the formats must have elements of the same size',
);
export const DX7058 = /* @__PURE__ */ error(
  'DX7058',
  'the {name} {first} to {last} of the view are not in the texture, which has {count}',
);
export const DX7059 = /* @__PURE__ */ error(
  'DX7059',
  'format {format} is not read by shaders, so a view cannot have it',
);
export const DX7060 = /* @__PURE__ */ error(
  'DX7060',
  'the size {width} x {height} is not a multiple of the block size {blockWidth} x {blockHeight} of {format}',
);
export const DX7061 = /* @__PURE__ */ error(
  'DX7061',
  'a view of {bytes} bytes at offset {offset} is outside the buffer of {size} bytes',
);

// Draws that cannot be made, or not wholly.

export const DX7100 = /* @__PURE__ */ error('DX7100', 'the {stage} stage has a program of stage {found}');
export const DX7101 = /* @__PURE__ */ error(
  'DX7101',
  'the draw has no {stage} shader; the fixed functions of Direct3D 9 are not implemented',
  'give a shader that does what they do',
);
export const DX7102 = /* @__PURE__ */ error(
  'DX7102',
  'the vertex shader reads {semantic}{index}, which the input layout does not have',
);
export const DX7103 = /* @__PURE__ */ error(
  'DX7103',
  '{name} is {value}; it must be a whole number from {low} to {high}',
);
export const DX7104 = /* @__PURE__ */ error('DX7104', 'the draw has a {present} shader, but no {missing} shader');
export const DX7105 = /* @__PURE__ */ error(
  'DX7105',
  'topology {topology} cannot be tessellated',
  'use patch-list with a hull shader',
);
export const DX7106 = /* @__PURE__ */ error('DX7106', '{name} has {samples} samples, but {other} has {expected}');
export const DX7107 = /* @__PURE__ */ error(
  'DX7107',
  'format {format} of {name} cannot be that of a {use}',
  'docs/formats.md lists the uses of each format',
);
export const DX7108 = /* @__PURE__ */ error(
  'DX7108',
  'the draw ended at the limit of {limit} {what}; what it wrote until then stays',
);
export const DX7109 = /* @__PURE__ */ error(
  'DX7109',
  'the geometry shader reads primitives of type {expected}, but gets {found}',
);
export const DX7110 = /* @__PURE__ */ error('DX7110', 'blending with two sources allows only render target 0');
export const DX7111 = /* @__PURE__ */ error('DX7111', '{name} {problem}');
export const DX7113 = /* @__PURE__ */ error(
  'DX7113',
  'the hull shader reads patches of {expected} control points, but the draw has {found}',
);
export const DX7114 = /* @__PURE__ */ error('DX7114', 'topology {topology} is not one of Direct3D 9');
export const DX7117 = /* @__PURE__ */ error('DX7117', '{name} is {value}; it must be a number from {low} to {high}');
