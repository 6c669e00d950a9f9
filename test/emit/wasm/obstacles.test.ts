/** The reasons why modules are not written as WebAssembly. */
import { expect, test } from 'vitest';
import { wasmObstacle } from '../../../src/emit/wasm/emit-wasm.ts';
import { parseIr, verifyIr } from '../../../src/ir/index.ts';

const PIXEL = `shader ps version=[5,0] profile="ps_5_0"
binding 0 kind="constants" register=0 space=0 count=1
input 0 kind="vertex" register=0 mask=15
output 0 kind="vertex" register=0 mask=15
`;

function obstacleOf(text: string): string | undefined {
  const { module, diagnostics } = parseIr(text);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  expect(verifyIr(module).map(({ message }) => message)).toEqual([]);
  return wasmObstacle(module)?.what;
}

/** A branch whose condition is that a word is not 0, with a derivative in it. */
const branch = (word: string) => `${PIXEL}fn 0 main main {
  %0:u32 = const 0
  %1:f32 = in<0.x>
  %2:u32 = ${word}
  %3:bool = i.ne %2, %0
  if $0 %3 {
    %4:f32 = deriv.x %1
    out<0.x> %4
    exit $0
  } else {
    exit $0
  }
  return
}
`;

test('derivatives in branches that pixels of a quad may take apart', () => {
  expect(obstacleOf(branch('in<0.y>'))).toMatch(/derivatives/);
  expect(obstacleOf(branch('cb.load<0.x> %0'))).toBeUndefined();
});

test('derivatives after pixels of a quad have ended', () => {
  const text = (word: string) => `${PIXEL}fn 0 main main {
  %0:u32 = const 0
  %1:f32 = in<0.x>
  %2:u32 = ${word}
  %3:bool = i.ne %2, %0
  if $0 %3 {
    return
  } else {
    exit $0
  }
  %4:f32 = deriv.x %1
  out<0.x> %4
  return
}
`;
  expect(obstacleOf(text('in<0.y>'))).toMatch(/derivatives/);
  expect(obstacleOf(text('cb.load<0.x> %0'))).toBeUndefined();
});

test('vertices of geometry shaders, which the host gets', () => {
  const text = `shader gs version=[5,0] profile="gs_5_0" maxVertices=1 instances=1
output 0 kind="vertex" register=0 mask=15
fn 0 main main {
  emit<0>
  return
}
`;
  expect(obstacleOf(text)).toBeUndefined();
});
