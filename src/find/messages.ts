/** The messages of the search for shaders. The reporter fills in the `{name}` placeholders. */
import { defineMessages } from '../base/messages.ts';

/** Searching files, archives and wrappers. */
export const FIND_MESSAGES = /* @__PURE__ */ defineMessages({
  DX0300: {
    severity: 'warning',
    text: 'members are nested in more than {limit} levels; the members of this one are not searched',
  },
  DX0301: {
    severity: 'warning',
    text: 'more than {limit} members in all; the rest is not searched',
  },
  DX0302: {
    severity: 'warning',
    text: '{format}: {size} bytes are compressed in one piece; only the first {limit} are searched',
  },
  DX0303: {
    severity: 'warning',
    text: 'more than {limit} bytes are unpacked in all; the rest is not searched',
  },
  DX0304: {
    severity: 'warning',
    text: '{name} unpacks to more than {limit} bytes, too many for its size; the rest of it is not searched',
  },
  DX0305: {
    severity: 'warning',
    text: '{name} is compressed with {codec}, for which no decompressor was passed; it is searched as it is',
  },
  DX0306: { text: '{name} cannot be unpacked completely: {reason}' },
  DX0307: {
    text: 'a shader of {size} bytes is declared; at most {limit} are read',
  },
  DX0308: {
    severity: 'warning',
    text: 'too many bytes look like the beginning of a shader and are not; the rest is not searched',
  },
  DX0309: { text: '{format}: {what} at {offset} lies outside the {size} bytes of the file' },
  DX0310: { text: '{format}: {what}' },
  DX0311: { severity: 'warning', text: '{name} is encrypted; it is not searched' },
  DX0312: {
    severity: 'warning',
    text: '{format}: the member {name} shares bytes with another one; they are searched once',
  },
  DX0313: {
    severity: 'warning',
    text: '{name} is compressed with method {method} of {format}, which dxlens does not read; it is searched as it is',
  },
  DX0314: { text: 'a DXBC container declares {declared} bytes; {available} are left' },
  DX0363: {
    severity: 'warning',
    text: '{name} has more than {limit} bytes, and reading its members in their order would unpack it more than {passes} times; the rest is not searched. Unpack it first',
  },
  DX0364: {
    severity: 'warning',
    text: '{format}: {file} is not there; {name} and what else is in it is not searched',
  },
  DX0323: {
    text: 'there is no shader {name}',
    hint: '`dxlens extract --list FILE` prints the shaders of a file with their offsets.',
  },
  DX0324: { text: '{count} shaders are named {name}; add the offset of one: {offsets}' },
  DX0325: { text: 'the shader {name} is replaced twice' },
  DX0326: { severity: 'warning', text: 'the old shader is {old}, and the new one is {new}' },
  DX0327: { severity: 'note', text: 'the digest of the new shader was wrong; it is updated' },
  DX0328: {
    text: 'the new shader has {size} bytes, and the old one {oldSize}; nothing can move in a file of this format',
    hint: 'Make it smaller: `dxlens container strip` and `dxlens debug strip` remove what Direct3D does not need.',
  },
  DX0329: { text: '{format}: {reason}; nothing is written' },
  DX0330: { text: 'a search of the result does not find this shader as it should be; nothing is written' },
  DX0331: { severity: 'note', text: '{format}: {what}' },
  DX0332: { severity: 'note', text: '{format}: {count} shader(s) are {language}, which is not extracted' },
  DX0315: { severity: 'warning', text: '{format}: more than {limit} {what}; the rest is not read' },
});
