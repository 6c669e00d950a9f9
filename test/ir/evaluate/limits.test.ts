/** Runs of modules end where they are as large as their text may say. */
import { expect, test } from 'vitest';
import { evaluateGeometry, evaluateGroup, evaluateHull, printIr, runPasses } from '../../../src/ir/index.ts';
import { moduleOfText } from '../../support/ir-run.ts';

const ENDLESS = 'loop $0 {\ncontinue $0\n}\nunreachable\n}\n';

test('a group of too many threads does not run', () => {
  const module = moduleOfText(
    'shader cs version=[5,0] profile="cs_5_0" threadGroupSize=[65535,65535,65535]\nfn 0 main main {\nreturn\n}\n',
  );
  expect(evaluateGroup(module, {}, [0, 0, 0])).toBe('limit');
});

test('all instances share the operations that are allowed', () => {
  const hull = `shader hs version=[5,0] profile="hs_5_0" outputPoints=4\nfn 0 fork f instances=128 {\n${ENDLESS}`;
  expect(evaluateHull(moduleOfText(hull), {}, 1000)).toMatchObject({ isLimited: true });
  const geometry = `shader gs version=[5,0] profile="gs_5_0" instances=4294967295 maxVertices=1\nfn 0 main main {\nreturn\n}\n`;
  expect(evaluateGeometry(moduleOfText(geometry), {}, 1000)).toMatchObject({ isLimited: true });
});

test('functions that call each other twice are inlined up to a limit', { tags: 'slow' }, () => {
  const functions = Array.from({ length: 40 }, (_, i) => {
    const calls = i < 39 ? `call<${i + 1}>\n`.repeat(2) : '';
    return `fn ${i} ${i === 0 ? 'main' : 'subroutine'} f${i} {\n${calls}return\n}\n`;
  });
  const module = moduleOfText(`shader ps version=[5,0] profile="ps_5_0"\n${functions.join('')}`);
  runPasses(module, { until: 'inline' });
  expect(module.ops.count).toBeLessThan(2 ** 20);
  expect(printIr(module)).toContain('call<');
});
