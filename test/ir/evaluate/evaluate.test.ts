/** Modules written by hand, with results computed by hand from the definitions of Direct3D. */
import { expect, test } from 'vitest';
import {
  evaluateGeometry,
  evaluateGroup,
  evaluateHull,
  evaluateQuad,
  type IrEnvironment,
  type IrModule,
  parseIr,
  verifyIr,
} from '../../../src/ir/index.ts';

const PIXEL = `shader ps version=[5,0] profile="ps_5_0"
binding 0 kind="constants" register=0 space=0 count=1
input 0 kind="vertex" register=0 mask=15
output 0 kind="vertex" register=0 mask=15
variable 0 rows=4 components=2
`;

function moduleOf(text: string): IrModule {
  const { module, diagnostics } = parseIr(text);
  expect(diagnostics).toEqual([]);
  expect(verifyIr(module)).toEqual([]);
  return module;
}

const floats = new Float32Array(1);
const words = new Uint32Array(floats.buffer);
const bits = (x: number) => {
  floats[0] = x;
  return words[0]!;
};

/** The first component of output 0 for each lane; inputs are the words of lanes, component by component. */
function run(body: string, inputs: readonly (readonly number[])[] = [], lanes = 15): number[] {
  const module = moduleOf(`${PIXEL}fn 0 main main {\n${body}\nreturn\n}\n`);
  const environment: IrEnvironment = {
    input: (_kind, _special, _register, component, _vertex, lane) => inputs[component]?.[lane] ?? 0,
    constant: (_binding, _index, row, component) => 100 * row + component,
  };
  return [...evaluateQuad(module, environment, { lanes }).outputs.words.subarray(0, 4)];
}

const X = '%0:u32 = in<0.x>\n';

test('floats flush subnormals, and moves do not', () => {
  const tiny = [1, 0x8000_0001, bits(1), 0x7fc1_2345];
  expect(run('%0:f32 = in<0.x>\n%1:f32 = const 0.0\n%2:f32 = f.add %0, %1\nout<0.x> %2', [tiny])).toEqual([
    0,
    0,
    bits(1),
    0x7fc0_0000,
  ]);
  expect(run('%0:f32 = in<0.x>\n%1:f32x2 = pick %0.x, %0.x\n%2:f32 = pick %1.y\nout<0.x> %2', [tiny])).toEqual(tiny);
  expect(run('%0:f32 = in<0.x>\n%1:f32 = f.neg %0\nout<0.x> %1', [tiny])).toEqual([
    0x8000_0001,
    1,
    bits(-1),
    0xffc1_2345,
  ]);
});

test('a dot product, constants and an array', () => {
  const body = `%0:f32x4 = in<0.x>
%1:f32 = f.dot %0, %0
%2:u32 = const 1
%3:u32 = cb.load<0.y> %2
%4:f32 = cvt.u2f %3
%5:f32 = f.add %1, %4
var.store<0.y> %2, %5
%6:u32 = const 3
%7:f32 = var.load<0.y> %6
%8:f32 = var.load<0.y> %2
%9:f32 = f.add %7, %8
%10:u32 = const 4
var.store<0.x> %10, %9
out<0.x> %9`;
  const inputs = [1, 2, 3, 4].map((x) => [x, x + 1, 0, -x].map(bits));
  // 1+4+9+16 and 4+9+16+25, and so on, with 101 from row 1, component y.
  expect(run(body, inputs)).toEqual([131, 155, 101, 131].map(bits));
});

test('branches run for their lanes only', () => {
  const body = `${X}%1:u32 = const 2
%2:bool = u.lt %0, %1
%3:u32 = if $0 %2 {
  %4:u32 = i.add %0, %1
  exit $0 %4
} else {
  exit $0 %0
}
out<0.x> %3`;
  expect(run(body, [[0, 1, 2, 3]])).toEqual([2, 3, 2, 3]);
});

test('a loop swaps its parameters, and lanes leave it one by one', () => {
  const body = `${X}%1:u32 = const 0
%2:u32 = const 1
%3:u32 = const 7
%4:u32, %5:u32 = loop $0 %1, %2, %3 (%6:u32, %7:u32, %8:u32) {
  %9:bool = u.ge %6, %0
  if $1 %9 {
    exit $0 %7, %8
  } else {
    exit $1
  }
  continue $0 %6, %8, %7
} next (%10:u32, %11:u32, %12:u32) {
  %13:u32 = i.add %10, %2
  repeat $0 %13, %11, %12
}
%14:u32 = const 10
%15:u32 = i.mul %4, %14
%16:u32 = i.add %15, %5
out<0.x> %16`;
  expect(run(body, [[0, 1, 2, 3]])).toEqual([17, 71, 17, 71]);
});

test('a switch has values, a default, and lanes without either', () => {
  const body = (last: string) => `${X}%1:u32 = const 5
out<0.x> %1
switch $0 %0 case 1, 4294967295 {
  %2:u32 = const 11
  out<0.x> %2
  exit $0
} case 3${last} {
  %3:u32 = const 33
  out<0.x> %3
  exit $0
}
`;
  expect(run(body(''), [[1, 0xffff_ffff, 3, 4]])).toEqual([11, 11, 33, 5]);
  expect(run(body(', default'), [[1, 2, 3, 4]])).toEqual([11, 33, 33, 33]);
});

test('a return leaves all constructs, and calls return to their place', () => {
  const module = moduleOf(`${PIXEL}fn 0 main main {
  %0:u32 = in<0.x>
  %1:u32 = call<1> %0
  out<0.x> %1
  %2:u32 = const 0
  %3:bool = i.eq %0, %2
  if $0 %3 {
    return
  } else {
    exit $0
  }
  %4:u32 = call<1> %1
  out<0.x> %4
  return
}
fn 1 subroutine twice (%5:u32) -> u32 {
  %6:u32 = const 3
  %7:bool = i.eq %5, %6
  if $1 %7 {
    return %5
  } else {
    exit $1
  }
  %8:u32 = i.add %5, %5
  return %8
}
`);
  const environment = { input: (...args: number[]) => [0, 1, 3, 5][args[5]!]! } as unknown as IrEnvironment;
  // 0 returns early; 1 is doubled twice; 3 stays; 5 is doubled twice.
  expect([...evaluateQuad(module, environment).outputs.words.subarray(0, 4)]).toEqual([0, 4, 3, 20]);
});

test('derivatives take the neighbors of the quad, and discarded lanes become helpers', () => {
  const inputs = [[1, 3, 10, 20].map(bits)];
  expect(run('%0:f32 = in<0.x>\n%1:f32 = deriv.x.fine %0\nout<0.x> %1', inputs)).toEqual([2, 2, 10, 10].map(bits));
  expect(run('%0:f32 = in<0.x>\n%1:f32 = deriv.y %0\nout<0.x> %1', inputs)).toEqual([9, 9, 9, 9].map(bits));
  const module = moduleOf(`${PIXEL}fn 0 main main {
%0:f32 = in<0.x>
%1:f32 = const 5.0
%2:bool = f.lt %0, %1
discard %2
return
}`);
  const environment = { input: (...args: number[]) => inputs[0]![args[5]!]! } as unknown as IrEnvironment;
  expect(evaluateQuad(module, environment, { helpers: 8 }).helpers).toBe(11);
});

test('doubles are pairs of words', () => {
  const body = `%0:u32x2 = in<0.x>
%1:u32 = pick %0.x
%2:u32 = pick %0.y
%3:f64 = d.pack %1, %2
%4:f64 = const 0x4000000000000000
%5:f64 = d.mul %3, %4
%6:f64 = d.neg %5
%7:f32 = d.to_f %6
out<0.x> %7`;
  expect(
    run(body, [
      [0, 0, 0, 0],
      [0x3ff8_0000, 0, 0x4000_0000, 0x7ff8_0000],
    ]),
  ).toEqual([bits(-3), bits(-0), bits(-4), 0x7fc0_0000]);
});

test('endless loops end at the limit', () => {
  const module = moduleOf(`${PIXEL}fn 0 main main {\nloop $0 {\ncontinue $0\n}\nreturn\n}`);
  expect(evaluateQuad(module, {}, { maxOps: 50 })).toMatchObject({ isLimited: true, executed: 50 });
});

const GROUP = `shader cs version=[5,0] profile="cs_5_0" threadGroupSize=[3,2,1]
binding 0 kind="group" register=0 space=0 count=1 size=24
input 0 kind="special" register=0 mask=1 special="threadIdInGroupFlattened"
input 1 kind="special" register=0 mask=7 special="threadId"
access 0 binding=0 sampler=-1 offsets=[0,0,0] channel=0 hasClamp=false isIndexed=false isSamplerIndexed=false
fn 0 main main {
  %0:u32 = in<0.x>
  %1:u32 = in<1.y>
`;

function groupEnvironment(memory: Uint32Array): IrEnvironment {
  return {
    resource: ({ name, operands, writers, lanes, result }) => {
      for (let lane = 0; lane < 4; lane++) {
        const at = operands[0]![lane]! >>> 2;
        if (name === 'buf.store.raw' && writers & (1 << lane)) memory[at] = operands[1]![lane]!;
        if (name === 'buf.load.raw' && lanes & (1 << lane)) result[lane] = memory[at]!;
      }
    },
  };
}

test('threads of a group see what others wrote before a barrier', () => {
  const memory = new Uint32Array(6);
  const module = moduleOf(`${GROUP}
  %2:u32 = const 4
  %3:u32 = i.mul %0, %2
  buf.store.raw<0> %3, %0
  barrier<3>
  %4:u32 = const 20
  %5:u32 = i.sub %4, %3
  %6:u32 = buf.load.raw<0> %5
  barrier<3>
  %7:u32 = const 100
  %8:u32 = i.mul %1, %7
  %9:u32 = i.add %8, %6
  buf.store.raw<0> %3, %9
  return
}`);
  expect(evaluateGroup(module, groupEnvironment(memory), [0, 1, 0])).toBeUndefined();
  // The other end of the group, and 100 times y: the group is the second one of two rows.
  expect([...memory]).toEqual([205, 204, 203, 302, 301, 300]);
});

test('a barrier that only some threads reach is reported', () => {
  const body = (limit: number) => `${GROUP}
  %2:u32 = const ${limit}
  %3:bool = u.lt %0, %2
  if $0 %3 {
    barrier<1>
    exit $0
  } else {
    exit $0
  }
  return
}`;
  expect(evaluateGroup(moduleOf(body(2)), {}, [0, 0, 0])).toBe('divergentBarrier');
  expect(evaluateGroup(moduleOf(body(4)), {}, [0, 0, 0])).toBe('deadlock');
});

test('streams of a geometry shader', () => {
  const module = moduleOf(`shader gs version=[5,0] profile="gs_5_0" maxVertices=3 instances=2
input 0 kind="special" register=0 mask=1 special="instanceId"
input 1 kind="vertex" register=0 mask=1
output 0 kind="vertex" register=0 mask=1
fn 0 main main {
  %0:u32 = in<0.x>
  %1:u32 = in<1.x> %0
  out<0.x> %1
  emit<0>
  cut<0>
  emit<0>
  out<0.x> %0
  emit<1>
  emit<1>
  return
}`);
  const environment = { input: (...args: number[]) => 10 + args[4]! } as unknown as IrEnvironment;
  const { streams } = evaluateGeometry(module, environment);
  const values = streams.map((strips) => strips.map((strip) => strip.map(([first]) => first)));
  expect(values).toEqual([[[10], [10], [11], [11]], [[0], [1]], [], []]);
});

test('phases of a hull shader see what earlier ones wrote', () => {
  const module = moduleOf(`shader hs version=[5,0] profile="hs_5_0" outputPoints=5
input 0 kind="special" register=0 mask=1 special="outputPointId"
input 1 kind="inputPoint" register=0 mask=1
input 2 kind="outputPoint" register=0 mask=1
input 3 kind="special" register=0 mask=1 special="forkInstanceId"
input 4 kind="patch" register=1 mask=1
output 0 kind="vertex" register=0 mask=1
output 1 kind="patch" register=1 mask=1
output 2 kind="patch" register=2 mask=2
fn 0 controlPoint points {
  %0:u32 = in<0.x>
  %1:u32 = in<1.x> %0
  out<0.x> %1
  return
}
fn 1 fork sum instances=2 {
  %2:u32 = in<3.x>
  %3:u32 = const 4
  %4:u32 = in<2.x> %3
  %5:u32 = i.add %4, %2
  out<1.x> %5
  return
}
fn 2 join last {
  %6:u32 = in<4.x>
  %7:u32 = i.add %6, %6
  out<2.y> %7
  return
}`);
  const environment = { input: (...args: number[]) => 10 * args[4]! } as unknown as IrEnvironment;
  const { points, patch } = evaluateHull(module, environment);
  expect(points.map(([first]) => first)).toEqual([0, 10, 20, 30, 40]);
  expect(patch[4]).toBe(41);
  expect(patch[9]).toBe(82);
});
