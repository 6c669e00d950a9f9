/** The messages of file formats, containers, chunks and effects. The reporter fills in the `{name}` placeholders. */
import { error, note, warning } from '../base/messages.ts';

// Faults of effects of fx_2_0.

export const DX0130 = /* @__PURE__ */ error('DX0130', 'an effect begins with {needed} bytes; {size} are left');
export const DX0131 = /* @__PURE__ */ error(
  'DX0131',
  'the lists of the effect begin at {offset}, outside the file of {size} bytes',
);
export const DX0132 = /* @__PURE__ */ error(
  'DX0132',
  '{what} at {offset} ends at {end}, outside the file of {size} bytes',
);
export const DX0133 = /* @__PURE__ */ error('DX0133', '{count} {what} are declared; there is room for {room}');
export const DX0134 = /* @__PURE__ */ warning(
  'DX0134',
  '{what} of class {class} and type {type}, which effects do not have',
);
export const DX0135 = /* @__PURE__ */ error(
  'DX0135',
  'declarations and values share so many bytes that the rest, from {what} on, is not read',
);
export const DX0136 = /* @__PURE__ */ error('DX0136', 'declarations nest deeper than {limit} levels');
export const DX0137 = /* @__PURE__ */ error(
  'DX0137',
  '{what} refers to object {id}; the effect declares {count} objects',
);
export const DX0138 = /* @__PURE__ */ warning('DX0138', 'object {id} is stored twice; only the first one counts');
export const DX0139 = /* @__PURE__ */ error('DX0139', 'resource {index} belongs to {owner}, which does not exist');
export const DX0140 = /* @__PURE__ */ warning('DX0140', 'resource {index} has usage {usage}; only 0 to 2 are known');
export const DX0141 = /* @__PURE__ */ warning(
  'DX0141',
  'resource {index} names the parameter {name}, which does not exist',
);
export const DX0143 = /* @__PURE__ */ warning(
  'DX0143',
  '{what} has operation {operation}; the last known one is {last}',
);
export const DX0144 = /* @__PURE__ */ note(
  'DX0144',
  '{count} bytes from {offset} on are used by nothing in the effect',
);
export const DX0145 = /* @__PURE__ */ error(
  'DX0145',
  'the header of XNA declares {offset} bytes before the effect; {reason}',
);
export const DX0146 = /* @__PURE__ */ error('DX0146', 'this is no effect of fx_2_0: it begins with {version}');

// Faults of effects of fx_4_0, fx_4_1 and fx_5_0.

export const DX0100 = /* @__PURE__ */ error(
  'DX0100',
  'this is not an effect of fx_4_0, fx_4_1 or fx_5_0: it begins with {version}',
);
export const DX0101 = /* @__PURE__ */ error(
  'DX0101',
  'the effect ends in {what}; it has {size} bytes',
  'get the whole file',
);
export const DX0102 = /* @__PURE__ */ error(
  'DX0102',
  '{what} is at offset {offset}, outside of the {size} bytes of data',
);
export const DX0103 = /* @__PURE__ */ error('DX0103', '{count} {what} are declared; there is room for {room}');
export const DX0104 = /* @__PURE__ */ error('DX0104', 'the type at offset {offset} contains itself');
export const DX0105 = /* @__PURE__ */ error('DX0105', 'types nest deeper than {limit} levels');
export const DX0106 = /* @__PURE__ */ error('DX0106', '{value} is not {what}');
export const DX0107 = /* @__PURE__ */ error(
  'DX0107',
  'there are names of more than {limit} characters in all; the rest is left out',
);
export const DX0108 = /* @__PURE__ */ warning('DX0108', '{count} bytes after the last record are not read');
export const DX0109 = /* @__PURE__ */ error('DX0109', 'the offset of {what} is 0');
export const DX0400 = /* @__PURE__ */ error(
  'DX0400',
  '{what} overlaps others, and all of them have more than {limit} bytes; it is not read',
);
export const DX0110 = /* @__PURE__ */ error('DX0110', 'a default value of {size} bytes; they come in whole DWORDs');

// File formats.

export const DX0001 = /* @__PURE__ */ error('DX0001', 'no compiled shader is recognized in these {size} bytes');
export const DX0002 = /* @__PURE__ */ error(
  'DX0002',
  'this is {kind}, which dxlens cannot read yet; missing: {missing}',
);
export const DX0003 = /* @__PURE__ */ error('DX0003', 'the input is empty');
export const DX0009 = /* @__PURE__ */ warning(
  'DX0009',
  'the file has {count} arrays; only the first one with a shader is read: {name}',
);
export const DX0011 = /* @__PURE__ */ error('DX0011', 'the input has {size} bytes; at most {limit} are read');
export const DX0013 = /* @__PURE__ */ error(
  'DX0013',
  'this is {kind}, which dxlens cannot {verb} yet; missing: {missing}',
);
export const DX0015 = /* @__PURE__ */ error(
  'DX0015',
  'this is {kind}, not a compiled shader; `dxlens asm` assembles it',
);

// C source with arrays of bytes.

export const DX0006 = /* @__PURE__ */ warning(
  'DX0006',
  'the array {name} holds {value}, too much for {size} byte(s); high bits are dropped',
);
export const DX0007 = /* @__PURE__ */ error('DX0007', 'the array {name} is not closed; the text ends in it');
export const DX0008 = /* @__PURE__ */ error('DX0008', 'expected a number in the array {name}; the rest is not read');
export const DX0010 = /* @__PURE__ */ error('DX0010', 'more than {limit} arrays of numbers; the rest is not read');

/** The hint of errors in the fields of a directory; the file decides which of the two it is. */
const GET_OR_REPAIR = 'get the whole file; where it is complete, `dxlens container repair` writes the field';

// Reading the directory of a container.

export const DX1001 = /* @__PURE__ */ error('DX1001', 'a DXBC header takes 32 bytes; the input has {size}');
export const DX1002 = /* @__PURE__ */ error(
  'DX1002',
  'the header declares {declared} bytes; the input has {size}',
  GET_OR_REPAIR,
);
export const DX1004 = /* @__PURE__ */ error(
  'DX1004',
  'the chunk table needs {needed} bytes; the container has {size}',
  GET_OR_REPAIR,
);
export const DX1005 = /* @__PURE__ */ error(
  'DX1005',
  'chunk {index} begins at {offset}, outside the container of {size} bytes',
  GET_OR_REPAIR,
);
export const DX1006 = /* @__PURE__ */ error(
  'DX1006',
  'chunk {index} ({tag}) declares {declared} bytes; {available} are left',
  GET_OR_REPAIR,
);
export const DX1007 = /* @__PURE__ */ warning('DX1007', 'chunk {index} ({tag}) overlaps {other}');
export const DX1009 = /* @__PURE__ */ warning('DX1009', 'container version {version}; only 1 is known');
export const DX1017 = /* @__PURE__ */ warning('DX1017', '{chunk}: more faults are omitted');

// Reading the contents of a container: the digest and the chunks.

export const DX1003 = /* @__PURE__ */ warning('DX1003', 'digest mismatch: stored {found}, computed {expected}');
export const DX1010 = /* @__PURE__ */ error('DX1010', '{chunk}: {what} at {offset} lies outside the container');
export const DX1011 = /* @__PURE__ */ warning(
  'DX1011',
  '{chunk}: {what} at {offset} lies outside the chunk of {size} bytes',
);
export const DX1012 = /* @__PURE__ */ error('DX1012', '{chunk}: {count} {what} are declared; there is room for {room}');
export const DX1013 = /* @__PURE__ */ error('DX1013', '{chunk}: a payload of {size} bytes; {expected} expected');
export const DX1020 = /* @__PURE__ */ error(
  'DX1020',
  '{chunk}: names of more than {limit} characters in all; the rest is left out',
);
export const DX1023 = /* @__PURE__ */ error('DX1023', '{chunk}: the offset of {what} is 0');

// The program and the resource definitions of a container, which listings and reflection read.

export const DX1008 = /* @__PURE__ */ error('DX1008', 'the container has no program');
export const DX1014 = /* @__PURE__ */ error('DX1014', '{chunk}: the type at {offset} contains itself');
export const DX1015 = /* @__PURE__ */ error('DX1015', '{chunk}: types nest deeper than {limit} levels');
export const DX1018 = /* @__PURE__ */ note('DX1018', 'chunk {index}: a second {tag}; only the first one counts');
export const DX1022 = /* @__PURE__ */ warning(
  'DX1022',
  '{chunk}: a default value of {size} bytes; they come in whole DWORDs',
);

// Writing, stripping and editing containers.

export const DX1030 = /* @__PURE__ */ error(
  'DX1030',
  'this container is not laid out as compilers do, and parts cannot be taken: {reason}',
);
export const DX1031 = /* @__PURE__ */ error(
  'DX1031',
  'digest mismatch: stored {found}, computed {expected}; `dxlens container sign` fixes it',
);
export const DX1032 = /* @__PURE__ */ error('DX1032', 'the container has no {part}');
export const DX1033 = /* @__PURE__ */ warning('DX1033', '{count} bytes belong to no chunk and are not written again');
export const DX1034 = /* @__PURE__ */ note('DX1034', 'the digest was wrong; the new one is the {kind} digest');
export const DX1035 = /* @__PURE__ */ error(
  'DX1035',
  'chunks share their bytes; written one by one they would take {size} bytes',
);
export const DX1037 = /* @__PURE__ */ error('DX1037', 'the part {part} cannot be {verb}');
export const DX1038 = /* @__PURE__ */ error('DX1038', 'no bytes were given for {part}');
export const DX1040 = /* @__PURE__ */ error('DX1040', 'the container is damaged; writing it again would lose data');
export const DX1042 = /* @__PURE__ */ error('DX1042', 'the new root signature: {reason}');
export const DX1043 = /* @__PURE__ */ error(
  'DX1043',
  'the new root signature is not in a container with the usual layout: {reason}',
);
export const DX1045 = /* @__PURE__ */ warning(
  'DX1045',
  "chunk {index} ({tag}) is replaced by the first {tag}, as Microsoft's D3DSetBlobPart does; its bytes are lost",
);
export const DX1046 = /* @__PURE__ */ note('DX1046', '{field}: {found} is replaced by {value}');
export const DX1047 = /* @__PURE__ */ error('DX1047', 'the container cannot be repaired: {reason}');

// Parts of containers of shader model 6.

export const DX1080 = /* @__PURE__ */ error(
  'DX1080',
  '{chunk}: {what} at {offset} extend past the {size} bytes of the chunk',
);
export const DX1081 = /* @__PURE__ */ warning('DX1081', '{chunk}: version {version} is unknown; it is read as {known}');
export const DX1082 = /* @__PURE__ */ note('DX1082', '{chunk}: {count} bytes after the last known field are not read');
export const DX1083 = /* @__PURE__ */ warning('DX1083', '{chunk}: {what} at {target}, where there is none');

// Constant tables of shader models 1-3.

export const DX2010 = /* @__PURE__ */ warning('DX2010', 'a constant table begins with 28 bytes; this one has {size}');
export const DX2011 = /* @__PURE__ */ warning(
  'DX2011',
  'the {count} constants lie outside the constant table of {size} bytes',
);
export const DX2012 = /* @__PURE__ */ warning(
  'DX2012',
  'the name of constant {index} lies outside the constant table of {size} bytes',
);
export const DX2013 = /* @__PURE__ */ warning(
  'DX2013',
  'the type of {name} lies outside the constant table of {size} bytes',
);
export const DX2014 = /* @__PURE__ */ warning(
  'DX2014',
  'a structure declares {count} members; {found} are inside the constant table',
);

// Bytes of root signatures.

export const DX4000 = /* @__PURE__ */ error(
  'DX4000',
  '{chunk}: {version} is not a version of root signatures (1 is 1.0, 2 is 1.1)',
);
export const DX4001 = /* @__PURE__ */ error('DX4001', '{chunk}: there is no root parameter of type {type}');
export const DX4002 = /* @__PURE__ */ error(
  'DX4002',
  '{chunk}: {count} more {what} are too many; at most {limit} records are read',
);
