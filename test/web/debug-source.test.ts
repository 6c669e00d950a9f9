/** The source of shaders with debug information, and the instructions of its lines. */
import { describe, expect, test } from 'vitest';
import { instructionsOfLines, sourceOfBytes } from '../../web/src/model/debug-source.ts';
import { debugSourceOf } from '../../web/src/worker/debug-source.ts';
import { OpenShader } from '../../web/src/worker/open-shader.ts';
import { DEBUG_FIXTURES } from '../support/debug-fixtures.ts';

const bytesOf = (id: string) => DEBUG_FIXTURES.find(({ provenance }) => provenance.id === id)!.bytes;

describe('the source of a shader', () => {
  test('leads from a line to its instructions and back', () => {
    const data = debugSourceOf(bytesOf('debug-information.main.ps_5_0.0x1'));
    const [file] = data.files;
    const lines = file!.text!.split('\n');
    const [line, instructions] = [...instructionsOfLines(data, 0)][0]!;
    expect(lines[line - 1]).toMatch(/\S/);
    for (const { start, end } of instructions) expect(sourceOfBytes(data, start, end)).toMatchObject({ file: 0, line });
    expect(sourceOfBytes(data, 0, 4)).toBeUndefined();
  });

  test.each(DEBUG_FIXTURES.map(({ provenance: { id }, bytes }) => [id, bytes] as const))(
    'has instructions that the listing has: %s',
    (_, bytes) => {
      const { starts, ends } = new OpenShader(0, bytes).data().listing;
      const { files, instructions } = debugSourceOf(bytes);
      expect(instructions.length).toBeGreaterThan(0);
      for (const { start, end, file } of instructions) {
        expect(files[file]).toBeDefined();
        const line = starts.indexOf(start);
        // Of several programs, the listing may have one only.
        if (line >= 0) expect(ends[line]).toBe(end);
      }
      expect(instructions.some(({ start }) => starts.includes(start))).toBe(true);
    },
  );

  test('is one file where one program has its text and another its name', () => {
    const { files } = debugSourceOf(bytesOf('debug-information.vertex.vs_4_0_level_9_1.0x1'));
    expect(files).toHaveLength(1);
    expect(files[0]!.text).toContain('POSITION');
  });

  test('is empty without debug information', () => {
    expect(debugSourceOf(new Uint8Array(8))).toEqual({ files: [], instructions: [], functions: [], variables: [] });
  });
});
