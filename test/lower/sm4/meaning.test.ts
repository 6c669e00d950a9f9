/**
 * Results of lowered programs: small listings against results computed by hand, and programs of all stages against the
 * interpreter. live/vm-ir.ts does the latter for many more.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance } from '../../../fixtures/recorded.ts';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { compareRuns } from '../../../smith/checks/vm-ir.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { allTargets } from '../../../smith/sm4-target.ts';
import { runnableProgram } from '../../../smith/sm4-valid.ts';
import { evaluateQuad } from '../../../src/ir/index.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Sm4ComponentCount } from '../../../src/isa/sm4/tokens.ts';
import { lowerSm4 } from '../../../src/lower/index.ts';
import { bitsOfFloat, floatOfBits } from '../../../src/numerics/conversion.ts';
import { moduleOf, programOf } from './lowered.ts';

const TARGETS = allTargets();

/** o0.x of each lane; v0.x is the number of the lane. */
function lanesOf(body: string, version = '5_0'): number[] {
  const module = moduleOf(`ps_${version}
dcl_input_ps constant v0.x
dcl_output o0.xyzw
dcl_temps 4
${body}`);
  const { outputs } = evaluateQuad(module, { input: (_kind, _special, _register, _component, _vertex, lane) => lane });
  return Array.from(outputs.words.subarray(0, 4));
}

describe('flow control', () => {
  it('leaves a loop from an if in it, and goes on with the next iteration', () => {
    // Adds 1 to 5 without 3; lane 2 leaves when the counter is 4: 1 + 2.
    const body = `mov r0.xyzw, l(0,0,0,0)
loop
  iadd r0.y, r0.y, l(1)
  ult r1.x, l(5), r0.y
  breakc_nz r1.x
  ieq r1.x, r0.y, l(3)
  if_nz r1.x
    continue
  endif
  ieq r1.x, v0.x, l(2)
  ieq r1.y, r0.y, l(4)
  and r1.x, r1.x, r1.y
  if_nz r1.x
    break
  endif
  iadd r0.x, r0.x, r0.y
endloop
mov o0.xyzw, r0.xxxx
ret`;
    expect(lanesOf(body)).toEqual([12, 12, 3, 12]);
  });

  it('returns from inside of blocks', () => {
    const body = `mov o0.xyzw, l(7,7,7,7)
loop
  if_z v0.x
    ret
  endif
  ieq r0.x, v0.x, l(1)
  retc_nz r0.x
  break
endloop
mov o0.xyzw, v0.xxxx
ret`;
    expect(lanesOf(body)).toEqual([7, 7, 2, 3]);
  });

  it('falls from one case into the next, from where it was entered', () => {
    // Lane 0: 1 + 10 + 100; lane 1: 10 + 100; lane 2: 100; lane 3: the default.
    const body = `mov r0.x, l(0)
switch v0.x
case l(0)
  iadd r0.x, r0.x, l(1)
case l(1)
  iadd r0.x, r0.x, l(10)
case l(2)
  iadd r0.x, r0.x, l(100)
  break
default
  mov r0.x, l(5)
  break
endswitch
mov o0.xyzw, r0.xxxx
ret`;
    expect(lanesOf(body, '4_0')).toEqual([111, 110, 100, 5]);
  });

  it('continues a loop from a switch', () => {
    // Each lane counts to 3 and adds 1 except when the counter is its number.
    const body = `mov r0.xy, l(0,0,0,0)
loop
  uge r1.x, r0.y, l(3)
  breakc_nz r1.x
  iadd r0.y, r0.y, l(1)
  ieq r1.x, r0.y, v0.x
  switch r1.x
  case l(-1)
    continue
  default
    break
  endswitch
  iadd r0.x, r0.x, l(1)
endloop
mov o0.xyzw, r0.xxxx
ret`;
    expect(lanesOf(body)).toEqual([3, 2, 2, 2]);
  });

  it('calls subroutines that see and change the registers of their caller', () => {
    const body = `mov r0.x, v0.x
call label1
callc_nz r0.x, label0
mov o0.xyzw, r0.xxxx
ret
label label1
iadd r0.x, r0.x, r0.x
ret
label label0
iadd r0.x, r0.x, l(100)
ret`;
    expect(lanesOf(body)).toEqual([0, 102, 104, 106]);
  });
});

describe('operands', () => {
  it('reads all sources before it writes', () => {
    expect(
      lanesOf(
        'mov r0.xy, l(3,4,0,0)\nmov r0.xy, r0.yxyy\nishl r0.x, r0.x, l(4)\niadd r0.x, r0.x, r0.y\nmov o0.xyzw, r0.xxxx\nret',
      ),
    ).toEqual([67, 67, 67, 67]);
    expect(
      lanesOf(
        'mov r0.xy, l(100,7,0,0)\nudiv r0.x, r0.y, r0.x, r0.y\nimad r0.x, r0.x, l(10), r0.y\nmov o0.xyzw, r0.xxxx\nret',
      ),
    ).toEqual([142, 142, 142, 142]);
  });

  it('writes the second result where its index was before the first', () => {
    // r0.x is 1 when the instruction begins: the sum's carry goes to x0[1], not to x0[3].
    const body = `dcl_indexableTemp x0[4], 1
mov r0.x, l(1)
mov x0[1].x, l(50)
mov x0[3].x, l(60)
uaddc r0.x, x0[r0.x + 0].x, l(-1), l(4)
mov r1.x, x0[1].x
mov r1.y, x0[3].x
imad r1.x, r1.x, l(1000), r1.y
mov o0.xyzw, r1.xxxx
ret`;
    expect(lanesOf(body)).toEqual([1060, 1060, 1060, 1060]);
  });
});

describe('tokens that no compiler writes', () => {
  const runsOf = (words: Uint32Array) => {
    const program = readSm4(words);
    const { module } = lowerSm4(program);
    return { module: module!, runs: compareRuns(program, module!, 1, 'dyadic') };
  };

  it.each([
    ['-v0.xxxx', 1, -1],
    ['|v0.xxxx|', 2, 1],
    ['-|v0.xxxx|', 3, -1],
  ])('have modifiers: %s', (source, modifier, result) => {
    // The extended operand token of a modifier.
    const tokenOf = (number: number) => (number << 6) | 1;
    const words = programOf(`ps_5_0\ndcl_input_ps constant v0.xyzw\ndcl_output o0.xyzw\nmov o0.xyzw, ${source}\nret`);
    const at = words.indexOf(tokenOf(modifier));
    const firstOf = (number: number) => {
      words[at] = tokenOf(number);
      const { module, runs } = runsOf(words);
      expect(runs).toBe('same');
      const { outputs } = evaluateQuad(module, { input: () => bitsOfFloat(1) });
      return floatOfBits(outputs.words[0]!);
    };
    expect(firstOf(modifier)).toBe(result);
    // Other numbers are no modifiers (source: oracle, listings).
    for (const number of [4, 5, 6, 7, 129, 255]) expect(firstOf(number)).toBe(1);
  });

  it('write the only component of a depth without components', () => {
    const words = programOf('ps_5_0\ndcl_output oDepth\nmov oDepth, l(0.5)\nret');
    const at = words.lastIndexOf((SM4_OPERAND_TYPES.outputDepth.code << 12) | Sm4ComponentCount.one);
    words[at]! &= ~Sm4ComponentCount.one;
    const { module, runs } = runsOf(words);
    expect(runs).toBe('same');
    expect(floatOfBits(evaluateQuad(module, {}).outputs.words[0]!)).toBe(0.5);
  });
});

describe('the interpreter gives equal bits', () => {
  it('for random programs of all stages and models; almost all can be compared', { tags: ['slow', 'ci'] }, () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= 80; seed++) {
      const { words, bytes } = runnableProgram(new Random(seed), TARGETS[seed % TARGETS.length]);
      expect(sm4DiagnosticLines(bytes), `seed ${seed}`).toEqual([]);
      const program = readSm4(words);
      const result = compareRuns(program, lowerSm4(program).module!, seed, seed % 2 === 0 ? 'dyadic' : 'special');
      expect(typeof result === 'string' ? '' : `seed ${seed}: ${result.difference}`).toBe('');
      if (typeof result === 'string') counts.set(result, (counts.get(result) ?? 0) + 1);
    }
    expect(counts.get('same')).toBeGreaterThanOrEqual(76);
  });

  it('for compiled programs', { tags: ['slow', 'ci'] }, () => {
    for (const { id } of readProvenance().filter(({ how }) => how === 'compiled')) {
      for (const words of programsIn(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))))) {
        const program = readSm4(words);
        if (program.stage === 'lib') continue;
        const result = compareRuns(program, lowerSm4(program).module!, 1, 'dyadic');
        expect(typeof result === 'string' ? '' : `${id}: ${result.difference}`).toBe('');
      }
    }
  });

  it('where indices of inputs are in their range, and nothing is compared where they are not', () => {
    const listing = (index: number) => `ds_5_0
dcl_input_control_point_count 4
dcl_tessellator_domain domain_tri
dcl_input vpc1.x
dcl_input vpc2.x
dcl_input vicp[4][0].xyzw
dcl_indexrange vpc1.x 2
dcl_output o0.xyzw
dcl_temps 1
mov r0.x, l(${index})
mov o0.xyzw, vpc[r0.x + 1].xxxx
mov o0.x, vicp[r0.x + 0][0].x
ret`;
    const outcome = (index: number) => {
      const program = readSm4(programOf(listing(index)));
      return compareRuns(program, lowerSm4(program).module!, 1, 'dyadic');
    };
    expect([0, 1, 2, -1].map(outcome)).toEqual(['same', 'same', 'undefined', 'undefined']);
  });

  it('where a computed register has no view, and nothing is compared where it has one of another declaration', () => {
    const outcome = (index: number) => {
      const program = readSm4(
        programOf(`cs_5_1
dcl_uav_typed_buffer (uint,uint,uint,uint) U0[0:0], space=0
dcl_uav_raw U1[1:2], space=0
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(${index})
store_raw U1[r0.x + 1].x, l(0), l(1)
ret`),
      );
      return compareRuns(program, lowerSm4(program).module!, 1, 'dyadic');
    };
    expect([0, 1, 2, -1].map(outcome)).toEqual(['same', 'same', 'same', 'undefined']);
  });

  it('where a hull shader reads points beyond those that enter', () => {
    // Fewer points enter than leave: the last index is that of a point that leaves only.
    const program = readSm4(
      programOf(`hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 4
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_line
hs_control_point_phase
dcl_input v[2][0].x
dcl_output o0.x
mov o0.x, v[1][0].x
ret
hs_fork_phase
dcl_input vicp[2][0].x
dcl_input vocp[4][0].x
dcl_output_siv o0.x, finalLineDensityTessFactor
dcl_temps 1
mov r0.x, l(3)
mov o0.x, vocp[r0.x + 0][0].x
ret
hs_fork_phase
dcl_input vicp[2][0].x
dcl_output_siv o1.x, finalLineDetailTessFactor
dcl_temps 1
mov r0.x, l(3)
mov o1.x, vicp[r0.x + 0][0].x
ret`),
    );
    expect(compareRuns(program, lowerSm4(program).module!, 1, 'dyadic')).toBe('undefined');
  });
});
