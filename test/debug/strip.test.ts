/** Debug information out of shaders and back: the bytes of Microsoft's compiler and of D3DStripShader (recorded). */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { STRIP_FLAGS, stripChunks } from '../../src/container/parts.ts';
import { readShaderPdb, restoreShaderPdb, stripDebugInformation } from '../../src/debug/index.ts';
import { disassemble } from '../../src/text/disassemble.ts';

const recorded = readRecorded().map(({ provenance, bytes }) => ({ id: provenance.id, bytes }));
const fixture = (id: string) => recorded.find((one) => one.id === id)!.bytes;
const withDebug = recorded.filter(({ id }) => /^debug-(information|stages)\./.test(id) && !id.endsWith('stripped'));
const pixel = fixture('debug-information.main.ps_5_0.0x1');
const level9 = fixture('debug-information.vertex.vs_4_0_level_9_1.0x1');
const library = fixture('debug-information.lib_5_0.0x1');
const stream = fixture('debug-information.main.ps_3_0.0x1');
const named = fixture('debug-stages.vertex.vs_4_0.0x400001');

const tags = (bytes: Uint8Array) => readContainer(bytes, new Diagnostics())!.chunks.map(({ name }) => name);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const codes = (list: readonly { readonly code: string }[]) => list.map(({ code }) => code);

describe('stripDebugInformation', () => {
  it('gives what D3DStripShader gave', () => {
    expect(stripDebugInformation(pixel)).toEqual({
      bytes: fixture('debug-information.main.ps_5_0.0x1.stripped'),
      diagnostics: [],
    });
  });

  it('and a program database put back gives the bytes of the compiler', { tags: 'slow' }, () => {
    let count = 0;
    for (const { id, bytes } of withDebug) {
      const { pdb } = readShaderPdb(bytes);
      if (pdb === undefined) continue;
      const stripped = stripDebugInformation(bytes).bytes!;
      expect(readShaderPdb(stripped).pdb, id).toBeUndefined();
      expect(restoreShaderPdb(stripped, pdb), id).toEqual({ bytes, diagnostics: [], pdbDiagnostics: [] });
      const small = stripChunks(stripped, STRIP_FLAGS.reflection, new Diagnostics())!;
      const wanted = stripChunks(bytes, STRIP_FLAGS.reflection, new Diagnostics())!;
      expect(restoreShaderPdb(small, pdb).bytes, id).toEqual(wanted);
      count++;
    }
    expect(count).toBe(11);
  });

  it('removes the comment of models 1 to 3 and nothing else', () => {
    const { bytes, diagnostics } = stripDebugInformation(stream);
    expect(diagnostics).toEqual([]);
    expect(text(bytes!)).not.toContain('DBUG');
    expect(disassemble(bytes!).text).toBe(disassemble(stream, { debug: false }).text);
    expect(stripDebugInformation(bytes!).bytes).toBe(bytes);
  });

  it('reports what Microsoft leaves, and removes it on request', () => {
    for (const bytes of [level9, library]) {
      const stripped = stripDebugInformation(bytes);
      expect(codes(stripped.diagnostics)).toEqual(['DX0235']);
      const all = stripDebugInformation(bytes, { all: true });
      expect(all.diagnostics).toEqual([]);
      expect(text(all.bytes!)).not.toMatch(/DBUG.\0\0\0|SPDB|debug-information\.hlsl/);
      expect(disassemble(all.bytes!).diagnostics).toEqual([]);
      expect(disassemble(all.bytes!, { debug: false }).text).toBe(disassemble(bytes, { debug: false }).text);
    }
  });

  it('leaves the name of the debug file, or removes it with all', () => {
    expect(tags(stripDebugInformation(named).bytes!)).toContain('ILDN');
    expect(stripDebugInformation(named).diagnostics).toEqual([]);
    expect(tags(stripDebugInformation(named, { all: true }).bytes!)).toEqual(['RDEF', 'ISGN', 'OSGN', 'SHDR', 'STAT']);
  });

  it('refuses what is no shader', () => {
    expect(stripDebugInformation(new Uint8Array(8))).toMatchObject({
      bytes: undefined,
      diagnostics: [{ code: 'DX0001' }],
    });
    const damaged = pixel.slice();
    damaged[4]! ^= 1;
    expect(codes(stripDebugInformation(damaged).diagnostics)).toEqual(['DX1031']);
    expect(() => stripDebugInformation(pixel, { every: true } as object)).toThrow(TypeError);
  });
});

describe('readShaderPdb', () => {
  it('gives the file and its name', () => {
    const { pdb, name } = readShaderPdb(named);
    expect(text(pdb!.subarray(0, 24))).toBe('Microsoft C/C++ MSF 7.00');
    expect(name).toMatch(/^[0-9a-f]{32}\.pdb$/);
    expect(readShaderPdb(pixel).name).toBeNull();
  });

  it('reports a shader without one', () => {
    expect(codes(readShaderPdb(stripDebugInformation(pixel).bytes!).diagnostics)).toEqual(['DX0236']);
    expect(codes(readShaderPdb(stream).diagnostics)).toEqual(['DX0238']);
  });
});

describe('restoreShaderPdb', () => {
  it('replaces another program database', () => {
    const { pdb } = readShaderPdb(pixel);
    const other = pdb!.slice();
    // Signature of the database.
    const at = text(other).indexOf('\x94\x2e\x31\x01') + 4;
    other[at]! ^= 1;
    const changed = restoreShaderPdb(pixel, other).bytes!;
    expect(readShaderPdb(changed).pdb).toEqual(other);
    expect(restoreShaderPdb(changed, pdb!).bytes).toEqual(pixel);
  });

  it('refuses the program database of another shader, and other files', () => {
    const { pdb } = readShaderPdb(named);
    expect(restoreShaderPdb(pixel, pdb!)).toMatchObject({ bytes: undefined, pdbDiagnostics: [{ code: 'DX0237' }] });
    expect(codes(restoreShaderPdb(pixel, stream).pdbDiagnostics)).toEqual(['DX0220']);
    expect(codes(restoreShaderPdb(stream, pdb!).diagnostics)).toEqual(['DX0238']);
  });

  it('never throws on damaged program databases', { tags: 'slow' }, () => {
    const { pdb } = readShaderPdb(pixel);
    for (let at = 0; at < pdb!.byteLength; at += 7) {
      const damaged = pdb!.slice();
      damaged[at] = 0xff;
      const { bytes } = restoreShaderPdb(pixel, damaged);
      if (bytes !== undefined) expect(isContainer(bytes)).toBe(true);
    }
  });
});
