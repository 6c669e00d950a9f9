/** Bindings of stripped shaders: those of the same shader with its reflection data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stripShader } from '../../src/index.ts';
import { reflect, type Sm4Reflection } from '../../src/reflect/index.ts';
import { RECORDED, readProvenance } from '../../tools/fixtures/recorded.ts';
import { bindingRegister } from '../../web/src/model/registers.ts';
import { declaredBindings } from '../../web/src/worker/declared-bindings.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const declaredIn = (bytes: Uint8Array) =>
  declaredBindings(reflect(bytes).reflection, new OpenShader(0, bytes).programs);

/** D3DCOMPILER_STRIP_REFLECTION_DATA */
const REFLECTION_DATA = 1;

/** The register with its space and count, as both say it. */
function boundIn({ boundResources }: Sm4Reflection): string[] {
  return boundResources
    .map(({ type, bindPoint, bindCount, space }) => {
      const register = bindingRegister(type, bindPoint).replace(/^cb/, 'b');
      // Constant buffers without an upper bound have the largest number.
      return `${register} space ${space} count ${bindCount === 0xffff_ffff ? 0 : bindCount}`;
    })
    .sort();
}

test('declarations say what reflection data says', () => {
  let count = 0;
  for (const { id } of readProvenance()) {
    const bytes = recorded(id);
    const { reflection } = reflect(bytes);
    if (reflection?.format !== 'dxbc' || reflection.boundResources.length === 0) continue;
    const stripped = stripShader(bytes, REFLECTION_DATA).bytes;
    const declared = stripped && declaredIn(stripped);
    if (declared === undefined) continue;
    const found = declared.map(({ register, space, count }) => `${register} space ${space} count ${count}`).sort();
    // Before 5.1 ranges are declared register by register, and what no instruction uses is not declared.
    const expected = new Set(boundIn(reflection));
    if (reflection.profile?.endsWith('_5_1')) {
      for (const one of found) expect(expected, id).toContain(one);
      count++;
    } else {
      const isBound = (register: string) =>
        reflection.boundResources.some(({ type, bindPoint, bindCount }) => {
          const number = Number(register.slice(1));
          const prefix = bindingRegister(type, number).replace(/^cb/, 'b');
          return prefix === register && number >= bindPoint && number < bindPoint + bindCount;
        });
      for (const { register } of declared) expect(isBound(register), `${id} ${register}`).toBe(true);
      count++;
    }
  }
  expect(count).toBeGreaterThan(50);
});

test('a stripped shader has types, dimensions and sizes', () => {
  const declared = declaredIn(recorded('bindings-5_1.main.ps_5_1.0x100000.stripped'))!;
  expect(declared.length).toBeGreaterThan(3);
  expect(declared.map(({ type }) => type)).toContain('constant buffer');
  const lake = stripShader(new Uint8Array(readFileSync(join(RECORDED, '../../../samples/lake.cso'))), REFLECTION_DATA);
  expect(declaredIn(lake.bytes!)).toEqual([
    {
      name: 'cb0',
      register: 'b0',
      space: 0,
      type: 'constant buffer',
      size: 3,
      dimension: '',
      returnType: '',
      count: 1,
    },
    { name: 's0', register: 's0', space: 0, type: 'sampler', size: undefined, dimension: '', returnType: '', count: 1 },
    ...['texture2d', 'texturecube'].map((dimension, i) => ({
      ...{ name: `t${i}`, register: `t${i}`, space: 0, type: 'shader resource', size: undefined },
      ...{ dimension, returnType: 'float', count: 1 },
    })),
  ]);
});

test('a shader with reflection data needs no declarations', () => {
  expect(declaredIn(recorded('bindings-5_1.main.ps_5_1.0x100000'))).toBeUndefined();
});
