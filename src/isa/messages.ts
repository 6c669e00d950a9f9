/** The messages of the readers of programs. The reporter fills in the `{name}` placeholders. */
import { error, note, warning } from '../base/messages.ts';

// Token streams of shader models 1-3, preshaders and texture shaders.

export const DX2001 = /* @__PURE__ */ error('DX2001', 'the token stream is empty; a version token is missing');
export const DX2002 = /* @__PURE__ */ error('DX2002', '{token} is not a version token of this shader type');
export const DX2003 = /* @__PURE__ */ error('DX2003', 'the stream has no END token');
export const DX2004 = /* @__PURE__ */ error(
  'DX2004',
  'the comment has a length of {declared} DWORDs, but only {left} are left',
);
export const DX2005 = /* @__PURE__ */ warning('DX2005', 'opcode {opcode} is unknown');
export const DX2006 = /* @__PURE__ */ warning(
  'DX2006',
  'the instruction has a length of {length} DWORDs, but its parameter tokens take {found}; the tokens are printed',
);
export const DX2007 = /* @__PURE__ */ note('DX2007', '{count} DWORDs after the END token belong to no instruction');
export const DX2022 = /* @__PURE__ */ note(
  'DX2022',
  'the inputs are assumed to be those of Direct3D 8, which declares them outside of the code: {inputs}',
  'Declare them with dcl_ and a usage, if they are others.',
);
export const DX2020 = /* @__PURE__ */ error('DX2020', 'the code (comment FXLC) is missing');
export const DX2021 = /* @__PURE__ */ error(
  'DX2021',
  'the code has a count of {count} instructions, but ends after {found}',
);

// Programs of shader models 4-5.1.

export const DX3001 = /* @__PURE__ */ error(
  'DX3001',
  'a program begins with a version and a length; {words} DWORDs are available',
);
export const DX3002 = /* @__PURE__ */ error('DX3002', 'the program declares {declared} DWORDs; {words} are available');
export const DX3003 = /* @__PURE__ */ error(
  'DX3003',
  'an instruction of {length} DWORDs (opcode {opcode}); the rest of the program is not read',
);
export const DX3004 = /* @__PURE__ */ error(
  'DX3004',
  'the instruction {token} declares {length} DWORDs; {left} are left',
);
export const DX3005 = /* @__PURE__ */ error('DX3005', 'program type {type} does not exist');
export const DX3006 = /* @__PURE__ */ warning(
  'DX3006',
  'opcode {opcode} is unknown; its {length} DWORDs are printed as they are',
);
