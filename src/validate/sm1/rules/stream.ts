/** Rules of the entire stream: its version token, its end. Not for: rules of single instructions. */
import { SM1_VERSION, sm1Stage } from '../../../base/profile.ts';
import type { Sm1Model } from '../model.ts';
import type { Sm1RuleRow } from '../rule.ts';

export const NO_STAGE_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5240' },
  severity: 'shader',
  aborts: true,
  text: 'The first DWORD is not a version token of a vertex or pixel shader.',
  hint: 'Begin the stream with a version token such as 0xfffe0200 (vs_2_0) or 0xffff0200 (ps_2_0).',
};
export const VERSION_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5310', vs20: 'X5355', vs30: 'X5381', ps11: 'X5010', ps14: 'X5094', ps20: 'X5189', ps30: 'X5222' },
  severity: 'shader',
  aborts: true,
  text: 'Shader version {version} does not exist.',
  hint: 'Use one of vs_1_1, vs_2_0, vs_2_x, vs_2_sw, vs_3_0, vs_3_sw, ps_1_1 to ps_1_4, ps_2_0, ps_2_x, ps_2_sw, ps_3_0, ps_3_sw.',
};
export const VERSION10_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5086', ps11: 'X5085' },
  severity: 'shader',
  aborts: true,
  text: 'Version {version} is obsolete.',
  hint: 'Change the version to 1_1; nothing else changes.',
};
export const NO_END_RULE: Sm1RuleRow = {
  codes: { vs11: 'X5243', vs20: 'X5243', vs30: 'X5243', ps11: 'X5243', ps14: 'X5243', ps20: 'X5243', ps30: 'X5243' },
  severity: 'misuse',
  aborts: true,
  text: 'The stream has no end token.',
  hint: 'Put the DWORD 0x0000ffff after the last instruction.',
};

/** The model whose numbering of codes serves a version token that no model takes. */
export function nearestModel(versionToken: number): Sm1Model {
  const stage = sm1Stage(versionToken);
  const major = SM1_VERSION.major.get(versionToken);
  if (stage === 'vs') return major <= 1 ? 'vs11' : major === 2 ? 'vs20' : 'vs30';
  if (stage !== 'ps') return 'vs11';
  if (major === 1) return SM1_VERSION.minor.test(versionToken) ? 'ps14' : 'ps11';
  if (major === 0) return 'ps11';
  return major === 2 ? 'ps20' : 'ps30';
}
