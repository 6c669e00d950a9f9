/** The text after the preprocessor, and profiles of root signatures, which only need the preprocessor. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile, preprocess } from '../../src/hlsl/index.ts';

const SOURCE = `// comment
#define A(x) ( x+ 1)
#define B   float4(A(2),A( 3 ),0,0)

#ifdef FOO
foo
#else
float4   main(  float2 uv:TEXCOORD0 /* c */ )   :   SV_Target
{
\treturn B*uv.xyxy;  // end
}
#endif

#pragma pack_matrix(row_major)
#line 77 "other.h"
[unroll] float  x = 1.0f+-A(-1);
#define CAT(a,b) a##b
int CAT(foo,1);
#define S(x) #x
string s = S(a  "b" c);
`;

/** The tokens that `D3DPreprocess` (10.0.22621) makes of it. */
const TOKENS = `float4 main ( float2 uv : TEXCOORD0 ) : SV_Target { return float4 ( ( 2 + 1 ) , ( 3 + 1 ) , 0 , 0 ) * uv . xyxy ; }
#pragma pack_matrix(row_major)
[ unroll ] float x = 1.0f + - ( - 1 + 1 ) ; int foo1 ; string s = "a \\"b\\" c" ;`;

describe('preprocess', () => {
  const words = (text: string) =>
    text
      .replace(/^#line.*$/gm, '')
      .split(/\s+/)
      .filter(Boolean);

  test('expands macros to the tokens of Microsoft', () => {
    expect(words(preprocess(SOURCE).text!)).toEqual(words(TOKENS));
  });

  test('says the line and file of each line', () => {
    const lines = preprocess(SOURCE, { name: 'a\\"b.hlsl' }).text!.split('\n');
    const named: string[] = [];
    let file = '';
    let line = 0;
    for (const text of lines) {
      const found = /^#line (\d+) (".*")$/.exec(text);
      if (found) [line, file] = [Number(found[1]), found[2]!];
      else if (!text.startsWith('#')) named.push(`${file}:${line++} ${text.trim().split(' ', 2).join(' ')}`);
    }
    const main = '"a\\\\\\"b.hlsl"';
    expect(named.filter((text) => /\d \S/.test(text))).toEqual([
      `${main}:8 float4 main`,
      `${main}:9 {`,
      `${main}:10 return float4`,
      `${main}:11 }`,
      '"other.h":77 [ unroll',
      '"other.h":79 int foo1',
      '"other.h":81 string s',
    ]);
  });

  test('includes files, and reports those that are missing', () => {
    const include = (path: string) => (path === 'a.h' ? { name: 'dir/a.h', text: 'int a;\n' } : undefined);
    expect(preprocess('#include "a.h"\nint b;\n', { include }).text).toBe(
      '#line 1 "dir/a.h"\nint a ; \n#line 2 "input.hlsl"\nint b ; \n',
    );
    const { text, diagnostics } = preprocess('#include "b.h"\n', { include });
    expect(text).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['X1507']);
  });

  test('refuses a wrong option', () => {
    // @ts-expect-error an option that does not exist
    expect(() => preprocess('', { entry: 'main' })).toThrow(TypeError);
  });

  const directory = 'fixtures/hlsl/';
  const sources = [
    'arithmetic-int',
    'constant-buffers',
    'd3d9-pixel',
    'flow',
    'geometry-primitives',
    'group-shared',
  ].map((name) => `${name}.hlsl`);
  test.each(sources)('compiles to the same shader: %s', (name) => {
    const source = readFileSync(directory + name, 'latin1');
    const [, entry, profile] = /^\/\/ compile: (\w+) (\w+)/.exec(source)!;
    const options = { profile: profile!, entry: entry!, name };
    const { text } = preprocess(source, { name });
    expect(compile(text!, options).bytes).toEqual(compile(source, options).bytes);
  });
});

describe('profiles of root signatures', () => {
  const directory = 'fixtures/recorded/';
  const recorded = readdirSync(directory).filter((name) => /\.rootsig_1_[01]\.bin$/.test(name));
  test.each(recorded)('%s', (name) => {
    const [source, entry, profile] = name.split('.') as [string, string, string];
    const text = readFileSync(`fixtures/hlsl/${source}.hlsl`);
    const { bytes, diagnostics } = compile(text, { profile, entry });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(Buffer.from(bytes!).equals(readFileSync(directory + name))).toBe(true);
  });

  test('a macro that is missing', () => {
    const { bytes, diagnostics } = compile('#define A "CBV(b0)"', { profile: 'rootsig_1_1', entry: 'B' });
    expect(bytes).toBeUndefined();
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  });
});
