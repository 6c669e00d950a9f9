/** Opening a file: its format, the array of a C source, and which programs it has. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import { latin1Bytes, u32At } from '../../src/base/words.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { reflect } from '../../src/reflect/index.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { validate } from '../../src/validate/validate.ts';

/** A recorded fixture. */
function fixture(id: string): Uint8Array {
  return readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;
}

describe('a container with both SHDR and SHEX', () => {
  const SHDR = wordBytes(0x40, 3, 0x0100003e);
  const SHEX = wordBytes(0x50050, 7, 0x0400009b, 3, 4, 5, 0x0100003e);

  test.each([
    ['as recorded', fixture('two-programs')],
    ['SHDR first', containerOf({ SHDR, SHEX, ISGN: wordBytes(0, 8), OSGN: wordBytes(0, 8) })],
    ['SHEX first', containerOf({ SHEX, SHDR, ISGN: wordBytes(0, 8), OSGN: wordBytes(0, 8) })],
  ])('has the program of SHEX for every verb: %s', (_, bytes) => {
    const { format, profile, programs, programChunk, diagnostics } = openShaderFile(bytes);
    expect({ format, profile, diagnostics }).toEqual({ format: 'dxbc', profile: 'cs_5_0', diagnostics: [] });
    expect(programs.map(({ isa, chunk, words }) => [isa, chunk, words[0]])).toEqual([['sm4', 'SHEX', 0x50050]]);
    expect(programs[0]!.offset).toBe(programChunk!.offset + 8);
    expect(u32At(bytes, programs[0]!.offset)).toBe(0x50050);

    const listing = disassemble(bytes);
    expect([listing.profile, /^[a-z]s_._./m.exec(listing.text)![0]]).toEqual(['cs_5_0', 'cs_5_0']);
    const validated = validate(bytes);
    expect([validated.profile, validated.valid, validated.programs[0]!.chunk]).toEqual(['cs_5_0', true, 'SHEX']);
    const { reflection } = reflect(bytes);
    expect(reflection).toMatchObject({ profile: 'cs_5_0', version: 0x50050, threadGroupSize: [3, 4, 5] });
  });
});

describe('programs', () => {
  test('of a token stream', () => {
    const { format, profile, programs, container, cArray } = openShaderFile(wordBytes(0xffff0200, 0xffff));
    expect({ format, profile, container, cArray }).toEqual({
      format: 'sm1',
      profile: 'ps_2_0',
      container: undefined,
      cArray: undefined,
    });
    expect(programs).toEqual([
      { isa: 'sm1', words: new Uint32Array([0xffff0200, 0xffff]), offset: 0, level9: false, chunk: undefined },
    ]);
  });

  test('of feature level 9 follow the main one', () => {
    const bytes = fixture('level-9-pixel.main.ps_4_0_level_9_1');
    const { programs } = openShaderFile(bytes);
    expect(programs.map(({ isa, chunk, level9 }) => [isa, chunk, level9])).toEqual([
      ['sm4', 'SHEX', false],
      ['sm1', 'Aon9', true],
    ]);
    for (const { words, offset } of programs) expect(u32At(bytes, offset)).toBe(words[0]);
  });

  test('are none in other formats', () => {
    for (const bytes of [new Uint8Array(0), wordBytes(0x54580100), latin1Bytes('ps_2_0\n'), fixture('library.lib_4_0')])
      expect(openShaderFile(bytes).programs).toEqual([]);
  });
});

describe('a C source', () => {
  const shader = wordBytes(0xffff0200, 0xffff);

  test('is opened as the shader in it', () => {
    const { cArray, bytes, format, profile, programs, diagnostics } = openShaderFile(
      latin1Bytes(`const BYTE g_main[] = { ${shader.join()} };`),
    );
    expect({ format, profile, diagnostics }).toEqual({ format: 'sm1', profile: 'ps_2_0', diagnostics: [] });
    expect(cArray).toMatchObject({ name: 'g_main', bytes: shader });
    expect(bytes).toEqual(shader);
    expect(programs).toHaveLength(1);
  });

  test('is read once: what is wrong with it is reported once, and what is wrong in the array names the array', () => {
    const broken = containerOf({ SHDR: wordBytes(0x40, 2), ISGN: wordBytes(0, 8), OSGN: wordBytes(0, 8) });
    broken[4]! ^= 1;
    const text = latin1Bytes(`BYTE other[] = {1}; BYTE it[] = {${broken.join()}`);
    const note = 'the offset counts in the array it';
    const expected = [
      ['DX0007', []],
      ['DX0009', []],
      ['DX1003', [note]],
    ];
    const listed = ({ diagnostics }: { diagnostics: readonly { code: string; notes: readonly string[] }[] }) =>
      diagnostics.slice(0, 3).map(({ code, notes }) => [code, notes]);
    expect(listed(openShaderFile(text))).toEqual(expected);
    expect(listed(disassemble(text))).toEqual(expected);
    expect(listed(validate(text)).map(([code]) => code)).toContain('DX0009');
  });
});
