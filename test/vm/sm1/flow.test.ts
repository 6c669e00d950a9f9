/** Flow control of shader models 2 and 3. Lane n of r11 is n in each component. */
import { describe, expect, it } from 'vitest';
import { floatsIn, runSm1, type Sm1Inputs, setFloats } from '../../support/run-sm1.ts';

/** r0.x of each lane. */
function lanes(body: string, inputs: Sm1Inputs = {}, version = 'ps_3_0'): number[] {
  const quad = runSm1(`${version}\ndef c20, 1, 10, 100, 1000\n${body}\n`, {
    ...inputs,
    prepare: (prepared) =>
      setFloats(
        prepared,
        'temp',
        11,
        [0, 1, 2, 3].map((lane) => [lane, lane, lane, lane]),
      ),
  });
  return [0, 1, 2, 3].map((lane) => floatsIn(quad, 'temp', 0, lane)[0]!);
}

describe('conditions', () => {
  it('compare lane by lane', () => {
    expect(
      lanes('if_lt r11.x, c0.x\nadd r0, r0, c20.x\nelse\nadd r0, r0, c20.y\nendif', { floats: [[2, 0, 0, 0]] }),
    ).toEqual([1, 1, 10, 10]);
  });

  it('take boolean constants, negated or not', () => {
    const body = 'if b0\nadd r0, r0, c20.x\nendif\nif b1\nadd r0, r0, c20.y\nendif\nif !b1\nadd r0, r0, c20.z\nendif';
    expect(lanes(body, { booleans: [true, false] })).toEqual([101, 101, 101, 101]);
  });

  it('take the predicate', () => {
    const body = 'setp_gt p0, r11, c20.x\nif p0.x\nadd r0, r0, c20.x\nelse\nadd r0, r0, c20.y\nendif';
    expect(lanes(body)).toEqual([10, 10, 1, 1]);
  });
});

describe('loops', () => {
  it('rep runs as often as its constant says', () => {
    expect(lanes('rep i0\nadd r0, r0, c20.x\nendrep', { integers: [[3, 9, 9, 0]] })).toEqual([3, 3, 3, 3]);
    expect(lanes('rep i0\nadd r0, r0, c20.x\nendrep\nadd r0, r0, c20.y', { integers: [[0, 0, 0, 0]] })).toEqual([
      10, 10, 10, 10,
    ]);
    // At most 255 times.
    expect(lanes('rep i0\nadd r0, r0, c20.x\nendrep', { integers: [[1000, 0, 0, 0]] })).toEqual([255, 255, 255, 255]);
  });

  it('loop counts from a start by a step, and addresses constants by it', () => {
    const body = 'loop aL, i0\nadd r0, r0, c0[aL]\nendloop';
    expect(
      lanes(
        body,
        { floats: [[1], [2], [4], [8], [16]].map(([x]) => [x!, 0, 0, 0]), integers: [[2, 1, 2, 0]] },
        'vs_3_0',
      ),
    ).toEqual([10, 10, 10, 10]);
  });

  it('a rep inside a loop leaves the counter alone', () => {
    const body = 'loop aL, i0\nrep i1\nadd r0, r0, c0[aL]\nendrep\nendloop';
    const floats = [
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [4, 0, 0, 0],
    ];
    expect(
      lanes(
        body,
        {
          floats,
          integers: [
            [2, 1, 1, 0],
            [3, 0, 0, 0],
          ],
        },
        'vs_3_0',
      ),
    ).toEqual([18, 18, 18, 18]);
  });

  it('lanes break one by one', () => {
    const body = 'rep i0\nbreak_ge r0.x, r11.x\nadd r0, r0, c20.x\nendrep\nadd r0, r0, c20.y';
    expect(lanes(body, { integers: [[100, 0, 0, 0]] })).toEqual([10, 11, 12, 13]);
  });
});

describe('subroutines', () => {
  it('are called, on a condition or not', () => {
    const body =
      'call l0\ncallnz l0, b0\ncallnz l0, !b0\nsetp_gt p0, r11, c20.x\ncallnz l1, p0.x\nret\nlabel l0\nadd r0, r0, c20.x\nret\nlabel l1\nadd r0, r0, c20.y\nret';
    expect(lanes(body, { booleans: [true] })).toEqual([2, 2, 12, 12]);
  });

  it('may return from a loop, whose counter is then gone', () => {
    const body = 'loop aL, i0\ncall l0\nadd r0, r0, c0[aL]\nendloop\nret\nlabel l0\nloop aL, i1\nret\nendloop\nret';
    const floats = [
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [4, 0, 0, 0],
    ];
    expect(
      lanes(
        body,
        {
          floats,
          integers: [
            [2, 0, 1, 0],
            [3, 1, 1, 0],
          ],
        },
        'vs_3_0',
      ),
    ).toEqual([3, 3, 3, 3]);
  });
});

describe('pixels', () => {
  it('texkill makes helpers of those with a negative component', () => {
    const quad = runSm1('ps_2_0\nadd r1, r11, c0\ntexkill r1\nmov r0, r1\n', {
      floats: [[-2, 0, 0, -9]],
      prepare: (prepared) =>
        setFloats(
          prepared,
          'temp',
          11,
          [0, 1, 2, 3].map((lane) => [lane, lane, lane, lane]),
        ),
    });
    // In 2_0 the write mask of the instruction counts, here all components.
    expect(quad.helpers).toBe(0b1111);
    const first = runSm1('ps_2_0\nadd r1, r11, c0\ntexkill r1.xyz\nmov r0, r1\n', {
      floats: [[-2, 0, 0, -9]],
      prepare: (prepared) =>
        setFloats(
          prepared,
          'temp',
          11,
          [0, 1, 2, 3].map((lane) => [lane, lane, lane, lane]),
        ),
    });
    expect(first.helpers).toBe(0b0011);
  });

  it('a predicated texkill ends pixels where the predicate of a negative component holds', () => {
    const LANES = [0, 1, 2, 3].map((lane) => [lane, lane, lane, lane]);
    const helpersOf = (predicate: string) =>
      runSm1(`ps_3_0\nsetp_gt p0, r11, c1\n(${predicate}) texkill r0\n`, {
        // The predicate is lane > 0 in x, lane > 1 in y, false in z and w.
        floats: [
          [0, 0, 0, 0],
          [0, 1, 9, 9],
        ],
        prepare: (prepared) => {
          setFloats(prepared, 'temp', 11, LANES);
          setFloats(
            prepared,
            'temp',
            0,
            [0, 1, 2, 3].map(() => [-1, -1, 1, -(2 ** -130)]),
          );
        },
      }).helpers;
    expect(helpersOf('p0')).toBe(0b1110);
    expect(helpersOf('p0.y')).toBe(0b1100);
    expect(helpersOf('!p0.y')).toBe(0b0011);
    expect(helpersOf('p0.z')).toBe(0);
  });

  it('dsx and dsy are differences in the quad', () => {
    expect(lanes('mul r1, r11, r11\ndsx r2, r1\ndsy r3, r1\nmad r0, r3, c20.y, r2')).toEqual([41, 41, 41, 41]);
  });
});
