/**
 * Rules of hull shader phases, tessellation, geometry shaders and thread groups, each case with what Microsoft's validator finds in it:
 * all diagnostics in their order, by code, instruction and operand (fixtures/sm4-validate/stages.json).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DOMAIN_RULES } from '../../../src/validate/sm4/rules/stages/domain.ts';
import { GEOMETRY_RULES } from '../../../src/validate/sm4/rules/stages/geometry.ts';
import { PHASE_RULES } from '../../../src/validate/sm4/rules/stages/hull-phases.ts';
import { PATCH_RULES } from '../../../src/validate/sm4/rules/stages/patch-constants.ts';
import { FACTOR_RULES } from '../../../src/validate/sm4/rules/stages/tess-factors.ts';
import { THREAD_GROUP_RULES } from '../../../src/validate/sm4/rules/stages/thread-groups.ts';
import { sm4DiagnosticTexts } from '../../support/sm4-diagnostics.ts';
import { STAGE_CASES, stageCaseBytes } from '../../support/sm4-stage-cases.ts';

const recorded: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync('test/fixtures/sm4-validate/stages.json', 'utf8'),
);

describe('rules of stages, against recorded diagnostics', () => {
  test.each(STAGE_CASES.map((one) => [one.title, one] as const))('%s', (title, one) => {
    expect(sm4DiagnosticTexts(stageCaseBytes(one))).toEqual(recorded[title]);
  });

  test('each case is recorded, and nothing else', () => {
    expect(Object.keys(recorded)).toEqual(STAGE_CASES.map(({ title }) => title));
  });

  test('each rule has a case', () => {
    const rules = [DOMAIN_RULES, GEOMETRY_RULES, PHASE_RULES, PATCH_RULES, FACTOR_RULES, THREAD_GROUP_RULES];
    const codes = rules.flatMap((rows) => Object.values(rows).map(({ code }) => code));
    const reported = new Set(
      Object.values(recorded).flatMap((list) => list.map((diagnostic) => diagnostic.slice(0, 6))),
    );
    expect(codes.filter((code) => !reported.has(code))).toEqual([]);
  });
});
