/**
 * Reads of pixel shaders before writes, and the amount that geometry shaders write; the diagnostics are those of
 * Microsoft's validator, recorded.
 */
import { describe, expect, test } from 'vitest';
import { sm4DiagnosticLines } from '../../../smith/checks/sm4-diagnostics.ts';
import { assemble } from '../../../src/assemble/index.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { computeChecksum } from '../../../src/container/digest.ts';

const HEADER = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[4], dynamicIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_raw u1
dcl_input_ps linear v0.xyzw
dcl_output o0.xyzw
dcl_temps 8
dcl_indexableTemp x0[4], 4
dcl_indexableTemp x1[4], 4`;
const END = 'mov o0.xyzw, l(0,0,0,0)';

/** Name, instructions after the declarations, diagnostics. */
const CASES: readonly (readonly [name: string, body: string, diagnostics: string])[] = [
  ['each component that is read is one diagnostic', 'mov r1.xyzw, r0.xyzx', 'DX3850@11 DX3850@11 DX3850@11 DX3850@11'],
  ['what is flagged stays unwritten', 'mov r1.x, r0.x; add r1.x, r0.x, r0.x', 'DX3850@11 DX3850@12 DX3850@12'],
  ['one branch is enough after the block', 'if_nz cb0[0].x; mov r0.x, l(0); endif; mov r1.x, r0.x', ''],
  [
    'else begins with what was in front',
    'if_nz cb0[0].x; mov r0.x, l(0); else; mov r1.x, r0.x; mov r0.y, l(0); endif; mov r1.xy, r0.xyxx',
    'DX3850@14',
  ],
  [
    'nested branches come back level by level',
    'if_nz cb0[0].x; mov r0.x, l(0); else; if_nz cb0[0].x; mov r0.y, l(0); else; mov r1.xy, r0.xyxx; endif; mov r1.xy, r0.xyxx; endif; mov r1.xy, r0.xyxx',
    'DX3850@17 DX3850@17 DX3850@19',
  ],
  [
    'cases begin with what was in front',
    'switch cb0[0].x; case l(0); mov r0.x, l(0); break; case l(1); mov r1.x, r0.x; mov r0.y, l(0); break; default; mov r1.x, r0.y; break; endswitch; mov r1.xy, r0.xyxx',
    'DX3850@16 DX3850@20',
  ],
  ['a branch that returns counts as well', 'if_nz cb0[0].x; mov r0.x, l(0); ret; endif; mov r1.x, r0.x', ''],
  [
    'loops are walked from top to bottom',
    'loop; breakc_nz cb0[0].x; mov r1.x, r0.x; mov r0.x, l(0); endloop; mov r1.x, r0.x',
    'DX3850@13',
  ],
  [
    'subroutines are walked at each call',
    'call label0; mov r0.x, l(0); call label0; mov o0.xyzw, l(0,0,0,0); ret; label label0; mov r1.x, r0.x; mov r1.y, r0.y',
    'DX3850@17 DX3850@18 DX3850@18',
  ],
  [
    'subroutines write for what follows',
    'call label0; mov r1.x, r0.x; mov o0.xyzw, l(0,0,0,0); ret; label label0; mov r0.x, l(0)',
    '',
  ],
  [
    'tests read x alone',
    'if_nz r0.x; endif; discard_nz r0.y; switch r0.z; default; break; endswitch',
    'DX3850@11 DX3850@13 DX3850@14',
  ],
  [
    'dot products read for each component of the result',
    'dp2 r1.xy, r2.yxzw, r3.xxxx',
    'DX3850@11 DX3850@11 DX3850@11 DX3850@11 DX3850@11 DX3850@11',
  ],
  ['both results read', 'sincos r1.xy, r2.yz, r3.xyzw', 'DX3850@11 DX3850@11 DX3850@11 DX3850@11'],
  ['a source with a mask reads x for all but x', 'mov r1.xyzw, r0.xyz', 'DX3850@11 DX3850@11 DX3850@11'],
  ['and nothing for x', 'mov r1.x, r0.xyz', ''],
  ['whatever the mask has', 'mov r1.yz, r0.yz; mov r0.x, l(0); mov r1.xyzw, r0.zw', 'DX3850@11 DX3850@11'],
  ['a source with a mask in a dot product', 'dp3 r1.x, r0.xyz, v0.xyzx', 'DX3850@11'],
  ['a source with a mask in a product of two words', 'imul null, r1.xy, r0.xyz, v0.xyzw', 'DX3850@11'],
  ['null reads nothing', 'sincos null, r2.y, r3.xyzw', 'DX3850@11'],
  ['products of two words read w of x', 'imul r1.xy, r2.yz, r3.xyzw, r4.wzyx', 'DX3850@11 DX3850@11'],
  [
    'coordinates by dimension',
    'sample r1.xyzw, r0.xyzw, t0.xyzw, s0; ld r1.xyzw, r2.xyzw, t0.xyzw',
    'DX3850@11 DX3850@11 DX3850@12 DX3850@12 DX3850@12',
  ],
  ['stores read nothing', 'store_raw u1.x, r0.x, r1.x', ''],
  [
    'indices of sources and results',
    'mov x0[r1.x + 0].xy, x0[r2.x + 0].zwzw; add r0.xyz, cb0[r3.x + 1].xyzx, cb0[r4.y + 1].xyzx',
    'DX3851@11 DX3851@11 DX3851@12 DX3851@12',
  ],
  [
    'elements as indices',
    'mov x1[1].x, l(0); mov r1.x, x0[x1[0].x + 1].x; mov x0[x1[1].x + 1].x, l(0); mov x0[x1[2].x + 1].x, l(0)',
    'DX3851@12 DX3851@14',
  ],
  [
    'an element that any may be',
    'mov r2.x, l(0); mov x1[r2.x + 2].x, l(0); mov r1.x, x0[x1[0].x + 1].x; mov r1.x, x0[x1[0].y + 1].x',
    'DX3851@14',
  ],
  [
    'arrays are looked at in tests alone',
    'mov r2.x, l(0); mov r1.x, x0[r2.x + 0].x; if_nz x0[r2.x + 1].x; endif; mov x0[1].x, l(0); discard_nz x0[r2.x + 0].x',
    'DX3852@13',
  ],
  [
    'depth reads nothing',
    'mov r1.x, r0.x; eval_sample_index r1.xy, v0.xyxx, r2.x; eval_snapped r1.xyzw, v0.xyxx, r3.xyzw',
    'DX3850@11 DX3850@12 DX3850@13 DX3850@13',
  ],
];

function diagnosticsOf(listing: string): string {
  const { bytes, diagnostics } = assemble(`${listing}\nret\n`, { validate: false });
  if (bytes === undefined) throw new Error(diagnostics.map(({ message }) => message).join());
  return sm4DiagnosticLines(bytes).join(' ');
}

describe('temporaries are written before they are read', () => {
  test.each(CASES)('%s', (_, body, diagnostics) => {
    const lines = body.split('; ').join('\n');
    const end = body.includes('label label0') ? '' : `\n${END}`;
    expect(diagnosticsOf(`${HEADER}\n${lines}${end}`)).toBe(diagnostics);
  });

  // The literal takes four words, so that the last operand is the result of the next instruction, and that has a mask.
  test.each([
    ['dp4 r2.x, l(2.0), r1.y', 'DX3850@5'],
    ['lt r2.x, l(2.0), r1.y', ''],
    ['lt r2.y, l(2.0), r1.y', 'DX3850@5'],
  ])('operands that extend into the next instruction: %s', (line, diagnostics) => {
    const declarations = 'dcl_input_ps linear v0.xyzw\ndcl_output o0.xyzw\ndcl_temps 3';
    const text = `ps_4_0\n${declarations}\nmov r1.y, v0.x\n${line}\nmov r0.x, l(3.0)\n${END}\nret\n`;
    const bytes = assemble(text, { validate: false }).bytes!.slice();
    const words = new Uint32Array(bytes.buffer);
    words[words.indexOf(0x4001)] = 0x404a;
    bytes.set(bytesOf(computeChecksum(bytes)), 4);
    expect(sm4DiagnosticLines(bytes).join(' ')).toBe(diagnostics);
  });

  test('in pixel shaders only', () => {
    expect(diagnosticsOf('vs_5_0\ndcl_temps 2\nmov r1.x, r0.x')).toBe('');
  });

  test('deep nesting, long programs and calls of calls end soon', { tags: 'slow' }, () => {
    const depth = 5000;
    const nested = `${HEADER}\n${'if_nz cb0[0].x\nmov r0.x, l(0)\nelse\n'.repeat(depth)}${'endif\n'.repeat(depth)}${END}`;
    const calls = (count: number): string => {
      const label = (_: unknown, i: number): string => `label label${i}\ncall label${i + 1}\ncall label${i + 1}\nret\n`;
      const labels = Array.from({ length: count }, label).join('');
      return `${HEADER}\ncall label0\n${END}\nret\n${labels}label label${count}\nmov r1.x, r0.x`;
    };
    const start = performance.now();
    diagnosticsOf(nested);
    diagnosticsOf(calls(40));
    expect(diagnosticsOf(calls(5)).split(' ')).toHaveLength(2 ** 5);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

const GEOMETRY = 'gs_5_0\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.xyzw';

describe('a geometry shader writes 1024 scalars at the most', () => {
  test.each([
    ['dcl_maxout 256', ''],
    ['dcl_maxout 257', 'DX3860'],
    ['dcl_stream m1\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 256', ''],
    ['dcl_stream m1\ndcl_outputtopology pointlist\ndcl_output o0.x\ndcl_output o1.x\ndcl_maxout 256', 'DX3860'],
  ])('%s', (declarations, diagnostics) => {
    expect(diagnosticsOf(`${GEOMETRY}\n${declarations}`)).toBe(diagnostics);
  });
});
