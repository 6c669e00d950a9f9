/**
 * Rules of opcodes, of the form of operands and of their indices (src/validate/sm4/rules): small programs, each with
 * what Microsoft's validator finds in it, and what diagnostics point at.
 */
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../../smith/checks/rules.ts';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { containerOf, programWords } from '../../../smith/sm4-words.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { FEATURES, serializeSfi0 } from '../../../src/chunks/sfi0.ts';
import { readChunkDirectory } from '../../../src/container/dxbc.ts';
import { SM4_OPCODE_BY_CODE, SM4_OPCODES } from '../../../src/isa/sm4/opcodes.ts';
import type { Sm4RuleRow } from '../../../src/validate/rule.ts';
import { type Sm4Diagnostic, STALLED_RULE } from '../../../src/validate/sm4/context.ts';
import {
  CONSTRAINT_COUNTS,
  CONSTRAINTS,
  derivedConstraint,
  MAX_OPERANDS,
  QUIRKS,
} from '../../../src/validate/sm4/operand-constraints.ts';
import * as availability from '../../../src/validate/sm4/rules/encoding/availability.ts';
import { UNREADABLE_RULE } from '../../../src/validate/sm4/rules/encoding/availability.ts';
import * as indices from '../../../src/validate/sm4/rules/encoding/indices.ts';
import * as encoding from '../../../src/validate/sm4/rules/encoding/operands.ts';
import { validateSm4 } from '../../../src/validate/sm4/validate-container.ts';
import { OPERAND_PROGRAMS, type OperandProgram } from '../../support/sm4-operand-programs.ts';

const ROWS = rulesOf<Sm4RuleRow>(availability, encoding, indices);
const STAGES = ['ps', 'vs', 'gs', 'hs', 'ds', 'cs'];
const EMPTY_SIGNATURE = Uint32Array.from([0, 8]);

/** A container with the program between empty signatures. */
function containerOfWords(profile: string, words: readonly number[], features: OperandProgram[4] = []): Uint8Array {
  const [stage, major, minor] = profile.split('_') as [string, string, string];
  const bits = features.reduce((sum, name) => sum | (1 << FEATURES[name]), 0);
  return containerOf([
    ...(bits === 0 ? [] : [['SFI0', wordsOf(serializeSfi0(bits))] as const]),
    ['ISGN', EMPTY_SIGNATURE],
    ['OSGN', EMPTY_SIGNATURE],
    [major === '5' ? 'SHEX' : 'SHDR', programWords(STAGES.indexOf(stage), Number(major), Number(minor), words)],
  ]);
}

function containerOfProgram([, profile, words, , features]: OperandProgram): Uint8Array {
  return containerOfWords(
    profile,
    words.split(' ').map((word) => Number.parseInt(word, 16)),
    features,
  );
}

function diagnosticsIn(bytes: Uint8Array): readonly Sm4Diagnostic[] {
  return validateSm4(readChunkDirectory(bytes, new Diagnostics())!).list;
}

const named = (name: string): OperandProgram => OPERAND_PROGRAMS.find((one) => one[0] === name)!;

describe('opcodes, operands and indices', () => {
  test.each(OPERAND_PROGRAMS.map((one) => [`${one[0]} (${one[1]})`, one] as const))('%s', (_name, one) => {
    expect(sm4DiagnosticLines(containerOfProgram(one)).join(' ')).toBe(one[3]);
  });

  test('every rule is broken by one of them', () => {
    const found = OPERAND_PROGRAMS.flatMap(([, , , diagnostics]) =>
      diagnostics.split(' ').map((text) => text.slice(0, 6)),
    );
    expect(ROWS.map(({ code }) => code).filter((code) => !found.includes(code))).toEqual([]);
  });

  test('every operand of every opcode has a constraint', () => {
    for (const row of SM4_OPCODE_BY_CODE) {
      expect([row?.mnemonic, CONSTRAINT_COUNTS[row!.code]]).toEqual([row?.mnemonic, row?.operands.length]);
      row!.operands.forEach((_, i) => {
        expect(CONSTRAINTS[row!.code * MAX_OPERANDS + i], `${row!.mnemonic} operand ${i + 1}`).not.toBe(0);
      });
    }
  });

  test('every exception to what the opcode table says is one', () => {
    for (const { of, operand } of QUIRKS) {
      for (const mnemonic of of) {
        const row = SM4_OPCODE_BY_CODE[SM4_OPCODES[mnemonic].code]!;
        const constraint = CONSTRAINTS[row.code * MAX_OPERANDS + operand - 1];
        expect(derivedConstraint(row, operand - 1), `${mnemonic} operand ${operand}`).not.toBe(constraint);
      }
    }
  });
});

describe('instructions that cannot be followed', () => {
  test("one without length is refused where Microsoft's validator never returns", () => {
    const nop = 58;
    expect(diagnosticsIn(containerOfWords('vs_5_0', [nop])).map(({ rule }) => rule)).toEqual([STALLED_RULE]);
  });

  test('operands after the end of the program are refused', () => {
    // `mov` of two words without operands.
    expect(diagnosticsIn(containerOfWords('vs_5_0', [0x0100_0036])).map(({ rule }) => rule)).toEqual([UNREADABLE_RULE]);
  });
});

describe('locations', () => {
  test('a diagnostic points at the token that breaks the rule', () => {
    const at = (name: string): number[] =>
      diagnosticsIn(containerOfProgram(named(name))).map((diagnostic) => diagnostic.at);
    // After the header: dcl_temps of two words, then the opcode token.
    expect(at('a discard in a vertex shader')).toEqual([4]);
    expect(at('kinds of views with arithmetic')).toEqual([5, 6]);
    expect(at('a sampler as a source')).toEqual([7]);
    expect(at('an index relative to r4096')).toEqual([8]);
  });

  test('the number and the limit of an index are reported', () => {
    const [diagnostic] = diagnosticsIn(containerOfProgram(named('u64 with the feature')));
    expect(diagnostic!.values).toMatchObject({ index: 1, number: 64, limit: 63 });
  });
});
