/** Interfaces: which function a call reaches, and the data of the instances. r15 has the number of the lane, 0 to 3. */
import { describe, expect, it } from 'vitest';
import { Bindings, BufferMemory, type ClassInstance } from '../../../src/vm/bindings.ts';
import { lanesOf, runSm4, temp } from '../../support/run-sm4.ts';

/** Bindings of class instances to interface pointers, which are numbered through all interfaces. */
function instances(...list: readonly (readonly [pointer: number, instance: Partial<ClassInstance>])[]): Bindings {
  const bindings = new Bindings();
  for (const [pointer, instance] of list)
    bindings.instances.set(pointer, {
      table: 0,
      constantBuffer: 0,
      constantOffset: 0,
      texture: 0,
      sampler: 0,
      ...instance,
    });
  return bindings;
}

/** Two classes with two functions each, an interface array fp0 of two and a single interface fp2. */
const DECLARATIONS = `dcl_function_body fb0
dcl_function_body fb1
dcl_function_body fb2
dcl_function_body fb3
dcl_function_table ft0 = {fb0, fb1}
dcl_function_table ft1 = {fb2, fb3}
dcl_interface_dynamicindexed fp0[2][2] = {ft0, ft1}
dcl_interface fp2[1][2] = {ft0, ft1}
`;
/** Each function adds a number of its own; fb2 returns from lane 3 before. */
const FUNCTIONS = `ret
label fb0
  iadd r0.x, r0.x, l(1)
ret
label fb1
  iadd r0.x, r0.x, l(10)
ret
label fb2
  ieq r1.x, r15.x, l(3)
  retc_nz r1.x
  iadd r0.x, r0.x, l(100)
ret
label fb3
  iadd r0.x, r0.x, l(1000)`;

function lanes(calls: string, bindings: Bindings): number[] {
  return lanesOf(runSm4(`${DECLARATIONS}${calls}\n${FUNCTIONS}`, [], bindings), 0);
}

describe('fcall', () => {
  it('takes the table of the instance and the function of the call', () => {
    const bindings = instances([0, { table: 0 }], [1, { table: 1 }], [2, { table: 1 }]);
    expect(lanes('fcall fp0[0][0]', bindings)).toEqual([1, 1, 1, 1]);
    expect(lanes('fcall fp0[0][1]', bindings)).toEqual([10, 10, 10, 10]);
    expect(lanes('fcall fp0[1][0]', bindings)).toEqual([100, 100, 100, 0]);
    expect(lanes('fcall fp2[0][1]', bindings)).toEqual([1000, 1000, 1000, 1000]);
    // fp0[2] is fp2[0]: the numbers go on (functional specification, 22.7.19).
    expect(lanes('fcall fp0[2][1]', bindings)).toEqual([1000, 1000, 1000, 1000]);
  });

  it('calls the functions of different instances one after the other, then goes on with all lanes', () => {
    const bindings = instances([0, { table: 0 }], [1, { table: 1 }]);
    const body = 'and r2.x, r15.x, l(1)\nfcall fp0[r2.x + 0][0]\niadd r0.x, r0.x, l(10000)';
    expect(lanes(body, bindings)).toEqual([10001, 10100, 10001, 10000]);
    const inside = 'and r2.x, r15.x, l(1)\nif_nz r15.x\nfcall fp0[r2.x + 0][1]\nendif\niadd r0.x, r0.x, l(10000)';
    expect(lanes(inside, bindings)).toEqual([10000, 11000, 10010, 11000]);
  });

  it('calls functions in the order of the classes that the interface names', () => {
    // Lane 0 calls the function of ft1, lane 1 that of ft0: both write the same word.
    const bindings = instances([0, { table: 1 }], [1, { table: 0 }]);
    const memory = new BufferMemory(new Uint32Array(1));
    bindings.unorderedAccess.set(0, memory);
    runSm4(
      `dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}
fcall fp0[r15.x + 0][0]
ret
label fb0
  store_raw u0.x, l(0), l(5)
ret
label fb1
  store_raw u0.x, l(0), l(6)`,
      [],
      bindings,
    );
    expect(memory.words[0]).toBe(6);
  });

  it('does nothing without an instance', () => {
    expect(lanes('fcall fp0[1][0]\niadd r0.x, r0.x, l(5)', instances([0, { table: 0 }]))).toEqual([5, 5, 5, 5]);
  });
});

describe('this', () => {
  const bindings = instances(
    [0, { constantBuffer: 1, constantOffset: 2, texture: 3, sampler: 4 }],
    [1, { constantBuffer: 5, constantOffset: 6, texture: 7, sampler: 8 }],
  );

  it('has the slot, the row, the texture and the sampler of an instance', () => {
    const quad = runSm4('mov r0, this[1].xyzw\nmov r1.xy, this[0].wyww\nmov r2.x, this[7].x', [], bindings);
    expect(temp(quad, 0)).toEqual([5, 6, 7, 8]);
    expect(temp(quad, 1)).toEqual([4, 2, 0, 0]);
    expect(temp(quad, 2)).toEqual([0, 0, 0, 0]);
  });

  it('is addressed lane by lane', () => {
    expect(lanesOf(runSm4('and r1.x, r15.x, l(1)\nmov r0.x, this[r1.x + 0].y', [], bindings), 0)).toEqual([2, 6, 2, 6]);
  });

  it('leads to the data of the instance', () => {
    const bound = instances([0, { constantBuffer: 0, constantOffset: 1 }]);
    const code = 'mov r1.xy, this[0].yxyy\nmov r0, cb[r1.y + 0][r1.x + 1].xyzw';
    expect(
      temp(
        runSm4(
          code,
          [[0], [0], [9, 8, 7, 6]].map((row) => [0, 1, 2, 3].map((i) => row[i] ?? 0)),
          bound,
        ),
        0,
      ),
    ).toEqual([9, 8, 7, 6]);
  });
});
