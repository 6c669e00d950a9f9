/** Rules of vertex shaders, and of declarations and constants, one small shader each. */
import { describe, expect, it } from 'vitest';
import { VS_CASES } from '../../../smith/sm1-vs-cases.ts';
import { checkSm1 } from '../../../src/validate/sm1/validate-sm1.ts';

describe('rules of vertex shaders', () => {
  it.each(VS_CASES)('$rule', ({ words, flags, diagnostics }) => {
    const result = checkSm1(words, flags);
    expect(result.diagnostics.map(({ code, instruction }) => `${code}@${instruction}`).join(' ')).toBe(diagnostics);
    expect(result.valid).toBe(diagnostics === '');
  });
});
