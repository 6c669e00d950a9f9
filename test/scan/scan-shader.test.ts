/** Records: slots, resources and compilers are those that Microsoft's listings print, and junk is survived. */
import { expect, test } from 'vitest';
import { type Provenance, readRecorded, recordedText } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { validSm1Words } from '../../smith/sm1-valid.ts';
import { bytesOf } from '../../src/base/words.ts';
import { MAX_LIST, MAX_TEXT } from '../../src/scan/columns.ts';
import { SCAN_COLUMN_NAMES, SCAN_COLUMNS, type ShaderRecord, scanShader } from '../../src/scan/index.ts';

const recorded = readRecorded();

/** Functions of a library are containers of their own. */
function isLibrary({ profile }: Provenance): boolean {
  return profile?.startsWith('lib') === true;
}

function recordOf(id: string): ShaderRecord {
  return scanShader(recorded.find(({ provenance }) => provenance.id === id)!.bytes);
}

test('slots are those of the last line of the listing', { tags: 'slow' }, () => {
  let compared = 0;
  for (const { provenance, bytes } of recorded) {
    const text = recordedText(provenance);
    // A listing has the stored count; where it was stripped, the record counts the program itself.
    if (text === undefined || provenance.how === 'edited' || provenance.strip !== undefined || isLibrary(provenance))
      continue;
    const used = [...text.matchAll(/[Aa]pproximately (\d+) instruction slots? used(?: \((\d+) texture)?/g)];
    // A preshader and a program of feature level 9 have listings and lines of their own.
    if (used.length !== 1) continue;
    const record = scanShader(bytes, { columns: ['slots', 'textureSlots', 'profile'] });
    expect(record.slots, provenance.id).toBe(Number(used[0]![1]));
    if (used[0]![2] !== undefined) expect(record.textureSlots, provenance.id).toBe(Number(used[0]![2]));
    compared++;
  }
  expect(compared).toBeGreaterThan(300);
});

test('profile, stage, model and compiler of compiled shaders', { tags: 'slow' }, () => {
  let compared = 0;
  for (const { provenance, bytes } of recorded) {
    const { how, profile, strip } = provenance;
    const found = /^([vpghdc]s)_([45])_([01])$/.exec(profile ?? '');
    if (how !== 'compiled' || found === null || strip !== undefined) continue;
    const record = scanShader(bytes);
    expect([record.profile, record.stage, record.model], provenance.id).toEqual([
      profile,
      found[1],
      `${found[2]}.${found[3]}`,
    ]);
    expect(record.compiler, provenance.id).toMatch(/^Microsoft \(R\) HLSL Shader Compiler/);
    expect(record.compilerFlags! & (provenance.flags ?? 0), provenance.id).toBe(provenance.flags ?? 0);
    expect(record.checksumOk, provenance.id).toBe(true);
    expect(record.valid, provenance.id).toBe(true);
    compared++;
  }
  expect(compared).toBeGreaterThan(150);
});

test('bindings and signatures have the rows of the listing', { tags: 'slow' }, () => {
  let compared = 0;
  for (const { provenance, bytes } of recorded) {
    const text = recordedText(provenance);
    if (text === undefined || provenance.how !== 'compiled' || !/^[vpghdc]s_[45]_\d$/.test(provenance.profile ?? ''))
      continue;
    const record = scanShader(bytes, { columns: ['bindings', 'inputs', 'outputs', 'patchConstants'] });
    for (const [heading, list] of [
      ['Resource Bindings', record.bindings],
      ['Input signature', record.inputs],
      ['Output signature', record.outputs],
      ['Patch Constant signature', record.patchConstants],
    ] as const) {
      const rows = rowsOf(text, heading);
      if (rows === undefined) continue;
      expect(list, `${provenance.id}: ${heading}`).toHaveLength(rows.length);
      for (const [index, name] of rows.entries()) expect(list![index], `${provenance.id}: ${heading}`).toContain(name);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(300);
});

/** The first column of the rows of a table in the header of a listing; undefined if there is no such table. */
function rowsOf(text: string, heading: string): string[] | undefined {
  const lines = text.split('\n');
  const start = lines.indexOf(`// ${heading}:`);
  if (start < 0) return undefined;
  if (lines[start + 4]?.startsWith('// no ')) return [];
  const rows: string[] = [];
  for (let at = start + 4; lines[at] !== undefined && /^\/\/ \S/.test(lines[at]!); at++)
    rows.push(lines[at]!.split(/\s+/)[1]!.replace(/^m\d:/, ''));
  return rows;
}

test('instructions are counted by category', () => {
  const record = recordOf('append-consume.main.cs_5_0');
  const counts = SCAN_COLUMN_NAMES.filter((name) => name.endsWith('Ops')).map((name) => Number(record[name]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(record.instructions);
  expect(record.atomicOps).toBe(4);
  expect(record.uavs).toBe(4);
  expect(record.threadGroup).toBe('32x1x1');
});

test('constants of models 1 to 3 are counted with the rows of matrices', () => {
  const words = Uint32Array.of(
    0xfffe0101,
    // m4x4 r0, v0, c4
    20,
    0x800f0000,
    0x90e40000,
    0xa0e40004,
    // add r1, c4, c9
    2,
    0x800f0001,
    0xa0e40004,
    0xa0e40009,
    0xffff,
  );
  const record = scanShader(bytesOf(words), { columns: ['constantRegisters', 'arithmeticOps', 'instructions'] });
  expect(record).toEqual({ constantRegisters: 5, arithmeticOps: 2, instructions: 2 });
});

test('location and hash come from the caller; only the wanted columns are there', () => {
  const bytes = bytesOf(Uint32Array.of(0xffff0200, 0xffff));
  const columns = ['sha256', 'path', 'member', 'byteOffset', 'foundBy'] as const;
  const given = { sha256: 'ab', path: 'x.zip', member: 'a/b.cso', byteOffset: 16, foundBy: 'carving' };
  expect(scanShader(bytes, { columns, ...given })).toEqual(given);
  expect(Object.keys(scanShader(bytes))).toEqual(SCAN_COLUMN_NAMES);
  expect(() => scanShader(bytes, { columns: ['slot' as 'slots'] })).toThrow(RangeError);
  expect(() => scanShader('x' as unknown as Uint8Array)).toThrow(TypeError);
});

test('every value has the type of its column, whatever the bytes', { tags: 'slow' }, () => {
  const random = new Random(14);
  for (let i = 0; i < 400; i++) {
    const source = i % 4 === 0 ? bytesOf(validSm1Words(random)) : recorded[random.below(recorded.length)]!.bytes;
    const bytes = source.slice(0, i % 3 === 0 ? random.below(source.byteLength + 1) : source.byteLength);
    for (let edits = random.below(6); edits > 0 && bytes.byteLength > 0; edits--)
      bytes[random.below(bytes.byteLength)] = random.below(256);
    const record = scanShader(bytes);
    for (const name of SCAN_COLUMN_NAMES) {
      const value = record[name];
      if (value === null) continue;
      const { type } = SCAN_COLUMNS[name];
      if (type === 'integer') expect(Number.isSafeInteger(value), name).toBe(true);
      else if (type === 'list') {
        expect(Array.isArray(value), name).toBe(true);
        expect((value as string[]).length).toBeLessThanOrEqual(MAX_LIST);
        for (const text of value as string[]) expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
      } else expect(typeof value, name).toBe(type === 'text' ? 'string' : 'boolean');
    }
  }
});

test('debug information is named by its form', () => {
  const withDebug = recorded.filter(
    // The functions of a library have it, each in a container of its own.
    ({ provenance }) =>
      ((provenance.flags ?? 0) & 1) !== 0 &&
      !/^[vp]s_[123]_/.test(provenance.profile ?? '') &&
      provenance.how === 'compiled' &&
      provenance.strip === undefined &&
      !isLibrary(provenance),
  );
  expect(withDebug.length).toBeGreaterThan(0);
  for (const { provenance, bytes } of withDebug) {
    const columns = ['debug', 'sourceFiles', 'entryPoint', 'debugName'] as const;
    const { debug, sourceFiles, entryPoint, debugName } = scanShader(bytes, { columns });
    expect(debug, provenance.id).not.toEqual([]);
    // The compiler's input.
    expect(sourceFiles?.[0], provenance.id).toBe(`Z:\\${provenance.source.split('/').at(-1)}`);
    expect(entryPoint, provenance.id).toBe(provenance.entry);
    expect(debugName !== null, provenance.id).toBe(debug?.includes('ILDN'));
  }
  expect(recordOf('append-consume.main.cs_5_0').debug).toEqual([]);
});
