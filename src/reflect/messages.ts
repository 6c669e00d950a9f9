/** The messages of reflection. The reporter fills in the `{name}` placeholders. */
import { error, warning } from '../base/messages.ts';

// Reflection.

export const DX0340 = /* @__PURE__ */ error(
  'DX0340',
  'more than {limit} members and values, which share bytes; the rest is left out',
  'the effect is damaged: compile it again',
);
export const DX1100 = /* @__PURE__ */ warning(
  'DX1100',
  'the container has no {what}; Direct3D reflects nothing without it',
);
export const DX1101 = /* @__PURE__ */ error(
  'DX1101',
  '{chunk}: more than {limit} members and interface slots; the rest is left out',
);
export const DX1102 = /* @__PURE__ */ error(
  'DX1102',
  'the library header names {declared} functions; there are {count} LIBF chunks',
);
export const DX1103 = /* @__PURE__ */ error('DX1103', 'the LIBF chunk holds no container');
export const DX1104 = /* @__PURE__ */ error(
  'DX1104',
  '{chunk}: {name} has {size} interface slots; a shader has at most {limit}',
);
