/** Declared resources of stripped shaders: those that Microsoft's resource definitions of the same shader name. */
import { expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { openShaderFile, stripShader } from '../../src/index.ts';
import type { BindingDesc } from '../../src/reflect/bindings.ts';
import { reflect, type Sm4Reflection } from '../../src/reflect/index.ts';
import { translate } from '../../src/translate/index.ts';

/** D3DCOMPILER_STRIP_REFLECTION_DATA */
const REFLECTION_DATA = 1;

const FIXTURES = readRecorded().flatMap(({ provenance: { id }, bytes }) => {
  const { reflection } = reflect(bytes);
  if (reflection?.format !== 'dxbc' || reflection.creator === null) return [];
  const stripped = stripShader(bytes, REFLECTION_DATA).bytes;
  return stripped === undefined
    ? []
    : [{ id, bytes: stripped, reflection, stripped: reflect(stripped).reflection as Sm4Reflection }];
});

/** The fields that both have. A declaration has neither the name nor the number of components of texels. */
function shared({ type, bindCount, returnType, dimension, numSamples, space, flagNames }: BindingDesc): object {
  const isComparison = flagNames.includes('comparisonSampler');
  return { type, bindCount, returnType, dimension, numSamples, space, isComparison };
}

/** The types of declarations that more than one type of resource definitions has. */
const DECLARED_AS: Readonly<Record<string, string>> = {
  uavAppendStructured: 'uavRwStructuredWithCounter',
  uavConsumeStructured: 'uavRwStructuredWithCounter',
};

test('have the fields of the resource definitions', { tags: 'slow' }, () => {
  let count = 0;
  for (const { id, reflection, stripped } of FIXTURES) {
    for (const declared of stripped.declaredResources) {
      const letter = declared.registerName[0];
      // Before 5.1 a range is declared register by register.
      const isRange = reflection.profile!.endsWith('5_1');
      const bound = reflection.boundResources.find(
        ({ registerName, bindPoint, bindCount, space }) =>
          registerName[0] === letter &&
          space === declared.space &&
          (isRange ? bindPoint === declared.bindPoint : (declared.bindPoint - bindPoint) >>> 0 < bindCount),
      );
      expect(bound, `${id} ${declared.registerName}`).toBeDefined();
      // A texture buffer is declared as the buffer with texels that it is.
      if (bound!.type === 'tbuffer') continue;
      const type = DECLARED_AS[bound!.type] ?? bound!.type;
      const bindCount = !isRange ? 1 : bound!.bindCount === 0xffff_ffff ? 0 : bound!.bindCount;
      expect(shared(declared), `${id} ${declared.registerName}`).toEqual({ ...shared(bound!), type, bindCount });
      count++;
    }
  }
  expect(count).toBeGreaterThan(400);
});

test('have the sizes of constant buffers', () => {
  for (const { id, reflection, stripped } of FIXTURES)
    for (const { type, registerName, space, size } of stripped.declaredResources) {
      if (type !== 'cbuffer' || size === 0) continue;
      const names = reflection.boundResources.filter((one) => one.registerName === registerName && one.space === space);
      const buffer = reflection.constantBuffers.find(({ name }) => names.some((one) => one.name === name));
      // A program declares the rows that it uses.
      if (buffer !== undefined) expect(size, `${id} ${registerName}`).toBeLessThanOrEqual((buffer.size + 15) & ~15);
    }
});

test('are named as instructions name them', () => {
  const { stripped } = FIXTURES.find(({ id }) => id === 'bindings-5_1.main.ps_5_1.0x100000')!;
  expect(stripped.declaredResources.map(({ name }) => name)).toContain('cb0');
  expect(stripped.boundResources).toEqual([]);
});

test('are empty where the shader has reflection data', () => {
  for (const { reflection } of FIXTURES) expect(reflection.declaredResources).toEqual([]);
});

test('of a program chunk that holds another file, as its damaged program has them', () => {
  const shader = FIXTURES.find(({ id }) => id === 'bindings-5_1.main.ps_5_1.0x100000')!.bytes.slice();
  const { offset } = openShaderFile(shader).programs[0]!;
  shader.set(shader.subarray(0, 4), offset);
  expect((reflect(shader).reflection as Sm4Reflection).declaredResources).toBeDefined();
  expect(translate(shader, { validate: false, comments: true }).stages).toEqual([]);
});
