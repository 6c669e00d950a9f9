/** Writes of components of one output become one write; what a program gives stays the same. */
import { describe, expect, test } from 'vitest';
import { type IrModule, printIr, runPasses, verifyIr } from '../../../src/ir/index.ts';
import { expectSameRuns, moduleOfText } from '../../support/ir-run.ts';

const HEADER = `shader ps version=[5,0] profile="ps_5_0"
input 0 kind="vertex" register=0 mask=15 type="f32"
output 0 kind="vertex" register=0 mask=15 type="f32"
output 1 kind="vertex" register=1 mask=15 type="f32"
outputRange 0 kind="vertex" register=0 count=2
`;
/** The values of an output: input 0 as scalars and a constant. */
const VALUES = '%0:f32 = in<0.x>\n%1:f32 = in<0.y>\n%2:f32 = in<0.z>\n%3:b32 = const 0x3f800000\n';

function moduleOf(body: string): IrModule {
  return moduleOfText(`${HEADER}fn 0 main main {\n${VALUES}${body}\nreturn\n}\n`);
}

/** The lines that write outputs, after the pass. */
function writes(body: string): string[] {
  const before = moduleOf(body);
  const module = moduleOf(body);
  runPasses(module, { until: 'outputs' });
  expect(verifyIr(module)).toEqual([]);
  expectSameRuns(module, before, 10);
  return printIr(module)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^out[<.]/.test(line));
}

describe('outputs', () => {
  test('are written where the last component was, in any order', () => {
    expect(writes('out<0.y> %1\nout<1.x> %0\nout<0.x> %0\nout<0.z> %2')).toEqual(['out<1.x> %0', 'out<0.x> %4']);
  });

  test('keep what was written last', () => {
    expect(writes('out<0.x> %0\nout<0.y> %1\nout<0.x> %2')).toEqual(['out<0.x> %4']);
  });

  test('may get words of several types', () => {
    expect(writes('out<0.x> %0\nout<0.y> %3')).toHaveLength(1);
  });

  test('stay as they are where components have a gap', () => {
    expect(writes('out<0.x> %0\nout<0.z> %2')).toEqual(['out<0.x> %0', 'out<0.z> %2']);
  });

  test.each([
    ['a construct', '%5:bool = f.lt %0, %1\nif %5 {\nout<0.y> %2\nexit\n} {\nexit\n}'],
    ['an indexed write', '%5:u32 = bitcast %2\nout.at<0.x> %5, %2'],
  ])('are not joined across %s', (_, between) => {
    expect(writes(`out<0.x> %0\n${between}\nout<0.y> %1`).filter((line) => line.startsWith('out<0'))).toContain(
      'out<0.x> %0',
    );
  });

  test('are not joined across a vertex that is emitted', () => {
    const header = HEADER.replace('shader ps', 'shader gs').replace('ps_5_0', 'gs_5_0');
    const body = 'fn 0 main main {\n%0:f32 = const 1.0\nout<0.x> %0\nemit<0>\nout<0.y> %0\nemit<0>\nreturn\n}\n';
    const module = moduleOfText(header + body);
    runPasses(module, { until: 'outputs' });
    expect(printIr(module).match(/out<0/g)).toHaveLength(2);
  });
});
