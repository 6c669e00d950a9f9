/**
 * The text of modules of small programs. The expected sources were read against what the instructions mean, line by
 * line.
 */
import { expect, it } from 'vitest';
import { printIr } from '../../../src/ir/index.ts';
import { moduleOf } from './lowered.ts';

/** The lines of the main function, without tokens. */
function linesOf(listing: string): string[] {
  const text = printIr(moduleOf(listing)).replace(/ @\d+/g, '');
  return text
    .slice(text.indexOf('{\n') + 2, text.lastIndexOf('}'))
    .trimEnd()
    .split('\n');
}

it('reads inputs and constants, and writes outputs by runs of components', () => {
  expect(
    linesOf(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], immediateIndexed
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_temps 1
add r0.xy, v0.xyxx, cb0[1].zwzz
mul_sat o0.xz, r0.xxyx, -|cb0[0].yyyy|
mov o0.yw, l(1.0)
ret`),
  ).toEqual([
    '  %0:f32x2 = in<0.x>',
    '  %1:u32 = const 1',
    '  %2:u32 = const 0',
    '  %3:b32 = const 0x3f800000',
    '  %4:b32 = undef',
    '  %5:f32x2 = cb.load<0.z> %1',
    '  %6:f32x2 = f.add %0, %5',
    '  %7:f32 = cb.load<0.y> %2',
    '  %8:f32x2 = pick %7.x, %7.x',
    '  %9:f32x2 = f.abs %8',
    '  %10:f32x2 = f.neg %9',
    '  %11:f32x2 = f.mul %6, %10',
    '  %12:f32x2 = f.sat %11',
    '  %13:f32 = pick %12.x',
    '  out<0.x> %13',
    '  %14:f32 = pick %12.y',
    '  out<0.z> %14',
    '  out<0.y> %3',
    '  out<0.w> %3',
    '  return',
  ]);
});

it('merges what the branches of an if write, and takes a comparison for its condition', () => {
  expect(
    linesOf(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_temps 2
mov r0.x, v0.y
lt r1.x, v0.x, l(0.5)
if_nz r1.x
  mul r0.x, r0.x, v0.x
endif
mov o0.xyzw, r0.xxxx
ret`),
  ).toEqual([
    '  %0:f32x2 = in<0.x>',
    '  %1:f32 = const 0.5',
    '  %2:b32 = undef',
    '  %3:f32 = pick %0.x',
    '  %4:bool = f.lt %3, %1',
    '  %5:u32 = mask %4',
    '  %6:f32 = if $0 %4 {',
    '    %7:f32 = pick %0.y',
    '    %8:f32 = pick %0.x',
    '    %9:f32 = f.mul %7, %8',
    '    exit $0 %9',
    '  } else {',
    '    %10:f32 = pick %0.y',
    '    exit $0 %10',
    '  }',
    '  %11:f32x4 = pick %6.x, %6.x, %6.x, %6.x',
    '  out<0.x> %11',
    '  return',
  ]);
});

it('makes parameters of a loop of what an iteration begins with, and results of what is read after it', () => {
  expect(
    linesOf(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps constant v0.x
dcl_output o0.xyzw
dcl_temps 2
mov r0.x, l(0)
loop
  uge r1.x, r0.x, v0.x
  breakc_nz r1.x
  iadd r0.x, r0.x, l(1)
endloop
mov o0.xyzw, r0.xxxx
ret`),
  ).toEqual([
    '  %0:b32 = const 0x00000000',
    '  %1:b32 = in<0.x>',
    '  %2:i32 = const 1',
    '  %3:b32 = undef',
    '  %4:b32 = loop $0 %0 (%5:b32) {',
    '    %6:u32 = bitcast %5',
    '    %7:u32 = bitcast %1',
    '    %8:bool = u.ge %6, %7',
    '    %9:u32 = mask %8',
    '    if $1 %8 {',
    '      exit $0 %5',
    '    } else {',
    '      exit $1',
    '    }',
    '    %10:i32 = bitcast %5',
    '    %11:i32 = i.add %10, %2',
    '    %12:b32 = bitcast %11',
    '    continue $0 %12',
    '  }',
    '  %13:b32x4 = pick %4.x, %4.x, %4.x, %4.x',
    '  out<0.x> %13',
    '  return',
  ]);
});

it('carries what a branch leaves as it was, and nothing that is written before it is read', () => {
  const lines = linesOf(`ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps constant v0.xy
dcl_output o0.xyzw
dcl_temps 3
mov r0.xyzw, v0.xxyy
if_nz v0.x
  mov r0.x, l(1)
  mov r1.xy, r0.xyxx
  iadd r0.y, r1.x, r1.y
else
  mov r2.x, r0.x
  mov r0.z, r2.x
endif
mov r2.x, l(2)
iadd r0.x, r0.y, r2.x
mov o0.xyzw, r0.xyzw
ret`);
  expect(lines.filter((line) => line.includes('if $0'))).toEqual(['  %8:b32, %9:b32 = if $0 %7 {']);
  expect(lines.filter((line) => line.includes('exit $0'))).toHaveLength(2);
});

it('runs cases that others fall into from where the selector says', () => {
  expect(
    linesOf(`ps_4_0
dcl_input_ps constant v0.x
dcl_output o0.xyzw
dcl_temps 2
mov r0.x, l(10)
switch v0.x
case l(1)
case l(2)
  iadd r0.x, r0.x, l(1)
case l(3)
  iadd r0.x, r0.x, l(20)
  break
default
  mov r0.x, l(0)
  break
endswitch
mov o0.xyzw, r0.xxxx
ret`),
  ).toEqual([
    '  %0:b32 = const 0x0000000a',
    '  %1:b32 = in<0.x>',
    '  %2:u32 = const 0',
    '  %3:i32 = const 1',
    '  %4:i32 = const 20',
    '  %5:b32 = const 0x00000000',
    '  %6:b32 = undef',
    '  %7:u32 = bitcast %1',
    '  %8:b32 = switch $0 %7 case 1, 2, 3 {',
    '    %9:u32 = switch $1 %7 case 1, 2 {',
    '      %10:u32 = const 0',
    '      exit $1 %10',
    '    } case 3, default {',
    '      %11:u32 = const 1',
    '      exit $1 %11',
    '    }',
    '    %12:bool = u.ge %2, %9',
    '    %13:b32 = if $2 %12 {',
    '      %14:i32 = bitcast %0',
    '      %15:i32 = i.add %14, %3',
    '      %16:b32 = bitcast %15',
    '      exit $2 %16',
    '    } else {',
    '      exit $2 %0',
    '    }',
    '    %17:i32 = bitcast %13',
    '    %18:i32 = i.add %17, %4',
    '    %19:b32 = bitcast %18',
    '    exit $0 %19',
    '  } case default {',
    '    exit $0 %5',
    '  }',
    '  %20:b32x4 = pick %8.x, %8.x, %8.x, %8.x',
    '  out<0.x> %20',
    '  return',
  ]);
});
