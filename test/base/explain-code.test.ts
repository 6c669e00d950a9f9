/** The meanings of diagnostic codes, as data. */
import { describe, expect, it } from 'vitest';
import { CODE_EXPLANATIONS, explainCode } from '../../src/base/explain-code.ts';
import { ALL_MESSAGES } from '../../src/cli/all-messages.ts';
import { disassemble } from '../../src/index.ts';

describe('explanations of codes', () => {
  it('exist for every message, with its severity', () => {
    for (const [code, { severity }] of ALL_MESSAGES)
      expect([code, explainCode(code)?.severity]).toEqual([code, severity]);
  });

  it('exist for what a reader reports, in any case of letters', () => {
    const [first] = disassemble(new Uint8Array([1, 2, 3])).diagnostics;
    expect(explainCode(first!.code)).toMatchObject({ severity: 'error' });
    expect(explainCode(first!.code.toLowerCase())).toBe(explainCode(first!.code));
  });

  it('are undefined for other words', () => {
    for (const word of ['', 'DX9999', '__proto__', 'constructor']) expect(explainCode(word)).toBeUndefined();
  });

  it('are in the order of the codes', () => {
    const codes = [...CODE_EXPLANATIONS.keys()];
    expect(codes.length).toBeGreaterThan(1600);
    expect(codes).toEqual(codes.toSorted((a, b) => (a < b ? -1 : 1)));
  });
});
