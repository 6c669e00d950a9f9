/** The listing of the explorer: the text of the library, with the bytes of each line and parts with roles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../fixtures/fx2-effects.ts';
import { readRecorded } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { explainContainer } from '../../src/explain/sections.ts';
import { openShaderFile, type ShaderFile } from '../../src/file/shader-file.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { diagnosticLines } from '../../web/src/model/diagnostic-lines.ts';
import {
  bytesOfLine,
  firstRoleAfter,
  type ListingData,
  linesOfBytes,
  TEXT_ROLES,
} from '../../web/src/model/listing.ts';
import { lineOfRegister } from '../../web/src/model/registers.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));
const lake = sample('lake.cso');

const listingOf = (bytes: Uint8Array) => new OpenShader(0, bytes).data().listing;

/** The text of the parts with a role. */
function partsOf({ text, roles }: ListingData, role: (typeof TEXT_ROLES)[number]): string[] {
  const parts: string[] = [];
  for (let i = 0; i < roles.length; i += 3)
    if (TEXT_ROLES[roles[i + 2]!] === role) parts.push(text.slice(roles[i], roles[i + 1]));
  return parts;
}

/** The programs in the functions of a library. */
function programsOf({ container, bytes }: ShaderFile) {
  return container === undefined
    ? []
    : explainContainer(bytes, container).flatMap(({ program, offset }) =>
        program === undefined ? [] : [{ ...program, offset }],
      );
}

test('the text is that of the library, and each instruction has one line', { tags: ['slow', 'ci'] }, () => {
  for (const { provenance, bytes } of readRecorded()) {
    const name = provenance.id;
    const file = openShaderFile(bytes);
    const listing = listingOf(bytes);
    expect(listing.text, name).toBe(disassemble(bytes).text);
    const lines = [...listing.starts].filter((start) => start >= 0);
    const programs = file.programs.length > 0 ? file.programs : programsOf(file);
    const starts = programs.flatMap(({ isa, words, offset }) => {
      const { starts, count } = isa === 'sm4' ? readSm4(words) : readSm1(words);
      return [offset, ...Array.from(starts.subarray(0, count), (at) => offset + 4 * at)];
    });
    expect(
      lines.filter((start) => !starts.includes(start)),
      name,
    ).toEqual([]);
    expect(new Set(lines).size, name).toBe(lines.length);
    // Comments of models 1 to 3 have no line.
    if (programs.every(({ isa }) => isa === 'sm4')) expect(lines, name).toEqual(starts);
    for (let i = 3; i < listing.roles.length; i += 3)
      expect(listing.roles[i], name).toBeGreaterThanOrEqual(listing.roles[i - 2]!);
  }
});

test('lines have the bytes of their instructions', () => {
  const listing = listingOf(lake);
  const lines = listing.text.split('\n');
  const line = lines.indexOf('dp3 r0.w, r0.xyzx, r0.xyzx');
  expect(listing.numbers[line]).toBe(4);
  // Offsets of Microsoft's listing count from the version token, which is at 0x380.
  expect(bytesOfLine(listing, line)).toEqual({ start: 0x380 + 0x110, end: 0x380 + 0x12c });
  expect(linesOfBytes(listing, 0x380 + 0x114, 0x380 + 0x118)).toEqual([line]);
  expect(linesOfBytes(listing, 0x380 + 0x110, 0x380 + 0x130)).toEqual([line, line + 1]);
  expect(linesOfBytes(listing, 0, 4)).toEqual([]);
  expect(bytesOfLine(listing, 0)).toBeUndefined();
});

test('operands have the roles of the tables', () => {
  const listing = listingOf(lake);
  expect(partsOf(listing, 'destination')).toContain('o0.xyz');
  expect(partsOf(listing, 'source')).toContain('-r1.wwww');
  expect(partsOf(listing, 'resource')).toEqual(expect.arrayContaining(['cb0[0].xxxx', 't1.xyzw', 's0', 'CB0[3]']));
  expect(partsOf(listing, 'immediate')).toContain('l(1.000000)');
  expect(partsOf(listing, 'opcode')).toContain('sample_indexable');
  expect(partsOf(listing, 'comment')[0]).toBe('//');
  expect(partsOf(listing, 'comment')).toHaveLength(listing.text.match(/^\/\//gm)!.length);
  const at = listing.text.indexOf('o0.xyz,');
  const part = firstRoleAfter(listing.roles, at);
  expect(listing.roles[3 * part]).toBe(at);
});

test('a program of models 1 to 3 has the same', () => {
  const bytes = sample('torch.cso');
  const listing = listingOf(bytes);
  const line = listing.text.split('\n').indexOf('    mad r1.x, c0.x, r1.y, r1.z');
  expect(bytesOfLine(listing, line)).toEqual({ start: 0x120, end: 0x134 });
  expect(partsOf(listing, 'destination')).toContain('oC0');
  expect(partsOf(listing, 'resource')).toContain('c0.x');
});

test('registers are found where they are declared, or first used', () => {
  const lines = (bytes: Uint8Array, register: string) => {
    const listing = listingOf(bytes);
    return listing.text.split('\n')[lineOfRegister(listing, register)]?.trim();
  };
  expect(lines(lake, 't1')).toBe('dcl_resource_texturecube (float,float,float,float) t1');
  expect(lines(lake, 'cb0')).toBe('dcl_constantbuffer CB0[3], immediateIndexed');
  expect(lines(sample('torch.cso'), 'c0')).toBe('mad r1.x, c0.x, r1.y, r1.z');
  expect(lines(lake, 't7')).toBeUndefined();
});

test('diagnostics are at the lines of their bytes', () => {
  const listing = listingOf(lake);
  const at = (start: number, severity: 'error' | 'warning', code: string) =>
    ({ code, severity, message: 'wrong', span: { unit: 'byte', start, end: start + 4 }, notes: [] }) as const;
  const lines = diagnosticLines(listing, [
    at(0x490, 'warning', 'A'),
    at(0x494, 'error', 'B'),
    at(0, 'error', 'outside of the program'),
  ]);
  const line = listing.text.split('\n').indexOf('dp3 r0.w, r0.xyzx, r0.xyzx');
  expect([...lines]).toEqual([[line, { severity: 'error', text: 'A: wrong\nB: wrong' }]]);
});

test('text of the file that looks like marks stays text', () => {
  const bytes = lake.slice();
  for (let i = 0; i < bytes.length - 8; i++)
    if (String.fromCharCode(...bytes.subarray(i, i + 8)) === 'fogColor') bytes.set([1, 2, 3, 4, 5, 6, 7, 8], i);
  expect(bytes).not.toEqual(lake);
  expect(listingOf(bytes).text).toBe(disassemble(bytes).text);
});

test('instructions of effects have the numbers of the listing with numbers', { tags: 'slow' }, () => {
  for (const { seed, bytes } of readRecordedEffects2()) {
    const { text, numbers } = listingOf(bytes);
    expect(text, String(seed)).toBe(disassemble(bytes).text);
    const numbered = text.split('\n').flatMap((line, i) => (numbers[i]! < 0 ? [] : [`${numbers[i]} ${line.trim()}`]));
    const expected = [...disassemble(bytes, { numbers: true }).text.matchAll(/^ *(\d+): +(.*?) *$/gm)];
    expect(numbered, String(seed)).toEqual(expected.map(([, number, line]) => `${number} ${line}`));
  }
});
