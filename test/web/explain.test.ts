/** The explorer explains bytes as the library does for the entire program and the entire container. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { SAMPLES } from '../../fixtures/sources.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { sm1WordsOf } from '../../src/isa/sm1/fields.ts';
import { readSm1 } from '../../src/isa/sm1/program.ts';
import { sm4WordsOf } from '../../src/isa/sm4/fields.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { explainInstruction, InstructionFinder } from '../../web/src/worker/explain-program.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';

const lake = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
/** Every n-th fixture: explaining allocates much. */
const STEP = 7;

test('an instruction alone is explained as in its program', { tags: 'slow' }, () => {
  for (const { provenance, bytes } of readRecorded().filter((_, i) => i % STEP === 0)) {
    for (const { isa, words, offset, level9 } of openShaderFile(bytes).programs) {
      const expected = [...(isa === 'sm4' ? sm4WordsOf(readSm4(words)) : sm1WordsOf(readSm1(words), { level9 }))];
      const finder = new InstructionFinder(isa, words, level9);
      for (let at = 0; at < words.length; ) {
        const part = explainInstruction(finder, offset, offset + 4 * at);
        expect(part.end, provenance.id).toBeGreaterThan(offset + 4 * at);
        const end = (part.end - offset) >>> 2;
        const values = part.words.map(({ offset: byte, value, fields }) => [
          (byte - offset) >>> 2,
          value,
          fields.map(({ name, meaning, low }) => `${low} ${name} ${meaning}`),
        ]);
        expect(values, `${provenance.id} at ${at}`).toEqual(
          expected
            .slice(at, Math.min(end, at + 4096))
            .map((word) => [
              word.at,
              word.value,
              word.fields.map(({ field, meaning }) => `${field.low} ${field.name} ${meaning}`),
            ]),
        );
        at = end;
      }
    }
  }
});

test('fields have roles, documentation and rules', () => {
  const part = new OpenShader(0, lake).explain(0x380 + 0x74)!;
  expect(part).toMatchObject({ title: 'mad', start: 0x3f4, end: 0x428 });
  expect(part.doc).not.toBe('');
  const [opcode, destination] = part.words;
  expect(opcode!.fields.find(({ name }) => name === 'opcode')).toMatchObject({ meaning: 'mad', role: 'opcode' });
  expect(opcode!.fields.find(({ name }) => name === 'length')!.doc).toContain('DWORDs');
  expect(destination!.fields.find(({ name }) => name === 'mask')).toMatchObject({ meaning: 'xy', role: 'destination' });
});

test('a field with a value that the format does not allow says so', () => {
  const bytes = lake.slice();
  // A reserved bit of the version token.
  bytes[0x381] = 1;
  const [version] = new OpenShader(0, bytes).explain(0x380)!.words;
  expect(version!.fields.find(({ name }) => name === 'reserved')).toMatchObject({ value: 1, expected: '0' });
});

test.each(['glow.fxo', 'glow11.fxo'])('the structures of effects are explained: %s', { tags: 'slow' }, (name) => {
  const bytes = new Uint8Array(readFileSync(join(SAMPLES, name)));
  const shader = new OpenShader(0, bytes);
  expect(shader.explain(0)).toMatchObject({ title: 'header in effect' });
  for (let offset = 0; offset < bytes.byteLength; offset++) {
    const part = shader.explain(offset);
    expect([offset, part!.start <= offset && offset < part!.end]).toEqual([offset, true]);
  }
});

test('every byte of a container has an explanation that contains it', { tags: 'slow' }, () => {
  const shader = new OpenShader(0, lake);
  for (let offset = 0; offset < lake.byteLength; offset++) {
    const part = shader.explain(offset);
    expect(part!.start).toBeLessThanOrEqual(offset);
    expect(part!.end).toBeGreaterThan(offset);
  }
  expect(shader.explain(lake.byteLength)).toBeUndefined();
  expect(shader.explain(-1)).toBeUndefined();
});

test('records of chunks have their names', () => {
  const shader = new OpenShader(0, lake);
  expect(shader.explain(0)!.title).toBe('header in container');
  const { sections } = shader.data();
  expect(sections.map(({ chunk, isProgram }) => (isProgram ? 'program' : chunk))).toEqual([
    ...[undefined, 'RDEF', 'ISGN', 'OSGN', 'SHEX', 'program', 'STAT'],
  ]);
  expect(sections.reduce((sum, { size }) => sum + size, 0)).toBe(lake.byteLength);
});

test.each([0, 3, 4, 31, 100])('%i damaged bytes are shown and explained', (size) => {
  const shader = new OpenShader(0, lake.slice(0, size));
  const { bytes, sections } = shader.data();
  expect(bytes).toHaveLength(size);
  expect(sections.reduce((sum, { size }) => sum + size, 0)).toBe(size);
  for (let offset = 0; offset < size; offset++) expect(shader.explain(offset)).toBeDefined();
});
