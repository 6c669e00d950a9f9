/**
 * Worst cases of sources: deep nesting, macros in macros, what is never closed.
 *
 * Not for: binary files.
 */
import { checked, repeatedText, type Trap } from './build.ts';
import { isText } from './checks.ts';

type Names =
  | 'assemble'
  | 'assembleListing'
  | 'rootSignatureText'
  | 'cArrays'
  | 'parseWhere'
  | 'readJournal'
  | 'patchValues';

type TextTrap = Omit<Trap<Names>, 'check'>;

function text(targets: readonly Names[], unit: string, first = '', last = ''): TextTrap {
  return { targets, build: (size) => repeatedText(size, unit, first, last) };
}

/** `open` repeated, then `close` as often. */
function nested(targets: readonly Names[], open: string, close: string, first = ''): TextTrap {
  return {
    targets,
    build: (size) => {
      const count = Math.floor(size / (open.length + close.length));
      return Buffer.from(first + open.repeat(count) + close.repeat(count), 'latin1');
    },
  };
}

const SM1 = ['assemble'] as const;
const SM4 = ['assembleListing'] as const;
const ROOT = ['rootSignatureText'] as const;
const C = ['cArrays'] as const;

export const TEXT_TRAPS = checked<string, Names>(isText, {
  'text #if': text(SM1, '#if 1\n', 'ps_2_0\n'),
  'text #if closed': nested(SM1, '#if 1\n', '#endif\n', 'ps_2_0\n'),
  'text #if parentheses': text(SM1, '(', '#if '),
  'text #if operators': text(SM1, '1 || ', '#if ', '1\n'),
  'text #if minus': text(SM1, '-', '#if ', '1\n'),
  'text #define': text(SM1, '#define A A A\n', 'ps_2_0\n', 'A'),
  'text macros': text(SM1, 'A ', 'ps_2_0\n#define A mov r0, r1\n'),
  'text macro arguments': nested(SM1, 'F(', ')', 'ps_2_0\n#define F(x) x x\n'),
  'text macro with many arguments': text(SM1, 'a,', '#define F(x) x\nF(', ')'),
  'text macro with many parameters': {
    targets: SM1,
    build: (size) => Buffer.from(`#define F(${Array.from({ length: size / 8 }, (_, i) => `p${i}`).join(',')}) p1\n`),
  },
  'text many macros': {
    targets: SM1,
    build: (size) =>
      Buffer.from(
        Array.from({ length: size / 24 }, (_, i) => `#define M${i} M${i + 1} x\n`)
          .join('')
          .concat('ps_2_0\nM0\n'),
      ),
  },
  'text #undef': text(SM1, '#define A\n#undef A\n'),
  'text #line': text(SM1, '#line 7 "f"\n'),
  'text #pragma': text(SM1, '#pragma def(ps_2_0, c0, 1, 2, 3, 4)\n'),
  'text #include': text(SM1, '#include "x"\n'),
  'text open comments': text(SM1, '/*'),
  'text comments': text(SM1, '/**/'),
  'text continued lines': text(SM1, '\\\n'),
  'text quotes': text(SM1, '"'),
  'text instructions': text(SM1, 'mov r0, c1\n', 'vs_2_0\n'),
  'text constants': text(SM1, 'def c3, 1, 2, 3, 4\n', 'ps_2_0\n'),
  'text wrong words': text(SM1, 'x ', 'ps_2_0\n'),
  'text one word': text(SM1, 'x', 'ps_2_0\n'),
  'text digits': text(SM1, '1', 'ps_2_0\ndef c0, '),
  'text labels': text(SM1, 'label l1\nret\n', 'vs_2_0\n'),
  'text modifiers': text(SM1, '_sat', 'ps_2_0\nmov'),
  'listing instructions': text(SM4, 'mov r0.xyzw, l(1,2,3,4)\n', 'ps_5_0\n'),
  'listing nested if': nested(SM4, 'if_nz r0.x\n', 'endif\n', 'ps_5_0\n'),
  'listing loops': text(SM4, 'loop\n', 'ps_5_0\n'),
  'listing constant buffer': text(SM4, '{ 0, 0, 0, 0},\n', 'ps_5_0\ndcl_immediateConstantBuffer { ', '{ 0,0,0,0} }\n'),
  'listing brackets': text(SM4, '[r0.x', 'ps_5_0\nmov r0, x0'),
  'listing literals': text(SM4, '1,', 'ps_5_0\nmov r0, l('),
  'listing names': text(SM4, '// a 0 xyzw 0 NONE float xyzw\n', '//\n// Input signature:\n//\n'),
  'listing buffers': text(
    SM4,
    '//   float4 a; // Offset: 0 Size: 16\n',
    '//\n// Buffer Definitions:\n//\n// cbuffer A\n// {\n//\n',
  ),
  'listing structures': text(SM4, '//   struct\n//   {\n', '//\n// Buffer Definitions:\n//\n// cbuffer A\n// {\n//\n'),
  'listing comments': text(SM4, '//\n', 'ps_5_0\n'),
  'listing wrong words': text(SM4, 'x\n', 'ps_5_0\n'),
  'listing blanks': text(SM4, ' ', 'ps_5_0\nmov r0,'),
  'root parameters': text(ROOT, 'CBV(b0),'),
  'root parentheses': text(ROOT, '('),
  'root tables': text(ROOT, 'DescriptorTable(SRV(t0),'),
  'root ranges': text(ROOT, 'SRV(t0),', 'DescriptorTable('),
  'root flags': text(ROOT, 'DENY_VERTEX_SHADER_ROOT_ACCESS|', 'RootFlags('),
  'root words': text(ROOT, 'x '),
  'root samplers': text(ROOT, 'StaticSampler(s0),'),
  'C arrays': text(C, 'BYTE a[]={1};'),
  'C arrays of a shader': text(C, 'BYTE a[]={68,88,66,67,0,0,0};'),
  'C braces': text(C, '{', 'BYTE a[]='),
  'C open arrays': text(C, 'BYTE a[]={1,'),
  'C open comments': text(C, '/*'),
  'C comments': text(C, '/**/'),
  'C quotes': text(C, '"\n'),
  'C names': text(C, 'a '),
  'C brackets': text(C, '['),
  'C numbers': text(C, '1,', 'BYTE a[]={'),
  'C digits': text(C, '1', 'BYTE a[]={'),
  'C #if': text(C, '#if 0\n'),
  'C blanks': text(C, ' \n', 'BYTE a', '[] = {1}'),
  'where parentheses': text(['parseWhere'], '('),
  'where nested': nested(['parseWhere'], '(', ')', 'not '),
  'where not': text(['parseWhere'], 'not ', '', 'slots = 1'),
  'where and': text(['parseWhere'], 'slots = 1 and ', '', 'slots = 1'),
  'where or': text(['parseWhere'], 'slots = 1 or ', '', 'slots = 1'),
  'where words': text(['parseWhere'], 'x '),
  'where list': text(['parseWhere'], '1,', 'slots in (', '1)'),
  'where quotes': text(['parseWhere'], "'"),
  'where one word': text(['parseWhere'], 'x'),
  'where digits': text(['parseWhere'], '9', 'slots = '),
  'journal lines': text(
    ['readJournal'],
    '{"path":"a","size":1,"modified":1,"searched":true,"failed":false,"shaders":1,"rows":1,"end":0}\n',
    '{"dxlens":"1","journal":1,"settings":{}}\n',
  ),
  'journal brackets': text(['readJournal'], '['),
  'journal newlines': text(['readJournal'], '\n'),
  values: text(['patchValues'], '1,'),
  'value of digits': text(['patchValues'], '1'),
  'value of blanks': text(['patchValues'], ' ', '1', 'x'),
});
