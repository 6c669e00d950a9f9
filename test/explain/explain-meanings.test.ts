/** The meanings of chunk DWORDs in words; in chunks that are tables, every DWORD has a field. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { readConstantTable } from '../../src/chunks/ctab.ts';
import { parsePsv0, parseRdat } from '../../src/chunks/index.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { explainedConstantTable } from '../../src/explain/ctab.ts';
import type { ExplainedBytes } from '../../src/explain/payload.ts';
import { explainContainer } from '../../src/explain/sections.ts';
import { readShaderFile } from '../../src/file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../../src/isa/sm1/comments.ts';

const DXIL = 'fixtures/dxil/recorded';

function itemsOf(bytes: Uint8Array, tag: string): ExplainedBytes[] {
  const container = readContainer(bytes, new Diagnostics())!;
  return explainContainer(bytes, container)
    .filter((section) => section.chunk === tag && section.program === undefined)
    .flatMap((section) => [...section.items()]);
}

/** The meanings of one record, by the names of its fields. */
function meanings(items: readonly ExplainedBytes[], record: string): Record<string, string> {
  const fields = items.filter((item) => item.record === record).flatMap((item) => item.fields);
  return Object.fromEntries(fields.map(({ field, meaning }) => [field.name, meaning]));
}

const recordedDxil = readdirSync(DXIL)
  .filter((name) => name.endsWith('.bin'))
  .map((name) => [name, new Uint8Array(readFileSync(join(DXIL, name)))] as const);

const recorded = (id: string) => readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;

describe('shader model 6', () => {
  it.each(recordedDxil)('every DWORD of PSV0 and RDAT in %s has a field', (_, bytes) => {
    for (const tag of ['PSV0', 'RDAT']) {
      const unknown = itemsOf(bytes, tag).filter(({ kind, fields }) => kind === 'dword' && fields.length === 0);
      expect(unknown.map(({ offset, value }) => [tag, offset, value])).toEqual([]);
    }
  });

  it.each(recordedDxil)('the resources, elements and functions in %s are those that the readers find', (_, bytes) => {
    const container = readContainer(bytes, new Diagnostics())!;
    const psv0 = container.find(TAG.PSV0);
    if (psv0) {
      const { value } = parsePsv0(container, psv0);
      const items = itemsOf(bytes, 'PSV0');
      expect(countOf(items, 'resource')).toBe(value!.resources.length);
      for (const [i, element] of value!.inputs.entries())
        expect(meanings(items, `input ${i}`).semantic).toBe(`"${element.semanticName}"`);
    }
    const rdat = container.find(TAG.RDAT);
    if (rdat) {
      const { value } = parseRdat(container, rdat);
      const items = itemsOf(bytes, 'RDAT');
      expect(countOf(items, 'node')).toBe(value!.nodes.length);
      for (const [i, one] of value!.functions.entries()) {
        const { name, resources } = meanings(items, `function ${i}`);
        const list = one.resources.length === 0 ? 'none' : `[${one.resources.join(', ')}]`;
        expect([name, resources]).toEqual([`"${one.name}"`, list]);
      }
    }
  });

  const countOf = (items: readonly ExplainedBytes[], record: string) =>
    new Set(items.map((item) => item.record).filter((name) => name.match(`^${record} \\d+$`))).size;
});

describe('constant tables', () => {
  const tables = readRecorded().flatMap(({ provenance, bytes }) => {
    if (isContainer(bytes) || provenance.how !== 'compiled') return [];
    return readShaderFile(bytes, new Diagnostics()).programs.flatMap(({ words }) => {
      const span = findSm1Comment(words, Sm1CommentTag.constantTable);
      return span ? [{ id: provenance.id, bytes: bytesOf(words.subarray(span.start, span.end)) }] : [];
    });
  });

  it('have the constants, types and default values that the reader finds', () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const { id, bytes } of tables) {
      const items = [...explainedConstantTable(bytes, 0)];
      const { constants, creator, target } = readConstantTable(bytes);
      const strings = new Map(items.map(({ record, text }) => [record, text]));
      expect([id, strings.get('name of the compiler')]).toEqual([id, creator]);
      expect([id, strings.get('profile') ?? target]).toEqual([id, target]);
      for (const [i, constant] of constants.entries()) {
        const record = meanings(items, `constant ${i}`);
        expect([id, record['offset of the name']]).toEqual([id, `"${constant.name}"`]);
        expect([id, Number(record['first register'])]).toEqual([id, constant.registerIndex]);
      }
      const unknown = items.filter(({ kind, fields }) => kind === 'dword' && fields.length === 0);
      expect([id, unknown.length]).toEqual([id, 0]);
    }
  });
});

describe('numbers with names', () => {
  it('of bindings, variables and types', () => {
    const items = itemsOf(recorded('constant-buffers.main.ps_5_0.0x1020'), 'RDEF');
    const { type, dimension } = meanings(items, 'binding 0');
    expect([type, dimension]).toEqual(['tbuffer', 'unknown']);
    expect(meanings(items, 'buffer 4').type).toBe('tbuffer');
    expect(meanings(items, 'buffer 0, variable 0').flags).toMatch(/^(used|none)$/);
    expect(meanings(items, 'header').stage).toBe('ps');
  });
});
