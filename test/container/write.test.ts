/** Containers written again and edited, and the writers of chunks, against what Microsoft's compiler wrote. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Bytes, u32At } from '../../src/base/words.ts';
import { readAon9, serializeAon9 } from '../../src/chunks/aon9.ts';
import { readIldn, serializeIldn } from '../../src/chunks/debug-name.ts';
import { readLfs0, readLibh, serializeLfs0, serializeLibh, serializeLibrary } from '../../src/chunks/library.ts';
import { type ChecksumKind, verifyChecksum } from '../../src/container/digest.ts';
import { type Chunk, type Container, isContainer, readContainer } from '../../src/container/dxbc.ts';
import {
  chunkPosition,
  decodeContainer,
  findChunk,
  insertChunk,
  readEditableContainer,
  removeChunks,
  replaceChunk,
  setChunk,
  updateChecksum,
  withChecksum,
  writeEditableContainer,
} from '../../src/container/edit.ts';
import { TAG } from '../../src/container/tags.ts';
import { type ChunkBytes, serializeContainer, writeChecksum } from '../../src/container/write.ts';

const quiet = () => new Diagnostics();
const containers = readRecorded().filter(({ bytes }) => isContainer(bytes));
const compiled = containers.filter(({ provenance }) => provenance.how === 'compiled');

function read(bytes: Uint8Array): Container {
  return readContainer(bytes, quiet())!;
}

/** Whether two are the same bytes: `toEqual` takes its time over long ones. */
function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Chunks with the tags of `text`, the number of each as its payload. */
function chunksOf(text: string): ChunkBytes[] {
  return text.split(' ').map((name, index) => ({ tag: TAG[name as 'RDEF'], data: Uint8Array.of(index, 0, 0, 0) }));
}

/** Their tags and first bytes. */
function shown(chunks: readonly ChunkBytes[]): string {
  const name = (word: number) => Object.keys(TAG).find((tag) => TAG[tag as 'RDEF'] === word);
  return chunks.map(({ tag, data }) => `${name(tag)}${data[0]}`).join(' ');
}

/** Every chunk `tag` of the containers, those in libraries, too. */
function chunksIn(files: readonly Uint8Array[], ...tags: number[]): { container: Container; chunk: Chunk }[] {
  return files.flatMap((bytes) => {
    const container = read(bytes);
    return container.chunks.flatMap((chunk) => [
      ...(tags.includes(chunk.tag) ? [{ container, chunk }] : []),
      ...(chunk.tag === TAG.LIBF ? chunksIn([chunk.data], ...tags) : []),
    ]);
  });
}

const all = containers.map(({ bytes }) => bytes);
const theirs = compiled.map(({ bytes }) => bytes);

describe('containers written again', () => {
  test('of every fixture the chunks alone give the same bytes', { tags: 'slow' }, () => {
    for (const bytes of all) {
      const { chunks, digest } = read(bytes);
      const copies = chunks.map(({ tag, data }) => ({ tag, data: data.slice() }));
      expect(same(serializeContainer(copies, digest), bytes)).toBe(true);
    }
    expect(all.length).toBeGreaterThan(250);
    expect(new Set(all.map((bytes) => verifyChecksum(bytes).kind))).toEqual(new Set(['retail', 'debug']));
  });

  test('unchanged, any layout comes back', () => {
    const bytes = new Uint8Array([...serializeContainer(chunksOf('RDEF SHEX PRIV')), 1, 2, 3]);
    const view = new DataView(bytes.buffer);
    // The chunks have another order than the table, one overlaps another, and bytes follow the end.
    const [first, second] = [view.getUint32(32, true), view.getUint32(36, true)];
    view.setUint32(32, second, true);
    view.setUint32(36, first, true);
    view.setUint32(first + 4, 9, true);
    writeChecksum(bytes.subarray(0, bytes.length - 3));
    const editable = readEditableContainer(bytes, quiet())!;
    expect(writeEditableContainer(editable, quiet())).toEqual(bytes);
    expect(writeEditableContainer({ ...editable, chunks: [...editable.chunks] }, quiet())).toEqual(bytes);
  });

  test.each<ChecksumKind>(['retail', 'debug'])('a %s digest is kept', (kind) => {
    const bytes = serializeContainer(chunksOf('SHEX PRIV'), kind);
    const diagnostics = quiet();
    const editable = readEditableContainer(bytes, diagnostics)!;
    const smaller = writeEditableContainer(
      { ...editable, chunks: removeChunks(editable.chunks, 'PRIV') },
      diagnostics,
    )!;
    expect(verifyChecksum(smaller).kind).toBe(kind);
    expect(diagnostics.list).toEqual([]);
  });

  test('a wrong digest is replaced by the retail digest, which is reported', () => {
    const bytes = serializeContainer(chunksOf('SHEX PRIV'));
    const right = bytes.slice();
    bytes[4]! ^= 1;
    const diagnostics = quiet();
    const editable = readEditableContainer(bytes, diagnostics)!;
    expect(writeEditableContainer(editable, diagnostics)).toEqual(right);
    expect(diagnostics.list.map(({ code, span }) => `${code} ${span.start}..${span.end}`)).toEqual([
      'DX1003 4..20',
      'DX1034 4..20',
    ]);
  });
});

describe('containers edited', () => {
  /** The codes that are reported when a chunk is added to `bytes`, and the result. */
  function withPrivateData(bytes: Uint8Array): { reported: string[]; out: Uint8Array | undefined } {
    const diagnostics = quiet();
    const editable = readEditableContainer(bytes, diagnostics)!;
    const chunks = setChunk(editable.chunks, 'PRIV', latin1Bytes('abc'));
    const out = writeEditableContainer({ ...editable, chunks }, diagnostics);
    return { reported: diagnostics.list.map(({ code, span }) => `${code} ${span.start}..${span.end}`), out };
  }

  test('the other chunks keep their bytes and their order', { tags: 'slow' }, () => {
    for (const bytes of all) {
      const before = read(bytes).chunks.filter(({ name }) => name !== 'PRIV');
      const after = read(withPrivateData(bytes).out!).chunks;
      const others = after.filter(({ name }) => name !== 'PRIV');
      expect(others.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
      expect(others.every(({ data }, i) => same(data, before[i]!.data))).toBe(true);
      expect(findChunk(after, 'PRIV')!.data).toEqual(latin1Bytes('abc'));
    }
  });

  test('bytes that belong to no chunk are reported', () => {
    const bytes = new Uint8Array([...serializeContainer(chunksOf('SHEX RDEF')), 1, 2, 3, 4, 5]);
    const view = new DataView(bytes.buffer);
    view.setUint32(24, bytes.length - 2, true);
    view.setUint32(u32At(bytes, 32) + 4, 1, true);
    writeChecksum(bytes.subarray(0, bytes.length - 2));
    const { reported, out } = withPrivateData(bytes);
    expect(reported).toEqual(['DX1033 49..52', 'DX1033 64..69']);
    expect(shown(read(out!).chunks)).toBe('SHEX0 RDEF1 PRIV97');
  });

  test.each<[string, (view: DataView) => void, string]>([
    ['a chunk outside', (view) => view.setUint32(36, 0xffff, true), 'DX1005 36..40'],
    ['a chunk cut short', (view) => view.setUint32(56, 0xffff, true), 'DX1006 56..60'],
    ['a size beyond the end', (view) => view.setUint32(24, 0xffff, true), 'DX1002 24..28'],
    ['a table beyond the end', (view) => view.setUint32(28, 0xffff, true), 'DX1004 28..32'],
  ])('%s: nothing is written that would lose it', (_, damage, report) => {
    const bytes = serializeContainer(chunksOf('SHEX RDEF'));
    damage(new DataView(bytes.buffer));
    writeChecksum(bytes);
    const { reported, out } = withPrivateData(bytes);
    expect(reported).toContain(report);
    expect(reported.at(-1)).toBe('DX1040 0..64');
    expect(out).toBeUndefined();
    const editable = readEditableContainer(bytes, quiet())!;
    expect(writeEditableContainer(editable, quiet())).toEqual(bytes);
  });

  test('chunks that share their bytes are not multiplied', () => {
    const bytes = serializeContainer(Array.from({ length: 64 }, () => ({ tag: TAG.PRIV, data: new Uint8Array(64) })));
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < 64; i++) view.setUint32(32 + 4 * i, 288, true);
    view.setUint32(292, bytes.length - 296, true);
    writeChecksum(bytes);
    const { reported, out } = withPrivateData(bytes);
    expect(reported.at(-1)).toBe(`DX1035 0..${bytes.length}`);
    expect(out).toBeUndefined();
  });

  test('another version stays', () => {
    const bytes = serializeContainer(chunksOf('SHEX'), 'retail', 0x2_0003);
    expect(u32At(withPrivateData(bytes).out!, 20)).toBe(0x2_0003);
  });
});

describe('updating the checksum', () => {
  test('every fixture gets its digest back, functions of libraries theirs', { tags: 'slow' }, () => {
    for (const bytes of all) {
      const kind = verifyChecksum(bytes).kind!;
      const spoiled = bytes.slice();
      for (const { tag, offset } of read(bytes).chunks) if (tag === TAG.LIBF) spoiled.fill(0, offset + 12, offset + 28);
      spoiled.fill(0, 4, 20);
      expect(same(withChecksum(spoiled, quiet(), kind)!, bytes)).toBe(true);
    }
  });

  test('a valid digest keeps its kind unless another is requested; bytes after the end stay', () => {
    const bytes = new Uint8Array([...serializeContainer(chunksOf('SHEX'), 'debug'), 1, 2]);
    expect(withChecksum(bytes, quiet())).toEqual(bytes);
    expect(verifyChecksum(withChecksum(bytes, quiet(), 'retail')!.subarray(0, -2)).kind).toBe('retail');
    expect(bytes).toEqual(withChecksum(bytes, quiet(), 'debug'));
  });

  test('bytes that are not a container are reported', () => {
    const diagnostics = quiet();
    expect(withChecksum(new Uint8Array(31), diagnostics)).toBeUndefined();
    expect(diagnostics.list.map(({ code }) => code)).toEqual(['DX1001']);
    expect(() => updateChecksum('x' as never)).toThrow(TypeError);
  });
});

describe('lists of chunks', () => {
  const data = Uint8Array.of(9);

  test.each([
    ['RDEF ISGN OSGN SHEX STAT', 'SFI0', 'RDEF0 ISGN1 OSGN2 SHEX3 SFI09 STAT4'],
    ['RDEF ISGN OSGN SHEX STAT', 'PCSG', 'RDEF0 ISGN1 OSGN2 PCSG9 SHEX3 STAT4'],
    ['RDEF ISGN OSGN SHEX STAT PRIV', 'RTS0', 'RDEF0 ISGN1 OSGN2 SHEX3 STAT4 RTS09 PRIV5'],
    ['ISGN OSGN SHEX STAT', 'RDEF', 'RDEF9 ISGN0 OSGN1 SHEX2 STAT3'],
    ['Aon9 SHDR STAT ISGN OSGN', 'RDEF', 'Aon90 SHDR1 STAT2 RDEF9 ISGN3 OSGN4'],
    ['Aon9 SHDR STAT RDEF ISGN OSGN', 'SFI0', 'Aon90 SHDR1 STAT2 SFI09 RDEF3 ISGN4 OSGN5'],
    ['LIBF LIBF LIBH', 'LIBF', 'LIBF9 LIBF1 LIBH2'],
    ['RDEF SHEX', 'FX10', 'RDEF0 SHEX1 FX109'],
    ['RDEF SHEX RDEF', 'RDEF', 'RDEF9 SHEX1 RDEF2'],
  ])('%s: %s', (before, tag, after) => {
    expect(shown(setChunk(chunksOf(before), tag, data))).toBe(after);
  });

  test('a container in place of its chunks is a TypeError that names the argument', () => {
    const container = read(compiled[0]!.bytes) as never;
    expect(() => setChunk(container, 'PRIV', data)).toThrow(/^setChunk: chunks must be an array/);
    expect(() => removeChunks(container, 'PRIV')).toThrow(TypeError);
  });

  test('the compiler has each chunk at the position where it would be inserted', { tags: 'slow' }, () => {
    for (const bytes of theirs) {
      const { chunks } = read(bytes);
      for (const [index, { tag, name }] of chunks.entries()) {
        if (name === 'LIBF' || name === 'XNAS' || name === 'XNAP') continue;
        const others = removeChunks(chunks, tag);
        // A container without its program of feature level 9 no longer shows that it had one.
        if (name === 'Aon9' && !findChunk(others, 'XNAS')) continue;
        // Nor does one without its program show that it is a domain shader.
        expect([name, chunkPosition(others, tag)]).toEqual([name, index]);
      }
    }
  });

  test('nothing is changed in place', () => {
    const before = chunksOf('RDEF SHEX PRIV');
    setChunk(before, 'SHEX', data);
    setChunk(before, 'STAT', data);
    insertChunk(before, 0, 'STAT', data);
    removeChunks(before, 'PRIV', TAG.RDEF);
    expect(before).toEqual(chunksOf('RDEF SHEX PRIV'));
  });

  test('misuse throws', () => {
    expect(() => setChunk([], 'LONGER', data)).toThrow(RangeError);
    expect(() => setChunk([], 'Ā000', data)).toThrow(RangeError);
    expect(() => setChunk([], -1, data)).toThrow(RangeError);
    expect(() => setChunk([], 'PRIV', [1] as never)).toThrow(TypeError);
    expect(() => insertChunk([], 1, 'PRIV', data)).toThrow(RangeError);
    expect(() => replaceChunk([], 0, data)).toThrow(RangeError);
    expect(() => decodeContainer('x' as never)).toThrow(TypeError);
  });
});

describe('programs of feature level 9', () => {
  const tags = [TAG.Aon9, TAG.XNAS, TAG.XNAP];

  test('what was read comes back', () => {
    const chunks = chunksIn(all, ...tags);
    for (const { container, chunk } of chunks) {
      expect(same(serializeAon9(readAon9(container, chunk, quiet())!), chunk.data)).toBe(true);
    }
    expect(chunks.length).toBeGreaterThan(60);
  });

  test('written anew it is what the compiler wrote', () => {
    const chunks = chunksIn(theirs, ...tags);
    for (const { container, chunk } of chunks) {
      const { source, ...anew } = readAon9(container, chunk, quiet())!;
      expect(same(serializeAon9(anew), chunk.data)).toBe(true);
    }
    expect(chunks.length).toBeGreaterThan(50);
  });

  test('written anew, every mapping is still there', { tags: 'slow' }, () => {
    for (const { container, chunk } of chunksIn(all, ...tags)) {
      const { source, offset, size, ...anew } = readAon9(container, chunk, quiet())!;
      const again = read(serializeContainer([{ tag: chunk.tag, data: serializeAon9(anew) }]));
      expect(readAon9(again, again.chunks[0]!, quiet())).toMatchObject(anew);
    }
  });

  test('a change is written', () => {
    const { container, chunk } = chunksIn(theirs, TAG.Aon9)[0]!;
    const program = readAon9(container, chunk, quiet())!;
    const words = program.words.slice();
    words[1]! ^= 1;
    const data = serializeAon9({ ...program, words });
    const different = [...data.keys()].filter((i) => data[i] !== chunk.data[i]);
    expect(different).toEqual([program.offset + 4]);
    expect(() => serializeAon9({ ...program, runtime: [{ kind: 0x1_0000, targetRegister: 0 }] })).toThrow(RangeError);
  });
});

describe('libraries', () => {
  test('headers and signatures of functions come back, and are written anew as the compiler wrote them', () => {
    const headers = chunksIn(theirs, TAG.LIBH);
    for (const { container, chunk } of headers) {
      const { source, ...anew } = readLibh(container, chunk, quiet())!;
      expect(source).toBeDefined();
      expect(same(serializeLibh({ ...anew, source }), chunk.data)).toBe(true);
      expect(same(serializeLibh(anew), chunk.data)).toBe(true);
    }
    const signatures = chunksIn(theirs, TAG.LFS0);
    for (const { container, chunk } of signatures) {
      const { source, ...anew } = readLfs0(container, chunk, quiet())!;
      expect(source).toBeDefined();
      expect(same(serializeLfs0({ ...anew, source }), chunk.data)).toBe(true);
      expect(same(serializeLfs0(anew), chunk.data)).toBe(true);
    }
    expect([headers.length > 15, signatures.length > 60]).toEqual([true, true]);
  });

  test('a library is made of its functions, digests inside out', () => {
    let count = 0;
    for (const bytes of theirs) {
      const container = read(bytes);
      const chunk = findChunk(container.chunks, 'LIBH');
      if (chunk === undefined) continue;
      const { creator, functions } = readLibh(container, chunk, quiet())!;
      const bodies = container.chunks.filter(({ tag }) => tag === TAG.LIBF);
      const parts = functions.map((one, i) => {
        const inner = read(bodies[i]!.data);
        return { ...one, container: serializeContainer(inner.chunks, inner.digest) };
      });
      expect(same(serializeLibrary(parts, creator), bytes)).toBe(true);
      count++;
    }
    expect(count).toBeGreaterThan(15);
  });

  test('what is changed is written', () => {
    const { container, chunk } = chunksIn(theirs, TAG.LIBH)[0]!;
    const header = readLibh(container, chunk, quiet())!;
    const [first, ...rest] = header.functions;
    const data = serializeLibh({ ...header, functions: [{ ...first!, name: 'other' }, ...rest] });
    const again = read(serializeContainer([{ tag: TAG.LIBH, data }]));
    expect(readLibh(again, again.chunks[0]!, quiet())!.functions[0]!.name).toBe('other');
    expect(() => serializeLibh({ ...header, creator: '\u0100' })).toThrow(RangeError);
  });
});

describe('the name of debug information', () => {
  /** As the compiler wrote it with D3DCOMPILE_DEBUG_NAME_FOR_SOURCE. */
  const data = new Uint8Array([...[0, 0, 36, 0], ...latin1Bytes('8f65adb8c584ccb9c2e2dea274d8290b.pdb\0\0\0\0')]);
  const readAs = (bytes: Uint8Array) => {
    const diagnostics = quiet();
    const container = read(serializeContainer([{ tag: TAG.ILDN, data: bytes }]));
    return {
      name: readIldn(container, container.chunks[0]!, diagnostics),
      codes: diagnostics.list.map((d) => d.code),
    };
  };

  test('is read and written', () => {
    const { name, codes } = readAs(data);
    expect(name).toEqual({ flags: 0, name: '8f65adb8c584ccb9c2e2dea274d8290b.pdb' });
    expect(codes).toEqual([]);
    expect(serializeIldn(name!)).toEqual(data);
    expect(readAs(serializeIldn({ flags: 3, name: '' })).name).toEqual({ flags: 3, name: '' });
  });

  test('of fixtures comes back', () => {
    const chunks = chunksIn(theirs, TAG.ILDN);
    for (const { container, chunk } of chunks) {
      expect(same(serializeIldn(readIldn(container, chunk, quiet())!), chunk.data)).toBe(true);
    }
    expect(chunks.length).toBeGreaterThan(0);
  });

  test('wrong lengths are reported', () => {
    expect(readAs(data.subarray(0, 3))).toEqual({ name: undefined, codes: ['DX1010'] });
    expect(readAs(data.subarray(0, 30))).toEqual({ name: undefined, codes: ['DX1010'] });
  });

  test('misuse throws', () => {
    expect(() => serializeIldn({ flags: 0, name: 'x'.repeat(0x1_0000) })).toThrow(RangeError);
    expect(() => serializeIldn({ flags: 0, name: '\u0100' })).toThrow(RangeError);
    expect(() => serializeIldn({ flags: -1, name: '' })).toThrow(RangeError);
  });
});
