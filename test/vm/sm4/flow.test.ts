/** Flow control: which lanes run what. r15 has the number of the lane, 0 to 3. */
import { describe, expect, it } from 'vitest';
import { lanesOf, runSm4 } from '../../support/run-sm4.ts';

/** r0.x of each lane after `body`. */
function lanes(body: string): number[] {
  return lanesOf(runSm4(body), 0);
}

describe('if', () => {
  it('runs each branch for its lanes', () => {
    expect(lanes('ult r1.x, r15.x, l(2)\nif_nz r1.x\nmov r0.x, l(10)\nelse\nmov r0.x, l(20)\nendif')).toEqual([
      10, 10, 20, 20,
    ]);
  });

  it('tests for zero as well', () => {
    expect(lanes('if_z r15.x\nmov r0.x, l(1)\nendif')).toEqual([1, 0, 0, 0]);
  });

  it('keeps inner branches inside', () => {
    const body = `and r1.x, r15.x, l(1)
and r1.y, r15.x, l(2)
if_nz r1.x
  if_nz r1.y
    iadd r0.x, r0.x, l(1)
  else
    iadd r0.x, r0.x, l(10)
  endif
  iadd r0.x, r0.x, l(100)
else
  iadd r0.x, r0.x, l(1000)
endif
iadd r0.x, r0.x, l(10000)`;
    expect(lanes(body)).toEqual([11000, 10110, 11000, 10101]);
  });
});

describe('loop', () => {
  it('repeats until each lane has left', () => {
    const body = `loop
  uge r1.x, r0.x, r15.x
  breakc_nz r1.x
  iadd r0.x, r0.x, l(1)
endloop
iadd r0.x, r0.x, l(10)`;
    expect(lanes(body)).toEqual([10, 11, 12, 13]);
  });

  it('continues with the next iteration', () => {
    // Counts to 6 and adds the odd numbers; lane 3 leaves at 4.
    const body = `loop
  iadd r1.x, r1.x, l(1)
  ult r2.x, l(6), r1.x
  breakc_nz r2.x
  and r2.x, r1.x, l(1)
  continuec_z r2.x
  ieq r2.x, r15.x, l(3)
  ult r2.y, l(4), r1.x
  and r2.x, r2.x, r2.y
  if_nz r2.x
    break
  endif
  iadd r0.x, r0.x, r1.x
endloop`;
    expect(lanes(body)).toEqual([9, 9, 9, 4]);
  });

  it('ends for all lanes before the code after it', () => {
    const body = `loop
  loop
    iadd r0.x, r0.x, l(1)
    ult r1.x, r15.x, r0.x
    breakc_nz r1.x
  endloop
  iadd r2.x, r2.x, l(1)
  uge r1.x, r2.x, l(2)
  breakc_nz r1.x
endloop
imad r0.x, r2.x, l(100), r0.x`;
    expect(lanes(body)).toEqual([202, 203, 204, 205]);
  });
});

describe('switch', () => {
  const SWITCH = `switch r15.x
  case l(0)
    iadd r0.x, r0.x, l(1)
    break
  default
    iadd r0.x, r0.x, l(10)
    break
  case l(2)
  case l(3)
    iadd r0.x, r0.x, l(100)
    break
endswitch
iadd r0.x, r0.x, l(1000)`;

  it('takes the case, or the default wherever it is', () => {
    expect(lanes(SWITCH)).toEqual([1001, 1010, 1100, 1100]);
  });

  it('falls through without a break', () => {
    const body = `switch r15.x
  case l(0)
    iadd r0.x, r0.x, l(1)
  case l(1)
    iadd r0.x, r0.x, l(10)
    break
  case l(2)
    iadd r0.x, r0.x, l(100)
  default
    iadd r0.x, r0.x, l(1000)
endswitch`;
    expect(lanes(body)).toEqual([11, 10, 1100, 1000]);
  });

  it('lets a continue leave it and the rest of the iteration', () => {
    const body = `loop
  iadd r1.x, r1.x, l(1)
  ult r2.x, l(2), r1.x
  breakc_nz r2.x
  switch r15.x
    case l(1)
      continue
    default
      break
  endswitch
  iadd r0.x, r0.x, l(1)
endloop`;
    expect(lanes(body)).toEqual([2, 0, 2, 2]);
  });
});

describe('subroutines', () => {
  it('return to the caller, each lane when it returns', () => {
    const body = `call label0
iadd r0.x, r0.x, l(1)
callc_nz r15.x, label1
iadd r0.x, r0.x, l(1)
ret
label label0
  ieq r1.x, r15.x, l(2)
  retc_nz r1.x
  iadd r0.x, r0.x, l(10)
ret
label label1
  iadd r0.x, r0.x, l(100)
  call label0`;
    expect(lanes(body)).toEqual([12, 122, 102, 122]);
  });

  it('have conditions and loops of their own', () => {
    const body = `if_nz r15.x
  loop
    call label0
    iadd r1.x, r1.x, l(1)
    uge r2.x, r1.x, l(2)
    breakc_nz r2.x
  endloop
endif
ret
label label0
  loop
    iadd r0.x, r0.x, l(1)
    break
  endloop
  retc_nz r15.x
  iadd r0.x, r0.x, l(100)`;
    expect(lanes(body)).toEqual([0, 2, 2, 2]);
  });

  it('are not called deeper than 32 levels', () => {
    expect(lanes('call label0\nret\nlabel label0\n  iadd r0.x, r0.x, l(1)\n  call label0')).toEqual([32, 32, 32, 32]);
  });
});

describe('return and discard', () => {
  it('ends lanes of the main program one by one', () => {
    expect(lanes('iadd r0.x, r0.x, l(1)\nretc_nz r15.x\niadd r0.x, r0.x, l(10)')).toEqual([11, 1, 1, 1]);
  });

  it('makes helpers of discarded lanes, which run on', () => {
    const quad = runSm4('discard_nz r15.x\nmov r0.x, l(5)');
    expect(lanesOf(quad, 0)).toEqual([5, 5, 5, 5]);
    expect(quad.helpers).toBe(0b1110);
  });
});

describe('derivatives', () => {
  it('are differences between the pixels of the quad', () => {
    const body = `utof r1.x, r15.x
mul r1.x, r1.x, r1.x
deriv_rtx_coarse r0.x, r1.x
deriv_rtx_fine r0.y, r1.x
deriv_rty_coarse r0.z, r1.x
deriv_rty_fine r0.w, r1.x
ftoi r0.xyzw, r0.xyzw`;
    const quad = runSm4(body);
    expect([0, 1, 2, 3].map((component) => lanesOf(quad, 0, component))).toEqual([
      [1, 1, 1, 1],
      [1, 1, 5, 5],
      [4, 4, 4, 4],
      [4, 8, 4, 8],
    ]);
  });
});
