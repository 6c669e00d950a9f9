/** Debug information of the shaders inside effects: what readers and edits of single shaders give, in place. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDebugInformation, scrubPaths, sourceLineAt, stripDebugInformation } from '../../src/debug/index.ts';
import { embeddedShaders, replaceEmbeddedShader } from '../../src/effects/index.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const input = (name: string) => new Uint8Array(readFileSync(new URL(`../cli/inputs/effects/${name}`, import.meta.url)));
const EFFECTS = [
  { name: 'fx_2_0', effect: input('tint2.fxo'), format: 'dbug' },
  { name: 'fx_5_0', effect: input('tint5.fxo'), format: 'spdb' },
];

describe.each(EFFECTS)('$name', ({ effect, format }) => {
  const shaders = embeddedShaders(effect).value!.filter(({ stage }) => stage === 'vs' || stage === 'ps');
  const bytesOf = ({ offset, length }: { offset: number; length: number }, of: Uint8Array = effect) =>
    of.subarray(offset, offset + length);

  it('has what its shaders have, with offsets that count in the effect', () => {
    const { programs, diagnostics, debugName } = readDebugInformation(effect);
    expect(diagnostics).toEqual([]);
    expect(debugName).toBeNull();
    const expected = shaders.flatMap((shader) =>
      readDebugInformation(bytesOf(shader)).programs.map((one) => ({
        ...one,
        offset: one.offset + shader.offset,
        program: one.program! + shader.offset,
        shader: `Tint/First/${shader.stage}`,
      })),
    );
    expect(programs).toEqual(expected);
    expect(programs.map((one) => one.format)).toEqual([format, format]);
    for (const { instructions, program } of programs) {
      const { offset, location } = instructions.find((one) => one.location !== null)!;
      expect(sourceLineAt(programs, program!, offset)).toEqual({
        file: 'C:\\shaders\\tint.fx',
        line: location!.line,
        column: location!.column,
      });
    }
  });

  it('is stripped shader by shader', () => {
    const { bytes, diagnostics } = stripDebugInformation(effect);
    expect(diagnostics).toEqual([]);
    const stripped = embeddedShaders(bytes!).value!;
    expect(stripped.map(({ stage, uses }) => ({ stage, uses }))).toEqual(
      embeddedShaders(effect).value!.map(({ stage, uses }) => ({ stage, uses })),
    );
    const after = stripped.filter(({ stage }) => stage === 'vs' || stage === 'ps');
    for (const [i, shader] of shaders.entries())
      expect(bytesOf(after[i]!, bytes)).toEqual(stripDebugInformation(bytesOf(shader)).bytes);
    const saved = shaders.reduce((sum, one, i) => sum + one.length - after[i]!.length, 0);
    expect(effect.byteLength - bytes!.byteLength).toBe(saved);
    expect(stripDebugInformation(bytes!).bytes).toEqual(bytes);
  });

  it('is scrubbed shader by shader; every offset stays', () => {
    const { bytes, paths, diagnostics } = scrubPaths(effect);
    expect(diagnostics).toEqual([]);
    expect(bytes!.byteLength).toBe(effect.byteLength);
    expect(paths.map(({ path }) => path)).toContain('C:\\shaders\\tint.fx');
    expect(scrubPaths(bytes!).paths).toEqual([]);
    expect(readDebugInformation(bytes!).programs.map(({ files }) => files[0]!.name)).toEqual([
      'C:\\xxxxxxx\\tint.fx',
      'C:\\xxxxxxx\\tint.fx',
    ]);
    const listing = (of: Uint8Array) => shaders.map((one) => disassemble(bytesOf(one, of), { debug: false }).text);
    expect(listing(bytes!)).toEqual(listing(effect));
  });

  it('an effect in a shader of an effect is not followed', () => {
    const nested = replaceEmbeddedShader(effect, shaders[0]!.offset, effect);
    expect(readDebugInformation(nested).programs).toHaveLength(1);
    expect(stripDebugInformation(nested).bytes).toBeDefined();
  });
});

describe('an effect whose layout is not that of the compiler', () => {
  it('keeps what is not a shader in its place', () => {
    const [, { effect }] = EFFECTS as [unknown, { effect: Uint8Array }];
    const [shader] = embeddedShaders(effect).value! as unknown as [{ offset: number }];
    // A longer shader goes to the end of the data; the bytes of the old one stay.
    const longer = replaceEmbeddedShader(effect, shader.offset, new Uint8Array([...effect, 0, 0, 0, 0]));
    const { bytes } = stripDebugInformation(longer);
    expect(bytes!.byteLength).toBe(longer.byteLength);
    expect(readDebugInformation(bytes!).programs).toEqual([]);
  });
});
