/**
 * dxlens says about wrong sources what Microsoft's compiler said (tools/docs/record-compile-examples.ts): the
 * code and the line of the first error, and mostly its column.
 */
import { describe, expect, test } from 'vitest';
import { type Compiled, compile, compileEffect, isEffectProfile } from '../../src/hlsl/index.ts';
import { type CompileExample, type Located, readCompileExamples } from '../../tools/docs/compile-examples.ts';
import { DIFFERENT, OTHER_COLUMN } from './diagnostics-differences.ts';

function diagnosticsOf(source: string, profile: string): Compiled['diagnostics'] {
  const { diagnostics } = isEffectProfile(profile) ? compileEffect(source, { profile }) : compile(source, { profile });
  // All parts of a message have values.
  for (const { message } of diagnostics) expect(message).not.toMatch(/\{[a-z]+\}/);
  return diagnostics;
}

const examples = readCompileExamples();

function firstError({ source, profile }: CompileExample): Located | undefined {
  const found = diagnosticsOf(source, profile).find(({ severity }) => severity === 'error');
  return found && [found.code, found.line, found.column];
}

/** Errors about no line have the line 0 in the recorded answers. */
function isSame(theirs: Located | undefined, ours: Located | undefined): boolean {
  if (theirs === undefined || ours === undefined) return theirs === ours;
  return theirs[0] === ours[0] && (theirs[1] === 0 || theirs[1] === ours[1]);
}

/** The source in one line. */
function nameOf({ profile, source }: CompileExample): string {
  return `${profile} ${source.trimEnd().replaceAll('\n', ' ')}`;
}

/** Warnings about values and loops, which the complete program shows. */
const WARNINGS = [
  'X3550',
  'X3556',
  'X3557',
  'X3570',
  'X3571',
  'X3582',
  'X3583',
  'X3584',
  'X3595',
  'X4118',
  'X4119',
] as const;

const same = examples.filter((example) => !DIFFERENT.has(nameOf(example)));

describe('the first error', () => {
  test.each(same.map((example) => [nameOf(example), example] as const))('%s', (name, example) => {
    const [theirs] = example.errors;
    const ours = firstError(example);
    if (theirs === undefined) expect(ours).toBeUndefined();
    else {
      expect(ours?.[0]).toBe(theirs[0]);
      if (theirs[1] === 0) return;
      expect(ours?.[1]).toBe(theirs[1]);
      if (!OTHER_COLUMN.has(name)) expect(ours?.[2]).toBe(theirs[2]);
    }
  });

  test.each(WARNINGS)('warnings of %s have the same positions', (code) => {
    const accepted = same.filter(({ errors }) => errors.length === 0);
    const found = accepted.filter(({ warnings }) => warnings.some(([one]) => one === code));
    expect(found.length).toBeGreaterThan(0);
    for (const example of accepted) {
      const theirs = example.warnings.flatMap(([one, line, column]) => (one === code ? [`${line}:${column}`] : []));
      const diagnostics = diagnosticsOf(example.source, example.profile);
      const ours = diagnostics.flatMap((one) => (one.code === code ? [`${one.line}:${one.column}`] : []));
      expect(new Set(ours), nameOf(example)).toEqual(new Set(theirs));
    }
  });

  test('nothing that is listed as different is the same', () => {
    const listed = examples.filter((example) => DIFFERENT.has(nameOf(example)));
    const differs = (example: CompileExample) => {
      try {
        return !isSame(example.errors[0], firstError(example));
      } catch {
        return true;
      }
    };
    expect(listed.filter((example) => !differs(example)).map(nameOf)).toEqual([]);
    expect(listed.length).toBe(DIFFERENT.size);
  });
});

// Source of codes, lines and columns: oracle.
test.each([
  'struct C { int a; C b; };\nfloat4 main() : SV_Target { C g = (C)0; return g.a; }',
  'struct C { int a; C b[2]; };\nC c;\nfloat4 main() : SV_Target { return c.a; }',
])('a type that contains itself: %s', (source) => {
  const [first] = diagnosticsOf(source, 'ps_5_0');
  expect([first?.code, first?.line, first?.column]).toEqual(['X3111', 1, 21]);
  expect(compileEffect(source, { profile: 'fx_5_0' }).diagnostics[0]?.code).toBe('X3111');
});

describe('more than fits in a comment of models 1 to 3', () => {
  test('a table of constants', () => {
    const names = Array.from({ length: 200 }, (_, i) => `${'a'.repeat(1000)}${i}`);
    const declared = names.map((name) => `float4 ${name};`).join('\n');
    const source = `${declared}\nfloat4 main() : POSITION { return ${names.join('+')}; }`;
    expect(diagnosticsOf(source, 'vs_3_0').map(({ code }) => code)).toEqual(['X4548']);
  });

  test('the code of a state', () => {
    const sum = (row: number) => Array.from({ length: 85 }, (_, i) => `sin(g + ${100 * row + i}.5) * h`).join('+');
    const rows = Array.from({ length: 16 }, (_, row) => sum(row)).join(', ');
    const source = `float g, h;\ntechnique { pass { WorldTransform[0] = float4x4(${rows}); } }`;
    expect(diagnosticsOf(source, 'fx_2_0').map(({ code }) => code)).toEqual(['DX6222']);
  });
});
