/**
 * Rules of temporaries, constants, views and memory (src/validate/sm4/rules): small programs, each with what
 * Microsoft's validator finds in it, and what diagnostics point at.
 */
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../smith/checks/rules.ts';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readChunkDirectory } from '../../../src/container/dxbc.ts';
import type { Sm4RuleRow } from '../../../src/validate/rule.ts';
import * as declarations from '../../../src/validate/sm4/rules/resources/declarations.ts';
import * as globalFlags from '../../../src/validate/sm4/rules/resources/global-flags.ts';
import * as memory from '../../../src/validate/sm4/rules/resources/memory.ts';
import * as resources from '../../../src/validate/sm4/rules/resources/resources.ts';
import * as sampling from '../../../src/validate/sm4/rules/resources/sampling.ts';
import { validateSm4 } from '../../../src/validate/sm4/validate-container.ts';
import { containerOfProgram, RESOURCE_PROGRAMS, type ResourceProgram } from '../../support/sm4-resource-programs.ts';

const ROWS = rulesOf<Sm4RuleRow>(declarations, globalFlags, resources, sampling, memory);

/**
 * The words that the diagnostics about `program` point at: DWORD indices in the program, including its two header
 * words.
 */
function offsetsOf(program: ResourceProgram): number[] {
  return validateSm4(readChunkDirectory(containerOfProgram(program), new Diagnostics())!).list.map(({ at }) => at);
}

const named = (name: string): ResourceProgram => RESOURCE_PROGRAMS.find((one) => one.name === name)!;

describe('temporaries, constants, views and memory', () => {
  test.each(RESOURCE_PROGRAMS.map((one) => [`${one.name} (${one.profile})`, one] as const))('%s', (_name, one) => {
    expect(sm4DiagnosticLines(containerOfProgram(one)).join(' ')).toBe(one.diagnostics);
  });

  test('every rule is broken by one of them', () => {
    const found = RESOURCE_PROGRAMS.flatMap(({ diagnostics }) =>
      diagnostics.split(' ').map((text) => text.slice(0, 6)),
    );
    expect(ROWS.map(({ code }) => code).filter((code) => !found.includes(code))).toEqual([]);
  });

  test('codes are unique', () => {
    expect(new Set(ROWS.map(({ code }) => code)).size).toBe(ROWS.length);
  });
});

describe('locations', () => {
  test('diagnostics without a number of an instruction point at it anyway', () => {
    // After the header: the buffer of ten words, dcl_temps of two, mov with its destination of two words.
    expect(offsetsOf(named('an immediate row after the last'))).toEqual([2 + 10 + 2 + 3]);
    expect(offsetsOf(named('samples in another stage of 4.0'))).toEqual([2]);
    expect(offsetsOf(named('4097 rows in 5.1'))).toEqual([3]);
  });

  test('an index that is not declared is what is pointed at, not its operand', () => {
    // dcl_temps of two words, dcl_indexableTemp of four, mov of eight; then x0[r4.x + 0]: token, two numbers, r4.
    expect(offsetsOf(named('an index that is not declared'))).toEqual([2 + 2 + 4 + 8 + 1 + 3]);
  });
});
