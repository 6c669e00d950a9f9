/**
 * Messages about features that a target cannot express, or expresses only approximately. DX6000 to DX6029: errors;
 * DX6030 to DX6049: warnings, where results may differ; DX6050 to DX6069: notes. DX6070 on are those of src/translate.
 */
import { error, note, warning } from '../../base/messages.ts';

export const DX6000 = /* @__PURE__ */ error(
  'DX6000',
  '{target} has no double-precision arithmetic ({operation})',
  'Compile the shader with floats.',
);
export const DX6001 = /* @__PURE__ */ error(
  'DX6001',
  '{target} has no {stage} shaders',
  'Translate to SPIR-V, which has all stages, or do the work in vertex and compute shaders.',
);
export const DX6002 = /* @__PURE__ */ error(
  'DX6002',
  '{target} has no atomic operations on textures ({name})',
  'Use a raw or structured buffer.',
);
export const DX6003 = /* @__PURE__ */ error(
  'DX6003',
  '{target} has no arrays of multisampled textures ({name})',
  'Bind each slice as a texture of its own.',
);
export const DX6004 = /* @__PURE__ */ error(
  'DX6004',
  '{target} has no arrays of resources without an upper bound ({name})',
  'Declare how many registers the range has.',
);
export const DX6005 = /* @__PURE__ */ error('DX6005', '{target} cannot express {what}');
export const DX6006 = /* @__PURE__ */ error(
  'DX6006',
  'a range of {count} registers ({name}) is more than the {limit} that are selected one by one',
  'Use a texture array, or declare a smaller range.',
);
export const DX6007 = /* @__PURE__ */ error(
  'DX6007',
  'no class instance is given for {pointers}',
  'Say which one each pointer has: with --instance, or with the option instances.',
);
export const DX6008 = /* @__PURE__ */ error(
  'DX6008',
  '{target} has no instruction of more than {limit} words: there are too many cases, or too many ways out of a block',
  'Translate to another language.',
);
export const DX6009 = /* @__PURE__ */ error(
  'DX6009',
  '{target} does not let vertex shaders write memory ({name})',
  'Write from a compute shader.',
);
export const DX6010 = /* @__PURE__ */ error('DX6010', 'blocks are nested deeper than {limit} levels here');
export const DX6011 = /* @__PURE__ */ error(
  'DX6011',
  '{target} cannot express {what}; these versions can: {versions}',
  'Translate to one of them.',
);
export const DX6012 = /* @__PURE__ */ error(
  'DX6012',
  '{target} cannot express a barrier, or a condition of one, that not all threads of the group reach',
  'Move the barrier out of conditional code.',
);
export const DX6013 = /* @__PURE__ */ error(
  'DX6013',
  '{target} cannot read and write {name} in one shader with the format {format}',
  'Give it another format in the list of bindings, such as r32float.',
);
export const DX6014 = /* @__PURE__ */ error(
  'DX6014',
  '{target} cannot express a typed buffer with the format {format} ({name})',
);
export const DX6031 = /* @__PURE__ */ warning(
  'DX6031',
  'a memory fence at which threads do not wait for each other is left out',
);
export const DX6032 = /* @__PURE__ */ warning('DX6032', 'the smallest level of detail of this read is ignored');
export const DX6033 = /* @__PURE__ */ warning('DX6033', '{target} has no cull distances; they are not written');
export const DX6034 = /* @__PURE__ */ warning('DX6034', 'raster order of {name} is not kept');
export const DX6035 = /* @__PURE__ */ warning('DX6035', '{target} has no point sizes; the point size is not written');
export const DX6036 = /* @__PURE__ */ warning('DX6036', 'the {target} text differs: {what}');
export const DX6037 = /* @__PURE__ */ warning('DX6037', 'a source of several programs is not repaired');
export const DX6038 = /* @__PURE__ */ note(
  'DX6038',
  'the source compiles to other words in {count} lines of the listing, here first ({compilations} compilations)',
);
export const DX6039 = /* @__PURE__ */ warning(
  'DX6039',
  'the compiler made nothing of the source ({compilations} compilations)',
);

// Printing SPIR-V. Words count from 0, the magic number.

export const DX6078 = /* @__PURE__ */ error(
  'DX6078',
  'these words are not a module of SPIR-V: {reason}',
  'Give the words of a .spv file, the lowest byte of each first',
);
export const DX6079 = /* @__PURE__ */ error(
  'DX6079',
  'the instruction at word {word} has {count} words by its first one, and the module has {left} more; the rest is not printed',
);
export const DX6080 = /* @__PURE__ */ note('DX6080', 'the instruction at word {word} is printed as numbers: {reason}');
