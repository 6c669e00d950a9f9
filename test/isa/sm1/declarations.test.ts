import { describe, expect, it } from 'vitest';
import { sm1Declare, sm1Mnemonics, sm1Registers, sm1Shader } from '../../../src/isa/sm1/builder.ts';
import { Sm1Cursor } from '../../../src/isa/sm1/cursor.ts';
import {
  readSm1Declarations,
  sm1FixedInputUsage,
  sm1FixedOutputUsage,
  sm1UsageCode,
} from '../../../src/isa/sm1/declarations.ts';
import { encodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_USAGES } from '../../../src/isa/sm1/registers.ts';

const { r, c, v, s, o, i, b, t, aL } = sm1Registers;

describe('declarations', () => {
  it('have usages from 3_0 on, textures and constants', () => {
    const { def, defi, defb, dcl, texld } = sm1Mnemonics('ps_3_0');
    const program = readSm1(
      encodeSm1(
        sm1Shader('ps_3_0', [
          def(c(3), 1, 2, 3, 4),
          defi(i(1), 5, 0, 1, 0),
          defb(b(2), true),
          dcl(sm1Declare.usage('normal', 2), v(1).mask('xy')),
          dcl(sm1Declare.texture('cube'), s(4)),
          dcl(sm1Declare.withoutUsage, sm1Registers.vFace),
          texld(r(0), v(1), s(4)),
        ]),
      ),
    );
    const { registers, constants } = readSm1Declarations(program);
    expect(
      registers.map(({ number, mask, textureType, usage, usageIndex }) => [
        number,
        mask,
        textureType,
        usage,
        usageIndex,
      ]),
    ).toEqual([
      [1, 3, 0, sm1UsageCode('normal'), 2],
      [4, 15, 3, -1, 0],
      [1, 15, 0, -1, 0],
    ]);
    expect(constants.map(({ number, role, values }) => [number, role, values.length])).toEqual([
      [3, 'float', 4],
      [1, 'int', 4],
      [2, 'bool', 1],
    ]);
  });

  it('have no usage in ps_2_0, where registers have a fixed one', () => {
    const { dcl, mov } = sm1Mnemonics('ps_2_0');
    const program = readSm1(
      encodeSm1(sm1Shader('ps_2_0', [dcl(sm1Declare.withoutUsage, t(3)), mov(sm1Registers.oC(0), t(3))])),
    );
    const [declared] = readSm1Declarations(program).registers;
    expect(declared).toMatchObject({ number: 3, usage: -1 });
    expect(sm1FixedInputUsage(declared!.type, 3)).toEqual({ usage: sm1UsageCode('texcoord'), index: 3 });
    expect(sm1FixedInputUsage(SM1_REGISTERS.input.code, 1)).toEqual({ usage: sm1UsageCode('color'), index: 1 });
    expect(sm1FixedInputUsage(SM1_REGISTERS.temp.code, 1)).toBeUndefined();
  });

  // D3DVSDE_POSITION to D3DVSDE_POSITION2 in the documentation of Direct3D 8.
  it('are assumed where a vertex shader of Direct3D 8 has none', () => {
    const { mov, add } = sm1Mnemonics('vs_1_1');
    const reads = Array.from({ length: 16 }, (_, number) => mov(r(0), v(15 - number)));
    const program = readSm1(encodeSm1(sm1Shader('vs_1_1', [...reads, add(r(0), v(0), v(5))])));
    const { registers } = readSm1Declarations(program);
    expect(
      registers.every(({ isAssumed, mask, type }) => isAssumed && mask === 15 && type === SM1_REGISTERS.input.code),
    ).toBe(true);
    expect(registers.map(({ number, usage, usageIndex }) => `v${number} ${SM1_USAGES[usage]}${usageIndex}`)).toEqual([
      ...['v0 position0', 'v1 blendweight0', 'v2 blendindices0', 'v3 normal0', 'v4 psize0', 'v5 color0', 'v6 color1'],
      ...Array.from({ length: 8 }, (_, i) => `v${7 + i} texcoord${i}`),
      'v15 position1',
    ]);
  });

  it('are not assumed beside others, in other versions and in pixel shaders', () => {
    const assumed = (profile: 'vs_1_1' | 'vs_2_0', declares: boolean) => {
      const { dcl, mov } = sm1Mnemonics(profile);
      const declaration = declares ? [dcl(sm1Declare.usage('normal'), v(2))] : [];
      return readSm1Declarations(
        readSm1(encodeSm1(sm1Shader(profile, [...declaration, mov(sm1Registers.oPos, v(0))]))),
      ).registers.filter(({ isAssumed }) => isAssumed).length;
    };
    expect([assumed('vs_1_1', false), assumed('vs_1_1', true), assumed('vs_2_0', false)]).toEqual([1, 0, 0]);
    const { mov } = sm1Mnemonics('ps_1_1');
    expect(readSm1Declarations(readSm1(encodeSm1(sm1Shader('ps_1_1', [mov(r(0), v(0))])))).registers).toEqual([]);
  });

  it('fixed outputs', () => {
    const usages = [0, 1, 2, 3].map((number) => sm1FixedOutputUsage(SM1_REGISTERS.rasterizerOut.code, number)?.usage);
    expect(usages).toEqual([sm1UsageCode('position'), sm1UsageCode('fog'), sm1UsageCode('psize'), -1]);
    expect(sm1FixedOutputUsage(SM1_REGISTERS.depthOut.code, 0)).toEqual({ usage: sm1UsageCode('depth'), index: 0 });
    expect(sm1FixedOutputUsage(SM1_REGISTERS.temp.code, 0)).toBeUndefined();
  });
});

describe('operand slots', () => {
  it('have the destination first, then the sources with what they are relative to', () => {
    const { mad, nop } = sm1Mnemonics('vs_3_0');
    const indexed = c(5).at(aL).swizzle('w').modify('abs');
    const program = readSm1(
      encodeSm1(sm1Shader('vs_3_0', [mad(o(1).mask('xz').result('sat'), v(2), indexed, r(3).modify('negate')), nop()])),
    );
    const cursor = new Sm1Cursor(program);
    cursor.goto(0);
    const { operands, operandCount, firstSource } = cursor;
    expect([operandCount, firstSource, cursor.position]).toEqual([4, 1, 0]);
    const [destination, input, constant, temp] = operands;
    expect([destination!.number, destination!.mask, destination!.resultModifiers, destination!.shift]).toEqual([
      1, 5, 1, 0,
    ]);
    expect([input!.type, input!.number, input!.swizzle]).toEqual([SM1_REGISTERS.input.code, 2, 0xe4]);
    expect([constant!.isRelative, constant!.relativeAt, constant!.swizzle, constant!.modifier]).toEqual([
      true,
      constant!.at + 1,
      0xff,
      11,
    ]);
    expect([temp!.at, temp!.modifier, temp!.isRelative, temp!.relativeAt]).toEqual([constant!.at + 2, 1, false, -1]);
    cursor.goto(1);
    expect([cursor.operandCount, cursor.firstSource]).toEqual([0, 0]);
    expect(cursor.operands).toBe(operands);
  });

  it('leave the instructions of a program alone', () => {
    const program = readSm1(encodeSm1(sm1Shader('ps_2_0', [])));
    expect(() => new Sm1Cursor(program).goto(0)).toThrow(RangeError);
    expect(() => new Sm1Cursor(program.words).goto(0)).toThrow(RangeError);
  });
});
