/** The messages of the search for shaders. The reporter fills in the `{name}` placeholders. */
import { error, note, warning } from '../base/messages.ts';

// Searching files, archives and wrappers.

export const DX0300 = /* @__PURE__ */ warning(
  'DX0300',
  'members are nested in more than {limit} levels; the members of this one are not searched',
);
export const DX0301 = /* @__PURE__ */ warning('DX0301', 'more than {limit} members in all; the rest is not searched');
export const DX0302 = /* @__PURE__ */ warning(
  'DX0302',
  '{format}: {size} bytes are compressed in one piece; only the first {limit} are searched',
);
export const DX0303 = /* @__PURE__ */ warning(
  'DX0303',
  'more than {limit} bytes are unpacked in all; the rest is not searched',
);
export const DX0304 = /* @__PURE__ */ warning(
  'DX0304',
  '{name} unpacks to more than {limit} bytes, too many for its size; the rest of it is not searched',
);
export const DX0305 = /* @__PURE__ */ warning(
  'DX0305',
  '{name} is compressed with {codec}, for which no decompressor was passed; it is searched as it is',
);
export const DX0306 = /* @__PURE__ */ error('DX0306', '{name} cannot be unpacked completely: {reason}');
export const DX0307 = /* @__PURE__ */ error('DX0307', 'a shader of {size} bytes is declared; at most {limit} are read');
export const DX0308 = /* @__PURE__ */ warning(
  'DX0308',
  'too many bytes look like the beginning of a shader and are not; the rest is not searched',
);
export const DX0309 = /* @__PURE__ */ error(
  'DX0309',
  '{format}: {what} at {offset} lies outside the {size} bytes of the file',
);
export const DX0310 = /* @__PURE__ */ error('DX0310', '{format}: {what}');
export const DX0311 = /* @__PURE__ */ warning('DX0311', '{name} is encrypted; it is not searched');
export const DX0312 = /* @__PURE__ */ warning(
  'DX0312',
  '{format}: the member {name} shares bytes with another one; they are searched once',
);
export const DX0313 = /* @__PURE__ */ warning(
  'DX0313',
  '{name} is compressed with method {method} of {format}, which dxlens does not read; it is searched as it is',
);
export const DX0314 = /* @__PURE__ */ error(
  'DX0314',
  'a DXBC container declares {declared} bytes; {available} are left',
);
export const DX0363 = /* @__PURE__ */ warning(
  'DX0363',
  '{name} has more than {limit} bytes, and reading its members in their order would unpack it more than {passes} times; the rest is not searched. Unpack it first',
);
export const DX0364 = /* @__PURE__ */ warning(
  'DX0364',
  '{format}: {file} is not there; {name} and what else is in it is not searched',
);
export const DX0323 = /* @__PURE__ */ error(
  'DX0323',
  'there is no shader {name}',
  '`dxlens extract --list FILE` prints the shaders of a file with their offsets.',
);
export const DX0324 = /* @__PURE__ */ error(
  'DX0324',
  '{count} shaders are named {name}; add the offset of one: {offsets}',
);
export const DX0325 = /* @__PURE__ */ error('DX0325', 'the shader {name} is replaced twice');
export const DX0326 = /* @__PURE__ */ warning('DX0326', 'the old shader is {old}, and the new one is {new}');
export const DX0327 = /* @__PURE__ */ note('DX0327', 'the digest of the new shader was wrong; it is updated');
export const DX0328 = /* @__PURE__ */ error(
  'DX0328',
  'the new shader has {size} bytes, and the old one {oldSize}; nothing can move in a file of this format',
  'Make it smaller: `dxlens container strip` and `dxlens debug strip` remove what Direct3D does not need.',
);
export const DX0329 = /* @__PURE__ */ error('DX0329', '{format}: {reason}; nothing is written');
export const DX0330 = /* @__PURE__ */ error(
  'DX0330',
  'a search of the result does not find this shader as it should be; nothing is written',
);
export const DX0331 = /* @__PURE__ */ note('DX0331', '{format}: {what}');
export const DX0332 = /* @__PURE__ */ note(
  'DX0332',
  '{format}: {count} shader(s) are {language}, which is not extracted',
);
export const DX0315 = /* @__PURE__ */ warning('DX0315', '{format}: more than {limit} {what}; the rest is not read');
