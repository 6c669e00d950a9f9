/** Programs that need more than an instruction of SPIR-V can have. */
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/translate/index.ts';
import { assembledLines } from '../../support/growing-programs.ts';

const program = (body: readonly string[]) =>
  assembledLines([
    ...['ps_5_0', 'dcl_globalFlags refactoringAllowed', 'dcl_constantbuffer CB0[1], immediateIndexed'],
    ...['dcl_output o0.xyzw', 'dcl_temps 1', 'mov r0.xyzw, cb0[0].xyzw'],
    ...body,
    ...['mov o0.xyzw, r0.xyzw', 'ret'],
  ]);

/** Half of the words of an instruction, and a few more. */
const MANY = 0x8000;

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'a switch with too many cases': [
    ...['switch r0.x', ...Array.from({ length: MANY }, (_, i) => `case l(${i})`)],
    ...['mov r0.y, l(2.0)', 'break', 'endswitch'],
  ],
  'a loop with too many ways out': [
    'loop',
    ...Array.from({ length: MANY }, () => ['add r0.y, r0.y, l(1.0)', 'breakc_nz r0.x']).flat(),
    'endloop',
  ],
};

describe.each(Object.entries(PROGRAMS))('%s', (_, body) => {
  const bytes = program(body);

  it('is refused at an instruction', { tags: 'slow' }, () => {
    const { stages, diagnostics } = translate(bytes, { validate: false, to: 'spirv' });
    expect(stages).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['DX6008']);
    expect(diagnostics[0]!.span.start).toBeGreaterThan(0);
  });

  it('is translated to other languages', { tags: 'slow' }, () => {
    expect(translate(bytes, { validate: false, to: 'wgsl' }).stages).toHaveLength(1);
  });
});
