/**
 * Sources that raise codes which the recorded cases do not have; record-examples.ts reduces them. The code of each text
 * need not be known: all sources are assembled.
 */

/** Files that seeds include. */
export const SEED_FILES: Readonly<Record<string, string>> = { endless: '#include "endless"\n' };

/** Whether a text is assembled with {@link SEED_FILES}: without any, there is no way to find files at all. */
export function usesSeedFiles(text: string): boolean {
  return /#include "(?:endless|missing)"/.test(text);
}

/** Codes of preprocessor and parser. */
const SOURCES: readonly string[] = [
  'ps_2_0\nmov r0, c0.q\n',
  'vs_2_0\nmov oT0[a0.x], c0\n',
  'ps_2_0\nmov r0[a0.x], c0\n',
  'vs_2_0\nmov r0, c[a0.x + a0.y]\n',
  'vs_2_0\nmov r0, c0[a0.x + c1]\n',
  'ps_1_1\nmov r0, 2-r1\n',
  'ps_1_1\nmov r0, 1-r1_bias\n',
  'ps_1_1\nsub r0, r1, 1-r0\n',
  'ps_1_4\nsub r0, r1, r0_dz\n',
  'ps_1_1\nmov r0_bias, r1\n',
  'ps_2_x\nif !b0_abs\nendif\n',
  'ps_2_x\nif !-b0\nendif\n',
  'ps_2_x\n(!p0_abs) mov r0, c0\n',
  'ps_2_x\n(-p0) mov r0, c0\n',
  'ps_2_x\n(p0[aL]) mov r0, c0\n',
  'vs_2_x\n(p0[a0.x]) mov r0, c0\n',
  'ps_2_0\nmov r0, 1-r1\n',
  'vs_1_1\nmov r0, 1-r1\n',
  'ps_2_0\n/* no end\n',
  'ps_2_0\ndef c0, 0x123456789abcdef0123, 0, 0, 0\n',
  'ps_2_0\n#if 07777777777777777777777777\n#endif\n',
  'ps_2_0\n#if 99999999999999999999999999\n#endif\n',
  'ps_2_0\ndef c0, 99999999999999999999999999, 0, 0, 0\n',
  'ps_2_0\n#line 1 "abc\n',
  'ps_2_0\n#line 1 "abc',
  'ps_2_0\n"abc\\',
  'ps_2_0\n"abc',
  'ps_2_0\n#error "abc',
  'ps_2_0\n#include "abc',
  'ps_2_0\n#if 1\n#else more\n#endif\n',
  'ps_2_0\n#undef A B\n',
  'ps_2_0\n#line 1 "a" b\n',
  'ps_2_0\n#include <none>\n',
  'vs_1_1\nmov r0[a0.x], c0\n',
  'vs_1_1\nmov oT0[a0.x], c0\n',
  'ps_1_1\nsub r0, r1, t0_bias\n',
  'ps_1_4\nsub r0, r1, r0_x2\n',
  'ps_1_1\nsub r0, r1, r0_dw\n',
  'ps_2_x\nif !!b0\nendif\n',
  'ps_2_x\nif !p0_bias\nendif\n',
  'ps_2_x\n(!!p0) mov r0, c0\n',
  'vs_2_x\n(p0[aL].x) mov r0, c0\n',
  'vs_3_0\n(p[aL]) mov r0, c0\n',
  "ps_2_0\n'abc\\",
  'ps_2_0\n#if +\n#endif\n',
  'ps_2_0\n#if 1 2\n#endif\n',
  'ps_2_0\n#if 1\n#endif more\n',
  'ps_2_0\n#ifdef A B\n#endif\n',
  'ps_2_0\n#if 1\n',
  'ps_2_0\n#if 1 / 0\n#endif\n',
  'ps_2_0\n#include "missing"\n',
  'ps_2_0\n#include "endless"\n',
  'ps_2_0\n#elif 1\n',
  'ps_2_0\n#else\n',
  'ps_2_0\n#endif\n',
  'ps_2_0\n#define F(a, a) a\n',
  'ps_2_0\n#if 1\n#else\n#elif 1\n#endif\n',
  'ps_2_0\n#if 1\n#else\n#else\n#endif\n',
  'ps_2_0\n#define F(a) a\nmov r0, F(c0',
  'ps_2_0\n#define F(a, b) a\nmov r0, F(c0)\n',
  'ps_2_0\n#define A\n#if A\n#endif\n',
  'ps_2_0\n#define F(a) a\n#if F\n#endif\n',
  'ps_2_0\n#define A 1\n#define A 2\n',
  'ps_2_0\n#define F(a, b) a\n#define G F(1)\n#if G\n#endif\n',
  'ps_2_0\n#define F(a, b) a\n#define G F\n#if G\n#endif\n',
  'ps_2_0\n#define F(a, b) a\n#if F(1)\n#endif\n',
  'ps_2_0\n#pragma shine\n',
  'ps_2_0\n#error stop\n',
  'ps_2_x\ntexldd r4, r0, r1, r2, r3\n',
  'ps_3_0\ntexldd r4, r0, r1, r2, r3\n',
];

/** Versions with flow control, with what they need in front. */
const FLOW_HEADS: readonly string[] = ['vs_2_0', 'vs_2_x', 'vs_3_0', 'ps_2_x', 'ps_3_0'].map(
  (version) => `${version}\ndefi i0, 1, 0, 0, 0\ndefb b0, true\n`,
);
const SET_PREDICATE = 'setp_gt p0, c0, c1\n';
/** Deeper than any version allows. */
const DEEP = 26;

/** `open` and `close` around `inner`, several times. */
function nested(open: string, inner: string, close: string, depth = DEEP): string {
  return `${open}\n`.repeat(depth) + inner + `${close}\n`.repeat(depth);
}

/** A chain of subroutines, each calling the next one by `call`, and `inner` in each. */
function calls(call: string, inner: string, depth = 6): string {
  let text = `${call.replace('#', '0')}\nret\n`;
  for (let i = 0; i < depth; i++)
    text += `label l${i}\n${inner.replace('*', `${call.replace('#', `${i + 1}`)}\n`)}ret\n`;
  return text;
}

const FLOWS: readonly string[] = [
  nested('if b0', '', 'endif'),
  nested('if_gt c0.x, c1.x', '', 'endif'),
  SET_PREDICATE + nested('if p0.x', '', 'endif'),
  nested('rep i0', '', 'endrep', 6),
  nested('loop aL, i0', '', 'endloop', 6),
  nested('if_gt c0.x, c1.x', nested('rep i0', 'break_gt c0.x, c1.x\n', 'endrep', 1), 'endif', 24),
  nested('rep i0', 'break_gt c0.x, c1.x\n', 'endrep', 4),
  SET_PREDICATE + nested('if_gt c0.x, c1.x', 'callnz l0, p0.x\n', 'endif', 24),
  `${SET_PREDICATE}${nested('if_gt c0.x, c1.x', 'callnz l0, p0.x\n', 'endif', 24)}ret\nlabel l0\nret\n`,
  `${SET_PREDICATE}callnz l0, p0.x\nret\nlabel l0\n${nested('if_gt c0.x, c1.x', '', 'endif', 24)}ret\n`,
  calls('call l#', '*'),
  calls('callnz l#, b0', '*'),
  SET_PREDICATE + calls('callnz l#, p0.x', '*'),
  calls('call l#', nested('if b0', '*', 'endif', 8), 3),
  calls('call l#', nested('if_gt c0.x, c1.x', '*', 'endif', 8), 4),
  SET_PREDICATE + calls('call l#', nested('if p0.x', '*', 'endif', 8), 4),
  calls('call l#', nested('rep i0', '*', 'endrep', 2), 3),
  calls('call l#', nested('if_gt c0.x, c1.x', nested('rep i0', 'break_gt c0.x, c1.x\n*', 'endrep', 1), 'endif', 7), 4),
  SET_PREDICATE + calls('callnz l#, p0.x', nested('if_gt c0.x, c1.x', '*', 'endif', 8), 4),
  'if b0\nmov r0, c0\nendif\n'.repeat(20),
];

const LONG: readonly string[] = [
  `ps_1_1\nmov r0, c0\n${'add r0, r0, c0\n'.repeat(20)}`,
  `ps_1_1\ntex t0\ntex t1\ntex t2\ntex t3\nmov r0, t0\n${'add r0, r0, t1\n'.repeat(20)}`,
  `ps_1_2\nmov r0, c0\n${'cmp r0, r0, c0, c1\n'.repeat(4)}`,
  `ps_1_2\nmov r0, c0\n${'dp4 r0, r0, c0\n'.repeat(5)}`,
  `ps_1_4\nmov r0, c0\n${'add r0, r0, c0\n'.repeat(9)}phase\nmov r0, c0\n`,
  `ps_1_4\nmov r0, c0\n${'add r0, r0, c0\n'.repeat(9)}phase\nmov r0, c0\n${'add r0, r0, c0\n'.repeat(9)}`,
  'ps_1_4\nmov r0, c0\nphase\nmov r0.rgb, r0.a\n',
  'ps_1_4\nmov r0, c0\nphase\nmov r0.rgb, c0\n',
  'ps_1_4\ntexcrd r0.rg, t0_dw\nphase\nadd r1, r0, c0\nmov r0.rgb, r1\n',
  'ps_1_4\ntexcrd r0.rg, t0_dw\n',
  'ps_1_4\nphase\ntexcrd r0.rg, t0_dw\nmov r0.a, c0\n',
  `ps_2_0\ndcl t0\ndcl_2d s0\n${'texld r0, t0, s0\n'.repeat(40)}mov oC0, r0\n`,
  `ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\n${'texld r0, r0, s0\n'.repeat(6)}mov oC0, r0\n`,
  `ps_2_0\nmov r0, c0\n${'mad r0, r0, r0, c0\n'.repeat(70)}mov oC0, r0\n`,
  `vs_1_1\ndcl_position v0\n${'mov r0, c0\n'.repeat(140)}mov oPos, v0\n`,
  `vs_2_0\ndcl_position v0\n${'mov r0, c0\n'.repeat(270)}mov oPos, v0\n`,
  `vs_3_0\n${Array.from({ length: 12 }, (_, i) => `dcl_texcoord${i} o${i}\n`).join('')}dcl_position o11\n`,
  'ps_1_1\nmov_sat r0, c0\nmov r0, -r0\n',
  'ps_1_1\nmov r0, c0\nmov r1, c0\nmov r2, c0\nmad r0, r0, r1, r2\n',
  'ps_1_1\nmad r0, v0, v1, v2\nmad r0, v0, v1, v0\n',
  'ps_1_1\ntex t0\ntex t1\ntex t2\ntex t3\nmad r0, t0, t1, t2\nmul r0.rgb, t0, t1\n+mul r0.a, t2, t3\n',
  'ps_1_1\nmul r0.rgb, c0, c1\n+mul r0.a, c2, c3\nmul r0.rgb, v0, v1\n+mul r0.a, v0, v1\n',
  'ps_1_1\nmov r0, c0\nlrp r0, r0, c0, c1\nlrp r0, v0, c0, c1\n',
  'ps_1_4\nmov r0, c0\nlrp r0, r0, c0, c1\nmov r0.rgb, c0\n+dp4 r0.a, c0, c1\n',
  'ps_1_2\nmov r0.rgb, c0\n+dp4 r0.a, r0, c1\n',
  'vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nadd r0, c[a0.x], c[a0.x + 1]\nmov oPos, r0\n',
  'vs_2_0\ndcl_position v0\nmova a0, v0\nadd r0, c[a0.x], c[a0.y]\nmov oPos, r0\n',
  'vs_3_0\ndcl_position v0\ndcl_position o0\ndefi i0, 1, 0, 0, 0\nmova a0, v0\nloop aL, i0\nadd r0, v[aL], v0\nadd r0, c[a0.x], c[aL]\nendloop\nmov o0, r0\n',
  'ps_3_0\ndcl_texcoord0 v0\ndefi i0, 1, 0, 0, 0\nloop aL, i0\nadd r0, v[aL], v0\nendloop\nmov oC0, r0\n',
  'vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c254\n',
  'vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c8190\n',
  'vs_2_sw\ndcl_position v0\nm4x4 oPos, v0, c8190\n',
  'vs_2_0\ndcl_position v0\nm4x4 oPos, v0, r10\n',
  'ps_1_1\nmov r0, v0\nadd r0, v0, v1\nmad r0, v0, v1, v0\n',
  'ps_1_1\nmul r0.rgb, r0, r1\n+mul r0.a, r1, r0\n',
  'ps_1_4\nmad r0, t0, t1, t2\n',
  'ps_1_4\ntexcrd r0, t0\nphase\nadd r1, v0, v1\nmov r0, v0\n',
  'ps_1_4\nmov r0, c0\nphase\nmov r1, r0\nmov r0, c0\n',
  'ps_1_4\nmov r0.rgb, c0\n+dp4 r1, c0, c1\n',
  'ps_1_4\ndp4 r1.rgb, c0, c1\n+mov r0.a, c0\n',
  'vs_3_0\ndcl_position o0\nphase\n',
  'vs_2_x\nsetp_gt p0, c0, c1\ncallnz l0, p0.x\ncall l0\nret\nlabel l0\nmov r0, c0\nret\n',
  'ps_2_x\nsetp_gt p0, c0, c1\n(p0) mov r0, c0\nif p0.x\ncallnz l0, !p0.x\nendif\ncall l0\nret\nlabel l0\nmov r0, c0\nret\n',
  'ps_2_x\ndefi i0, 1, 0, 0, 0\ndefb b0, true\ndcl_2d s0\ndcl t0\ntexld r0, t0, s0\nrep i0\nendrep\nif b0\nendif\nmov oC0, r0\n',
  'vs_3_0\ndcl_position v0\ndcl_position o0\ndcl_psize o1\nm4x4 o0, v0, c0\nm3x2 o1, v0, c0\n',
  'ps_2_x\nsetp_gt p0, c0, c1\nmov oC0, c0\n(p0) mov oDepth, c0.x\n',
];

/** Every text to ask about. */
export const SEEDS: readonly string[] = [
  ...SOURCES,
  ...LONG,
  ...FLOW_HEADS.flatMap((head) => FLOWS.map((flow) => head + flow)),
];

/** Streams that no text makes: versions that do not exist. */
export const SEED_STREAMS: readonly (readonly number[])[] = [
  0, 0x0000_0101, 0x1234_0200, 0xfffd_0300, 0xffff_0000, 0xffff_0100, 0xffff_0105, 0xffff_0109, 0xfffe_0000,
  0xfffe_0102, 0xffff_0001, 0xffff_00ff, 0xffff_0202, 0xfffe_0202, 0xffff_0301, 0xfffe_0301, 0xffff_0400, 0xfffe_0400,
  0x4c50_0200,
].map((version) => [version, 0xffff]);
