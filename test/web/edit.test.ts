/**
 * Editing on the page: sources assembled into the original, what changed, and sources that move while they are edited.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { Random } from '../../smith/random.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { openShader } from '../../src/shader/shader.ts';
import { changedListing, listingWithText, textChange } from '../../web/src/model/edited-listing.ts';
import { bytesOfLine, type ListingData, TEXT_ROLES } from '../../web/src/model/listing.ts';
import {
  colorText,
  colorValues,
  isColor,
  literalsOfLine,
  literalText,
  literalValue,
} from '../../web/src/model/literals.ts';
import { assembleEdit, changesOf } from '../../web/src/worker/edit.ts';
import { createHandlers } from '../../web/src/worker/handlers.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const sample = (name: string) => new Uint8Array(readFileSync(join(SAMPLES, name)));
const lake = sample('lake.cso');
const rimLight = sample('rim-light.cso');
const listingOf = (bytes: Uint8Array) => new OpenShader(0, bytes).data().listing;
const context = { report: () => {}, signal: new AbortController().signal };

/** The handlers of a session with one shader, which has the number 0. */
async function session(bytes: Uint8Array<ArrayBuffer>) {
  const handlers = createHandlers();
  await handlers.find({ name: 'a.cso', file: new Blob([bytes]) }, context);
  return handlers;
}

describe('assembling', () => {
  test('a listing without changes gives the same bytes, for every recorded shader', { tags: ['slow', 'ci'] }, () => {
    let count = 0;
    const refused: string[] = [];
    for (const { provenance, bytes } of readRecorded()) {
      const { listing, isEditable } = new OpenShader(0, bytes).data();
      if (!isEditable) {
        expect(() => openShader(bytes).replaceProgram(listing.text), provenance.id).toThrow();
        continue;
      }
      const edit = assembleEdit(bytes, listing.text);
      if (edit.bytes === undefined) refused.push(provenance.id);
      else expect(edit.bytes, provenance.id).toEqual(bytes);
      count++;
    }
    // Damaged on purpose: their listings have lines that are not code, or no version that exists.
    expect(refused).toEqual(['custom-data', 'version-4_0', 'version-ps_6_0']);
    expect(count).toBeGreaterThan(300);
  });

  test('only the words of the changed instruction change', () => {
    const { text } = listingOf(lake);
    const { bytes } = assembleEdit(lake, text.replace('add r1.w, r1.w, r1.w', 'mul r1.w, r1.w, r1.w'));
    const { changes, removed } = changesOf(lake, bytes!);
    expect(removed).toBe(0);
    expect(changes).toHaveLength(1);
    const { offset, before, after } = changes[0]!;
    expect([...after.keys()].filter((i) => after[i] !== before![i])).toEqual([0]);
    // The digest of a container is at byte 4.
    const differ = [...bytes!.keys()].filter((at) => bytes![at] !== lake[at] && (at < 4 || at >= 20));
    expect(differ.every((at) => at >= offset && at < offset + 4)).toBe(true);
    expect(differ.length).toBeGreaterThan(0);
  });

  test('instructions that are new and gone are counted', () => {
    const { text } = listingOf(rimLight);
    const longer = text.replace('    texld r2, v0, s0\n', '    texld r2, v0, s0\n    mul r2.x, r2.y, c1.z\n');
    const added = changesOf(rimLight, assembleEdit(rimLight, longer).bytes!);
    expect(added.changes.map(({ before, after }) => [before, after.length])).toEqual([[undefined, 4]]);
    const shorter = text.replace('    pow r1.x, r0.x, c2.x\n', '');
    expect(changesOf(rimLight, assembleEdit(rimLight, shorter).bytes!)).toMatchObject({ changes: [], removed: 1 });
  });

  test('an error has its characters and its line in the text', async () => {
    const handlers = await session(lake);
    const { text } = listingOf(lake);
    const at = text.indexOf('mad ');
    const result = await handlers.edit({ id: 0, text: text.replace('mad ', 'mda ') }, context);
    expect(result.shader).toBeUndefined();
    expect(result.diagnostics).toMatchObject([
      { severity: 'error', span: { unit: 'char', start: at, end: at + 3 }, line: text.slice(0, at).split('\n').length },
    ]);
  });
});

describe('a session', () => {
  test('every call gets the edited shader, and the original comes back with its text', async () => {
    const handlers = await session(lake);
    const { text } = listingOf(lake);
    const changed = text.replace('mov o0.w, l(1.000000)', 'mov o0.w, l(0.250000)');
    const result = await handlers.edit({ id: 0, text: changed }, context);
    expect(result.shader!.listing.text).toBe(changed);
    expect(result.changes).toHaveLength(1);
    const view = await handlers.view(0, context);
    expect(view.bytes).toEqual(result.shader!.bytes);
    expect(view.listing.text).toContain('l(0.250000)');
    expect((await handlers.check(0, context)).valid).toBe(true);
    const back = await handlers.edit({ id: 0, text }, context);
    expect(back.shader!.bytes).toEqual(lake);
    expect([back.changes, back.removed]).toEqual([[], 0]);
  });

  test('a program that breaks a rule is assembled, and validation reports it', async () => {
    const handlers = await session(lake);
    const { text } = listingOf(lake);
    const result = await handlers.edit({ id: 0, text: text.replace('dcl_temps 2', 'dcl_temps 1') }, context);
    expect(result.shader).toBeDefined();
    expect((await handlers.check(0, context)).valid).toBe(false);
  });
});

describe('the text of the user', () => {
  test('its lines have the bytes of the instructions, whatever the spaces and comments', () => {
    const { text } = listingOf(lake);
    const messy = text
      .replace('add r1.w, r1.w, r1.w', '   // doubled\n\n   add   r1.w,r1.w, r1.w // here')
      .replace('mov r0.y, l(1.000000)', 'mov r0.y, l(1.0)');
    const { bytes } = assembleEdit(lake, messy);
    const { listing } = new OpenShader(0, bytes!).data(messy);
    const printed = listingOf(bytes!);
    expect(listing.text).toBe(messy);
    const lineIndex = messy.split('\n').findIndex((line) => line.includes('// here'));
    const theirs = printed.text.split('\n').indexOf('add r1.w, r1.w, r1.w');
    expect(bytesOfLine(listing, lineIndex)).toEqual(bytesOfLine(printed, theirs));
    expect(bytesOfLine(listing, lineIndex - 2)).toBeUndefined();
    expect([...listing.starts].filter((start) => start >= 0)).toEqual(
      [...printed.starts].filter((start) => start >= 0),
    );
    const opcodes = partsOf(listing).filter(({ role }) => role === 'opcode');
    expect(opcodes.map((part) => part.text)).toContain('add');
    expect(partsOf(listing).find((part) => part.text === '// here')?.role).toBe('comment');
  });

  test('a statement over other lines leaves the bytes of equal lines around it', () => {
    const { text } = listingOf(lake);
    const split = text.replace('add r1.w, r1.w, r1.w', 'add r1.w,\nr1.w, r1.w');
    const edit = assembleEdit(lake, split);
    if (edit.bytes === undefined) return expect(edit.diagnostics.length).toBeGreaterThan(0);
    const { listing } = new OpenShader(0, edit.bytes).data(split);
    const last = split.split('\n').findIndex((line) => line.startsWith('ret'));
    expect(bytesOfLine(listing, last)).toEqual({ start: expect.any(Number), end: expect.any(Number) });
  });

  test('bytes and roles move with the text while it is typed', () => {
    const listing = listingOf(lake);
    const at = listing.text.indexOf('mov r0.y');
    const moved = changedListing(listing, { from: at, to: at, insert: 'nop\n' });
    const line = listing.text.slice(0, at).split('\n').length - 1;
    expect(bytesOfLine(moved, line)).toBeUndefined();
    expect(bytesOfLine(moved, line + 1)).toEqual(bytesOfLine(listing, line));
    expect(partsOf(moved).slice(-9)).toEqual(partsOf(listing).slice(-9));
  });

  test('any change keeps the arrays as long as the text has lines, and parts in order', { tags: 'slow' }, () => {
    const listing = listingOf(rimLight);
    const { length } = listing.text;
    const random = new Random(17);
    for (let i = 0; i < 1000; i++) {
      const from = random.below(length + 1);
      const to = Math.min(from + random.below(40), length);
      const one = { from, to, insert: random.pick(['', 'x', '\n', 'mov r0, r1\n', '\n\n', 'a\nb']) };
      const moved = changedListing(listing, one);
      const { text, starts, ends, numbers, roles } = moved;
      expect(text).toBe(listing.text.slice(0, from) + one.insert + listing.text.slice(to));
      const lines = text.split('\n').length;
      expect([starts.length, ends.length, numbers.length]).toEqual([lines, lines, lines]);
      for (let k = 0; k < roles.length; k += 3) {
        expect(roles[k]!).toBeLessThan(roles[k + 1]!);
        expect(roles[k + 1]!).toBeLessThanOrEqual(roles[k + 3] ?? text.length);
      }
      expect(listingWithText(listing, text).text).toBe(text);
      const smallest = textChange(listing.text, text);
      expect(smallest.to - smallest.from).toBeLessThanOrEqual(to - from);
    }
  });
});

/** The parts of a text with their roles. */
function partsOf({ text, roles }: ListingData) {
  return Array.from({ length: roles.length / 3 }, (_, i) => ({
    text: text.slice(roles[3 * i], roles[3 * i + 1]),
    role: TEXT_ROLES[roles[3 * i + 2]!],
  }));
}

describe('constants of a line', () => {
  const literals = (line: string) => literalsOfLine(line).map(({ numbers }) => numbers.map(({ text }) => text));

  test('literals are found, other numbers are not', () => {
    expect(literals('mad r0.xy, cb0[0].xxxx, l(0.020000, -1, 0x10, 0), v2.xyxx')).toEqual([
      ['0.020000', '-1', '0x10', '0'],
    ]);
    expect(literals('    def c3, 1, 0.5, -2e-05, 0')).toEqual([['1', '0.5', '-2e-05', '0']]);
    expect(literals('    defb b2, true')).toEqual([['true']]);
    expect(literals('dcl_immediateConstantBuffer { { 1.000000, 0, 0, 0},')).toEqual([['1.000000', '0', '0', '0']]);
    expect(literals('add r0, r1, r2 // l(1, 2)')).toEqual([]);
    expect(literals('dcl_constantbuffer CB0[3], immediateIndexed')).toEqual([]);
    expect(literals('add d0.xy, d(0.500000l, 1.000000l), d1.xyzw')).toEqual([['0.500000', '1.000000']]);
  });

  test('values and texts', () => {
    const [group] = literalsOfLine('mov o0, l(1.000000, 0.501961, 0.000000, 3)');
    expect(group!.numbers.map(({ kind }) => kind)).toEqual(['float', 'float', 'float', 'integer']);
    expect(group!.numbers.map(literalValue)).toEqual([1, 0.501961, 0, 3]);
    expect([isColor(group!), colorText(group!)]).toEqual([true, '#ff8000']);
    expect(colorValues('#ff8000')).toEqual([1, 128 / 255, 0]);
    expect([
      literalText(0.5, 'float', true),
      literalText(0.5, 'float', false),
      literalText(2.7, 'integer', true),
    ]).toEqual(['0.500000', '0.5', '2']);
    expect(isColor(literalsOfLine('mov o0, l(1, 2, 3, 4)')[0]!)).toBe(false);
  });

  test('a literal that is replaced as the controls do it has that value', () => {
    const listing = listingOf(lake);
    const line = listing.text.split('\n').findIndex((one) => one.startsWith('mov o0.w'));
    const [number] = literalsOfLine(listing.text.split('\n')[line]!)[0]!.numbers;
    const lines = listing.text.split('\n');
    lines[line] =
      lines[line]!.slice(0, number!.from) + literalText(0.75, number!.kind, true) + lines[line]!.slice(number!.to);
    const { bytes } = assembleEdit(lake, lines.join('\n'));
    const literal = openShader(bytes!).literals().at(-1)!;
    expect(literal.values).toEqual([0.75]);
    expect(readSm4(openShader(bytes!).program).count).toBe(readSm4(openShader(lake).program).count);
  });
});
