/**
 * Rules of inputs, outputs and special registers of models 4 to 5.1, against recorded diagnostics of Microsoft's
 * validator.
 */
import { expect, test } from 'vitest';
import { rulesOf } from '../../../smith/checks/rules.ts';
import { diagnosticName } from '../../../smith/checks/sm4-diagnostics.ts';
import { AssemblyDiagnostics } from '../../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../../src/assemble/sm4/program.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import type { Sm4Stage } from '../../../src/isa/sm4/opcodes.ts';
import { readSm4Words } from '../../../src/isa/sm4/program.ts';
import type { Sm4RuleRow } from '../../../src/validate/rule.ts';
import * as declarations from '../../../src/validate/sm4/rules/registers/declarations.ts';
import * as indexRanges from '../../../src/validate/sm4/rules/registers/index-ranges.ts';
import * as registers from '../../../src/validate/sm4/rules/registers/registers.ts';
import * as specialRegisters from '../../../src/validate/sm4/rules/registers/special-registers.ts';
import { validateSm4Program } from '../../../src/validate/sm4/validate-container.ts';
import { REGISTER_CASES, type RegisterCase } from '../../support/sm4-register-cases.ts';

const RULES = rulesOf<Sm4RuleRow>(indexRanges, declarations, registers, specialRegisters);
const CODES = new Set(RULES.map(({ code }) => code));

function diagnosticsOf({ text, features }: RegisterCase): string {
  const listing = `${text.replaceAll(/; */g, '\n')}\n`;
  const diagnostics = new AssemblyDiagnostics(listing, 'case');
  const words = assembleProgram(listing, diagnostics);
  expect(diagnostics.list).toEqual([]);
  const program = readSm4Words(words!, new Diagnostics());
  const { list } = validateSm4Program(program, program.stage as Sm4Stage, { features: new Set(features) }).diagnostics;
  return list
    .filter(({ rule }) => CODES.has(rule.code))
    .map(({ rule, instruction, operand }) => diagnosticName(rule.code, instruction, operand))
    .join(' ');
}

test.each(REGISTER_CASES.map((one) => [one.name, one] as const))('%s', (_, one) => {
  expect(diagnosticsOf(one)).toBe(one.diagnostics);
});

test('every rule has a case', () => {
  const reported = new Set<string>(REGISTER_CASES.flatMap(({ diagnostics }) => diagnostics.match(/DX\d{4}/g) ?? []));
  expect([...CODES].filter((code) => !reported.has(code))).toEqual([]);
});
