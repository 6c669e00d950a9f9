/**
 * Programs that are put into an original: what stays and what changes. The steps of docs/assembly.md are run as they stand there,
 * with the built program.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assemble } from '../../../src/assemble/assemble.ts';
import { alignLines } from '../../../src/assemble/sm4/alignment.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { type Container, parseContainer } from '../../../src/container/dxbc.ts';
import { pickChunks } from '../../../src/container/shader-chunks.ts';
import { parseStat } from '../../../src/container/stat.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { disassemble } from '../../../src/text/listing.ts';
import { RECORDED, readRecorded, recordedText } from '../../../tools/fixtures/recorded.ts';
import { Random } from '../../support/smith/random.ts';

const directory = mkdtempSync(join(tmpdir(), 'dxlens-into-'));
afterAll(() => rmSync(directory, { recursive: true }));

const containerOf = (bytes: Uint8Array): Container => parseContainer(bytes, new Diagnostics())!;
const fixtures = readRecorded();
const bytesOf = (id: string) => fixtures.find(({ provenance }) => provenance.id === id)!.bytes;
const listingOf = (bytes: Uint8Array) => disassemble(bytes).text;
const codesOf = (diagnostics: readonly { readonly code: string }[]) => diagnostics.map(({ code }) => code);

const TONE = 'post-effects.tone.ps_5_0';

/** The instructions of the program in a container, as hexadecimal words. */
function instructionsOf(bytes: Uint8Array): string[] {
  const container = containerOf(bytes);
  const program = readSm4(wordsOf(pickChunks(container, new Diagnostics()).program!.data));
  return Array.from({ length: program.count }, (_, i) => {
    const end = i + 1 < program.count ? program.starts[i + 1]! : program.end;
    return [...program.words.subarray(program.starts[i]!, end)].map((word) => word.toString(16)).join(' ');
  });
}

function chunkHex(bytes: Uint8Array): [string, string][] {
  return containerOf(bytes).chunks.map(({ name, data }) => [name, Buffer.from(data).toString('hex')]);
}

function statisticsOf(bytes: Uint8Array) {
  const container = containerOf(bytes);
  return parseStat(container, pickChunks(container, new Diagnostics()).statistics!, new Diagnostics()).all();
}

describe('a constant and an instruction of a ps_5_0 are changed', () => {
  const page = readFileSync('docs/assembly.md', 'utf8');
  const steps = /```sh\n([^`]*)```/.exec(page)![1]!;
  copyFileSync(join(RECORDED, `${TONE}.bin`), join(directory, 'tone.cso'));
  const bin = join(directory, 'dxlens');
  writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli/main.cjs')}' "$@"\n`, { mode: 0o755 });
  const run = spawnSync('sh', ['-c', steps], {
    cwd: directory,
    encoding: 'latin1',
    env: { ...process.env, PATH: `${directory}:${process.env.PATH}` },
  });
  const read = (name: string) => new Uint8Array(readFileSync(join(directory, name)));

  test('the steps of the page run, without a warning, and show two lines', () => {
    expect(run.stderr).toBe('');
    expect(run.stdout.split('\n').filter((line) => line.startsWith('>'))).toHaveLength(2);
    expect(run.stdout).toContain('0x3f000000');
    expect(run.stdout).toContain('mul_sat');
  });

  test('the listing of the result is the text', () => {
    expect(readFileSync(join(directory, 'back.asm'), 'latin1')).toBe(
      readFileSync(join(directory, 'changed.asm'), 'latin1'),
    );
  });

  test('only their words, STAT and the digest differ', () => {
    const [before, after] = [bytesOf(TONE), read('changed.cso')];
    const [old, now] = [instructionsOf(before), instructionsOf(after)];
    expect(now.length).toBe(old.length);
    const changed = now.flatMap((words, i) => (words === old[i] ? [] : [i]));
    expect(changed).toHaveLength(2);
    const [oldChunks, newChunks] = [chunkHex(before), chunkHex(after)];
    expect(newChunks.map(([name]) => name)).toEqual(oldChunks.map(([name]) => name));
    for (const [i, [name, data]] of oldChunks.entries()) {
      if (name !== 'SHEX' && name !== 'STAT') expect(newChunks[i]![1], name).toBe(data);
    }
    expect(containerOf(after).digest).toBe('retail');
    // A division and a multiplication count alike.
    expect(statisticsOf(after)).toEqual(statisticsOf(before));
  });
});

test('statistics are counted again', () => {
  const before = bytesOf(TONE);
  const text = listingOf(before).replace('mul o0.xyz, r0.wwww, r0.xyzx', 'mov o0.xyz, r0.xyzx\nnop');
  const { bytes, diagnostics } = assemble(text, { into: before });
  expect(diagnostics).toEqual([]);
  const old = statisticsOf(before);
  expect(statisticsOf(bytes!)).toEqual({
    ...old,
    instructionCount: old.instructionCount! + 1,
    floatInstructionCount: old.floatInstructionCount! - 1,
    movInstructionCount: old.movInstructionCount! + 1,
  });
});

test('a text that was not changed gives the original, whatever its literals', () => {
  let count = 0;
  for (const { provenance, bytes } of fixtures) {
    if (provenance.how !== 'compiled' || !/\.[vpghdc]s_[45]_[01]/.test(provenance.id)) continue;
    const text = recordedText(provenance);
    if (text === undefined) continue;
    const { bytes: again, diagnostics } = assemble(text, { into: bytes });
    expect(
      diagnostics.filter(({ severity }) => severity !== 'note'),
      provenance.id,
    ).toEqual([]);
    expect(Buffer.compare(again!, bytes), provenance.id).toBe(0);
    count++;
  }
  expect(count).toBeGreaterThan(200);
});

test('only changed lines tell of literals that are not exact', () => {
  const before = bytesOf(TONE);
  const text = listingOf(before).replace('mul r1.xyz, r1.xyzx, l(0.416667', 'mul_sat r1.xyz, r1.xyzx, l(0.416667');
  const { diagnostics } = assemble(text, { into: before });
  const line = text.split('\n').findIndex((one) => one.startsWith('mul_sat')) + 1;
  expect(new Set(codesOf(diagnostics))).toEqual(new Set(['DX3114']));
  expect(new Set(diagnostics.map((one) => one.line))).toEqual(new Set([line]));
  const [first] = diagnostics;
  expect(text.slice(first!.span.start, first!.span.end)).toBe('0.416667');
});

test('listings with numbers and offsets keep the words of the original, too', () => {
  const before = bytesOf(TONE);
  for (const options of [{ numbers: true }, { offsets: true }, { numbers: true, offsets: true }, { hex: true }]) {
    const { bytes, diagnostics } = assemble(disassemble(before, options).text, { into: before });
    expect(diagnostics).toEqual([]);
    expect(Buffer.compare(bytes!, before)).toBe(0);
  }
});

describe('refused, or warned of', () => {
  const before = bytesOf(TONE);
  const program = listingOf(before).slice(listingOf(before).indexOf('ps_5_0\n'));

  test.each([
    ['another model', program.replace('ps_5_0', 'ps_5_1'), before, ['DX3221']],
    ['another stage', 'vs_5_0\nret\n', before, ['DX3221']],
    ['no container', program, new Uint8Array(64), ['DX3220']],
    ['a text of shader model 2', 'ps_2_0\nmov oC0, c0\n', before, ['DX3224']],
    ['two programs', `${program}${program}`, before, ['DX3202']],
    ['no program', '// nothing\n', before, ['DX3224']],
  ])('%s', (_, text, into, codes) => {
    const { bytes, diagnostics } = assemble(text, { into });
    expect(codesOf(diagnostics)).toEqual(codes);
    expect(bytes).toBeUndefined();
  });

  test.each([
    ['an input', 'dcl_input_ps linear v5.xy', 'DX3222'],
    ['more components of one', 'dcl_input_ps linear v0.xyzw', 'DX3222'],
    ['an output', 'dcl_output o3.x', 'DX3222'],
    ['a depth', 'dcl_output oDepth', 'DX3222'],
    ['a texture', 'dcl_resource_texture2d (float,float,float,float) t7', 'DX3223'],
    ['a constant buffer', 'dcl_constantbuffer CB9[1], immediateIndexed', 'DX3223'],
  ])('%s that the original does not have', (_, declaration, code) => {
    const text = program.replace('dcl_temps', `${declaration}\ndcl_temps`);
    const { bytes, diagnostics } = assemble(text, { into: before, validate: false });
    expect(codesOf(diagnostics)).toEqual([code]);
    const { start, end } = diagnostics[0]!.span;
    expect(text.slice(start, end)).toBe(declaration);
    expect(bytes).toBeDefined();
  });

  test('the validator refuses an input that the signature does not have', () => {
    const text = program.replace('dcl_temps', 'dcl_input_ps linear v5.x\ndcl_temps');
    const { bytes, diagnostics } = assemble(text, { into: before });
    expect(bytes).toBeUndefined();
    expect(codesOf(diagnostics)).toEqual(['DX3330', 'DX3222']);
  });

  test('what is no bytes is a misuse', () => {
    expect(() => assemble(program, { into: 'tone.cso' as unknown as Uint8Array })).toThrow(TypeError);
  });
});

test('the digest of debug messages stays', () => {
  const debug = fixtures.find(({ bytes }) => parseContainer(bytes, new Diagnostics())?.digest === 'debug')!;
  const text = listingOf(debug.bytes).replace('\nret \n', '\nnop\nret \n');
  const { bytes } = assemble(text, { into: debug.bytes });
  expect(containerOf(bytes!).digest).toBe('debug');
});

describe('alignment of lines', () => {
  test.each<[string, string, number[]]>([
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'ac', [0, 2]],
    ['ac', 'abc', [0, -1, 1]],
    ['aabaa', 'aaxaa', [0, 1, -1, 3, 4]],
    ['abcdef', 'badcfe', [-1, 0, -1, 2, -1, 4]],
    ['', 'ab', [-1, -1]],
    ['ab', '', []],
  ])('%s and %s', (before, after, expected) => {
    const aligned = [...alignLines([...before], [...after])];
    if (before !== 'abcdef') expect(aligned).toEqual(expected);
    const found = aligned.filter((place) => place >= 0);
    expect(found).toHaveLength(expected.filter((place) => place >= 0).length);
  });

  test('keeps the order and pairs equal lines only', () => {
    const random = new Random(7);
    for (let round = 0; round < 500; round++) {
      const line = () => 'abcdefgh'[random.below(8)]!;
      const before = Array.from({ length: random.below(12) }, line);
      const after = random.oneIn(3)
        ? Array.from({ length: random.below(12) }, line)
        : before.filter(() => !random.oneIn(4));
      let last = -1;
      alignLines(before, after).forEach((place, i) => {
        if (place < 0) return;
        expect(place).toBeGreaterThan(last);
        expect(before[place]).toBe(after[i]);
        last = place;
      });
    }
  });
});
