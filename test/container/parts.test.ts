/**
 * Stripping, getting and setting parts of containers, against Microsoft's recorded answers; and what is refused, where.
 */
import { describe, expect, test } from 'vitest';
import { ourPartAnswers, readPartAnswers } from '../../fixtures/parts.ts';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Bytes, u32At } from '../../src/base/words.ts';
import { verifyChecksum } from '../../src/container/digest.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import {
  BLOB_PARTS,
  type BlobPart,
  blobPart,
  payloadTag,
  readBlobPart,
  STRIP_FLAGS,
  setBlobPart,
  settableTag,
  stripChunks,
  stripShader,
  writeBlobPart,
} from '../../src/container/parts.ts';
import { type ChunkName, TAG } from '../../src/container/tags.ts';
import { serializeContainer, writeChecksum } from '../../src/container/write.ts';

const recorded = new Map(readPartAnswers().map((line) => [line.id, line]));
const fixtures = readRecorded();

/**
 * A container with these chunks. Each byte of a payload is the index of the chunk; the number after the colon is the
 * size.
 */
function made(tags: string, digest: 'retail' | 'debug' = 'retail'): Uint8Array {
  const chunks = tags.split(' ').filter((text) => text !== '');
  return serializeContainer(
    chunks.map((text, index) => {
      const [name, size = '4'] = text.split(':') as [ChunkName, string?];
      return { tag: TAG[name], data: new Uint8Array(Number(size)).fill(index) };
    }),
    digest,
  );
}

/** The chunks of a container as {@link made} takes them, each with its number. */
function shown(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return 'none';
  if (!isContainer(bytes)) return `bytes ${[...bytes].join(' ')}`;
  const container = readContainer(bytes, new Diagnostics())!;
  return [...container.chunks.map(({ name, data }) => `${name}=${data[0]}`), container.digest].join(' ');
}

/** The reports, as `code start..end`. */
function reports(ask: (diagnostics: Diagnostics) => Uint8Array | undefined): string[] {
  const diagnostics = new Diagnostics();
  const answer = ask(diagnostics);
  const list = diagnostics.list.map(({ code, span }) => `${code} ${span.start}..${span.end}`);
  return answer === undefined ? list : [...list, 'answered'];
}

const quiet = () => new Diagnostics();

describe("Microsoft's answers", () => {
  test('are recorded for every fixture', () => {
    expect([...recorded.keys()]).toEqual(fixtures.map(({ provenance }) => provenance.id));
  });

  test.each(fixtures.map(({ provenance, bytes }) => [provenance.id, bytes] as const))('%s', (id, bytes) => {
    expect(ourPartAnswers(id, bytes)).toEqual(recorded.get(id));
  });

  test('there are many different ones', () => {
    const answers = [...recorded.values()].flatMap(({ strip, parts }) => [
      ...Object.values(strip),
      ...Object.keys(parts),
    ]);
    expect(new Set(answers).size).toBeGreaterThan(800);
  });
});

describe('stripping', () => {
  const all = made('RDEF SHEX STAT SPDB SDBG RPLY CRPT SMID PERF SDTL PRIV RTS0 ILDN RDEF PRIV');

  test.each([
    ['reflection', 'SHEX=1 SPDB=3 SDBG=4 RPLY=5 CRPT=6 SMID=7 PERF=8 SDTL=9 PRIV=10 RTS0=11 ILDN=12 PRIV=14 retail'],
    ['debug', 'RDEF=0 SHEX=1 STAT=2 CRPT=6 SMID=7 PERF=8 SDTL=9 PRIV=10 RTS0=11 ILDN=12 RDEF=13 PRIV=14 retail'],
    ['testBlobs', 'RDEF=0 SHEX=1 STAT=2 SPDB=3 SDBG=4 RPLY=5 PRIV=10 RTS0=11 ILDN=12 RDEF=13 PRIV=14 retail'],
    [
      'privateData',
      'RDEF=0 SHEX=1 STAT=2 SPDB=3 SDBG=4 RPLY=5 CRPT=6 SMID=7 PERF=8 SDTL=9 RTS0=11 ILDN=12 RDEF=13 retail',
    ],
    [
      'rootSignature',
      'RDEF=0 SHEX=1 STAT=2 SPDB=3 SDBG=4 RPLY=5 CRPT=6 SMID=7 PERF=8 SDTL=9 PRIV=10 ILDN=12 RDEF=13 PRIV=14 retail',
    ],
  ] as const)('%s goes', (flag, left) => {
    expect(shown(stripChunks(all, STRIP_FLAGS[flag], quiet()))).toBe(left);
  });

  test('flags that mean nothing do nothing', () => {
    expect(stripChunks(all, 0xffff_ffe0, quiet())).toEqual(all);
  });

  test('a library keeps its reflection', () => {
    expect(shown(stripChunks(made('RDEF LIBH STAT PRIV'), 0x1f, quiet()))).toBe('RDEF=0 LIBH=1 STAT=2 retail');
    expect(shown(stripChunks(made('RDEF LIBF STAT PRIV'), 0x1f, quiet()))).toBe('LIBF=1 retail');
  });

  test('a debug digest stays a debug digest', () => {
    expect(shown(stripChunks(made('SHEX PRIV', 'debug'), STRIP_FLAGS.privateData, quiet()))).toBe('SHEX=0 debug');
  });

  test('bytes after the last chunk are removed and reported', () => {
    const longer = new Uint8Array([...made('SHEX:3'), 1, 2, 3]);
    new DataView(longer.buffer).setUint32(24, longer.length, true);
    writeChecksum(longer);
    expect(reports((diagnostics) => stripChunks(longer, 0, diagnostics))).toEqual([
      `DX1033 ${longer.length - 3}..${longer.length}`,
      'answered',
    ]);
    expect(shown(stripChunks(longer, 0, quiet()))).toBe('SHEX=0 retail');
  });

  test('misuse throws', () => {
    expect(() => stripShader('x' as never, 0)).toThrow(TypeError);
    expect(() => stripShader(all, 'x' as never)).toThrow(TypeError);
  });
});

describe('parts', () => {
  test('of kinds that hold the same, the newer one is taken; of one kind the first', () => {
    const bytes = made('ISGN ISG1 ISG1 OSGN OSG1 OSG5 PCSG PSG1');
    expect(shown(readBlobPart(bytes, 'allSignatures', quiet()))).toBe('ISG1=1 OSG5=5 PSG1=7 retail');
    expect(shown(readBlobPart(made('OSGN OSG1'), 'outputSignature', quiet()))).toBe('OSG1=1 retail');
  });

  test('payloads come alone, containers with a retail digest', () => {
    const bytes = made('PRIV:3 RTS0:5', 'debug');
    expect(shown(readBlobPart(bytes, 'privateData', quiet()))).toBe('bytes 0 0 0');
    expect(shown(readBlobPart(bytes, 'rootSignature', quiet()))).toBe('RTS0=1 retail');
  });

  test('a payload is a copy', () => {
    const bytes = made('PRIV:3');
    readBlobPart(bytes, 'privateData', quiet())!.fill(9);
    expect(verifyChecksum(bytes).kind).toBe('retail');
  });

  test.each([
    ['nothing of the kind', 'SHEX', 'privateData', 'DX1032'],
    ['one of two missing', 'ISGN', 'inputAndOutputSignature', 'DX1032'],
    ['a number that is no part', 'ISGN', 13, 'DX1037'],
  ] as const)('%s', (_, tags, part, code) => {
    const bytes = made(tags);
    expect(reports((diagnostics) => readBlobPart(bytes, part, diagnostics))).toEqual([`${code} 0..${bytes.length}`]);
  });

  test('misuse throws', () => {
    expect(() => blobPart(made(''), 'nothing' as never)).toThrow(TypeError);
    expect(() => blobPart(made(''), undefined as never)).toThrow(TypeError);
    expect(() => blobPart(undefined as never, 0)).toThrow(TypeError);
  });
});

describe('setting parts', () => {
  const data = latin1Bytes('abc');

  test('all chunks with the tag are removed, the new one is added at the end, the digest keeps its kind', () => {
    const bytes = made('PRIV SHEX PRIV ISGN', 'debug');
    expect(shown(writeBlobPart(bytes, 'privateData', data, quiet()))).toBe('SHEX=1 ISGN=3 PRIV=97 debug');
  });

  test('of two chunks with one tag the first is written twice, which is reported', () => {
    const bytes = made('LIBF LIBF LIBH');
    expect(shown(writeBlobPart(bytes, 'debugName', data, quiet()))).toBe('LIBF=0 LIBF=0 LIBH=2 ILDN=97 retail');
    const [, second, end] = [32, 36, 40].map((at) => u32At(bytes, at));
    expect(reports((diagnostics) => writeBlobPart(bytes, 'debugName', data, diagnostics))).toEqual([
      `DX1045 ${second}..${end}`,
      'answered',
    ]);
  });

  test('a copy that would be out of proportion is refused', () => {
    const bytes = made(`LIBF:4000${' LIBF:0'.repeat(100)}`);
    const answer = reports((diagnostics) => writeBlobPart(bytes, 'debugName', data, diagnostics));
    expect(answer.at(-1)).toBe(`DX1035 0..${bytes.length}`);
  });

  test('a root signature comes in a container', () => {
    expect(shown(writeBlobPart(made('RTS0 SHEX'), 'rootSignature', made('SHEX RTS0:7'), quiet()))).toBe(
      'SHEX=1 RTS0=1 retail',
    );
  });

  test.each([
    ['a part that cannot be set', 'SHEX', 'inputSignature', data, 'DX1037'],
    ['no data', 'SHEX', 'privateData', new Uint8Array(0), 'DX1038'],
    ['no container', 'SHEX', 'rootSignature', data, 'DX1043'],
    ['a container without a root signature', 'SHEX', 'rootSignature', made('SHEX'), 'DX1042'],
  ] as const)('%s', (_, tags, part, bytes, code) => {
    const answer = reports((diagnostics) => writeBlobPart(made(tags), part, bytes, diagnostics));
    expect(answer.map((line) => line.split(' ')[0])).toEqual([code]);
  });

  test('misuse throws', () => {
    expect(() => setBlobPart(made(''), 'privateData', 'x' as never)).toThrow(TypeError);
    expect(() => setBlobPart(made(''), 'nothing' as never, data)).toThrow(TypeError);
  });
});

describe('containers that Microsoft refuses', () => {
  const complete = made('RDEF SHEX PRIV ISGN');
  const edited = (offset: number, value: number, sign = true): Uint8Array => {
    const copy = complete.slice();
    new DataView(copy.buffer).setUint32(offset, value, true);
    if (sign) writeChecksum(copy);
    return copy;
  };
  const first = u32At(complete, 32);
  const last = u32At(complete, 44);

  test.each<[string, Uint8Array, string]>([
    ['no header', complete.slice(0, 31), 'DX1030 0..31'],
    ['another tag', edited(0, 0), 'DX1030 0..32'],
    ['another version', edited(20, 0x1_0001), 'DX1030 20..24'],
    ['a shorter size', edited(24, complete.length - 4), 'DX1030 24..28'],
    ['more chunks than fit', edited(28, 0xffff_ffff), 'DX1030 28..32'],
    ['one chunk less in the table', edited(28, 3), 'DX1030 32..36'],
    ['a chunk elsewhere', edited(40, first), 'DX1030 40..44'],
    ['a gap after a chunk', edited(first + 4, 1), 'DX1030 36..40'],
    ['a chunk that ends after the container', edited(last + 4, 5), `DX1030 ${last + 4}..${last + 8}`],
    ['a wrong digest', edited(4, 0, false), 'DX1031 4..20'],
    ['a wrong layout and a wrong digest', edited(20, 2, false), 'DX1030 20..24'],
  ])('%s', (_, bytes, report) => {
    expect(reports((diagnostics) => stripChunks(bytes, 0, diagnostics))).toEqual([report]);
    expect(reports((diagnostics) => readBlobPart(bytes, 'privateData', diagnostics))).toEqual([report]);
    expect(reports((diagnostics) => writeBlobPart(bytes, 'privateData', complete, diagnostics))).toEqual([report]);
  });

  test('the last chunk may be shorter than what is left', () => {
    expect(shown(stripChunks(edited(last + 4, 1), 0, quiet()))).toBe('RDEF=0 SHEX=1 PRIV=2 ISGN=3 retail');
  });
});

test('names say which parts can be set and which are payloads', () => {
  const names = Object.keys(BLOB_PARTS) as BlobPart[];
  expect(names.filter((name) => settableTag(name) !== undefined)).toEqual([
    'privateData',
    'rootSignature',
    'debugName',
  ]);
  expect(payloadTag('pdb')).toBe('SPDB');
  expect(payloadTag('rootSignature')).toBeUndefined();
});
