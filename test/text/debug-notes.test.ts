/** Debug information in listings. What the lines look like is compared with Microsoft's in test/golden and live. */
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Random } from '../../smith/random.ts';
import { damageSdbg, randomSdbg, sdbgChunk } from '../../smith/sdbg.ts';
import { damageDbug, randomDbug, withDbug } from '../../smith/sm1-debug.ts';
import { validSm1Words } from '../../smith/sm1-valid.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf } from '../../src/base/words.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { SDBG_HEADER } from '../../src/debug/sdbg/view.ts';
import { disassemble } from '../../src/text/disassemble.ts';

/** `ret` of ps_4_0. */
const RET = Uint32Array.of(0x40, 3, 0x0100_003e);

function withSdbg(data: Uint8Array): Uint8Array {
  return serializeContainer(
    [
      { tag: TAG.SHDR, data: bytesOf(RET) },
      { tag: TAG.SDBG, data },
    ],
    'retail',
  );
}

describe('DBUG', () => {
  test('tables outside the shader are reported, and what is there is listed', () => {
    // mov r0, c0
    const program = Uint32Array.of(0xffff_0200, 0x0200_0001, 0x800f_0000, 0xa0e4_0000, 0x0000_ffff);
    const words = withDbug(program, { ...randomDbug(program, new Random(1)), files: ['a'], lines: [[7, 0, 1]] });
    words[3 + 7] = 0xffff_ffff;
    const { text, diagnostics } = disassemble(bytesOf(words));
    expect(diagnostics.map(({ code }) => code)).toContain('DX0201');
    expect(diagnostics.find(({ code }) => code === 'DX0201')!.span).toEqual({ unit: 'byte', start: 40, end: 48 });
    expect(text).toContain('#line 7 "a"');
  });

  test('a comment that is too short is reported', () => {
    const words = Uint32Array.of(0xffff_0200, 0x0003_fffe, 0x4755_4244, 0, 0, 0x0000_ffff);
    expect(disassemble(bytesOf(words)).diagnostics.map(({ code }) => code)).toEqual(['DX0200']);
  });

  test('damage never throws', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = new Random(seed);
      const program = validSm1Words(random);
      const words = withDbug(program, randomDbug(program, random));
      damageDbug(words, random);
      expect(disassemble(bytesOf(words)).text).not.toBe('');
    }
  });

  test('without debug information the listing is that of the program alone', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = new Random(seed);
      const program = validSm1Words(random);
      const words = withDbug(program, randomDbug(program, random));
      const options = { debug: false } as const;
      expect(disassemble(bytesOf(words), options).text).toBe(disassemble(bytesOf(program), options).text);
    }
  });
});

describe('SDBG', () => {
  test('an area of texts outside the container is reported where the header names it', () => {
    const data = sdbgChunk({
      files: [['a.hlsl', '']],
      tokens: [[0, 12, 1, 'color']],
      scalars: [],
      variables: [],
      instructions: [{ id: 0, outputCount: 0, outputs: [], token: 0 }],
    });
    new DataView(data.buffer, data.byteOffset).setUint32(SDBG_HEADER.texts, 0x10_0000, true);
    const bytes = withSdbg(data);
    const start = bytes.byteLength - data.byteLength + SDBG_HEADER.texts;
    const spans = disassemble(bytes).diagnostics.flatMap(({ code, span }) => (code === 'DX0206' ? [span] : []));
    expect(spans[0]).toEqual({ unit: 'byte', start, end: start + 4 });
  });

  test('the line and the values of what an instruction writes', () => {
    const data = sdbgChunk({
      files: [['a.hlsl', '']],
      tokens: [[0, 12, 1, 'color']],
      variables: [[0, 4]],
      scalars: [[3, 0, 2]],
      instructions: [
        {
          id: 0,
          outputCount: 1,
          outputs: [
            {
              held: [[0, 0, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0, 0x3f80_0000, 0, 0]],
              indexRegister: 0xffff_ffff,
              indexComponent: 0,
            },
          ],
          token: 0,
        },
      ],
    });
    // As Microsoft lists it.
    const { text } = disassemble(withSdbg(data), { header: false });
    expect(text).toBe('ps_4_0\n\n#line 12 "a.hlsl"\nret   // color<2:[0f,1f]>\n');
  });

  test('tables and texts outside the container are reported', () => {
    const data = sdbgChunk(randomSdbg(new Random(3), 1));
    new DataView(data.buffer).setUint32(52, 0x1000_0000, true);
    const { diagnostics } = disassemble(withSdbg(data));
    expect(diagnostics.map(({ code }) => code)).toContain('DX0205');
    expect(disassemble(withSdbg(new Uint8Array(4))).diagnostics.map(({ code }) => code)).toContain('DX0204');
  });

  test('damage never throws', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const data = sdbgChunk(randomSdbg(random, 1));
      damageSdbg(data, random);
      expect(disassemble(withSdbg(data)).text).toContain('ret');
    }
  });
});

test('a program database takes precedence over SDBG', () => {
  const { bytes } = readRecorded().find(({ provenance }) => provenance.id === 'debug-information.main.ps_5_0.0x1')!;
  const { chunks } = readContainer(bytes, new Diagnostics())!;
  const data = sdbgChunk(randomSdbg(new Random(1), 4));
  expect(chunks.some(({ tag }) => tag === TAG.SPDB)).toBe(true);
  const both = disassemble(serializeContainer([...chunks, { tag: TAG.SDBG, data }], 'retail'));
  expect(both.text).toBe(disassemble(bytes).text);
});
