/** Personal paths in debug information: found, and replaced without moving anything. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { sdbgChunk } from '../../smith/sdbg.ts';
import { withDbug } from '../../smith/sm1-debug.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, latin1Bytes } from '../../src/base/words.ts';
import { md5, verifyChecksum } from '../../src/container/digest.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { parseMsf, readShaderPdb, restoreShaderPdb, scrubPaths } from '../../src/debug/index.ts';
import { PathScrubber } from '../../src/debug/personal-paths.ts';
import { nameHash, rehashNamedStreams, rehashNames } from '../../src/debug/spdb/pdb-info.ts';
import { openSpdb } from '../../src/debug/spdb/spdb.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const recorded = readRecorded().filter(({ provenance }) => /^debug-(information|stages)\./.test(provenance.id));
const fixture = (id: string) => recorded.find(({ provenance }) => provenance.id === id)!.bytes;

describe('PathScrubber', () => {
  it.each([
    ['C:\\Users\\john\\game\\Lit.hlsl', 'C:\\xxxxx\\xxxx\\xxx1\\Lit.hlsl', 'home'],
    ['c:/users/john/lit.hlsl', 'c:/xxxxx/xxxx/lit.hlsl', 'home'],
    ['/home/john.smith', '/xxxx/xxxxxxxxxx', 'home'],
    ['..\\..\\Users\\anna\\x.h', '..\\..\\xxxxx\\xxxx\\x.h', 'home'],
    ['\\\\BUILD01\\drop\\x.hlsl', '\\\\xxxxxxx\\xxxx\\x.hlsl', 'share'],
    ['Z:\\tmp\\t.hlsl', 'C:\\xxx\\t.hlsl', 'absolute'],
    ['/tmp/build/x.hlsl', '/xxx/xxxxx/x.hlsl', 'absolute'],
  ])('%s', (path, expected, kind) => {
    const scrubber = new PathScrubber();
    expect(scrubber.scrub(path)).toBe(expected);
    expect([...scrubber.found.values()]).toEqual([{ path, kind }]);
    expect(new PathScrubber().scrub(expected)).toBe(expected);
  });

  it.each([
    'shader.hlsl',
    'src/deep/shader.fx',
    'C:\\x.hlsl',
    '#include "common/lit.h"\n// a/b, http://example.org/a\nfloat a = b ? c:/* */d;',
    'x = a ? b://comment\n c;',
  ])('leaves %j', (text) => {
    const scrubber = new PathScrubber();
    expect(scrubber.scrub(text)).toBe(text);
    expect(scrubber.found.size).toBe(0);
  });

  it('finds paths in sources', () => {
    const scrubber = new PathScrubber();
    const text =
      '#line 3 "C:\\\\Users\\\\a b\\\\x.hlsl"\n// from D:\\work\\y.h, and /home/joe/z\nfloat4 f; // "C:\\Users\\a b"';
    const expected =
      '#line 3 "C:\\\\xxxxx\\\\xxx\\\\x.hlsl"\n// from D:\\xxxx\\y.h, and /xxx1/xx1/x\nfloat4 f; // "C:\\xxxxx\\xxx"';
    expect(scrubber.scrub(text)).toBe(expected);
  });

  it('gives different directories different names, whatever the case', () => {
    const scrubber = new PathScrubber();
    const names = ['john', 'anna', 'JOHN', 'mark'].map((name) => scrubber.scrub(`C:\\${name}\\x.h`));
    expect(names).toEqual(['C:\\xxxx\\x.h', 'C:\\xxx1\\x.h', 'C:\\xxxx\\x.h', 'C:\\xxx2\\x.h']);
  });
});

describe('hash tables', () => {
  it('of the compiler stay as they are, or find every name', () => {
    let count = 0;
    for (const { provenance, bytes } of recorded) {
      const chunk = readContainer(bytes, new Diagnostics())?.find(TAG.SPDB);
      const spdb = chunk && openSpdb(chunk.data, new Diagnostics());
      if (spdb === undefined) continue;
      const info = spdb.msf.stream(1)!;
      expect(rehashNamedStreams(info)!.byteLength, provenance.id).toBe(info.byteLength);
      const names = spdb.namedStream('/names')!.slice();
      const view = new DataView(names.buffer);
      const first = 12 + view.getUint32(8, true);
      const buckets = () =>
        Array.from({ length: view.getUint32(first, true) }, (_, i) => view.getUint32(first + 4 + 4 * i, true));
      const before = buckets();
      rehashNames(names);
      expect(buckets().sort(), provenance.id).toEqual(before.sort());
      count++;
    }
    expect(count).toBeGreaterThan(8);
    expect(nameHash(latin1Bytes('inc.h'), 0, 5) % 11).toBe(4);
  });
});

describe('scrubPaths', () => {
  it('keeps everything but the paths', { tags: 'slow' }, () => {
    let count = 0;
    for (const { provenance, bytes } of recorded) {
      const { bytes: made, paths, diagnostics } = scrubPaths(bytes);
      expect(diagnostics, provenance.id).toEqual([]);
      expect(made!.byteLength, provenance.id).toBe(bytes.byteLength);
      expect(scrubPaths(made!), provenance.id).toEqual({ bytes: made, paths: [], diagnostics: [] });
      if (readContainer(bytes, new Diagnostics()) !== undefined) expect(verifyChecksum(made!).kind).toBe('retail');
      let text = disassemble(bytes).text;
      const scrubber = new PathScrubber();
      for (const { path } of paths) text = text.replaceAll(`"${path}"`, `"${scrubber.scrub(path)}"`);
      expect(disassemble(made!).text, provenance.id).toBe(text);
      count += paths.length;
    }
    expect(count).toBeGreaterThan(0);
  });

  it('changes names of files in DBUG and SDBG, and the sources in SDBG', () => {
    const program = Uint32Array.of(0xffff_0200, 0x0000_ffff);
    const parts = {
      files: ['C:\\Users\\ann\\a.hlsl', 'b.hlsl'],
      lines: [],
      variables: [],
      entryPoint: null,
      creator: 'c',
    };
    const stream = Buffer.from(scrubPaths(bytesOf(withDbug(program, parts))).bytes!).toString('latin1');
    expect(stream).toContain('C:\\xxxxx\\xxx\\a.hlsl\0');
    expect(stream).toContain('b.hlsl\0');
    const data = sdbgChunk({
      files: [['/home/ann/a.hlsl', '// /home/ann/b']],
      tokens: [],
      variables: [],
      scalars: [],
      instructions: [],
    });
    const scrubbed = scrubPaths(serializeContainer([{ tag: TAG.SDBG, data }]));
    expect(Buffer.from(scrubbed.bytes!).toString('latin1')).not.toContain('home');
    expect(scrubbed.paths.map(({ path }) => path)).toEqual(['/home/ann/a.hlsl', '/home/ann/b']);
  });

  it('reports what is no shader', () => {
    expect(scrubPaths(new Uint8Array(8))).toMatchObject({
      bytes: undefined,
      paths: [],
      diagnostics: [{ code: 'DX0001' }],
    });
    expect(scrubPaths(fixture('debug-information.main.ps_5_0.0x1.stripped')).paths).toEqual([]);
  });
});

it('md5', () => {
  const hex = (text: string) => Buffer.from(md5(latin1Bytes(text))).toString('hex');
  expect(hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  expect(hex('abc')).toBe('900150983cd24fb0d6963f7d28e17f72');
  expect(hex('1234567890'.repeat(8))).toBe('57edf4a22be3c955ac49da2e2107b67a');
});

it('leaves no path in bytes that belong to no stream', () => {
  // Compilers leave what was in their memory after the end of a stream, in its last block.
  const PIXEL = fixture('debug-information.main.ps_5_0.0x1');
  const { pdb } = readShaderPdb(PIXEL);
  const { source } = parseMsf(pdb!).value!;
  const names = source!.streams.findIndex(
    ({ size, exists }) => exists && size % source!.blockSize > 0 && size % source!.blockSize < 400,
  );
  const { size, blocks } = source!.streams[names]!;
  const left = pdb!.slice();
  const at = blocks.at(-1)! * source!.blockSize + (size % source!.blockSize) + 3;
  left.set(Buffer.from('c:\\users\\john\\x.hlsl\0'), at);
  const shader = restoreShaderPdb(PIXEL, left).bytes!;
  const { bytes, paths } = scrubPaths(shader);
  expect(paths.map(({ path }) => path)).toContain('c:\\users\\john\\x.hlsl');
  expect(Buffer.from(bytes!).includes('john')).toBe(false);
  expect(bytes!.byteLength).toBe(shader.byteLength);
  expect(parseMsf(readShaderPdb(bytes!).pdb!).value!.streams).toEqual(
    parseMsf(readShaderPdb(scrubPaths(PIXEL).bytes!).pdb!).value!.streams,
  );
});
