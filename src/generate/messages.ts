/** Messages about modules that a shader model cannot express. DX6100 to DX6199. */
import { error } from '../base/messages.ts';

export const DX6100 = /* @__PURE__ */ error(
  'DX6100',
  '{profile} cannot express {what}',
  'choose a later shader model, or change the shader so that it does not need it',
);
export const DX6101 = /* @__PURE__ */ error(
  'DX6101',
  'the program needs more than {limit} temporary registers',
  'divide the shader, or make its arrays smaller',
);
