/** Every compiled program and random valid ones lower to modules that break no rule; damage is refused at its token. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { verifyIr } from '../../../src/ir/index.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Sm4IndexRepresentation, Sm4OperandToken } from '../../../src/isa/sm4/tokens.ts';
import { lowerSm4 } from '../../../src/lower/index.ts';
import { loweredOf, programOf, refusalOf } from './lowered.ts';

/** The faults of the module of a program; empty for none. */
function faultsOf(words: Uint32Array): string[] {
  const program = readSm4(words);
  if (program.stage === 'lib') return [];
  const { module, diagnostics } = lowerSm4(program);
  return [...diagnostics, ...(module === undefined ? [] : verifyIr(module))].map(({ message }) => message);
}

const COMPILED = readProvenance().filter(({ how }) => how === 'compiled');

it('lowers every compiled program', { tags: 'slow' }, () => {
  const faults = COMPILED.flatMap(({ id }) => {
    const bytes = new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
    return programsIn(bytes).flatMap((words) => faultsOf(words).map((fault) => `${id}: ${fault}`));
  });
  expect(faults).toEqual([]);
  expect(COMPILED.length).toBeGreaterThan(200);
});

it('lowers random valid programs', { tags: 'slow' }, () => {
  for (let seed = 1; seed <= 100; seed++)
    expect(faultsOf(validProgram(new Random(seed)).words), `seed ${seed}`).toEqual([]);
});

describe('damage', () => {
  const program = (body: string) => `ps_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 2\n${body}`;

  // Two words of the header, one of the flags and two of the temporaries are before the body.
  it.each([
    ['endif\nret', 'DX5101 at 5'],
    ['endloop\nret', 'DX5101 at 5'],
    ['break\nret', 'DX5101 at 5'],
    ['if_nz r0.x\nelse\nelse\nendif\nret', 'DX5111 at 9'],
    ['switch r0.x\nnop\nmov r0.x, r1.x\nendswitch\nret', 'DX5110 at 9'],
    ['call label1\nret', 'DX5105 at 5'],
    ['call label1\nret\nlabel label1\ncall label1\nret', 'DX5106 at 9'],
    ['mov r0.x, v0.x\nret', 'DX5103 at 8'],
    ['mov r0.x, r7.x\nret', 'DX5103 at 8'],
    ['cut\nret', 'DX5114 at 5'],
    ['hs_join_phase\nret', 'DX5114 at 5'],
    // Nothing is executed there, but it would divide the switch.
    ['switch r0.x\ncase l(1)\nbreak\nhs_fork_phase\ncase l(2)\nbreak\nendswitch\nret', 'DX5114 at 12'],
    ['if_z r0.x\nhs_decls\nendif\nret', 'DX5114 at 8'],
    // A read of texels names no structures, and the other way round.
    [
      'dcl_uav_structured u1, 16\nld_uav_typed_indexable(texture2d)(float,float,float,float) r0.xyzw, r0.xyyy, u1.xyzw\nret',
      'DX5104 at 16',
    ],
    ['dcl_uav_raw u1\nstore_uav_typed u1.xyzw, r0.xyyy, r0.xyzw\nret', 'DX5104 at 9'],
    ['dcl_resource_texture2d (float,float,float,float) t0\nld_raw r0.x, r0.x, t0.x\nret', 'DX5104 at 14'],
  ])('is refused at its token: %s', (body, refusal) => {
    expect(refusalOf(program(body))).toBe(refusal);
  });

  it('of a hull shader leaves a module without functions, which passes points on', () => {
    const { module, diagnostics } = loweredOf('hs_5_0\nhs_decls\ndcl_input_control_point_count 3\n');
    expect(diagnostics).toEqual([]);
    expect(verifyIr(module!)).toEqual([]);
  });

  it('of a sampler whose range has no register is refused, even where the missing index is relative', () => {
    const words = programOf(`ps_5_1
dcl_sampler S0[0:0], mode_default, space=0
dcl_resource_texture2d (float,float,float,float) T0[0:0], space=0
dcl_temps 1
sample r0.xyzw, l(0,0,0,0), T0[0].xyzw, S0[0]
ret`);
    const at = words.findLastIndex((word) => Sm4OperandToken.type.get(word) === SM4_OPERAND_TYPES.sampler.code);
    for (const representation of Object.values(Sm4IndexRepresentation)) {
      words[at] = Sm4OperandToken.index1.set(Sm4OperandToken.indexDimension.set(words[at]!, 1), representation);
      const { module, diagnostics } = lowerSm4(readSm4(words));
      expect(module).toBeUndefined();
      expect([diagnostics[0]!.code, diagnostics[0]!.span.start / 4]).toEqual(['DX5103', at]);
    }
  });

  it('of the limit of tessellation factors leaves a module without one', () => {
    const words = programOf('hs_5_0\nhs_decls\ndcl_input_control_point_count 3\ndcl_hs_max_tessfactor l(2.000000)\n');
    const factorOf = () => lowerSm4(readSm4(words)).module!.facts.maxTessFactor;
    expect(factorOf()).toBe(2);
    for (const word of [0x7fc0_0000, 0x7f80_0000]) {
      words[words.length - 1] = word;
      expect(factorOf()).toBeUndefined();
    }
  });

  it('of a block that is not closed is refused', () => {
    expect(refusalOf(program('if_nz r0.x\nret'))).toMatch(/^DX5102/);
  });
});
