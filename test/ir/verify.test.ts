/** Each rule of modules with a module that breaks it and nothing else. */
import { expect, test } from 'vitest';
import { F32, IrBuilder, IrModule, Kind, Op, parseIr, typeOf, U32, verifyIr } from '../../src/ir/index.ts';

const SHADER = `shader ps version=[5,0] profile="ps_5_0" tokens=10
binding 0 kind="constants" register=0 space=0 count=1 size=2
input 0 kind="vertex" register=0 mask=3
output 0 kind="vertex" register=0 mask=15
variable 0 rows=2 components=1
`;

function codesOf(body: string, header = SHADER, rest = ''): string[] {
  const { module, diagnostics } = parseIr(`${header}fn 0 main main {\n${body}\n}\n${rest}`);
  expect(diagnostics).toEqual([]);
  return verifyIr(module).map(({ code }) => code);
}

const CONSTANTS = '%0:u32 = const 1\n%1:f32 = const 1.0\n%2:bool = const true\n';

test.each([
  [
    'a value of another region',
    'if $0 %2 {\n%3:u32 = const 2\nexit $0\n} else {\n%4:u32 = i.not %3\nexit $0\n}\nreturn',
    'DX5000',
  ],
  ['a value after its region', 'block $0 {\n%3:u32 = const 2\nexit $0\n}\n%4:u32 = i.not %3\nreturn', 'DX5000'],
  ['an operand of another kind', '%3:f32 = f.add %1, %0\nreturn', 'DX5001'],
  ['an operand of another width', '%3:f32x2 = f.neg %1\nreturn', 'DX5001'],
  ['a component that is not there', '%3:f32 = pick %1.y\nreturn', 'DX5001'],
  ['components of two kinds', '%3:f32x2 = pick %1.x, %0.x\nreturn', 'DX5001'],
  ['a comparison that is a number', '%3:u32 = f.lt %1, %1\nreturn', 'DX5002'],
  ['an operand too few', '%3:f32 = f.add %1\nreturn', 'DX5003'],
  ['a constant with words too many', '%3:u32 = const 1 2\nreturn', 'DX5003'],
  ['no terminator', '', 'DX5004'],
  ['operations after a terminator', 'return\n%3:u32 = const 1', 'DX5004'],
  ['a continue of a block', 'block $0 {\ncontinue $0\n}\nreturn', 'DX5005'],
  ['a repeat in the body', 'loop $0 {\nrepeat $0\n}\nreturn', 'DX5005'],
  ['an exit of the second region', 'loop $0 {\ncontinue $0\n} next {\nexit $0\n}\nreturn', 'DX5005'],
  ['a value too many', 'block $0 {\nexit $0 %1\n}\nreturn', 'DX5006'],
  ['a result of another type', '%3:f32 = block $0 {\nexit $0 %0\n}\nreturn', 'DX5006'],
  ['parameters of a loop of another type', 'loop $0 %0 (%3:f32) {\ncontinue $0 %3\n}\nreturn', 'DX5006'],
  ['a binding that is not there', '%3:b32 = cb.load<1.x> %0\nreturn', 'DX5008'],
  ['an access that is not there', '%3:f32x4 = buf.fetch<0> %0\nreturn', 'DX5008'],
  ['components that an input does not have', '%3:f32x2 = in<0.y>\nreturn', 'DX5009'],
  ['components that an array does not have', 'var.store<0.y> %0, %1\nreturn', 'DX5009'],
  ['a stream in a pixel shader', 'emit<0>\nreturn', 'DX5010'],
  ['a token after the program', '%3:u32 = const 1 @10\nreturn', 'DX5011'],
  ['two regions for a value', 'switch $0 %0 case 1 {\nexit $0\n} case 2, 1 {\nexit $0\n}\nreturn', 'DX5014'],
])('%s', (_, body, code) => {
  expect(codesOf(CONSTANTS + body)).toEqual([code]);
});

test('derivatives exist in pixel shaders only', () => {
  const header = 'shader vs version=[5,0] profile="vs_5_0"\n';
  expect(codesOf('%0:f32 = const 1.0\n%1:f32 = deriv.x %0\nreturn', header)).toEqual(['DX5010']);
});

test('a vector of three doubles', () => {
  const { module } = parseIr(`${SHADER}fn 0 main main {\n%0:f64x2 = const 0 0 0 0\nreturn\n}\n`);
  module.ops.type[0] = typeOf(Kind.f64, 3);
  expect(verifyIr(module).map(({ code }) => code)).toContain('DX5002');
});

test('functions that call each other', () => {
  const one = 'fn 1 subroutine a {\ncall<2>\nreturn\n}\nfn 2 subroutine b {\ncall<1>\nreturn\n}\n';
  expect(codesOf('call<1>\nreturn', SHADER, one)).toEqual(['DX5007']);
});

test('values of calls are those of the function', () => {
  const half = 'fn 1 subroutine half (%9:f32) -> f32 {\nreturn %9\n}\n';
  expect(codesOf(`${CONSTANTS}%3:f32 = call<1> %1\nreturn`, SHADER, half)).toEqual([]);
  expect(codesOf(`${CONSTANTS}%3:f32 = call<1> %0\nreturn`, SHADER, half)).toEqual(['DX5006']);
  expect(codesOf(`${CONSTANTS}%3:u32 = call<1> %1\nreturn`, SHADER, half)).toEqual(['DX5006']);
});

test('damaged lists, misplaced parameters and deep nesting', () => {
  const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  const b = new IrBuilder(module);
  b.beginFunction('main', 'main');
  const one = b.unsigned(1);
  b.opWith(0, Op.param, U32);
  b.return();
  expect(verifyIr(module).map(({ code }) => code)).toEqual(['DX5013']);
  module.ops.next[one] = one;
  expect(verifyIr(module).map(({ code }) => code)).toContain('DX5012');

  const deep = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  const c = new IrBuilder(deep);
  c.beginFunction('main', 'main');
  c.op(Op['f.neg'], F32, c.float(1));
  for (let i = 0; i < 1000; i++) c.beginBlock();
  expect(verifyIr(deep).map(({ code }) => code)).toContain('DX5015');
});
