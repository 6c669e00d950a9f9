/**
 * Containers explained from the first byte to the last, and the same numbers as the readers have under the fields'
 * names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { isInvalidField } from '../../src/base/explained.ts';
import { fourCC } from '../../src/base/words.ts';
import { readAon9 } from '../../src/chunks/aon9.ts';
import { readIfce } from '../../src/chunks/ifce.ts';
import { readLfs0, readLibh } from '../../src/chunks/library.ts';
import { readRdef } from '../../src/chunks/rdef.ts';
import { readRts0 } from '../../src/chunks/rts0.ts';
import { CHUNK_FEATURES, readSfi0 } from '../../src/chunks/sfi0.ts';
import { readSignature } from '../../src/chunks/signature.ts';
import { readStat, STAT_FIELDS, type StatField } from '../../src/chunks/stat.ts';
import {
  type Chunk,
  type Container,
  isContainer,
  readChunkDirectory,
  readContainer,
} from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import type { ExplainedBytes, ExplainedSection } from '../../src/explain/payload.ts';
import { checkChunks, explainContainer } from '../../src/explain/sections.ts';

const none = () => new Diagnostics();
const DXIL = 'fixtures/dxil/recorded';

const containers = readRecorded().flatMap(({ provenance: { id }, bytes }) => {
  const container = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  return container ? [{ id, bytes, container }] : [];
});

/** Throws where a byte of the file is in no item, or in two, or a field has other bits than the file. */
function checkCover(sections: readonly ExplainedSection[], bytes: Uint8Array): void {
  let next = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (const { title, offset, size, items, program } of sections) {
    if (offset !== next) throw new Error(`${title}: at ${offset}, not ${next}`);
    if (program === undefined) {
      for (const item of items()) {
        if (item.offset !== next || item.size < 1)
          throw new Error(`${title}: ${item.kind} at ${item.offset}, not ${next}`);
        next += item.size;
        if (item.value === undefined) continue;
        if (item.value !== view.getUint32(item.offset, true)) throw new Error(`${title}: value at ${item.offset}`);
        let sum = 0;
        for (const { field, value } of item.fields) sum += value * 2 ** field.low;
        if (item.fields.length > 0 && sum !== item.value) throw new Error(`${title}: fields at ${item.offset}`);
      }
    } else {
      next += program.words.byteLength;
    }
    if (next !== offset + size) throw new Error(`${title}: ends at ${next}, not ${offset + size}`);
  }
  expect(next).toBe(bytes.byteLength);
}

describe('every byte is explained once, in order', () => {
  it('in every fixture', { tags: 'slow' }, () => {
    expect(containers.length).toBeGreaterThan(300);
    for (const { bytes, container } of containers) checkCover(explainContainer(bytes, container), bytes);
  });

  it('and nothing is wrong in what the compiler made', { tags: 'slow' }, () => {
    const wrong: string[] = [];
    for (const { provenance, bytes } of readRecorded()) {
      const container =
        provenance.how === 'compiled' && isContainer(bytes) ? readChunkDirectory(bytes, none()) : undefined;
      for (const { items, title } of container ? explainContainer(bytes, container) : []) {
        for (const { fields } of items()) {
          wrong.push(...fields.filter(isInvalidField).map(({ field }) => `${provenance.id}, ${title}: ${field.name}`));
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('in containers of shader model 6, whose statistics are a program', { tags: 'slow' }, () => {
    const names = readdirSync(DXIL).filter((name) => name.endsWith('.bin'));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const bytes = new Uint8Array(readFileSync(join(DXIL, name)));
      const container = readChunkDirectory(bytes, none())!;
      const sections = explainContainer(bytes, container);
      checkCover(sections, bytes);
      const diagnostics = none();
      checkChunks(container, true, diagnostics);
      expect([name, diagnostics.list]).toEqual([name, []]);
      const wrong = sections.flatMap(({ items }) =>
        [...items()].flatMap(({ fields }) => fields.filter(isInvalidField)),
      );
      expect([name, wrong]).toEqual([name, []]);
      const program = sections.find(({ chunk }) => chunk === 'DXIL');
      if (program === undefined) continue;
      const mark = [...program.items()].find(({ fields }) => fields[0]?.field.name === 'mark');
      expect(mark!.value).toBe(TAG.DXIL);
    }
  });

  it('in damaged fixtures, with any content of their tables', { tags: 'slow' }, () => {
    for (let seed = 0; seed < 1500; seed++) {
      const random = new Random(seed);
      let bytes = random.pick(containers).bytes.slice();
      const view = new DataView(bytes.buffer);
      for (let changes = random.between(1, 6); changes > 0; changes--) {
        const word = 4 * random.below(bytes.byteLength >> 2);
        const other = view.getUint32(4 * random.below(bytes.byteLength >> 2), true);
        view.setUint32(word, random.oneIn(2) ? other : random.below(bytes.byteLength), true);
      }
      bytes = bytes.slice(0, random.oneIn(2) ? bytes.byteLength : random.below(bytes.byteLength));
      const container = readChunkDirectory(bytes, new Diagnostics());
      if (container === undefined) continue;
      checkCover(explainContainer(bytes, container), bytes);
      checkChunks(container, true, new Diagnostics());
    }
  });

  it('between chunks, after the last one, after the container, and where sizes are odd', () => {
    const inner = serializeContainer([
      { tag: fourCC('PRIV'), data: Uint8Array.of(1, 2, 3, 4, 5) },
      { tag: TAG.SHEX, data: Uint8Array.of(0x50, 0, 0, 0, 2, 0, 0, 0, 9) },
    ]);
    const bytes = Uint8Array.of(...inner, 7, 7);
    const container = readContainer(bytes, new Diagnostics())!;
    const sections = explainContainer(bytes, container);
    checkCover(sections, bytes);
    expect(sections.map(({ title, size }) => [title.replace(/,.*/, ''), size])).toEqual([
      ['container', 40],
      ['chunk 0: PRIV', 13],
      ['chunk 1: SHEX', 8],
      ['program of chunk 1', 8],
      ['after the program of chunk 1', 1],
      ['after the container', 2],
    ]);
    const last = [...sections[1]!.items()].at(-1)!;
    expect([last.kind, last.size, [...last.bytes!]]).toEqual(['bytes', 1, [5]]);
  });

  it('of functions in libraries', () => {
    const { bytes, container } = containers.find(({ id }) => id === 'library.lib_5_0')!;
    const titles = explainContainer(bytes, container).map(({ title }) => title.replace(/,.*/, ''));
    expect(titles).toContain('container in chunk 0');
    expect(titles).toContain('program of chunk 0.2');
  });
});

describe('faults in chunks', () => {
  const faultsOf = (name: 'ILDN' | 'PSV0' | 'RDAT', data: Uint8Array) => {
    const diagnostics = new Diagnostics();
    const bytes = serializeContainer([{ tag: TAG[name], data }]);
    checkChunks(readContainer(bytes, diagnostics)!, true, diagnostics);
    return diagnostics.list.map(({ code, span }) => [code, span.start]);
  };

  it('of the name of the debug information and of shader model 6 are reported', () => {
    expect(faultsOf('ILDN', Uint8Array.of(0, 0, 9, 0, 0x61, 0, 0, 0))).toEqual([['DX1010', 48]]);
    expect(faultsOf('PSV0', Uint8Array.of(24, 0, 0, 0))).toEqual([['DX1010', 44]]);
    expect(faultsOf('RDAT', Uint8Array.of(0x10, 0, 0, 0))).toEqual([['DX1010', 44]]);
  });

  it('are in no recorded container of shader model 6', () => {
    for (const file of readdirSync(DXIL).filter((name) => name.endsWith('.bin'))) {
      const diagnostics = new Diagnostics();
      checkChunks(readContainer(readFileSync(join(DXIL, file)), diagnostics)!, true, diagnostics);
      expect(diagnostics.hasErrors, file).toBe(false);
    }
  });
});

/** The values of the DWORDs of one record, by the names of their fields. */
type Values = Readonly<Record<string, number>>;

/** The explanation of a chunk: records by their names, strings by their titles. */
function explained(bytes: Uint8Array, container: Container, chunk: Chunk) {
  const section = explainContainer(bytes, container).find(({ title, chunk: name, program, offset }) => {
    return name === chunk.name && program === undefined && offset === chunk.offset && title.startsWith('chunk');
  })!;
  const records = new Map<string, Record<string, number>>();
  const strings = new Map<string, string>();
  for (const { record, fields, text } of section.items() as Iterable<ExplainedBytes>) {
    if (text !== undefined) strings.set(record, text);
    const values = records.get(record) ?? {};
    for (const { field, value } of fields) values[field.name] = value;
    records.set(record, values);
  }
  const table = (name: string): Values[] => {
    const rows: Values[] = [];
    for (let i = 0; records.has(`${name} ${i}`); i++) rows.push(records.get(`${name} ${i}`)!);
    return rows;
  };
  return { records, strings, table };
}

/** Calls `compare` for each chunk with one of `tags` in the fixtures; returns for how many. */
function eachChunk(
  tags: readonly number[],
  compare: (container: Container, chunk: Chunk, reported: ReturnType<typeof explained>) => void,
): number {
  let count = 0;
  const walk = (bytes: Uint8Array, container: Container) => {
    for (const chunk of container.chunks) {
      if (chunk.tag === TAG.LIBF && isContainer(chunk.data)) {
        walk(chunk.data, readChunkDirectory(chunk.data, new Diagnostics())!);
      }
      if (!tags.includes(chunk.tag)) continue;
      compare(container, chunk, explained(bytes, container, chunk));
      count++;
    }
  };
  // Files that were edited by hand are wrong on purpose: there tables overlap, and explanations give way.
  for (const { provenance, bytes } of readRecorded()) {
    if (provenance.how === 'compiled' && isContainer(bytes)) walk(bytes, readChunkDirectory(bytes, new Diagnostics())!);
  }
  return count;
}

describe('fields have the values that readers find', () => {
  it('RDEF', { tags: 'slow' }, () => {
    const count = eachChunk([TAG.RDEF], (container, chunk, { table, records, strings }) => {
      const rdef = readRdef(container, chunk, none())!;
      expect(table('buffer').map((one) => [one.size, one.flags, one.type, one.variables])).toEqual(
        rdef.buffers.map((one) => [one.size, one.flags, one.type, one.variables.length]),
      );
      expect(
        table('binding').map((one) => [one.type, one['return type'], one.dimension, one.samples, one['bind point']]),
      ).toEqual(rdef.bindings.map((one) => [one.type, one.returnType, one.dimension, one.samples, one.bindPoint]));
      for (const [i, binding] of rdef.bindings.entries()) {
        const { space = 0, id = binding.bindPoint, flags, 'bind count': bindCount } = table('binding')[i]!;
        expect([space, id, flags, bindCount]).toEqual([binding.space, binding.id, binding.flags, binding.bindCount]);
      }
      for (const [i, { variables }] of rdef.buffers.entries()) {
        const reported = table(`buffer ${i}, variable`);
        expect(reported.map((one) => [one.offset, one.size, one.flags, one['offset of the type']])).toEqual(
          variables.map((one) => [one.offset, one.size, one.flags, one.type!.offset]),
        );
        for (const { type } of variables) {
          const record = `type at 0x${type!.offset.toString(16)}`;
          const { class: kind, type: number, rows, columns, elements, members } = records.get(record)!;
          expect([kind, number, rows, columns, elements, members]).toEqual([
            ...[type!.class, type!.type, type!.rows, type!.columns, type!.elements, type!.members.length],
          ]);
          // Types may share their members, which are then explained as members of one of them.
          const at = records.get(record)!['offset of the members']!;
          const owners = [...records].filter(([, values]) => values['offset of the members'] === at);
          const reported = owners.map(([owner]) => table(`${owner}, member`)).find((rows) => rows.length > 0) ?? [];
          expect(reported.map(({ offset }) => offset)).toEqual(type!.members.map((one) => one.offset));
        }
      }
      expect(strings.get('name of the compiler')).toBe(rdef.creator);
      const names = new Set(
        [...rdef.bindings, ...rdef.buffers, ...rdef.buffers.flatMap((one) => one.variables)].map((one) => one.name),
      );
      const reported = new Set(strings.values());
      expect([...names].filter((name) => !reported.has(name))).toEqual([]);
    });
    expect(count).toBeGreaterThan(200);
  });

  it('signatures', { tags: 'slow' }, () => {
    const { ISGN, ISG1, OSGN, OSG5, OSG1, PCSG, PSG1 } = TAG;
    const count = eachChunk([ISGN, ISG1, OSGN, OSG5, OSG1, PCSG, PSG1], (container, chunk, { table }) => {
      const reported = table('element').map((one) => ({
        semanticIndex: one['semantic index'],
        systemValue: one['system value'],
        componentType: one['component type'],
        register: one.register,
        mask: one.mask,
        readWriteMask: one['read or never written'],
        stream: one.stream ?? 0,
        minPrecision: one['minimum precision'] ?? 0,
      }));
      expect(reported).toEqual(
        readSignature(container, chunk, none())!.elements.map(({ semanticName: _, ...element }) => element),
      );
    });
    expect(count).toBeGreaterThan(400);
  });

  it('STAT, SFI0', { tags: 'slow' }, () => {
    eachChunk([TAG.STAT], (container, chunk, { records }) => {
      const stat = readStat(container, chunk, none());
      for (const field of Object.keys(STAT_FIELDS) as StatField[]) {
        expect(records.get('statistics')![field] ?? 0).toBe(stat.get(field));
      }
    });
    const count = eachChunk([TAG.SFI0], (container, chunk, { records }) => {
      const { low } = readSfi0(container, chunk, none());
      for (const [feature, bit] of Object.entries(CHUNK_FEATURES)) {
        expect(records.get('features')![feature]).toBe((low >>> bit) & 1);
      }
    });
    expect(count).toBeGreaterThan(5);
  });

  it('IFCE', () => {
    const count = eachChunk([TAG.IFCE], (container, chunk, { table, records }) => {
      const linkage = readIfce(container, chunk, none())!;
      expect(table('type').map((one) => [one.reserved, one['stride of constants']])).toEqual(
        linkage.types.map((one) => [one.reserved, one.constantBufferStride]),
      );
      expect(table('instance').map((one) => [one.type, one.elements, one['constant buffer'], one.sampler])).toEqual(
        linkage.instances.map((one) => [one.type, one.elements, one.constantBuffer, one.sampler]),
      );
      expect(table('interface slots').map((one) => [one.slots, one.types])).toEqual(
        linkage.slots.map((one) => [one.count, one.typeIds.length]),
      );
      expect(records.get('header')!['interface slots']).toBe(linkage.slotCount);
    });
    expect(count).toBeGreaterThan(2);
  });

  it('RTS0', { tags: 'slow' }, () => {
    const count = eachChunk([TAG.RTS0], (container, chunk, { table, records }) => {
      const signature = readRts0(container, chunk, none())!;
      expect(records.get('header')!.flags).toBe(signature.flags);
      expect(table('parameter').map((one) => [one.parameterType, one.shaderVisibility])).toEqual(
        signature.parameters.map((one) => [one.parameterType, one.shaderVisibility]),
      );
      expect(table('static sampler')).toEqual(signature.staticSamplers);
      for (const [i, { descriptorTable }] of signature.parameters.entries()) {
        const reported = table(`parameter ${i}, range`).map((range) => ({ flags: 0, ...range }));
        expect(reported).toEqual((descriptorTable?.descriptorRanges ?? []).map((range) => ({ ...range })));
      }
    });
    expect(count).toBeGreaterThan(0);
  });

  it('LIBH, LFS0', { tags: 'slow' }, () => {
    const headers = eachChunk([TAG.LIBH], (container, chunk, { table, strings }) => {
      const library = readLibh(container, chunk, none())!;
      expect(table('function').map((one) => one['programs of feature level 9'])).toEqual(
        library.functions.map(({ level9 }) => level9),
      );
      expect(table('function').map((_, i) => strings.get(`name of function ${i}`))).toEqual(
        library.functions.map(({ name }) => name),
      );
    });
    const signatures = eachChunk([TAG.LFS0], (container, chunk, { table }) => {
      const { returns, parameters } = readLfs0(container, chunk, none())!;
      expect(table('parameter').map((one) => [one.type, one.rows, one.flags, one['first register out']])).toEqual(
        [returns!, ...parameters].map((one) => [one.type, one.rows, one.flags, one.firstOutRegister]),
      );
    });
    expect(Math.min(headers, signatures)).toBeGreaterThan(0);
  });

  it('Aon9', { tags: 'slow' }, () => {
    const count = eachChunk([TAG.Aon9, TAG.XNAS, TAG.XNAP], (container, chunk, { table, records }) => {
      const level9 = readAon9(container, chunk, none())!;
      expect(records.get('header')!['offset of the program']).toBe(level9.offset);
      const scalars = (name: string) => table(name).map((one) => [one.component, one['target register']]);
      expect(table('constant mapping').map((one) => [one.buffer, one.registers, one['target register']])).toEqual(
        level9.constants.map((one) => [one.buffer, one.count, one.targetRegister]),
      );
      expect(scalars('integer mapping')).toEqual(level9.integers.map((one) => [one.component, one.targetRegister]));
      expect(scalars('bool mapping')).toEqual(level9.bools.map((one) => [one.component, one.targetRegister]));
      expect(table('sampler mapping').map((one) => [one['source resource'], one['target sampler']])).toEqual(
        level9.samplers.map((one) => [one.sourceResource, one.targetSampler]),
      );
      expect(table('runtime mapping').map((one) => [one.what, one['target register']])).toEqual(
        level9.runtime.map((one) => [one.kind, one.targetRegister]),
      );
    });
    expect(count).toBeGreaterThan(10);
  });
});
