/**
 * Taking shader model 1-3 streams apart and putting them together: the same bytes for any input; and the builder, whose
 * programs have the bytes that Microsoft's assembler makes of the same text (recorded with the oracle).
 *
 * Lines below `@ts-expect-error` must not compile; `npm run typecheck` fails where one does.
 */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { damageWords, wildSm1Words } from '../../../smith/sm1.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { Sm1Version } from '../../../src/base/profile.ts';
import { bytesOf, fourCC, wordsOf } from '../../../src/base/words.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import {
  type Sm1Mask,
  type Sm1ProfileName,
  sm1Coissued,
  sm1Declare,
  sm1Mnemonics,
  sm1Predicated,
  sm1Registers,
  sm1Shader,
  sm1TextComment,
} from '../../../src/isa/sm1/builder.ts';
import {
  decodeSm1,
  decodeSm1Bytes,
  encodeSm1,
  type Sm1Module,
  type Sm1Node,
  sm1CommentNode,
} from '../../../src/isa/sm1/encode.ts';
import {
  SM1_OPCODES,
  type Sm1Opcode,
  type Sm1OpcodeRow,
  type Sm1OperandRole,
  sm1Operands,
} from '../../../src/isa/sm1/opcodes.ts';
import { disassemble } from '../../../src/text/index.ts';

const { r, c, v, a, t, i, b, s, l, p, o, oT, oC, oPos, oFog, oDepth, aL } = sm1Registers;
const { usage, texture, withoutUsage: declare } = sm1Declare;

function hexWords(module: Sm1Module): string[] {
  return [...wordsOf(encodeSm1(module))].map((word) => word.toString(16).padStart(8, '0'));
}

function same(bytes: Uint8Array): void {
  expect(encodeSm1(decodeSm1Bytes(bytes))).toEqual(new Uint8Array(bytes));
}

describe('taken apart and put together', () => {
  it('every recorded program is the same', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes } of readRecorded()) {
      if (detectFormat(bytes).format !== 'sm1') continue;
      same(bytes);
      count++;
    }
    expect(count).toBeGreaterThan(100);
  });

  it('so are random, wild and damaged ones', { tags: 'slow' }, () => {
    const random = new Random(31);
    for (let n = 0; n < 400; n++) {
      same(bytesOf(validSm1Words(random)));
      const words = wildSm1Words(random);
      same(bytesOf(words));
      damageWords(words, random);
      const bytes = bytesOf(words);
      same(bytes);
      same(bytes.subarray(0, random.below(bytes.length)));
    }
  });

  it('so is junk of any length', { tags: 'slow' }, () => {
    const random = new Random(32);
    for (let n = 0; n < 400; n++) {
      const bytes = Uint8Array.from({ length: random.below(120) }, () => random.word());
      same(bytes);
      // With a version in front, and marks that make operands of half the words.
      const words = Uint32Array.from({ length: random.below(60) }, (_, at) =>
        at === 0 ? 0xfffe_0100 + 0x100 * random.below(3) : (random.word() & 0xf000_207f) >>> 0,
      );
      same(bytesOf(words));
    }
  });

  it('a view is read at its offset in the buffer', () => {
    const buffer = new Uint8Array(41);
    buffer.set(bytesOf(Uint32Array.of(0xfffe_0200, 0x0200_0001, 0x800f_0000, 0x90e4_0000, 0xffff)), 1);
    same(buffer.subarray(1, 21));
  });
});

describe('what is computed', () => {
  it('lengths, from 2_0 on', () => {
    const node = sm1Mnemonics('ps_2_0').mov(r(0), r(1));
    expect(hexWords(sm1Shader('ps_2_0', [node]))[1]).toBe('02000001');
    expect(hexWords(sm1Shader('ps_1_4', [node]))[1]).toBe('00000001');
  });

  it('tokens of relative addresses, from 2_0 on', () => {
    const { add } = sm1Mnemonics('vs_1_1');
    const node = add(r(0), v(0), c(3).at(a(0).swizzle('x')));
    expect(hexWords(sm1Shader('vs_1_1', [node]))).toHaveLength(6);
    expect(hexWords(sm1Shader('vs_2_0', [node]))).toHaveLength(7);
  });

  it('an operand of 1_x brings its address register along', () => {
    const old = bytesOf(Uint32Array.of(0xfffe_0101, 1, 0x800f_0000, 0xa0e4_2003, 0xffff));
    expect(hexWords({ ...decodeSm1(old), version: 0xfffe_0200 })).toEqual([
      'fffe0200',
      '03000001',
      '800f0000',
      'a0e42003',
      'b0000000',
      '0000ffff',
    ]);
  });

  it('a wrong length that was read is kept', () => {
    const odd = bytesOf(Uint32Array.of(0xfffe_0200, 0x0700_0001, 0x800f_0000, 0x90e4_0000, 0xffff));
    same(odd);
    expect(decodeSm1(odd).nodes[0]).toHaveProperty('length', 7);
  });

  it('lengths of comments', () => {
    const comment = sm1CommentNode(fourCC('DATA'), Uint8Array.of(1, 2, 3, 4, 5));
    expect(hexWords(sm1Shader('ps_2_0', [comment]))).toEqual([
      'ffff0200',
      '0003fffe',
      '41544144',
      '04030201',
      '00000005',
      '0000ffff',
    ]);
    expect(hexWords(sm1Shader('ps_2_0', [sm1TextComment('abc')]))[2]).toBe('54584554');
  });

  it('a length above the limit of its field throws', () => {
    const { mov } = sm1Mnemonics('ps_2_0');
    const node = mov(r(0), r(1));
    const sources = Array.from({ length: 20 }, () => node.sources[0]!);
    expect(() => encodeSm1(sm1Shader('ps_2_0', [{ ...node, sources }]))).toThrow(RangeError);
  });
});

describe('built programs have the bytes of the assembler', () => {
  it('ps_2_0', () => {
    const { def, dcl, texld, texldp, mad, mov } = sm1Mnemonics('ps_2_0');
    const shader = sm1Shader('ps_2_0', [
      def(c(0), 2, -1, 0, 0.5),
      dcl(declare, v(0).mask('xyz')),
      dcl(texture('2d'), s(0)),
      dcl(declare, t(1).mask('xy').result('pp')),
      texld(r(1), t(1), s(0)),
      texldp(r(2).mask('xyzw').result('pp'), t(1), s(0)),
      mad(r(0).mask('xyz').result('sat', 'pp'), v(0), c(0).swizzle('x'), c(0).swizzle('yzxw').modify('negate')),
      mov(r(0).mask('w'), r(1).swizzle('w')),
      mov(oC(0), r(0)),
      mov(oDepth, r(1).swizzle('x')),
    ]);
    expect(hexWords(shader).join(' ')).toBe(
      'ffff0200 05000051 a00f0000 40000000 bf800000 00000000 3f000000 0200001f 80000000 90070000 0200001f 90000000 ' +
        'a00f0800 0200001f 80000000 b0230001 03000042 800f0001 b0e40001 a0e40800 03010042 802f0002 b0e40001 a0e40800 ' +
        '04000004 80370000 90e40000 a0000000 a1c90000 02000001 80080000 80ff0001 02000001 800f0800 80e40000 02000001 ' +
        '900f0800 80000001 0000ffff',
    );
  });

  it('vs_3_0', () => {
    const vs = sm1Mnemonics('vs_3_0');
    const { mov } = vs;
    const shader = sm1Shader('vs_3_0', [
      vs.defi(i(0), 1, -2, 3, 4),
      vs.defb(b(0), true),
      vs.dcl(usage('position'), v(0)),
      vs.dcl(usage('texcoord', 1), v(1).mask('xy')),
      vs.dcl(usage('position'), o(0)),
      vs.dcl(usage('color', 2), o(3).mask('xyz')),
      vs.setp('gt', p(0), v(0), c(0)),
      sm1Predicated(p(0).swizzle('x').modify('not'), mov(r(0), c(5).at(a(0).swizzle('x')))),
      vs.mova(a(0).mask('x'), v(1).swizzle('x')),
      vs.loop(aL, i(0)),
      vs.add(r(0), r(0), c(2047).at(aL)),
      vs.endloop(),
      vs.if(b(0)),
      mov(o(0), r(0)),
      vs.else(),
      mov(o(0), v(0)),
      vs.endif(),
      vs.ifc('le', v(0).swizzle('x'), c(1).swizzle('y')),
      mov(r(1), v(0)),
      vs.endif(),
      mov(o(3).at(aL).mask('xyz'), v(0)),
      vs.call(l(0)),
      vs.ret(),
      vs.label(l(0)),
      vs.breakp(p(0).swizzle('y')),
    ]);
    expect(hexWords(shader).join(' ')).toBe(
      'fffe0300 05000030 f00f0000 00000001 fffffffe 00000003 00000004 0200002f e00f0800 00000001 0200001f 80000000 ' +
        '900f0000 0200001f 80010005 90030001 0200001f 80000000 e00f0000 0200001f 8002000a e0070003 0301005e b00f1000 ' +
        '90e40000 a0e40000 14000001 800f0000 bd001000 a0e42005 b0000000 0200002e b0010000 90000001 0200001b f0e40800 ' +
        'f0e40000 04000002 800f0000 80e40000 a0e427ff f0e40800 0000001d 01000028 e0e40800 02000001 e00f0000 80e40000 ' +
        '0000002a 02000001 e00f0000 90e40000 0000002b 02060029 90000000 a0550001 02000001 800f0001 90e40000 0000002b ' +
        '03000001 e0072003 f0e40800 90e40000 01000019 a0e41000 0000001c 0100001e a0e41000 01000060 b0551000 0000ffff',
    );
  });

  it('vs_1_1', () => {
    const { dcl, def, mov, add } = sm1Mnemonics('vs_1_1');
    const shader = sm1Shader('vs_1_1', [
      dcl(usage('position'), v(0)),
      def(c(90), 1, 2, 3, 4),
      mov(a(0).mask('x'), v(0).swizzle('x')),
      add(r(0), v(0), c(3).at(a(0).swizzle('x'))),
      mov(oPos, r(0)),
      mov(oFog, r(0).swizzle('x')),
      mov(oT(2).mask('xy'), r(0)),
    ]);
    expect(hexWords(shader).join(' ')).toBe(
      'fffe0101 0000001f 80000000 900f0000 00000051 a00f005a 3f800000 40000000 40400000 40800000 00000001 b0010000 ' +
        '90000000 00000002 800f0000 90e40000 a0e42003 00000001 c00f0000 80e40000 00000001 c00f0001 80000000 00000001 ' +
        'e0030002 80e40000 0000ffff',
    );
  });

  it('ps_1_1 and ps_1_4', () => {
    const { texld, texbem, mul } = sm1Mnemonics('ps_1_1');
    const first = [texld(t(0)), texbem(t(1), t(0).modify('sign')), mul(asShifted('d2'), t(0), v(0))];
    expect(hexWords(sm1Shader('ps_1_1', first)).join(' ')).toBe(
      'ffff0101 00000042 b00f0000 00000043 b00f0001 b4e40000 00000005 8f0f0000 b0e40000 90e40000 0000ffff',
    );
    const ps = sm1Mnemonics('ps_1_4');
    const fourth = [
      ps.texld(r(0), t(0)),
      ps.texcoord(r(1).mask('xyz'), t(1)),
      ps.phase(),
      ps.mul(r(0).mask('xyz').shift('x2').result('sat'), r(0), r(1).modify('complement')),
      sm1Coissued(ps.mov(r(0).mask('w'), r(1).modify('sign').swizzle('z'))),
    ];
    expect(hexWords(sm1Shader('ps_1_4', fourth)).join(' ')).toBe(
      'ffff0104 00000042 800f0000 b0e40000 00000040 80070001 b0e40001 0000fffd 00000005 81170000 80e40000 86e40001 ' +
        '40000001 80080000 84aa0001 0000ffff',
    );
  });

  it('constants beyond 2047', () => {
    const { dcl, def, add, mov } = sm1Mnemonics('vs_2_sw');
    const shader = sm1Shader('vs_2_sw', [
      dcl(usage('position'), v(0)),
      def(c(8000), 1, 2, 3, 4),
      add(r(0), v(0), c(2048)),
      mov(oPos, c(8000)),
    ]);
    expect(hexWords(shader).join(' ')).toBe(
      'fffe02ff 0200001f 80000000 900f0000 05000051 d00f0f40 3f800000 40000000 40400000 40800000 03000002 800f0000 ' +
        '90e40000 b0e40800 02000001 c00f0000 d0e40f40 0000ffff',
    );
    expect(() => c(8192)).toThrow(RangeError);
  });
});

function asShifted(shift: 'd2') {
  return r(0).mask('xyzw').shift(shift);
}

describe('every mnemonic of every profile', () => {
  const PROFILES: readonly Sm1ProfileName[] = [
    ...(['vs_1_1', 'vs_2_0', 'vs_2_x', 'vs_2_sw', 'vs_3_0', 'vs_3_sw'] as const),
    ...(['ps_1_1', 'ps_1_2', 'ps_1_3', 'ps_1_4', 'ps_2_0', 'ps_2_x', 'ps_2_sw', 'ps_3_0', 'ps_3_sw'] as const),
  ];
  const MASKS: Readonly<Record<string, Sm1Mask>> = { m4x3: 'xyz', m3x3: 'xyz', m3x2: 'xy' };
  /** Results of opcodes that have registers of their own. */
  const RESULTS = { def: c(1), defi: i(1), defb: b(1), setp: p(0), mova: a(0) } as Readonly<Record<string, unknown>>;
  const SIMPLE: Readonly<Partial<Record<Sm1OperandRole, unknown>>> = {
    sampler: s(1),
    label: l(1),
    loopCounter: aL,
    intConstant: i(0),
    condition: b(0),
    predicate: p(0).swizzle('x'),
    float: 1.5,
    int: 5,
    bool: true,
  };

  const texture2d = texture('2d');

  /** A suitable operand. */
  function operand(name: string, role: Sm1OperandRole, profile: Sm1ProfileName): unknown {
    const pixel = profile.startsWith('ps');
    const addressing = /^ps_1_[123]$/.test(profile) && name.startsWith('tex');
    if (role === 'attributes') return pixel ? texture2d : usage('normal', 1);
    if (role === 'source') return addressing ? t(1) : r(1).swizzle('x');
    if (role !== 'destination') return SIMPLE[role];
    if (name === 'dcl') return pixel ? s(1) : v(1);
    return RESULTS[name] ?? (addressing ? t(2) : r(0).mask(MASKS[name] ?? 'xyzw'));
  }

  for (const profile of PROFILES) {
    it(`${profile}: has the bytes that its listing is assembled to`, () => {
      const version = Sm1Version[`v${profile.slice(3)}` as keyof typeof Sm1Version];
      const makers = sm1Mnemonics(profile) as unknown as Record<string, (...operands: unknown[]) => Sm1Node>;
      for (const [name, make] of Object.entries(makers)) {
        // Assemblers write another instruction (IT9).
        if (name === 'sub') continue;
        const row: Sm1OpcodeRow = SM1_OPCODES[name.replace(/^texld[pb]$/, 'texld') as Sm1Opcode];
        const operands = sm1Operands(row, version).map(({ role }) => operand(name, role, profile));
        const node = row.controls === 'comparison' ? make('gt', ...operands) : make(...operands);
        const bytes = encodeSm1(sm1Shader(profile, [node]));
        const { text } = disassemble(bytes);
        expect(assemble(text, { validate: false }).bytes, text).toEqual(bytes);
      }
    });
  }
});

describe('what does not compile fails when it runs, too', () => {
  const ps = sm1Mnemonics('ps_2_0');
  const vs = sm1Mnemonics('vs_2_0');

  it('wrong counts of operands', () => {
    // @ts-expect-error: add has two sources
    expect(() => ps.add(r(0), r(1))).toThrow(TypeError);
    // @ts-expect-error: and no third one
    expect(() => ps.add(r(0), r(1), r(2), r(3))).toThrow(TypeError);
    // @ts-expect-error: sincos has three sources before 3_0
    expect(() => vs.sincos(r(0).mask('xy'), r(1).swizzle('x'))).toThrow(TypeError);
    expect(() => sm1Mnemonics('vs_3_0').sincos(r(0).mask('xy'), r(1).swizzle('x'))).not.toThrow();
    // @ts-expect-error: tex of ps_1_1 has no source
    expect(() => sm1Mnemonics('ps_1_1').texld(t(0), t(0))).toThrow(TypeError);
    // @ts-expect-error: def takes four numbers
    expect(() => ps.def(c(0), 1, 2, 3)).toThrow(TypeError);
  });

  it('a source instead of a destination, and the reverse', () => {
    // @ts-expect-error: a swizzled register is a source
    expect(() => ps.mov(r(0).swizzle('x'), r(1))).toThrow(TypeError);
    // @ts-expect-error: a masked register is a result
    expect(() => ps.mov(r(0), r(1).mask('x'))).toThrow(TypeError);
    // @ts-expect-error: nothing is written into constants
    expect(() => ps.mov(c(0), r(1))).toThrow(TypeError);
    // @ts-expect-error: nor read from results
    expect(() => ps.mov(r(0), oC(0))).toThrow(TypeError);
    // @ts-expect-error: pixel shaders do not write positions
    expect(() => ps.mov(oPos, r(0))).toThrow(TypeError);
    // @ts-expect-error: a sampler is no source of arithmetic
    expect(() => ps.add(r(0), r(1), s(0))).toThrow(TypeError);
    // @ts-expect-error: a number is no register
    expect(() => ps.mov(r(0), 1)).toThrow(TypeError);
    // @ts-expect-error: registers do not define values
    expect(() => ps.def(c(0), 1, 2, 3, r(0))).toThrow(TypeError);
  });

  it('registers of another kind', () => {
    // @ts-expect-error: conditions are booleans or predicates
    expect(() => vs.if(r(0))).toThrow(TypeError);
    // @ts-expect-error: samplers are not textures coordinates
    expect(() => ps.texld(r(0), t(0), t(0))).toThrow(TypeError);
    // @ts-expect-error: def sets float constants
    expect(() => ps.def(i(0), 1, 2, 3, 4)).toThrow(TypeError);
    // @ts-expect-error: calls go to labels
    expect(() => vs.call(r(0))).toThrow(TypeError);
    // @ts-expect-error: attributes come first
    expect(() => ps.dcl(v(0), declare)).toThrow(TypeError);
  });

  it('mnemonics that do not exist, or not in this version', () => {
    // @ts-expect-error: no such mnemonic
    expect(ps.movv).toBeUndefined();
    // @ts-expect-error: vertex shaders only
    expect(ps.slt).toBeUndefined();
    // @ts-expect-error: from 3_0 on
    expect(vs.texldl).toBeUndefined();
    // @ts-expect-error: from 2_x on
    expect(vs.setp).toBeUndefined();
    // @ts-expect-error: projected loads begin with ps_2_0
    expect(sm1Mnemonics('ps_1_4').texldp).toBeUndefined();
    // @ts-expect-error: not after 1_4
    expect(ps.phase).toBeUndefined();
    // @ts-expect-error: no such profile
    expect(() => sm1Mnemonics('vs_1_4x')).toThrow(RangeError);
    // @ts-expect-error: comparisons come first
    expect(() => sm1Mnemonics('vs_2_x').setp(p(0), r(0), r(1))).toThrow(TypeError);
  });

  it('parts of operands', () => {
    // @ts-expect-error: components in their order
    expect(() => r(0).mask('q')).toThrow(RangeError);
    // @ts-expect-error: one component or four
    expect(() => r(0).swizzle('xy')).toThrow(RangeError);
    // @ts-expect-error: no such modifier
    expect(() => r(0).modify('double')).toThrow(RangeError);
    // @ts-expect-error: no such usage
    expect(() => usage('colour')).toThrow(RangeError);
    expect(() => r(2048)).toThrow(RangeError);
  });
});
