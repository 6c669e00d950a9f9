/**
 * Containers from listings: Microsoft's listing of every compiled fixture gives the fixture's chunks back, as far as a
 * listing carries them; programs without header sections get derived chunks; errors in a header are reported with their
 * location.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Recorded, readRecorded, recordedText } from '../../../fixtures/recorded.ts';
import { assemble } from '../../../src/assemble/assemble.ts';
import { VariableClass } from '../../../src/base/d3d/enumerations.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { latin1Bytes } from '../../../src/base/words.ts';
import { readRdef } from '../../../src/chunks/rdef.ts';
import { readSignature } from '../../../src/chunks/signature.ts';
import { type Container, isContainer, readContainer } from '../../../src/container/dxbc.ts';
import { TAG } from '../../../src/container/tags.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

const compiled = readRecorded().filter(({ provenance, bytes }) => provenance.how === 'compiled' && isContainer(bytes));
const byId = new Map(compiled.map((fixture) => [fixture.provenance.id, fixture]));
const containerOf = (bytes: Uint8Array): Container => readContainer(bytes, new Diagnostics())!;
const tagsOf = ({ chunks }: Container) => chunks.map(({ tag }) => tag);

/** Chunks that a listing does not print. */
const UNSEEN: readonly number[] = [TAG.SPDB, TAG.PRIV, TAG.RTS0];
/** Chunks whose every byte follows from a listing; class linkage has bytes that the compiler leaves at random. */
const COMPLETE: readonly number[] = [
  ...[TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
  ...[TAG.SFI0, TAG.LIBH, TAG.LFS0, TAG.ILDN, TAG.XNAS, TAG.XNAP],
];

/** A fixture with its text; none where Microsoft prints nothing. */
const listed = compiled.flatMap((fixture): (Recorded & { readonly text: string })[] => {
  const text = recordedText(fixture.provenance);
  // A root signature alone has no listing.
  return text === undefined || text === '' ? [] : [{ ...fixture, text }];
});

describe('every compiled fixture', () => {
  test('there are many', () => expect(listed.length).toBeGreaterThan(270));

  test.each(listed.map((fixture) => [fixture.provenance.id, fixture] as const))(
    '%s',
    (_, { bytes, text, provenance }) => {
      const { bytes: again, diagnostics } = assemble(text, { name: 'listing' });
      const said = diagnostics.filter(({ severity, code }) => severity !== 'note' && !code.startsWith('DX311'));
      expect(said).toEqual([]);
      // The notes of a listing from debug information are not assembled.
      expect(disassemble(again!).text).toBe(disassemble(bytes, { debug: false }).text);
      const [before, after] = [containerOf(bytes), containerOf(again!)];
      expect(after.digest).toBe(before.digest);
      expect(tagsOf(after)).toEqual(tagsOf(before).filter((tag) => !UNSEEN.includes(tag)));
      compareChunks(before, after, ((provenance.flags ?? 0) & 1) !== 0);
    },
  );
});

function compareChunks(before: Container, after: Container, debug: boolean): void {
  const left = [...after.chunks];
  for (const chunk of before.chunks) {
    const index = left.findIndex(({ tag }) => tag === chunk.tag);
    const [other] = index < 0 ? [] : left.splice(index, 1);
    if (chunk.tag === TAG.LIBF) compareChunks(containerOf(chunk.data.slice()), containerOf(other!.data.slice()), debug);
    // With debug information it has comments that no listing shows.
    else if (COMPLETE.includes(chunk.tag) || (chunk.tag === TAG.Aon9 && !debug))
      expect(hex(other!.data), chunk.name).toBe(hex(chunk.data));
    else if (chunk.tag === TAG.RDEF) expect(factsOf(after), chunk.name).toEqual(factsOf(before));
  }
}

function hex(data: Uint8Array): string {
  return Buffer.from(data).toString('hex');
}

/** Everything of resource definitions that a listing carries. */
function factsOf(container: Container): unknown {
  const chunk = container.find(TAG.RDEF)!;
  const { creator, version, encoding, buffers, bindings, interfaceSlots } = readRdef(
    container,
    chunk,
    new Diagnostics(),
  )!;
  const userPacked = 1;
  return JSON.parse(
    JSON.stringify({ creator, version, encoding, interfaceSlots, buffers, bindings }, (key, value: unknown) => {
      // Types are compared by their content; their offset in the chunk does not matter.
      if (key === 'offset' && value !== undefined && typeof value === 'number') return value;
      if (key === 'flags') return (value as number) & ~userPacked;
      if (key === 'elements') return Math.max(1, value as number) === 1 ? 0 : value;
      if (key === 'type' && typeof value === 'object' && value !== null) {
        const { offset, ...facts } = value as { offset: number; class: number };
        // Resources in classes that nothing uses count in the columns, and no line shows them.
        return facts.class === VariableClass.struct ? { ...facts, columns: 0 } : facts;
      }
      // The source may call a float half.
      if (key === 'name' && value === 'half') return 'float';
      return ['subType', 'baseClass', 'interfaces'].includes(key) ? undefined : value;
    }),
  );
}

describe('listings in other forms', () => {
  const { bytes, text } =
    listed.find(({ provenance }) => provenance.id === 'scene-lighting.pixelMain.ps_5_0') ?? listed[0]!;

  test.each([
    ['numbers', { numbers: true }],
    ['offsets', { offsets: true }],
    ['numbers and offsets', { numbers: true, offsets: true }],
    ['hexadecimal literals', { hex: true }],
  ])('%s', (_, options) => {
    const again = assemble(disassemble(bytes, options).text).bytes!;
    expect(tagsOf(containerOf(again))).toEqual(tagsOf(containerOf(bytes)));
    expect(disassemble(again, options).text).toBe(disassemble(bytes, options).text);
  });

  test('line ends of other systems, and blanks at the end of lines cut off by an editor', () => {
    const trimmed = text.replace(/[ \t]+$/gm, '');
    const { bytes: again, diagnostics } = assemble(trimmed.replaceAll('\n', '\r\n'));
    expect(diagnostics.filter(({ code }) => !code.startsWith('DX311'))).toEqual([]);
    expect(disassemble(again!).text).toBe(text);
  });

  test('the table of bindings of older compilers', () => {
    const old = text
      .replace('HLSL Bind  Count', 'Slot Elements')
      .replace(
        /^(\/\/ .{52} +)(?:cb|t|s|u)(\d+) +(\d+) $/gm,
        (_, head: string, slot: string, count: string) => `${head}${slot.padStart(4)} ${count.padStart(8)}`,
      );
    expect(old).not.toContain('HLSL Bind');
    const { bytes: again, diagnostics } = assemble(old);
    expect(diagnostics.filter(({ code }) => code.startsWith('DX32'))).toEqual([]);
    expect(factsOf(containerOf(again!))).toEqual(factsOf(containerOf(bytes)));
  });

  test.each([
    ['headers-level-9.clipped.vs_4_0_level_9_1', 'vs_4_0'],
    ['level-9-pixel.main.ps_4_0_level_9_0', 'ps_4_0'],
    ['library.lib_4_0_level_9_1', 'lib_4_0'],
    ['container-parts.main.ps_5_1.root-signature', 'ps_5_1'],
  ])('the format of %s', (id, profile) => {
    expect(detectFormat(latin1Bytes(recordedText(byId.get(id)!.provenance)!))).toEqual({ format: 'listing', profile });
  });
});

describe('the early notation of 5.1', () => {
  // The document's example shader, in the released notation and in the one of the document.
  const { bytes } = byId.get('arrays-of-arrays.main.ps_5_1.0x100000')!;

  test('bytes, text, bytes', () => {
    const text = disassemble(bytes, { hex: true }).text;
    const at = text.indexOf('ps_5_1\n');
    const early = text.slice(0, at) + text.slice(at).replace(/\b(CB|[TSU])(?=\d+\[)/g, (name) => name.toLowerCase());
    expect(early).toContain('dcl_resource_texture2d (float,float,float,float) t1[10:*], space=0\n');
    expect(early).toContain('t1[r1.x + 10].xyzw, s0[5]\n');
    const container = containerOf(bytes);
    const again = containerOf(assemble(early).bytes!);
    expect(hex(again.find(TAG.SHEX)!.data)).toBe(hex(container.find(TAG.SHEX)!.data));
    expect(disassemble(again.bytes, { hex: true }).text).toBe(text);
  });
});

describe('programs without sections', () => {
  const stages = ['ps_4_0', 'vs_4_0', 'gs_5_0', 'hs_5_0', 'ds_5_0', 'cs_5_0', 'ps_5_1'];
  test.each(stages)('%s: signatures, bindings and statistics from the program, and notes that say so', (profile) => {
    const fixtures = listed.filter(({ provenance }) => provenance.profile === profile);
    expect(fixtures.length).toBeGreaterThan(0);
    for (const { bytes } of fixtures) {
      const text = disassemble(bytes, { header: false, hex: true, debug: false }).text;
      const { bytes: again, diagnostics } = assemble(text);
      expect(diagnostics.filter(({ code }) => code !== 'DX3207')).toEqual([]);
      expect(disassemble(again!, { header: false, hex: true }).text).toBe(text);
      const container = containerOf(again!);
      const reports = new Diagnostics();
      for (const tag of [TAG.RDEF, TAG.STAT]) expect(container.find(tag)).toBeDefined();
      const input = readSignature(container, container.find(TAG.ISGN, TAG.ISG1)!, reports)!;
      expect(disassemble(again!).diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
      if (/^dcl_input(?:_ps)?(?:_s[gi]v)? (?:\w+ )*v(?:icp)?[\d[]/m.test(text)) {
        expect(input.elements.length).toBeGreaterThan(0);
        expect(diagnostics.map(({ code }) => code)).toContain('DX3207');
      }
    }
  });
});

describe('signatures of programs without sections, as the validator takes them', () => {
  const inputOf = (text: string) => {
    const container = containerOf(assemble(text, { validate: false }).bytes!);
    return readSignature(container, container.find(TAG.ISGN)!, new Diagnostics())!.elements;
  };

  test('a position has four components, even if only some are used', () => {
    const [position] = inputOf('ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\nret\n');
    expect(position).toMatchObject({ semanticName: 'SV_Position', register: 0, mask: 0b1111, readWriteMask: 0b0011 });
  });

  test('control points that several phases of a hull shader read are one element a register', () => {
    const elements = inputOf(`hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
hs_control_point_phase
dcl_input v[3][0].xyz
dcl_input v[3][1].xy
dcl_output o0.xyzw
mov o0.xyzw, v[0][0].xyzx
ret
hs_fork_phase
dcl_input vicp[3][0].w
dcl_input vicp[3][1].x
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
mov o0.x, vicp[0][0].w
ret
`);
    expect(elements.map(({ register, mask }) => [register, mask])).toEqual([
      [0, 0b1111],
      [1, 0b0011],
    ]);
  });
});

describe('what is wrong in a header', () => {
  const id = 'container-parts.main.ps_5_0';
  const { text } = listed.find(({ provenance }) => provenance.id === id) ?? listed[0]!;

  /** The text with one change, and the location of the change. */
  function changed(from: string | RegExp, to: string): string {
    const result = text.replace(from, to);
    expect(result).not.toBe(text);
    return result;
  }

  test.each<[string, string | RegExp, string, string, string]>([
    ['a mask', /^(\/\/ SV_Target +)0( +xyzw)/m, '$1zero$2', 'DX3204', 'zero'],
    ['a format', /^(\/\/ SV_Target.*) {2}float/m, '$1  flaot', 'DX3204', 'flaot'],
    ['a system value', /^(\/\/ SV_Target.*) TARGET/m, '$1 TRAGET', 'DX3204', 'TRAGET'],
    ['a register', /^(\/\/ SV_Target +0 +xyzw +)0/m, '$14294967296', 'DX3205', '4294967296'],
    ['a second section', 'Output signature:', 'Input signature:', 'DX3203', '// Input signature:'],
    ['an unknown section in front', /^/, '// Inputs signature:\n', 'DX3201', '// Inputs signature:'],
    ['an unknown section after a line', 'Input signature:', 'Inputs signature:', 'DX3201', '// Inputs signature:'],
    ['the number of slots', /^(\/\/ Approximately )\d+/m, '$1many', 'DX3204', ''],
  ])('%s', (_, from, to, code, spelled) => {
    const source = changed(from, to);
    const { diagnostics } = assemble(source, { name: 'bad' });
    const found = diagnostics.find((one) => one.code === code);
    expect(found, JSON.stringify(diagnostics)).toBeDefined();
    const { start, end } = found!.span;
    if (spelled !== '') expect(source.slice(start, end)).toBe(spelled);
    expect(found!.line).toBe(source.slice(0, start).split('\n').length);
    expect(found!.column).toBe(start - source.lastIndexOf('\n', start - 1));
  });

  test("a count of slots that is not the program's is written, with a warning", () => {
    const { bytes, diagnostics } = assemble(changed(/^(\/\/ Approximately )\d+/m, '$1777'));
    expect(diagnostics.map(({ code }) => code)).toContain('DX3206');
    expect(disassemble(bytes!).text).toContain('// Approximately 777 instruction slots used');
  });

  test('without a header there is still an error where no program is', () => {
    const { bytes, diagnostics } = assemble('nonsense\nps_5_0\nret\n// Level9 shader bytecode:\n');
    expect(bytes).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
  });

  test('resources that the program declares and no row binds are reported', () => {
    const { text } = disassemble(readFileSync('test/cli/inputs/tint5.cso'));
    expect(assemble(text).diagnostics).toEqual([]);
    const without = text.replace(/^\/\/ Resource Bindings:[\s\S]*?(?=\/\/ Input signature)/m, '');
    for (const source of [without, text.replace('dcl_input_ps', 'dcl_sampler s3, mode_default\ndcl_input_ps')]) {
      expect(source).not.toBe(text);
      const { bytes, diagnostics } = assemble(source);
      expect(bytes).toBeDefined();
      expect(diagnostics.map(({ code, line }) => [code, source.split('\n')[line - 1]])).toEqual([['DX3208', 'ps_5_0']]);
    }
  });

  test('options of other models are refused', () => {
    const { bytes, diagnostics } = assemble('ps_5_0\nret\n', { defines: { A: '1' }, debug: true });
    expect(bytes).toBeUndefined();
    expect(diagnostics.map(({ code }) => code).filter((code) => code === 'DX3211')).toHaveLength(2);
  });

  test('names of more than one byte a character are kept as UTF-8', () => {
    const { bytes } = assemble(changed(/^\/\/ SV_Target /m, '// SV_T\u{e4}\u{20ac} '), { validate: false });
    expect(Buffer.from(bytes!).includes(Buffer.from('SV_T\u{e4}\u{20ac}'))).toBe(true);
  });
});

test('deep structures end with an error, not with the stack', () => {
  const open = '//   struct S\n//   {\n'.repeat(5000);
  const text = `//\n// Generated by X\n//\n// Buffer Definitions:\n//\n// cbuffer b\n// {\n${open}ps_5_0\nret\n`;
  const { bytes, diagnostics } = assemble(text);
  expect(bytes).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toContain('DX3212');
});

describe('what no chunk holds ends with an answer, not with an exception', () => {
  const ROWS = 150_000;
  const codesOf = (text: string) => assemble(text, { validate: false }).diagnostics.map(({ code }) => code);

  test('rows of mappings of feature level 9', { tags: 'slow' }, () => {
    const { text } = disassemble(byId.get('headers-level-9.clipped.vs_4_0_level_9_1')!.bytes);
    const row = /^\/\/ c\d+ +Vertex Shader position offset\n/m;
    expect(codesOf(text.replace(row, (line) => line.repeat(ROWS)))).toEqual(['DX3205']);
    expect(codesOf(text.replace(row, (line) => line.repeat(4900)))).not.toContain('DX3205');
  });

  test('classes of one interface', () => {
    const table = (ids: string) =>
      `// Interface slots, 1 total:\n//\n// | Type ID     |0        |${ids}\n// | Table ID    |         |${ids}\n\nps_5_0\nret\n`;
    expect(codesOf(table(' 0'.repeat(ROWS)))).not.toContain('DX3205');
    expect(codesOf(table('65535'))).toEqual([]);
    expect(codesOf(table('65536'))).toContain('DX3205');
  });

  test('tessellation factors after the last register', () => {
    const text =
      'ds_5_0\ndcl_tessellator_domain domain_quad\ndcl_input_siv vpc4294967295.x, finalQuadUeq0EdgeTessFactor\nret\n';
    expect(codesOf(text)).toContain('DX3207');
  });
});

test('the page on assembly names every section', () => {
  const page = readFileSync('docs/assembly.md', 'utf8');
  for (const name of ['Input, Output, Patch Constant signature', 'Buffer Definitions, Resource Bindings'])
    expect(page).toContain(name);
});
