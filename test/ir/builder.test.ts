/** The examples of src/ir/index.ts, as sources written by hand. */
import { expect, test } from 'vitest';
import { B32, IrBuilder, IrModule, Kind, Op, printIr, refOf, typeOf } from '../../src/ir/index.ts';

function start(): IrBuilder {
  const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  module.inputs.push({ kind: 'vertex', register: 0, mask: 3, type: 'f32' });
  module.bindings.push({ kind: 'constants', register: 0, space: 0, count: 1, size: 2 });
  const b = new IrBuilder(module);
  b.beginFunction('main', 'main');
  return b;
}

const HEADER = `shader ps version=[5,0] profile="ps_5_0"
binding 0 kind="constants" register=0 space=0 count=1 size=2
input 0 kind="vertex" register=0 mask=3 type="f32"
fn 0 main main {
`;

test('arithmetic reads inputs and constants', () => {
  const b = start();
  b.at = 9;
  const v0 = b.opWith(0, Op.in, typeOf(Kind.f32, 2));
  const row = b.opWith(0, Op['cb.load'], typeOf(Kind.b32, 2), b.unsigned(1));
  b.op(Op['f.add'], typeOf(Kind.f32, 2), v0, b.as(Kind.f32, row));
  b.return();
  expect(printIr(b.module)).toBe(`${HEADER}  %0:f32x2 = in<0.x> @9
  %1:u32 = const 1 @9
  %2:b32x2 = cb.load<0.x> %1 @9
  %3:f32x2 = bitcast %2 @9
  %4:f32x2 = f.add %0, %3 @9
  return @9
}
`);
});

test('a loop has parameters and results, and an exit leaves several levels', () => {
  const b = start();
  const r0 = b.constant(B32, 7);
  const loop = b.beginLoop([r0]);
  const inside = b.parameter(B32);
  const branch = b.beginIf(b.isSet(inside));
  b.exit(loop, [inside]);
  b.nextRegion(branch);
  b.exit(branch, [inside]);
  b.end(branch);
  const merged = b.result(branch, B32, 0);
  b.continue(loop, [b.read(Kind.b32, [refOf(merged)])]);
  b.end(loop);
  b.result(loop, B32, 0);
  b.return();
  expect(printIr(b.module)).toBe(`${HEADER}  %0:b32 = const 0x00000007
  %1:b32 = loop $0 %0 (%2:b32) {
    %3:u32 = bitcast %2
    %4:u32 = const 0
    %5:bool = i.ne %3, %4
    %6:b32 = if $1 %5 {
      exit $0 %2
    } else {
      exit $1 %2
    }
    continue $0 %6
  }
  return
}
`);
});

test('components of several values become one value', () => {
  const b = start();
  const vector = b.constant(typeOf(Kind.f32, 4), 0, 0, 0, 0);
  const constant = b.constant(B32, 1);
  expect(b.pick([0, 1, 2, 3].map((i) => refOf(vector, i)))).toBe(vector);
  const mixed = b.read(Kind.f32, [refOf(vector, 2), refOf(constant)]);
  expect(b.ops.type[mixed]).toBe(typeOf(Kind.f32, 2));
});
