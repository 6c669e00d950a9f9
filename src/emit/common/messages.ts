/**
 * Messages about features that a target cannot express, or expresses only approximately. DX6000 to DX6029: errors;
 * DX6030 to DX6049: warnings, where results may differ; DX6050 to DX6069: notes. DX6070 on are those of src/translate.
 */
import { defineMessages } from '../../base/messages.ts';

export const EMIT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX6000: {
    text: '{target} has no double-precision arithmetic ({operation})',
    hint: 'Compile the shader with floats.',
  },
  DX6001: {
    text: '{target} has no {stage} shaders',
    hint: 'Translate to SPIR-V, which has all stages, or do the work in vertex and compute shaders.',
  },
  DX6002: {
    text: '{target} has no atomic operations on textures ({name})',
    hint: 'Use a raw or structured buffer.',
  },
  DX6003: {
    text: '{target} has no arrays of multisampled textures ({name})',
    hint: 'Bind each slice as a texture of its own.',
  },
  DX6004: {
    text: '{target} has no arrays of resources without an upper bound ({name})',
    hint: 'Declare how many registers the range has.',
  },
  DX6005: {
    text: '{target} cannot express {what}',
  },
  DX6006: {
    text: 'a range of {count} registers ({name}) is more than the {limit} that are selected one by one',
    hint: 'Use a texture array, or declare a smaller range.',
  },
  DX6007: {
    text: 'no class instance is given for {pointers}',
    hint: 'Say which one each pointer has: with --instance, or with the option instances.',
  },
  DX6008: {
    text: '{target} has no instruction of more than {limit} words: there are too many cases, or too many ways out of a block',
    hint: 'Translate to another language.',
  },
  DX6009: {
    text: '{target} does not let vertex shaders write memory ({name})',
    hint: 'Write from a compute shader.',
  },
  DX6010: {
    text: 'blocks are nested deeper than {limit} levels here',
  },
  DX6011: {
    text: '{target} cannot express {what}; these versions can: {versions}',
    hint: 'Translate to one of them.',
  },
  DX6012: {
    text: '{target} cannot express a barrier, or a condition of one, that not all threads of the group reach',
    hint: 'Move the barrier out of conditional code.',
  },
  DX6013: {
    text: '{target} cannot read and write {name} in one shader with the format {format}',
    hint: 'Give it another format in the list of bindings, such as r32float.',
  },
  DX6014: { text: '{target} cannot express a typed buffer with the format {format} ({name})' },
  DX6031: { severity: 'warning', text: 'a memory fence at which threads do not wait for each other is left out' },
  DX6032: { severity: 'warning', text: 'the smallest level of detail of this read is ignored' },
  DX6033: { severity: 'warning', text: '{target} has no cull distances; they are not written' },
  DX6034: { severity: 'warning', text: 'raster order of {name} is not kept' },
  DX6035: { severity: 'warning', text: '{target} has no point sizes; the point size is not written' },
});
