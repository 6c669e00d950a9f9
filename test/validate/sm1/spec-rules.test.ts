/**
 * The rules of the format documents, by their ids: the instruction token (IT1-IT10), the destination token (DP1-DP8),
 * `dcl` (DCL1-DCL9). Each is tested where it has an effect: reading, writing, assembling, validating. Codes were
 * recorded with the oracle, whose validator checked the same bytes; so were differences from the documents.
 */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/assemble.ts';
import { isInvalidField } from '../../../src/base/explained.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { sm1Mnemonics, sm1Predicated, sm1Registers, sm1Shader } from '../../../src/isa/sm1/builder.ts';
import { encodeSm1 } from '../../../src/isa/sm1/encode.ts';
import { explainSm1, type Sm1Word } from '../../../src/isa/sm1/fields.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { Sm1Instruction } from '../../../src/isa/sm1/view.ts';
import { disassemble } from '../../../src/text/index.ts';
import { validate } from '../../../src/validate/index.ts';
import { checkSm1 } from '../../../src/validate/sm1/validate-sm1.ts';

const { r, v, c, p, oC } = sm1Registers;

/** The words of a text, without validation. */
function words(text: string): Uint32Array {
  const { bytes, diagnostics } = assemble(text, { validate: false });
  if (bytes === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return wordsOf(new Uint8Array(bytes));
}

/** The words of a text with bits of one word set, or with one word replaced. */
function changed(text: string, at: number, change: (word: number) => number): Uint32Array {
  const stream = words(text);
  stream[at] = change(stream[at]!) >>> 0;
  return stream;
}

const bit = (number: number) => (word: number) => word | (1 << number);

/** `code@instruction` of what the validator finds. */
function diagnostics(stream: Uint32Array): string[] {
  return checkSm1(stream, 0).diagnostics.map(({ code, instruction }) => `${code}@${instruction}`);
}

/** The instruction lines of a listing. */
function lines(stream: Uint32Array): string[] {
  const { text } = disassemble(new Uint8Array(stream.slice().buffer), { header: false });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'));
}

/** Fields of DWORD `at` that hold what no right token has, with the rules that say so. */
function wrong(stream: Uint32Array, at: number): string[] {
  const all: Sm1Word[] = [];
  explainSm1(readSm1(stream), (word) => all.push(word));
  return all[at]!.fields.filter(isInvalidField).map(({ rule }) => `${rule}`);
}

const MOV_PS = 'ps_2_0\nmov oC0, c0';
const MOV_VS11 = 'vs_1_1\ndcl_position v0\nmov oPos, v0';
const MOV_VS20 = 'vs_2_0\ndcl_position v0\nmov oPos, v0';
const MOV_VS30 = 'vs_3_0\ndcl_position v0\ndcl_position o0\nmov o0, v0';
const TWO_MOVS = 'ps_2_0\nmov r0, c0\nmov oC0, r0';

describe('the instruction token', () => {
  it('IT1: bits 15:0 are the operation', () => {
    expect(words(MOV_PS)[1]! & 0xffff).toBe(1);
    const unknown = changed(MOV_PS, 1, (word) => (word & ~0xffff) | 0x7f);
    expect(diagnostics(unknown)).toEqual(['X5006@1']);
    expect(new Sm1Instruction(readSm1(unknown), 0).opcode).toBe(0x7f);
  });

  it('IT2: bits 23:16 are controls of the operation', () => {
    const text = 'vs_2_x\ndcl_position v0\nsetp_ne p0, v0, c0\nif_lt v0.x, c0.x\nmov oPos, v0\nendif';
    expect(
      [...words(text)].filter((word) => [0x5e, 0x29].includes(word & 0xffff)).map((word) => (word >> 16) & 0xff),
    ).toEqual([5, 4]);
    expect(words('ps_2_0\ndcl_2d s0\ndcl t0\ntexldp r0, t0, s0')[7]! >>> 0).toBe(0x0301_0042);
    expect(words('ps_2_0\ndcl_2d s0\ndcl t0\ntexldb r0, t0, s0')[7]! >>> 0).toBe(0x0302_0042);
  });

  it('IT3: bits 27:24 are the length from 2_0 on, 0 before', () => {
    const { mov } = sm1Mnemonics('ps_2_0');
    const length = (profile: 'ps_1_4' | 'ps_2_0') =>
      wordsOf(encodeSm1(sm1Shader(profile, [mov(r(0), c(0))])))[1]! >>> 24;
    expect([length('ps_1_4'), length('ps_2_0')]).toEqual([0, 2]);
    expect(diagnostics(changed(MOV_PS, 1, () => 0x0300_0001))).toEqual(['X5542@-1']);
    expect(diagnostics(changed(MOV_PS, 1, () => 0x0100_0001))).toEqual(['X5191@1', 'X5001@0']);
    expect(diagnostics(changed('ps_1_1\nmov r0, c0', 1, () => 0x0200_0001))).toEqual(['X5001@-1']);
    expect(diagnostics(changed(MOV_VS11, 4, () => 0x0200_0001))).toEqual(['X5305@-1']);
    expect(
      wrong(
        changed(MOV_VS11, 4, () => 0x0200_0001),
        4,
      ),
    ).toEqual(['IT3']);
  });

  it('IT4: bit 28 says from 2_0 on that a predicate token belongs to the instruction, and is 0 before', () => {
    const { mov } = sm1Mnemonics('ps_2_x');
    const shader = sm1Shader('ps_2_x', [sm1Predicated(p(0).swizzle('x'), mov(r(0), c(0)))]);
    expect([...wordsOf(encodeSm1(shader))].slice(1, 5)).toEqual([0x1300_0001, 0x800f_0000, 0xb000_1000, 0xa0e4_0000]);
    expect(diagnostics(changed('ps_1_1\nmov r0, c0', 1, bit(28)))).toEqual(['X5001@-1']);
    expect(diagnostics(changed('vs_2_x\ndcl_position v0\nmov oPos, v0', 4, bit(28)))).toEqual(['X5669@2']);
    expect(wrong(changed('ps_1_1\nmov r0, c0', 1, bit(28)), 1)).toEqual(['IT4']);
  });

  it('IT5: bit 29 is 0', () => {
    expect(diagnostics(changed(MOV_PS, 1, bit(29)))).toEqual(['X5001@-1']);
    expect(diagnostics(changed('ps_1_4\nmov r0, c0', 1, bit(29)))).toEqual(['X5001@-1']);
    expect(diagnostics(changed(MOV_VS30, 7, bit(29)))).toEqual(['X5305@-1']);
    expect(wrong(changed(MOV_VS30, 7, bit(29)), 7)).toEqual(['IT5']);
  });

  it('IT6: bit 30 is co-issue in pixel shaders before 2_0, 0 in all others', () => {
    const pair = words('ps_1_1\nmov r0.xyz, c0\n+mov r0.w, c1');
    expect(pair[4]! >>> 0).toBe(0x4000_0001);
    expect(lines(pair)).toContain('+ mov r0.w, c1');
    expect(diagnostics(changed(TWO_MOVS, 4, bit(30)))).toEqual(['X5232@2']);
    expect(diagnostics(changed('vs_1_1\ndcl_position v0\nmov r0, v0\nmov oPos, r0', 7, bit(30)))).toEqual(['X5305@-1']);
    expect(wrong(changed(TWO_MOVS, 4, bit(30)), 4)).toEqual(['IT6']);
  });

  it('IT7: bit 31 is 0: what has it is a parameter', () => {
    const marked = changed(TWO_MOVS, 4, bit(31));
    expect(diagnostics(changed(MOV_PS, 1, bit(31)))).toEqual(['X5001@-1']);
    // A reader takes it for one more source of the instruction in front.
    expect(readSm1(marked).count).toBe(1);
  });

  it('IT8: a shader is validated before a driver sees it', () => {
    const result = (stream: Uint32Array) => validate(new Uint8Array(stream.slice().buffer)).valid;
    expect(result(words(MOV_PS))).toBe(true);
    expect(result(changed(MOV_PS, 1, bit(29)))).toBe(false);
  });

  it('IT9: sub becomes add with its second source negated', () => {
    for (const version of ['vs_1_1', 'vs_2_0', 'vs_2_x', 'vs_3_0', 'vs_2_sw', 'vs_3_sw']) {
      expect(lines(words(`${version}\nsub r0, c0, r1`))[1]).toBe('add r0, c0, -r1');
      expect(lines(words(`${version}\nsub r0, c0, -r1`))[1]).toBe('add r0, c0, r1');
    }
  });

  it('IT10: tex and texld are one operation, texcoord and texcrd another; the version determines their operands', () => {
    const first = words('ps_1_1\ntex t0\ntexcoord t1');
    const fourth = words('ps_1_4\ntexld r0, t0\ntexcrd r1.xyz, t1');
    expect([first[1]! & 0xffff, first[3]! & 0xffff]).toEqual([66, 64]);
    expect([fourth[1]! & 0xffff, fourth[4]! & 0xffff]).toEqual([66, 64]);
    expect(lines(first)).toEqual(['ps_1_1', 'tex t0', 'texcoord t1']);
    expect(lines(fourth)).toEqual(['ps_1_4', 'texld r0, t0', 'texcrd r1.xyz, t1']);
    expect([first, fourth].map((stream) => new Sm1Instruction(readSm1(stream), 0).expectedOperands)).toEqual([1, 2]);
  });
});

describe('the destination token', () => {
  it('DP1: bits 10:0 are the register number', () => {
    expect(words('ps_2_0\nmov r11, c0')[2]).toBe(0x800f_000b);
    expect(diagnostics(changed(TWO_MOVS, 2, (word) => word | 40))).toEqual(['X5207@1', 'X5204@2']);
  });

  it('DP2: bits 30:28 and 12:11 are the register type', () => {
    expect(words('ps_2_0\nmov oDepth, c0.x')[2]! & 0x7000_1800).toBe(0x1000_0800);
    expect(diagnostics(changed(TWO_MOVS, 2, (word) => word | 0x7000_1800))).toEqual(['X5206@1', 'X5204@2']);
  });

  it('DP3: bit 13 is relative addressing in vertex shaders from 3_0 on, 0 in all others', () => {
    const relative =
      'vs_3_0\ndcl_position v0\ndcl_position o0\ndefi i0, 1, 0, 1, 0\nmov o0, v0\nloop aL, i0\nmov o0[aL], v0\nendloop';
    expect(lines(words(relative))).toContain('mov o0[aL], v0');
    expect(diagnostics(changed(MOV_VS20, 5, bit(13)))).toEqual(['X5307@-1']);
    expect(diagnostics(changed(MOV_VS11, 5, bit(13)))).toEqual(['X5307@-1']);
    expect(diagnostics(changed('ps_3_0\nmov oC0, c0', 2, bit(13)))).toEqual(['X5003@-1']);
    expect(wrong(changed(MOV_VS11, 5, bit(13)), 5)).toEqual(['DP3']);
  });

  it('DP4: bits 15:14 are 0', () => {
    expect(diagnostics(changed(MOV_PS, 2, bit(14)))).toEqual(['X5003@-1']);
    expect(diagnostics(changed(MOV_VS30, 8, bit(15)))).toEqual(['X5307@-1']);
    expect(wrong(changed(MOV_PS, 2, bit(15)), 2)).toEqual(['DP4']);
  });

  it('DP5: bits 19:16 are the write mask', () => {
    const mask = (components: string) => (words(`ps_2_0\nmov r0.${components}, c0`)[2]! >> 16) & 15;
    expect(['x', 'y', 'z', 'w', 'xz', 'xyzw'].map(mask)).toEqual([1, 2, 4, 8, 5, 15]);
    expect(diagnostics(changed(TWO_MOVS, 2, (word) => word & ~0xf_0000))).toEqual(['X5425@1', 'X5204@2']);
  });

  it('DP6: bits 23:20 are result modifiers, which combine', () => {
    const modifiers = (suffix: string) => (words(`ps_2_0\nmov${suffix} r0, c0`)[2]! >> 20) & 15;
    expect(['', '_sat', '_pp', '_sat_pp'].map(modifiers)).toEqual([0, 1, 2, 3]);
    expect((words('ps_2_0\ndcl_centroid t0')[3]! >> 20) & 15).toBe(4);
    expect(diagnostics(changed(MOV_VS20, 5, bit(21)))).toEqual(['X5307@-1']);
  });

  it('DP7: bits 27:24 are a signed shift in pixel shaders before 2_0, 0 in all others', () => {
    const shift = (suffix: string) => (words(`ps_1_4\nmov${suffix} r0, c0`)[2]! >> 24) & 15;
    expect(['', '_x2', '_x8', '_d2', '_d8'].map(shift)).toEqual([0, 1, 3, 15, 13]);
    expect(diagnostics(changed(TWO_MOVS, 2, bit(24)))).toEqual(['X5409@1', 'X5204@2']);
    expect(diagnostics(changed(MOV_VS11, 5, bit(24)))).toEqual(['X5307@-1']);
    expect(wrong(changed(TWO_MOVS, 2, bit(24)), 2)).toEqual(['DP7']);
  });

  it('DP8: bit 31 is 1', () => {
    const built = wordsOf(encodeSm1(sm1Shader('ps_2_0', [sm1Mnemonics('ps_2_0').mov(oC(0), v(0))])));
    expect(built[2]! >>> 31).toBe(1);
    expect(diagnostics(changed(MOV_PS, 2, (word) => word & 0x7fff_ffff))).toEqual(['X5542@-1']);
  });
});

describe('dcl', () => {
  const SAMPLED = 'ps_2_0\ndcl_2d s0\ndcl t0\ntexld r0, t0, s0\nmov oC0, r0';

  it('DCL1: samplers, with a texture type in bits 30:27', () => {
    const types = ['2d', 'cube', 'volume'].map((type) => words(`ps_2_0\ndcl_${type} s0`)[2]! >>> 0);
    expect(types).toEqual([0x9000_0000, 0x9800_0000, 0xa000_0000]);
    expect(diagnostics(words(SAMPLED))).toEqual([]);
    expect(diagnostics(changed(SAMPLED, 2, bit(7)))).toEqual(['X5487@-1']);
    expect(diagnostics(changed(SAMPLED, 2, () => 0x8800_0000))).toEqual(['X5221@1', 'X5203@3']);
    expect(diagnostics(changed(SAMPLED, 3, (word) => word & ~0xc_0000))).toEqual(['X5424@1', 'X5203@3']);
  });

  it('DCL2: inputs of ps_2_x, the declared components in the mask', () => {
    expect([...words('ps_2_0\ndcl t1.xy').slice(1, 4)]).toEqual([0x0200_001f, 0x8000_0000, 0xb003_0001]);
    expect(diagnostics(changed('ps_2_0\ndcl t0\nmov oC0, t0', 2, bit(3)))).toEqual(['X5487@-1']);
    expect(diagnostics(words('ps_2_0\ndcl t0.xy\nmov oC0, t0'))).toEqual(['X5546@2']);
  });

  it('DCL3: inputs of vertex shaders, with usage and index', () => {
    expect([...words('vs_2_0\ndcl_texcoord3 v1.xy').slice(1, 4)]).toEqual([0x0200_001f, 0x8003_0005, 0x9003_0001]);
    expect(diagnostics(changed(MOV_VS20, 2, bit(9)))).toEqual(['X5634@1', 'X5702@2']);
    expect(diagnostics(changed(MOV_VS20, 2, (word) => word | 20))).toEqual(['X5634@1', 'X5702@2']);
    expect(diagnostics(words('vs_2_0\ndcl_position v0.xy\nmov oPos, v0'))).toEqual(['X5800@1', 'X5702@2']);
  });

  const COORDINATES = 'ps_3_0\ndcl_texcoord v0\nmov oC0, v0';
  const pedantic = (stream: Uint32Array) =>
    validate(new Uint8Array(stream.slice().buffer), { pedantic: true }).diagnostics.filter(
      ({ severity }) => severity === 'note',
    );

  it('DCL4: inputs of ps_3_0 by usage; the validator takes more than texcoord 0-7 and color 0', () => {
    expect([...words('ps_3_0\ndcl_color v3').slice(1, 4)]).toEqual([0x0200_001f, 0x8000_000a, 0x900f_0003]);
    expect(diagnostics(changed(COORDINATES, 2, (word) => word & ~0x1f))).toEqual(['X5971@1', 'X5984@2']);
    expect(diagnostics(changed(COORDINATES, 2, bit(25)))).toEqual(['X5303@1', 'X5984@2']);
    const beyond = changed(COORDINATES, 2, (word) => word | (9 << 16));
    expect(diagnostics(beyond)).toEqual([]);
    expect(pedantic(beyond).map(({ message }) => message.includes('DCL4'))).toEqual([true]);
    expect(pedantic(words(COORDINATES))).toEqual([]);
  });

  const FACE = 'ps_3_0\ndcl vFace\nmov r1, c0\ncmp r0, vFace, r1, r1\nmov oC0, r0';

  it('DCL5: vFace, with a full mask and no modifier; the validator takes reserved bits', () => {
    expect([...words(FACE).slice(1, 4)]).toEqual([0x0200_001f, 0x8000_0000, 0x900f_1001]);
    expect(diagnostics(words(FACE))).toEqual([]);
    expect(diagnostics(changed(FACE, 3, bit(21)))).toEqual(['X5969@1', 'X5986@3']);
    expect(diagnostics(changed(FACE, 3, (word) => word & ~0xe_0000))).toEqual(['X5986@3']);
    expect(diagnostics(changed(FACE, 2, bit(3)))).toEqual([]);
    expect(wrong(changed(FACE, 2, bit(3)), 2)).toEqual(['DCL5']);
  });

  it('DCL6: vPos, the declared components in the mask', () => {
    expect([...words('ps_3_0\ndcl vPos.xy').slice(1, 4)]).toEqual([0x0200_001f, 0x8000_0000, 0x9003_1000]);
    expect(diagnostics(words('ps_3_0\ndcl vPos.xy\nmov oC0, vPos.xyxy'))).toEqual([]);
    expect(diagnostics(words('ps_3_0\ndcl vPos.x\nmov oC0, vPos.xyxy'))).toEqual(['X5985@2']);
  });

  it('DCL7: outputs of vs_3_0, with usage and index', () => {
    expect([...words('vs_3_0\ndcl_color1 o4.xyz').slice(1, 4)]).toEqual([0x0200_001f, 0x8001_000a, 0xe007_0004]);
    expect(diagnostics(changed(MOV_VS30, 5, bit(9)))).toEqual(['X5635@2', 'X5704@3']);
    const partial = 'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o1.xy\nmov o0, v0\nmov o1, v0';
    expect(diagnostics(words(partial))).toEqual(['X5704@5']);
  });

  it('DCL8: outputs may share a register where their masks do not overlap', () => {
    const shared = (first: string, second: string) =>
      diagnostics(
        words(
          `vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_texcoord o10.${first}\ndcl_texcoord1 o10.${second}\n` +
            'mov o0, v0\nmov o10, v0',
        ),
      );
    expect(shared('xy', 'zw')).toEqual([]);
    expect(shared('xy', 'yzw')).toEqual(['X5633@4', 'X5704@6']);
  });

  it('DCL9: every output that is written is declared', () => {
    const outputs = (declaration: string) =>
      diagnostics(words(`vs_3_0\ndcl_position v0\ndcl_position o0\n${declaration}\nmov o0, v0\nmov o3, v0`));
    expect(outputs('dcl_color o3')).toEqual([]);
    expect(outputs('')).toEqual(['X5704@4']);
  });
});
