/** The messages of containers, chunks and file formats. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** What format a file has. */
export const FORMAT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0001: { text: 'no compiled shader is recognized in these {size} bytes' },
  DX0002: { text: 'this is {kind}, which dxlens cannot read yet; missing: {missing}' },
  DX0003: { text: 'the input is empty' },
  DX0009: {
    severity: 'warning',
    text: 'the file has {count} arrays; only the first one with a shader is read: {name}',
  },
  DX0011: { text: 'the input has {size} bytes; at most {limit} are read' },
  DX0013: { text: 'this is {kind}, which dxlens cannot {verb} yet; missing: {missing}' },
  DX0015: { text: 'this is {kind}, not a compiled shader; `dxlens asm` assembles it' },
});

/** C source with arrays of bytes. */
export const C_ARRAY_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0006: {
    severity: 'warning',
    text: 'the array {name} holds {value}, too much for {size} byte(s); high bits are dropped',
  },
  DX0007: { text: 'the array {name} is not closed; the text ends in it' },
  DX0008: { text: 'expected a number in the array {name}; the rest is not read' },
  DX0010: { text: 'more than {limit} arrays of numbers; the rest is not read' },
});

/** The hint of errors in the fields of a directory; the file decides which of the two it is. */
const GET_OR_REPAIR = 'get the whole file; where it is complete, `dxlens container repair` writes the field';

/** Reading the directory of a container. */
export const CONTAINER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX1001: { text: 'a DXBC header takes 32 bytes; the input has {size}' },
  DX1002: { text: 'the header declares {declared} bytes; the input has {size}', hint: GET_OR_REPAIR },
  DX1004: { text: 'the chunk table needs {needed} bytes; the container has {size}', hint: GET_OR_REPAIR },
  DX1005: { text: 'chunk {index} begins at {offset}, outside the container of {size} bytes', hint: GET_OR_REPAIR },
  DX1006: { text: 'chunk {index} ({tag}) declares {declared} bytes; {available} are left', hint: GET_OR_REPAIR },
  DX1007: { severity: 'warning', text: 'chunk {index} ({tag}) overlaps {other}' },
  DX1009: { severity: 'warning', text: 'container version {version}; only 1 is known' },
  DX1017: { severity: 'warning', text: '{chunk}: more faults are omitted' },
});

/** Reading the contents of a container: the digest and the chunks. */
export const CHUNK_MESSAGES = /* @__PURE__ */ defineMessages({
  DX1003: {
    severity: 'warning',
    text: 'digest mismatch: stored {found}, computed {expected}',
  },
  DX1010: { text: '{chunk}: {what} at {offset} lies outside the container' },
  DX1011: { severity: 'warning', text: '{chunk}: {what} at {offset} lies outside the chunk of {size} bytes' },
  DX1012: { text: '{chunk}: {count} {what} are declared; there is room for {room}' },
  DX1013: { text: '{chunk}: a payload of {size} bytes; {expected} expected' },
  DX1020: { text: '{chunk}: names of more than {limit} characters in all; the rest is left out' },
  DX1023: { text: '{chunk}: the offset of {what} is 0' },
});

/** The program and the resource definitions of a container, which listings and reflection read. */
export const SHADER_MESSAGES = /* @__PURE__ */ defineMessages({
  DX1008: { text: 'the container has no program' },
  DX1014: { text: '{chunk}: the type at {offset} contains itself' },
  DX1015: { text: '{chunk}: types nest deeper than {limit} levels' },
  DX1018: { severity: 'note', text: 'chunk {index}: a second {tag}; only the first one counts' },
  DX1022: { severity: 'warning', text: '{chunk}: a default value of {size} bytes; they come in whole DWORDs' },
});

/** Writing, stripping and editing containers. */
export const EDIT_MESSAGES = /* @__PURE__ */ defineMessages({
  DX1030: {
    text: 'this container is not laid out as compilers do, and parts cannot be taken: {reason}',
  },
  DX1031: {
    text: 'digest mismatch: stored {found}, computed {expected}; `dxlens container sign` fixes it',
  },
  DX1032: { text: 'the container has no {part}' },
  DX1033: { severity: 'warning', text: '{count} bytes belong to no chunk and are not written again' },
  DX1034: { severity: 'note', text: 'the digest was wrong; the new one is the {kind} digest' },
  DX1035: { text: 'chunks share their bytes; written one by one they would take {size} bytes' },
  DX1037: { text: 'the part {part} cannot be {verb}' },
  DX1038: { text: 'no bytes were given for {part}' },
  DX1040: { text: 'the container is damaged; writing it again would lose data' },
  DX1042: { text: 'the new root signature: {reason}' },
  DX1043: { text: 'the new root signature is not in a container with the usual layout: {reason}' },
  DX1045: {
    severity: 'warning',
    text: "chunk {index} ({tag}) is replaced by the first {tag}, as Microsoft's D3DSetBlobPart does; its bytes are lost",
  },
  DX1046: { severity: 'note', text: '{field}: {found} is replaced by {value}' },
  DX1047: { text: 'the container cannot be repaired: {reason}' },
});

/** Parts of containers of shader model 6. */
export const DXIL_MESSAGES = /* @__PURE__ */ defineMessages({
  DX1080: { text: '{chunk}: {what} at {offset} extend past the {size} bytes of the chunk' },
  DX1081: { severity: 'warning', text: '{chunk}: version {version} is unknown; it is read as {known}' },
  DX1082: { severity: 'note', text: '{chunk}: {count} bytes after the last known field are not read' },
  DX1083: { severity: 'warning', text: '{chunk}: {what} at {target}, where there is none' },
});

/** Constant tables of shader models 1-3. */
export const CONSTANT_TABLE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX2010: { severity: 'warning', text: 'a constant table begins with 28 bytes; this one has {size}' },
  DX2011: { severity: 'warning', text: 'the {count} constants lie outside the constant table of {size} bytes' },
  DX2012: { severity: 'warning', text: 'the name of constant {index} lies outside the constant table of {size} bytes' },
  DX2013: { severity: 'warning', text: 'the type of {name} lies outside the constant table of {size} bytes' },
  DX2014: { severity: 'warning', text: 'a structure declares {count} members; {found} are inside the constant table' },
});

/** Bytes of root signatures. */
export const ROOT_SIGNATURE_MESSAGES = /* @__PURE__ */ defineMessages({
  DX4000: { text: '{chunk}: {version} is not a version of root signatures (1 is 1.0, 2 is 1.1)' },
  DX4001: { text: '{chunk}: there is no root parameter of type {type}' },
  DX4002: { text: '{chunk}: {count} more {what} are too many; at most {limit} records are read' },
});
