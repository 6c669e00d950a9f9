/** Reflection of shader models 4-5.1, libraries and root signatures. Microsoft's answers are recorded. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { ONLY_IN_12, readReflections, reflectionCases } from '../../fixtures/reflections.ts';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import {
  compareAnswers,
  libraryAnswer,
  type ReflectionVersion,
  shaderAnswer,
  withoutFailures,
} from '../../smith/checks/reflection-answer.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes } from '../../src/base/words.ts';
import { readChunkDirectory } from '../../src/container/dxbc.ts';
import { type LibraryReflection, reflect, type Sm4Reflection } from '../../src/reflect/index.ts';

const CASES = reflectionCases();
const ANSWERS = new Map(readReflections().map((answer) => [answer.id, answer]));

/** A recorded fixture. */
function fixture(id: string): Uint8Array {
  return readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;
}

function shader(bytes: Uint8Array): Sm4Reflection {
  return reflect(bytes).reflection as Sm4Reflection;
}

function codes(bytes: Uint8Array): string[] {
  return reflect(bytes).diagnostics.map(({ code }) => code);
}

/** Our answer in the form of Microsoft's. */
function answerFor(bytes: Uint8Array, version: ReflectionVersion): unknown {
  const { reflection: one } = reflect(bytes);
  return one?.format === 'library' ? libraryAnswer(one, version) : shaderAnswer(one as Sm4Reflection, version);
}

describe("Microsoft's reflection", () => {
  it('was asked about every container', () => {
    expect([...ANSWERS.keys()]).toEqual(CASES.map(({ id }) => id));
  });

  it.each([12, 11] as const)('of Direct3D %i answers the same', { tags: 'slow' }, (version) => {
    let containers = 0;
    let facts = 0;
    for (const { id, bytes } of CASES) {
      const { hr, d3d12, d3d11 } = ANSWERS.get(id)!;
      if (hr !== undefined) continue;
      const theirs = version === 12 ? d3d12 : (d3d11 ?? JSON.parse(JSON.stringify(d3d12, without(ONLY_IN_12))));
      const compared = compareAnswers(answerFor(bytes, version), withoutFailures(theirs));
      expect(compared.differences, id).toEqual([]);
      containers++;
      facts += compared.facts;
    }
    expect(containers).toBeGreaterThan(440);
    expect(facts).toBeGreaterThan(75_000);
  });

  it('refuses what gets a diagnostic here', () => {
    let refused = 0;
    for (const { id, bytes } of CASES) {
      if (ANSWERS.get(id)!.hr === undefined) continue;
      expect(codes(bytes), id).not.toEqual([]);
      refused++;
    }
    expect(refused).toBeGreaterThan(30);
  });
});

const without = (names: readonly string[]) => (key: string, value: unknown) =>
  names.includes(key) ? undefined : value;

describe('names of enumerators', () => {
  it('replace the numbers in the structures of D3D', () => {
    const one = shader(fixture('tessellation.tri.hs_5_0'));
    expect(one).toMatchObject({
      format: 'dxbc',
      profile: 'hs_5_0',
      inputPrimitive: 'patch3',
      tessellatorDomain: 'tri',
      hsPartitioning: 'fractionalOdd',
      hsOutputPrimitive: 'triangleCw',
      cControlPoints: 3,
      minFeatureLevel: '11_0',
    });
    expect(one.patchConstantParameters[0]).toMatchObject({
      semanticName: 'SV_TessFactor',
      systemValueType: 'finalTriEdgeTessFactor',
      componentType: 'float32',
      minPrecision: 'default',
    });
    expect(one.constantBuffers[0]!.variables[2]).toMatchObject({
      name: 'transform',
      uFlags: 0,
      type: { class: 'matrixColumns', type: 'float', rows: 4, columns: 4 },
    });
    expect(one.boundResources[0]).toMatchObject({ type: 'cbuffer', returnType: 'none', dimension: 'unknown' });
  });

  it('stay numbers where there are none', () => {
    const every = shader(fixture('statistics-unknown'));
    expect(every).toMatchObject({
      gsOutputTopology: 99,
      inputPrimitive: 99,
      hsPartitioning: 99,
      tessellatorDomain: 99,
    });
  });
});

describe('default values', () => {
  const variables = () =>
    shader(fixture('constant-buffers.main.vs_4_0.0x1000')).constantBuffers.flatMap((buffer) => buffer.variables);

  it('are numbers as the type says, and the words', () => {
    const value = (name: string) => variables().find((variable) => variable.name === name)!.defaultValue;
    expect(value('f')).toEqual({ values: [1.5], words: ['0x3fc00000'] });
    expect(value('i')).toEqual({ values: [-7], words: ['0xfffffff9'] });
    expect(value('u3')).toEqual({ values: [1, 0xffff_ffff, 3], words: ['0x00000001', '0xffffffff', '0x00000003'] });
  });

  it('have null for padding', () => {
    const array = variables().find(({ name }) => name === 'globalArray')!;
    expect(array.defaultValue!.values).toEqual([1, 2, 3, null, 4, 5, 6]);
    expect(array.size).toBe(4 * array.defaultValue!.words.length);
  });

  it('of all fixtures have one word for each four bytes, and a number for each word that is no padding', {
    tags: 'slow',
  }, () => {
    let found = 0;
    for (const { bytes } of CASES) {
      for (const one of [reflect(bytes).reflection]) {
        if (one?.format !== 'dxbc') continue;
        for (const variable of one.constantBuffers.flatMap((buffer) => buffer.variables)) {
          const { defaultValue, size } = variable;
          if (defaultValue === null) continue;
          found++;
          expect(defaultValue.words).toHaveLength((size + 3) >> 2);
          expect(defaultValue.values).toHaveLength(defaultValue.words.length);
          defaultValue.values.forEach((value, i) => {
            if (value === null) return;
            if (typeof value === 'boolean') expect(value).toBe(Number(defaultValue.words[i]) !== 0);
          });
        }
      }
    }
    expect(found).toBeGreaterThan(40);
  });
});

describe('interfaces', () => {
  it('have a slot for each element', () => {
    const [pointers] = shader(fixture('headers-classes.main.ps_5_0')).constantBuffers;
    expect(pointers!.type).toBe('interfacePointers');
    const slots = Object.fromEntries(pointers!.variables.map(({ name, interfaceSlots }) => [name, interfaceSlots]));
    expect(slots).toMatchObject({ shape: [0], scales: [1, 2, 3], unusedShape: [], last: [16] });
    expect(pointers!.variables[0]!.type).toMatchObject({
      class: 'interfacePointer',
      subType: { class: 'interfaceClass' },
    });
  });
});

describe('root signatures', () => {
  it('are in the reflection of a shader that has one', { tags: 'slow' }, () => {
    expect(shader(fixture('container-parts.main.ps_5_1.root-signature')).rootSignature).toMatchObject({ version: 2 });
    expect(shader(fixture('container-parts.main.ps_5_1.root-signature-stripped')).rootSignature).toBeNull();
  });

  it('are a separate format if there is nothing else', () => {
    const container = readChunkDirectory(fixture('container-parts.main.ps_5_1.root-signature'), new Diagnostics())!;
    const { data } = container.chunks.find(({ name }) => name === 'RTS0')!;
    expect(reflect(containerOf({ RTS0: data })).reflection).toMatchObject({
      format: 'root-signature',
      profile: 'rootsig_1_1',
      rootSignature: { version: 2 },
    });
    expect(codes(containerOf({ RTS0: wordBytes(9, 0, 24, 0, 24, 0) }))).not.toEqual([]);
  });
});

describe('damaged input', () => {
  it('a missing program, signature or library header is reported', () => {
    expect(codes(containerOf({ STAT: new Uint8Array(148) }))).toContain('DX1008');
    const program = wordBytes(0x50, 3, 0x0100_003e);
    expect(codes(containerOf({ SHEX: program }))).toEqual(['DX1100']);
    expect(codes(containerOf({ LIBF: wordBytes(1, 2, 3) }))).toEqual(['DX1100', 'DX1103']);
  });

  it('a program for feature level 9 that is cut off is reported within the file', () => {
    const level9 = containerOf({ SHDR: wordBytes(0x40, 3, 0x0100_003e), Aon9: wordBytes(0) });
    const cut = level9.subarray(0, level9.byteLength - 1);
    for (const bytes of [level9, cut]) {
      const { span, message } = reflect(bytes).diagnostics.find(({ code }) => code === 'DX1100')!;
      expect([span.start, span.end]).toEqual([bytes.byteLength, bytes.byteLength]);
      expect(message).toContain('no words of its program for feature level 9');
    }
  });

  it('a library whose header names other functions is reported', () => {
    const container = readChunkDirectory(fixture('library.lib_4_0'), new Diagnostics())!;
    const header = container.chunks.find(({ name }) => name === 'LIBH')!;
    const one = container.chunks.find(({ name }) => name === 'LIBF')!;
    const bytes = containerOf({ LIBF: one.data, LIBH: header.data.subarray(0, header.data.byteLength & ~3) });
    expect(codes(bytes)).toContain('DX1102');
    expect((reflect(bytes).reflection as LibraryReflection).functions).toHaveLength(1);
  });

  it('types that contain themselves or unfold without end are cut', { tags: 'slow' }, () => {
    // A buffer with one variable whose type has two members of the type that is 36 bytes further on, and so on.
    const types: number[] = [];
    const first = 28 + 24 + 24;
    for (let k = 0; k < 30; k++) {
      const at = first + 40 * k;
      const next = k === 29 ? first : at + 40;
      types.push(5, 1 | (1 << 16), 2 << 16, at + 16, 0, next, 0, 0, next, 0);
    }
    const words = [1, 28, 0, 0, 0x50, 0, 0, 0, 1, 52, 16, 0, 0, 0, 0, 16, 2, first, 0, ...types];
    const bytes = containerOf({ RDEF: bytesOf(Uint32Array.from(words)), SHEX: wordBytes(0x40, 3, 0x0100_003e) });
    expect(codes(bytes)).toEqual(expect.arrayContaining(['DX1014', 'DX1101']));
    expect(JSON.stringify(reflect(bytes)).length).toBeLessThan(10_000_000);
  });

  it('names keep their bytes', () => {
    const one = containerOf({
      ISGN: new Uint8Array([...wordBytes(1, 8, 32, 0, 0, 3, 0, 0x0f0f), ...latin1Bytes('\xe4\xff\0\0')]),
      OSGN: wordBytes(0, 8),
      SHEX: wordBytes(0x50, 3, 0x0100_003e),
    });
    expect(shader(one).inputParameters[0]!.semanticName).toBe('\xe4\xff');
  });
});
