/**
 * The messages of jobs: what is wrong with their text, their resources and their commands, and why a run ended early.
 */
import { defineMessages } from '../../base/messages.ts';

/** The form of a job. */
export const JOB_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7000: { text: 'this is no JSON document: expected {expected}' },
  DX7001: { text: "unknown field '{name}'{suggestion}" },
  DX7002: { text: 'expected {expected}, found {found}' },
  DX7003: { text: "the field '{name}' is missing" },
  DX7004: { text: '{value} is out of range; it must be from {low} to {high}' },
  DX7005: { text: "'{value}' is none of the words that are allowed here{suggestion}" },
  DX7006: { text: "the job has no {section} named '{name}'{suggestion}" },
  DX7007: { text: 'exactly one of the fields {names} is required; {count} are present' },
  DX7008: { text: "the name '{name}' occurs twice in this object" },
  DX7009: { text: 'lists and objects are nested in more than {limit} levels' },
  DX7010: {
    text: 'version {found} of jobs is not supported; this release reads version {expected}',
  },
  DX7011: { text: "the name '{name}' is that of a buffer and of a texture" },
});

/** What is in a job: files, resources, shaders. */
export const JOB_CONTENT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7012: { text: "the file '{file}' cannot be read: {reason}" },
  DX7013: { text: 'this is no Base64' },
  DX7014: { text: 'the content has {found} {unit}, but {expected} are needed' },
  DX7015: { text: 'format {format} cannot be used for {use}' },
  DX7016: { text: 'the image cannot be read: {reason}' },
  DX7017: { text: 'the size is not given: {what} is needed' },
  DX7018: { text: 'the buffers and textures of the job have more than {limit} bytes' },
  DX7019: { text: 'this is no shader that can be run: {reason}' },
  DX7020: { text: 'the shader is a {found}; {expected} is needed here' },
  DX7021: { text: "the shader has no {what} named '{name}'{suggestion}" },
  DX7022: { text: '{what} cannot be bound to {register}, which takes {expected}' },
  DX7023: { text: 'the shader has no reflection of its buffers, so variables cannot be named' },
  DX7024: { text: 'the value does not match {type}: {reason}' },
  DX7025: { severity: 'warning', text: 'nothing is bound to {register}{name}; reads of it give 0' },
  DX7026: { text: 'the ranges are not inside of their resources, or overlap' },
  DX7027: { text: '{from} and {to} are not compatible: {reason}' },
  DX7028: { text: 'the output cannot be made: {reason}' },
  DX7029: { text: 'the part that is named is not in the resource: {reason}' },
});

/** Why a run ended early. */
export const RUN_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7030: {
    text: 'the limit of {limit} instructions was reached',
    hint: 'raise limits.instructions, if the shader is not in an endless loop',
  },
  DX7031: { text: 'the limit of {limit} seconds was reached', hint: 'raise limits.seconds' },
  DX7032: {
    text: 'a barrier in thread group {group} is not reached by all threads: thread {waiting} waits, and thread {other} ended or waits elsewhere',
  },
  DX7033: {
    text: 'a barrier in thread group {group} is in flow control that only some threads of a quad take (threads {first} to {last})',
  },
  DX7034: { text: 'a file named {file} would be outside of the directory of the outputs' },
  DX7035: { text: "two outputs have the file '{file}'" },
});
