/** Every operation that passes compute from constants has a handler among those that passes carry. */
import { expect, it } from 'vitest';
import { COMPUTING } from '../../../src/ir/evaluate/handlers-computing.ts';
import { OP_NAMES } from '../../../src/ir/index.ts';
import { OP_FACTS, OpFact } from '../../../src/ir/passes/op-facts.ts';

it('computes every operation that folds', () => {
  const folding = OP_NAMES.filter((_, code) => OP_FACTS[code]! & OpFact.folds);
  expect(folding.length).toBeGreaterThan(80);
  expect(folding.filter((name) => COMPUTING[OP_NAMES.indexOf(name)] === undefined)).toEqual([]);
});
