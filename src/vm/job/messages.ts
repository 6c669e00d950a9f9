/** The messages of jobs: what is wrong with their text, their resources and their commands, and why a run ended early. */
import { defineMessages } from '../../base/messages.ts';

/** The form of a job. */
export const JOB_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7000: { severity: 'error', text: 'this is no JSON document: expected {expected}' },
  DX7001: { severity: 'error', text: "unknown field '{name}'{suggestion}" },
  DX7002: { severity: 'error', text: 'expected {expected}, found {found}' },
  DX7003: { severity: 'error', text: "the field '{name}' is missing" },
  DX7004: { severity: 'error', text: '{value} is out of range; it must be from {low} to {high}' },
  DX7005: { severity: 'error', text: "'{value}' is none of the words that are allowed here{suggestion}" },
  DX7006: { severity: 'error', text: "the job has no {section} named '{name}'{suggestion}" },
  DX7007: { severity: 'error', text: 'exactly one of the fields {names} must be there, but {count} are' },
  DX7008: { severity: 'error', text: "the name '{name}' occurs twice in this object" },
  DX7009: { severity: 'error', text: 'lists and objects are nested in more than {limit} levels' },
  DX7010: {
    severity: 'error',
    text: 'version {found} of jobs is not supported; this release reads version {expected}',
  },
  DX7011: { severity: 'error', text: "the name '{name}' is that of a buffer and of a texture" },
});

/** What is in a job: files, resources, shaders. */
export const JOB_CONTENT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7012: { severity: 'error', text: "the file '{file}' cannot be read: {reason}" },
  DX7013: { severity: 'error', text: 'this is no Base64' },
  DX7014: { severity: 'error', text: 'the content has {found} {unit}, but {expected} are needed' },
  DX7015: { severity: 'error', text: 'format {format} cannot be used for {use}' },
  DX7016: { severity: 'error', text: 'the image cannot be read: {reason}' },
  DX7017: { severity: 'error', text: 'the size is not given: {what} is needed' },
  DX7018: { severity: 'error', text: 'the buffers and textures of the job have more than {limit} bytes' },
  DX7019: { severity: 'error', text: 'this is no shader that can be run: {reason}' },
  DX7020: { severity: 'error', text: 'the shader is a {found}; {expected} is needed here' },
  DX7021: { severity: 'error', text: "the shader has no {what} named '{name}'{suggestion}" },
  DX7022: { severity: 'error', text: '{what} cannot be bound to {register}, which takes {expected}' },
  DX7023: { severity: 'error', text: 'the shader has no reflection of its buffers, so variables cannot be named' },
  DX7024: { severity: 'error', text: 'the value does not match {type}: {reason}' },
  DX7025: { severity: 'warning', text: 'nothing is bound to {register}{name}; reads of it give 0' },
  DX7026: { severity: 'error', text: 'the ranges are not inside of their resources, or overlap' },
  DX7027: { severity: 'error', text: '{from} and {to} are not compatible: {reason}' },
  DX7028: { severity: 'error', text: 'the output cannot be made: {reason}' },
  DX7029: { severity: 'error', text: 'the part that is named is not in the resource: {reason}' },
});

/** Why a run ended early. */
export const RUN_MESSAGES = /* @__PURE__ */ defineMessages({
  DX7030: {
    severity: 'error',
    text: 'the limit of {limit} instructions was reached',
    hint: 'raise limits.instructions, if the shader is not in an endless loop',
  },
  DX7031: { severity: 'error', text: 'the limit of {limit} seconds was reached', hint: 'raise limits.seconds' },
  DX7032: {
    severity: 'error',
    text: 'a barrier in thread group {group} is not reached by all threads: thread {waiting} waits, and thread {other} ended or waits elsewhere',
  },
  DX7033: {
    severity: 'error',
    text: 'a barrier in thread group {group} is in flow control that only some threads of a quad take (threads {first} to {last})',
  },
  DX7034: { severity: 'error', text: 'a file named {file} would be outside of the directory of the outputs' },
  DX7035: { severity: 'error', text: "two outputs have the file '{file}'" },
});
