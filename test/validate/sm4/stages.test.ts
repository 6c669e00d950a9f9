/**
 * Rules of hull shader phases, tessellation, geometry shaders and thread groups, each case with what Microsoft's
 * validator finds in it: all diagnostics in their order, by code, instruction and operand
 * (fixtures/sm4-validate/stages.json).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../smith/checks/rules.ts';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import type { Sm4RuleRow } from '../../../src/validate/rule.ts';
import * as domain from '../../../src/validate/sm4/rules/stages/domain.ts';
import * as hullPhases from '../../../src/validate/sm4/rules/stages/hull-phases.ts';
import * as stages from '../../../src/validate/sm4/rules/stages/stages.ts';
import * as tessFactors from '../../../src/validate/sm4/rules/stages/tess-factors.ts';
import { STAGE_CASES, stageCaseBytes } from '../../support/sm4-stage-cases.ts';

const recorded: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync('fixtures/sm4-validate/stages.json', 'utf8'),
);

describe('rules of stages, against recorded diagnostics', () => {
  test.each(STAGE_CASES.map((one) => [one.title, one] as const))('%s', (title, one) => {
    expect(sm4DiagnosticLines(stageCaseBytes(one))).toEqual(recorded[title]);
  });

  test('each case is recorded, and nothing else', () => {
    expect(Object.keys(recorded)).toEqual(STAGE_CASES.map(({ title }) => title));
  });

  test('each rule has a case', () => {
    const rules = rulesOf<Sm4RuleRow>(domain, stages, hullPhases, tessFactors);
    const codes = rules.map(({ code }) => code);
    const reported = new Set(
      Object.values(recorded).flatMap((list) => list.map((diagnostic) => diagnostic.slice(0, 6))),
    );
    expect(codes.filter((code) => !reported.has(code))).toEqual([]);
  });
});
