/**
 * The messages of the readers of debug information, and of what removes it or puts it back. The reporter fills in the
 * `{name}` placeholders.
 */
import { error, note, warning } from '../base/messages.ts';

// Removing debug information, and putting it back.

export const DX0235 = /* @__PURE__ */ note(
  'DX0235',
  'debug information is left in programs for feature level 9 or functions of the library, as with D3DStripShader',
  'Use the option `all` (`--all`) to remove it, too.',
);
export const DX0236 = /* @__PURE__ */ error('DX0236', 'the shader has no program database (chunk SPDB)');
export const DX0237 = /* @__PURE__ */ error(
  'DX0237',
  'the program database is of a program of {size} bytes; that of the shader has {actual}',
  'Use the program database that was made with this shader.',
);
export const DX0238 = /* @__PURE__ */ error(
  'DX0238',
  'the shader has no program of models 4 to 5.1, so no program database belongs to it',
);
export const DX0239 = /* @__PURE__ */ error(
  'DX0239',
  'the shader has no name of a program database (chunk ILDN), so none can be found in {directory}',
  'Name the file of the program database.',
);

// Readers of debug information.

export const DX0200 = /* @__PURE__ */ warning('DX0200', 'DBUG: {size} bytes; the header takes {expected}');
export const DX0201 = /* @__PURE__ */ warning(
  'DX0201',
  'DBUG: {count} {what} at {offset} are declared; the shader has room for {room}',
);
export const DX0202 = /* @__PURE__ */ warning('DX0202', 'DBUG: {what} at {offset} lies outside the shader');
export const DX0204 = /* @__PURE__ */ warning('DX0204', 'SDBG: {size} bytes; the header takes {expected}');
export const DX0205 = /* @__PURE__ */ warning(
  'DX0205',
  'SDBG: {count} {what} at {offset} are declared; the container has room for {room}',
);
export const DX0206 = /* @__PURE__ */ warning('DX0206', 'SDBG: the text at {offset} lies outside the container');

// Program databases in the chunk SPDB.

export const DX0220 = /* @__PURE__ */ error(
  'DX0220',
  'SPDB holds no program database of version 7.0; its first bytes are wrong',
);
export const DX0221 = /* @__PURE__ */ error(
  'DX0221',
  'the program database in SPDB cannot be read: it declares {what}',
);
export const DX0222 = /* @__PURE__ */ error('DX0222', 'the program database in SPDB has no readable stream of {what}');
export const DX0245 = /* @__PURE__ */ warning(
  'DX0245',
  'stream {stream} of the program database in SPDB has block {block}, which is outside the file; it is not read',
);
