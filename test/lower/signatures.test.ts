/** Inputs and outputs have the names and types that Microsoft's listings of the fixtures say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED, readRecorded } from '../../fixtures/recorded.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import type { IrElement } from '../../src/ir/index.ts';
import { lower, lowerProgram } from '../../src/lower/index.ts';

const FORMATS = { f32: 'float', i32: 'int', u32: 'uint' } as const;

/** Whether a signature in a listing has this element, as `// COLOR  0  xyzw  1  NONE  float`. */
function isListed(listing: string, { semantic, semanticIndex, register, type }: IrElement): boolean {
  const format = type === undefined ? '\\S+' : `(?:min\\S+|${FORMATS[type]})`;
  return new RegExp(`^// (?:m\\d:)?${semantic} +${semanticIndex} +[xyzw ]+ ${register} +\\S+ +${format}`, 'm').test(
    listing,
  );
}

test('elements are named by the signatures', { tags: 'slow' }, () => {
  let named = 0;
  for (const { provenance, bytes } of readRecorded()) {
    const { module } = lower(bytes);
    // Shader models 1 to 3 have usages instead of signatures.
    if (module === undefined || module.facts.version[0] < 4 || provenance.how === 'edited') continue;
    const listing = readFileSync(join(RECORDED, `${provenance.id}.txt`), 'latin1');
    for (const element of [...module.inputs, ...module.outputs]) {
      if (element.semantic === undefined) continue;
      named++;
      expect(isListed(listing, element), `${provenance.id} ${JSON.stringify(element)}`).toBe(true);
    }
  }
  expect(named).toBeGreaterThan(900);
});

test('a program without its container has no names', () => {
  const bytes = readRecorded().find(({ provenance }) => provenance.profile === 'vs_5_0')!.bytes;
  const { programs, container } = openShaderFile(bytes);
  const names = (of?: typeof container) =>
    lowerProgram(programs[0]!, of).module!.outputs.map(({ semantic }) => semantic);
  expect(names(container).every((name) => name !== undefined)).toBe(true);
  expect(names().some((name) => name !== undefined)).toBe(false);
});
