/**
 * Links that have a shader: what they keep, how large they can be, and what happens to text that was cut, changed or
 * made to do harm.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../fixtures/sources.ts';
import { MAX_PACKED, MAX_SHARED, packLink, type SharedView, unpackLink } from '../../web/src/model/link.ts';
import { DEFAULT_CHOICE } from '../../web/src/model/translation.ts';

const LAKE = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
const VIEW: SharedView = {
  name: 'a\u202e "lake".cso',
  tab: 'reflection',
  pane: 'details',
  selection: { start: 0x380, end: 0x384, bits: { low: 24, width: 7 } },
  showsBytes: true,
  translation: { ...DEFAULT_CHOICE, to: 'glsl', version: '450', comments: true, instances: { light: 'sun' } },
};
const LINK = packLink({ view: VIEW, bytes: LAKE }).text!;

/** A link with a frame of any content, as someone else could make it. */
function linkOf(frame: Uint8Array): string {
  return `s1.${deflateRawSync(frame).toString('base64url')}`;
}

/** A frame with the right checksum. */
function frameOf(json: string, bytes: Uint8Array, length = Buffer.byteLength(json)): Buffer {
  const frame = Buffer.concat([Buffer.alloc(8), Buffer.from(json), bytes]);
  frame.writeUInt32LE(length, 4);
  let hash = 0x811c9dc5;
  for (const byte of frame.subarray(4)) hash = Math.imul(hash ^ byte, 0x01000193);
  frame.writeUInt32LE(hash >>> 0, 0);
  return frame;
}

test('a link has the shader and its view, in characters that addresses have', () => {
  expect(unpackLink(LINK)).toEqual({ view: VIEW, bytes: LAKE });
  expect(LINK).toMatch(/^s1\.[\w-]+$/);
  expect(packLink({ view: VIEW, bytes: LAKE }).size).toBe(Buffer.from(LINK.slice(3), 'base64url').length);
  const without = { ...VIEW, selection: { start: 0, end: 0 }, translation: undefined };
  expect(unpackLink(packLink({ view: without, bytes: LAKE }).text!)).toEqual({ view: without, bytes: LAKE });
});

test('a shader that does not fit in a link gets none', () => {
  const noise = new Uint8Array(createHash('shake256', { outputLength: MAX_PACKED }).digest());
  const tooLarge = packLink({ view: VIEW, bytes: noise });
  expect(tooLarge.text).toBeUndefined();
  expect(tooLarge.size).toBeGreaterThan(MAX_PACKED);
  const zeros = packLink({ view: VIEW, bytes: new Uint8Array(MAX_SHARED) });
  expect(unpackLink(zeros.text!)).toMatchObject({ bytes: { length: MAX_SHARED } });
  expect(packLink({ view: VIEW, bytes: new Uint8Array(MAX_SHARED + 1) }).text).toBeUndefined();
});

test('a link that was cut off, or in which a character was changed, is not opened', { tags: 'slow' }, () => {
  for (let length = 0; length < LINK.length; length++)
    expect(unpackLink(LINK.slice(0, length)), `${length} characters`).toHaveProperty('problem');
  for (let at = 0; at < LINK.length - 1; at++) {
    const changed = LINK.slice(0, at) + (LINK[at] === 'A' ? 'B' : 'A') + LINK.slice(at + 1);
    expect(unpackLink(changed), `character ${at}`).toHaveProperty('problem');
  }
});

test('a small link cannot become a large memory', { tags: 'slow' }, () => {
  const bomb = linkOf(Buffer.alloc(16 * 2 ** 20));
  expect(bomb.length).toBeLessThan(MAX_PACKED);
  expect(unpackLink(bomb)).toEqual({ problem: 'What is in it is larger than links can have.' });
  expect(unpackLink(`s1.${'A'.repeat(10_000_000)}`)).toEqual({ problem: 'It is longer than links can be.' });
});

test.each([
  ['no frame', linkOf(new Uint8Array(0))],
  ['a checksum only', linkOf(new Uint8Array(4))],
  ['a view longer than the frame', linkOf(frameOf('{}', LAKE, 2 ** 32 - 1))],
  ['no JSON', linkOf(frameOf('{', LAKE))],
  ['JSON of another shape', linkOf(frameOf('[1]', LAKE))],
  ['no object', linkOf(frameOf('null', LAKE))],
  ['a name that is no text', linkOf(frameOf(JSON.stringify({ ...VIEW, name: {} }), LAKE))],
  ['a very long name', linkOf(frameOf(JSON.stringify({ ...VIEW, name: 'x'.repeat(3000) }), LAKE))],
  ['no shader', linkOf(frameOf(JSON.stringify(VIEW), new Uint8Array(0)))],
  ['another version', `s2.${LINK.slice(3)}`],
  ['other characters', 's1.<script>'],
])('a link with %s is not opened', (_, link) => {
  expect(unpackLink(link)).toEqual({ problem: expect.stringMatching(/\.$/) });
});

test('members of a view that mean nothing are left out', () => {
  const strange = [
    { selection: { start: -1, end: 4 }, translation: 'wgsl' },
    { selection: { start: 8, end: 4 }, translation: { ...DEFAULT_CHOICE, to: '__proto__' } },
    { selection: { start: 1.5, end: 4 }, translation: { ...DEFAULT_CHOICE, version: '999' } },
    { selection: [], translation: { ...DEFAULT_CHOICE, profile: 'toString' } },
    { selection: [], translation: { ...DEFAULT_CHOICE, instances: { light: 1 } } },
  ];
  for (const members of strange)
    expect(unpackLink(linkOf(frameOf(JSON.stringify({ ...VIEW, ...members }), LAKE)))).toEqual({
      view: { ...VIEW, selection: undefined, translation: undefined },
      bytes: LAKE,
    });
});
