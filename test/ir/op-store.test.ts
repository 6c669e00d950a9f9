/** Columns of operations: they grow, keep what they have, and are used again after a store was released. */
import { expect, it } from 'vitest';
import { Random } from '../../smith/random.ts';
import { runnableProgram } from '../../smith/sm4-valid.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { F32, IrModule, lowerSm4, NO_OP, Op, OpStore, printIr, runPasses } from '../../src/lower/index.ts';

it('keeps operations when it grows, at once or by adding', () => {
  const ops = new OpStore(4);
  const first = ops.addList(Op.const, F32, [7, 8, 9, 10], 3);
  ops.reserve(1000);
  expect(ops.code.length).toBeGreaterThanOrEqual(1001);
  expect(ops.operands(first)).toEqual([7, 8, 9, 10]);
  for (let i = 0; i < 5000; i++) ops.add(Op['f.add'], F32, 2, i, i + 1, 0, 0);
  expect([ops.extra[first], ops.region[first], ops.operand(5000, 1)]).toEqual([3, NO_OP, 5000]);
});

it('gives the same module in memory that others used before', { tags: 'slow' }, () => {
  const printed = Array.from({ length: 40 }, (_, seed) => {
    const { module } = lowerSm4(readSm4(runnableProgram(new Random(seed)).words));
    runPasses(module!, { scalar: seed % 2 === 1 });
    return printIr(module!);
  });
  for (const [seed, text] of printed.entries()) {
    const { module } = lowerSm4(readSm4(runnableProgram(new Random(seed)).words));
    runPasses(module!, { scalar: seed % 2 === 1 });
    expect(printIr(module!), `seed ${seed}`).toBe(text);
    module!.release();
  }
});

it('shares no list of operands with another store that has memory used before', () => {
  // The longest memory is used again first.
  const grown = new OpStore(20_000);
  grown.reserve(30_000);
  grown.release();
  const stores = [new OpStore(8), new OpStore(8)];
  const lists = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ];
  const operations = stores.map((store, i) => store.addList(Op.const, F32, lists[i]!, 0));
  expect(stores.map((store, i) => store.operands(operations[i]!))).toEqual(lists);
});

it('has nothing after it was released', () => {
  const module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  const region = module.addRegion(NO_OP);
  module.append(region, module.ops.add(Op.return, 0, 0, 0, 0, 0, 0));
  module.release();
  expect([module.ops.count, module.ops.code.length, module.owner.length]).toEqual([0, 0, 0]);
  // A second release gives nothing away that another store may have.
  module.release();
  const [a, b] = [new OpStore(8), new OpStore(8)];
  expect(a.code).not.toBe(b.code);
});
