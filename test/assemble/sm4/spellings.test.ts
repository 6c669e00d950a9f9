/**
 * Listings as other tools and older compilers write them. Expected bytes are those of Microsoft's compiler: its
 * recorded listings are rewritten to the other spelling, and must give the recorded shader.
 */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { assemble, assembleUnvalidated } from '../../../src/assemble/assemble.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

const FIXTURES = readRecorded().filter(({ provenance: { how, profile } }) => {
  return how === 'compiled' && /^[pvghdc]s_[45]_[01]$/.test(profile ?? '');
});
const bytesOf = (id: string) => FIXTURES.find(({ provenance }) => provenance.id === id)!.bytes;

interface Spelling {
  readonly name: string;
  readonly from: RegExp;
  readonly to: string;
  /** Fixtures that have it, at least. */
  readonly count: number;
}

const SPELLINGS: readonly Spelling[] = [
  { name: 'offsets without _aoffimmi', from: /_aoffimmi/g, to: '', count: 15 },
  { name: 'dcl_input_ps_sgv without a mode', from: /(dcl_input_ps_sgv) constant/g, to: '$1', count: 10 },
  { name: 'discard without a test', from: /discard_nz l\(-1\)/g, to: 'discard l(-1)', count: 4 },
  { name: 'a semicolon after each instruction', from: /^([a-z][^"\n]*[^ \n])$/gm, to: '$1;', count: 250 },
  {
    name: 'a comment after each instruction',
    from: /^( *[a-z][^"\n]*[^ \n])$/gm,
    to: '$1 // (1,0,0) ; l(1',
    count: 250,
  },
  { name: 'line ends of Windows and a final NUL', from: /\n(?![\s\S]*\n)/g, to: '\r\n\0', count: 250 },
];

describe('listings of older compilers and other tools give the same bytes', () => {
  test.each(SPELLINGS)('$name', { tags: 'slow' }, ({ from, to, count }) => {
    const differing: string[] = [];
    let rewritten = 0;
    for (const { provenance, bytes } of FIXTURES) {
      const listing = disassemble(bytes, { exact: true }).text;
      const text = listing.replace(from, to);
      if (text === listing) continue;
      rewritten++;
      const again = assembleUnvalidated(text).bytes;
      const expected = assembleUnvalidated(listing).bytes!;
      if (again === undefined || Buffer.compare(again, expected) !== 0) differing.push(provenance.id);
    }
    expect(differing).toEqual([]);
    expect(rewritten).toBeGreaterThanOrEqual(count);
  });

  test('an original whose listing is rewritten stays as it is with `into`', () => {
    const bytes = bytesOf('raw-buffers-4x.vertex.vs_4_0');
    const text = `${disassemble(bytes).text.replaceAll(/^(\w.*\S)$/gm, '$1 ;')}\0`;
    expect(assemble(text, { into: bytes })).toEqual({ bytes, diagnostics: [] });
  });

  test('offsets in parentheses belong to instructions that read views', () => {
    const codes = (line: string) => assemble(`ps_5_0\n${line}\n`).diagnostics.map(({ code }) => code);
    expect(codes('mov(1,0,0) r0.x, r1.x')).toContain('DX3104');
    expect(codes('discard r0.x')).toContain('DX3121');
    expect(codes('discard l(0)')).toContain('DX3121');
    expect(codes('dcl_input_ps v0.x')).toContain('DX3111');
  });
});

describe('raw and structured buffers in 4.x', () => {
  const IDS = ['vertex.vs_4_0', 'vertex.vs_4_1', 'primitive.gs_4_0', 'pixel.ps_4_0', 'group.cs_4_0'];
  test.each(IDS)('%s: the listing gives the file back', (id) => {
    const bytes = bytesOf(`raw-buffers-4x.${id}`);
    expect(assemble(disassemble(bytes).text)).toEqual({ bytes, diagnostics: [] });
  });

  test.each(IDS)('%s: instructions alone are valid', (id) => {
    const { bytes, diagnostics } = assemble(disassemble(bytesOf(`raw-buffers-4x.${id}`), { header: false }).text);
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(bytes).toBeDefined();
  });

  test('a program that is put into an original takes its features along', () => {
    const after = disassemble(bytesOf('raw-buffers-4x.pixel.ps_4_0')).text;
    const before = assemble('ps_4_0\ndcl_input_ps constant v0.x\ndcl_output o0.xyzw\nmov o0.xyzw, v0.xxxx\nret\n')
      .bytes!;
    const { diagnostics } = assemble(after, { into: before });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('buffers with registers and components in place of offsets', () => {
  /** The comment of a modding tool for bytes `offset` to `offset + size`. */
  function index(offset: number, size: number | undefined): string {
    const first = offset >> 4;
    if (size === undefined) return `// Index: ${String(first).padStart(4)}`;
    const last = (offset + size - 1) >> 4;
    const end = ((offset + size - 1) & 15) >> 2;
    const rows = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const letters = 'xyzw'.slice((offset & 15) >> 2, end + 1);
    const more = end < 3 ? `.${'xyzw'[end]}` : '';
    const text =
      rows.length === 1 ? `${first}.${letters}` : rows.length > 4 ? `${first}-${last}${more}` : rows.join(' ') + more;
    return `// Index: ${text.padStart(4).padEnd(18)} Components: ${String(size / 4).padStart(5)}`;
  }

  test('give the same definitions', { tags: 'slow' }, () => {
    let rewritten = 0;
    for (const { provenance, bytes } of FIXTURES) {
      const listing = disassemble(bytes, { exact: true }).text;
      const offsets = [...listing.matchAll(/\/\/ Offset: +(\d+)(?: Size: +(\d+))?/g)];
      // Members that begin within a register, and sizes that are no components, cannot be written so.
      const spanOf = ([, offset, size]: readonly string[]) =>
        size === undefined ? Number(offset) % 16 === 0 : Number(size) % 4 === 0 && Number(size) > 0;
      if (offsets.length === 0 || !offsets.every(spanOf) || listing.includes('Offset:  N/A')) continue;
      rewritten++;
      const text = listing.replace(/\/\/ Offset: +(\d+)(?: Size: +(\d+))?/g, (_, offset: string, size?: string) =>
        index(Number(offset), size === undefined ? undefined : Number(size)),
      );
      expect(assembleUnvalidated(text).bytes, provenance.id).toEqual(assembleUnvalidated(listing).bytes);
    }
    expect(rewritten).toBeGreaterThan(100);
  });
});

test('a text with a final NUL is a listing', () => {
  const bytes = new TextEncoder().encode('ps_4_0\nret\n\0');
  expect(detectFormat(bytes)).toEqual({ format: 'listing', profile: 'ps_4_0' });
});

test('the hint for a view in 4.x is about the text', () => {
  const text =
    'ps_4_0\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_output o0.xyzw\nld_indexable(texture2d)(float,float,float,float) o0.xyzw, l(0, 0, 0, 0), t0.xyzw\nret\n';
  const hints = assemble(text)
    .diagnostics.filter(({ code }) => code === 'DX3408')
    .map(({ hint }) => hint);
  // Its dimension and its return types are two tokens, but one suffix of the text.
  expect(hints).toHaveLength(1);
  expect(hints[0]).toContain('`ld`');
  expect(hints[0]).toContain('--no-validate');
});
