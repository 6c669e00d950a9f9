/** The public readers and writers of containers: what they return, and which inputs they take. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { wordBytes } from '../../smith/bytes.ts';
import { latin1Bytes } from '../../src/base/words.ts';
import * as chunks from '../../src/chunks/index.ts';
import { verifyChecksum } from '../../src/container/digest.ts';
import { removeChunks } from '../../src/container/edit.ts';
import * as containers from '../../src/container/index.ts';
import { STRIP_FLAGS } from '../../src/container/parts.ts';
import { TAG } from '../../src/container/tags.ts';
import { openShaderFile, parseCArrays } from '../../src/file/index.ts';

/** A recorded fixture. */
function fixture(id: string): Uint8Array {
  return readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;
}

const SHADER = fixture('container-parts.main.ps_5_0');

/** The readers of chunks, by the tags that they read. */
const PARSERS = {
  RDEF: chunks.parseRdef,
  ISGN: chunks.parseSignature,
  OSGN: chunks.parseSignature,
  STAT: chunks.parseStat,
} as const;

describe('readers of chunks', () => {
  const container = containers.parseContainer(SHADER).value!;

  test.each(Object.entries(PARSERS))('%s', (name, parse: containers.ChunkParser<unknown>) => {
    const chunk = container.find(TAG[name as keyof typeof PARSERS])!;
    const { value, diagnostics } = parse(container, chunk);
    expect(value).toBeDefined();
    expect(diagnostics).toEqual([]);
  });

  test('return what can be read of a damaged chunk, and what is wrong', () => {
    const chunk = container.find(TAG.RDEF)!;
    const offset = container.bytes.byteLength - 8;
    const { value, diagnostics } = chunks.parseRdef(container, { ...chunk, offset, data: chunk.data.subarray(0, 0) });
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({ severity: 'error', span: { unit: 'byte', start: offset + 8 } });
  });

  test('of other inputs', () => {
    expect(containers.parseContainer(new Uint8Array(3)).value).toBeUndefined();
    expect(containers.parseContainer(new Uint8Array(3)).diagnostics[0]!.code).toBe('DX1001');
    expect(parseCArrays(latin1Bytes('BYTE a[] = {1, 2')).value).toEqual([
      { name: 'a', bytes: wordBytes(0x201).slice(0, 2), elementSize: 1, offset: 11, end: 16 },
    ]);
    expect(parseCArrays(latin1Bytes('BYTE a[] = {1, 2')).diagnostics.map(({ code }) => code)).toEqual(['DX0007']);
    expect(chunks.parseConstantTable(new Uint8Array(4)).value!.constants).toEqual([]);
  });
});

describe('functions that make bytes', () => {
  test('a container that was not changed is the same', () => {
    const { value, diagnostics } = containers.decodeContainer(SHADER);
    expect(diagnostics).toEqual([]);
    expect(containers.encodeContainer(value!)).toEqual({ bytes: SHADER, diagnostics: [] });
    const { bytes } = containers.encodeContainer({ ...value!, chunks: removeChunks(value!.chunks, 'STAT') });
    expect(containers.parseContainer(bytes!).value!.find(TAG.STAT)).toBeUndefined();
  });

  test('updateChecksum', () => {
    const spoiled = SHADER.slice();
    spoiled[4]! ^= 1;
    expect(verifyChecksum(spoiled).kind).toBeUndefined();
    expect(containers.updateChecksum(spoiled)).toEqual({ bytes: SHADER, diagnostics: [] });
    expect(verifyChecksum(containers.updateChecksum(spoiled, 'debug').bytes!).kind).toBe('debug');
    expect(containers.updateChecksum(new Uint8Array(3)).bytes).toBeUndefined();
  });

  test('parts', () => {
    const { bytes, diagnostics } = containers.stripShader(SHADER, STRIP_FLAGS.reflection);
    expect(diagnostics).toEqual([]);
    expect(containers.parseContainer(bytes!).value!.find(TAG.RDEF)).toBeUndefined();
    expect(containers.blobPart(SHADER, 'inputSignature').bytes).toBeDefined();
    expect(containers.blobPart(SHADER, 'xnaShader')).toMatchObject({
      bytes: undefined,
      diagnostics: [{ code: 'DX1032' }],
    });
    const tagged = containers.setBlobPart(SHADER, 'privateData', latin1Bytes('mine')).bytes!;
    expect(containers.blobPart(tagged, 'privateData').bytes).toEqual(latin1Bytes('mine'));
  });

  test('take any kind of bytes, and nothing else', () => {
    const buffer = SHADER.slice().buffer;
    const inputs = [SHADER, buffer, new DataView(buffer), Buffer.from(SHADER)];
    for (const input of inputs) {
      expect(containers.parseContainer(input).value!.chunks).toHaveLength(
        containers.parseContainer(SHADER).value!.chunks.length,
      );
      expect(containers.updateChecksum(input).bytes).toEqual(SHADER);
      expect(openShaderFile(input).profile).toBe('ps_5_0');
    }
    const calls = [
      containers.parseContainer,
      containers.decodeContainer,
      containers.updateChecksum,
      openShaderFile,
      parseCArrays,
    ];
    for (const call of calls) expect(() => call('x' as never)).toThrow(TypeError);
    expect(() => containers.setBlobPart(SHADER, 'privateData', 'x' as never)).toThrow(/^setBlobPart: data must be/);
  });
});
