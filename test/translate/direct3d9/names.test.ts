/** Names of constants of Direct3D 9: which registers of a constant table become members of the buffer. */
import { describe, expect, it } from 'vitest';
import type { Sm1ConstantDesc } from '../../../src/reflect/sm1-constants.ts';
import { type ConstantBuffer, namedMembers } from '../../../src/translate/direct3d9/constants.ts';

const ROW = 16;

function constant(name: string, registerSet: string, registerIndex: number, registerCount: number): Sm1ConstantDesc {
  return {
    name,
    register: '',
    registerSet: registerSet as Sm1ConstantDesc['registerSet'],
    registerIndex,
    registerCount,
    explicitRegister: true,
    defaultValue: null,
    class: 'vector',
    type: registerSet === 'float4' ? 'float' : registerSet,
    typeName: '',
    rows: 1,
    columns: 4,
    elements: registerCount,
    structMembers: [],
    bytes: ROW * registerCount,
  };
}

/** The buffer of a pixel shader: 256 float registers, 16 of integers, 16 booleans. */
function bufferOf(size: number): ConstantBuffer {
  return { binding: 0, size, offsets: { float: 0, int: ROW * 256, bool: ROW * 272 }, members: [] };
}

function offsetsOf(size: number, ...constants: Sm1ConstantDesc[]): Record<string, number> {
  const members = namedMembers(bufferOf(size), { constants, samplers: new Map() }) ?? [];
  return Object.fromEntries(members.map(({ name, offset }) => [name, offset]));
}

describe('members of the buffer of constants', () => {
  it('are the registers that the buffer has', () => {
    const list = [
      constant('light', 'float4', 250, 2),
      constant('steps', 'int4', 3, 1),
      constant('isLit', 'bool', 5, 1),
    ];
    expect(offsetsOf(274, ...list)).toEqual({ light: ROW * 250, steps: ROW * 259, isLit: ROW * 272 + 20 });
  });

  it('do not reach the registers of another file', () => {
    const [member] = namedMembers(bufferOf(274), {
      constants: [constant('far', 'float4', 254, 10), constant('beyond', 'float4', 51_616, 18)],
      samplers: new Map(),
    })!;
    expect(member).toMatchObject({ name: 'far', offset: ROW * 254, elements: 2 });
    expect(offsetsOf(274, constant('beyond', 'float4', 51_616, 18), constant('steps', 'int4', 40, 1))).toEqual({});
  });

  it('are not after the last register that is read', () => {
    const list = [
      constant('first', 'float4', 0, 1),
      constant('later', 'float4', 9, 1),
      constant('isLit', 'bool', 0, 1),
    ];
    expect(offsetsOf(4, ...list)).toEqual({ first: 0 });
  });
});
