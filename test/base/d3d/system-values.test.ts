/** System values and their stages, against the signatures that Microsoft's compiler wrote. */
import { expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { SYSTEM_VALUES, systemValueOf } from '../../../src/base/d3d/system-values.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readSignature } from '../../../src/chunks/signature.ts';
import { isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';

const INPUTS: readonly number[] = [TAG.ISGN, TAG.ISG1];
const OUTPUTS: readonly number[] = [TAG.OSGN, TAG.OSG5, TAG.OSG1];
const PATCH_CONSTANTS: readonly number[] = [TAG.PCSG, TAG.PSG1];

/** `ds reads position` for each system value of each compiled shader, once. */
function recordedUses(): Set<string> {
  const uses = new Set<string>();
  for (const { provenance, bytes } of readRecorded()) {
    const stage = /\b([vhdgp]s)_[45]_[01]/.exec(provenance.id)?.[1];
    if (provenance.how !== 'compiled' || stage === undefined || !isContainer(bytes)) continue;
    const container = readContainer(bytes, new Diagnostics())!;
    for (const chunk of container.chunks) {
      const reads = INPUTS.includes(chunk.tag) || (PATCH_CONSTANTS.includes(chunk.tag) && stage === 'ds');
      const writes = OUTPUTS.includes(chunk.tag) || (PATCH_CONSTANTS.includes(chunk.tag) && stage === 'hs');
      if (!reads && !writes) continue;
      for (const element of readSignature(container, chunk, new Diagnostics())!.elements) {
        const value = systemValueOf(element, stage === 'ps' && writes);
        const { name } = SYSTEM_VALUES.find(({ code }) => code === value)!;
        if (name !== 'undefined') uses.add(`${stage} ${reads ? 'reads' : 'writes'} ${name}`);
      }
    }
  }
  return uses;
}

test('the compiler uses system values only in the stages that the table names', () => {
  const known = SYSTEM_VALUES.flatMap(({ name, inputs, outputs }) => [
    ...inputs.map((stage) => `${stage} reads ${name}`),
    ...outputs.map((stage) => `${stage} writes ${name}`),
  ]);
  const recorded = recordedUses();
  expect([...recorded].filter((use) => !known.includes(use))).toEqual([]);
  expect(recorded.size).toBeGreaterThan(30);
});
