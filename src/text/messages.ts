/** The messages of the printers. The reporter fills in the `{name}` placeholders. */
import { error, note } from '../base/messages.ts';

// Diagnostics of the printers.

export const DX0115 = /* @__PURE__ */ error(
  'DX0115',
  'effects are listed with their header sections only',
  'leave out the option',
);
export const DX0127 = /* @__PURE__ */ error(
  'DX0127',
  'the shader in the effect is not whole or its digest is wrong, so the effect has no listing',
  'extract the shaders to list the others',
);
export const DX1016 = /* @__PURE__ */ error('DX1016', 'the listing stops here: it has reached {limit} characters');
export const DX1019 = /* @__PURE__ */ note('DX1019', 'the listing has no header sections: {reason}');
export const DX1021 = /* @__PURE__ */ error('DX1021', 'no more {tag} chunks are printed: they have reached {limit}');
