/**
 * Names, default values and registers of open shaders: only what is named changes, and the reverse edit gives the file
 * back.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { isContainer, readContainer } from '../../src/container/dxbc.ts';
import { decodeSm1, encodeSm1, Sm1CommentTag, setSm1Comment, sm1CommentData } from '../../src/isa/sm1/index.ts';
import { decodeSm4, encodeSm4 } from '../../src/isa/sm4/index.ts';
import { reflect } from '../../src/reflect/index.ts';
import { openShader, ShaderEditError } from '../../src/shader/index.ts';
import { validate } from '../../src/validate/index.ts';

const input = (name: string) => new Uint8Array(readFileSync(join('test/cli/inputs', name)));
const recorded = (name: string) => new Uint8Array(readFileSync(join('fixtures/recorded', name)));
const tint2 = input('tint2.cso');
const tint5 = input('tint5.cso');

/** The fixtures of Microsoft's compiler and assembler that have a program. */
const compiled = () =>
  readRecorded()
    .filter(({ provenance }) => provenance.how !== 'edited')
    .map(({ provenance, bytes }) => ({ id: provenance.id, bytes }))
    .filter(({ bytes }) => openShader(bytes).program.length > 0);

/** Byte offsets of the DWORDs that differ; undefined when the sizes do. */
function changedWords(a: Uint8Array, b: Uint8Array): number[] | undefined {
  if (a.byteLength !== b.byteLength) return undefined;
  const [one, other] = [a, b].map((bytes) => Buffer.from(bytes));
  const offsets: number[] = [];
  for (let at = 0; at + 4 <= a.byteLength; at += 4)
    if (one!.readInt32LE(at) !== other!.readInt32LE(at)) offsets.push(at);
  return offsets;
}

function changedChunks(a: Uint8Array, b: Uint8Array): string[] {
  const [one, other] = [a, b].map((bytes) => readContainer(bytes, new Diagnostics())!.chunks);
  return one!.flatMap(({ name, data }, i) => (Buffer.compare(data, other![i]!.data) === 0 ? [] : [name]));
}

/** How many DWORDs of `before` differ that are not in the common end of both. */
function changesBeforeEnd(before: Uint8Array, after: Uint8Array): number {
  const growth = after.byteLength - before.byteLength;
  let end = before.byteLength;
  while (end > 0 && before[end - 1] === after[end - 1 + growth]) end--;
  const size = (end + 3) & ~3;
  return changedWords(before.subarray(0, size), after.subarray(0, size))!.length;
}

const errorsOf = (bytes: Uint8Array) =>
  validate(bytes)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

/** The comparison of typed arrays in `toEqual` is slow. */
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

/** Literals of a shader that are changed. */
const MAX_LITERALS = 20;

/** Where the checksum of a container ends. */
const CHECKSUM_END = 20;

describe('in all fixtures of the compiler', { tags: 'slow' }, () => {
  it('a literal changes its words and the checksum alone, and back', () => {
    let count = 0;
    for (const { id, bytes } of compiled()) {
      for (const literal of openShader(bytes).literals().slice(0, MAX_LITERALS)) {
        const words = Uint32Array.from(literal.words, (word) => word ^ 0x40_0001);
        const shader = openShader(bytes).setLiteral(literal, words);
        const changed = changedWords(bytes, shader.toBytes())?.filter(
          (at) => shader.format === 'sm1' || at >= CHECKSUM_END,
        );
        expect(changed, id).toHaveLength(words.length);
        expect(isSame(shader.setLiteral(literal, Uint32Array.from(literal.words)).toBytes(), bytes), id).toBe(true);
        count++;
      }
    }
    expect(count).toBeGreaterThan(1500);
  });

  it('a name changes the table alone, and back', { tags: 'ci' }, () => {
    let count = 0;
    for (const { id, bytes } of compiled()) {
      const { reflection } = reflect(bytes);
      const names =
        reflection?.format === 'sm1'
          ? reflection.constants.map(({ name }) => ['', name] as const)
          : reflection?.format === 'dxbc'
            ? reflection.constantBuffers.flatMap(({ name, variables }) => [
                ['', name] as const,
                ...variables.map((one) => [`${name}.`, one.name] as const),
              ])
            : [];
      const errors = errorsOf(bytes);
      for (const [prefix, name] of names) {
        if (!/^[\w$.]+$/.test(name ?? '') || name?.includes('.')) continue;
        const shader = openShader(bytes).rename(prefix + name, 'renamed_for_a_test');
        const middle = shader.toBytes();
        expect(isSame(middle, bytes), id).toBe(false);
        if (isContainer(bytes)) expect(changedChunks(bytes, middle), id).toEqual(['RDEF']);
        else expect(code(middle), id).toBe(code(bytes));
        expect(errorsOf(middle), id).toEqual(errors);
        const back = shader.rename(`${prefix}renamed_for_a_test`, name!).toBytes();
        // Classes of shader model 4 are the one thing that our writer lays out in another way.
        expect(isSame(back, bytes), id).toBe(id !== 'shared-types.main.ps_4_0.classes');
        count++;
      }
    }
    expect(count).toBeGreaterThan(1000);
  });

  it('a binding moves and comes back', () => {
    let count = 0;
    for (const { id, bytes } of compiled()) {
      for (const [from, to] of possibleMoves(bytes)) {
        const shader = openShader(bytes);
        try {
          shader.rebind({ [from]: to });
        } catch (error) {
          // Registers that exist already, or computed ones.
          expect(error, `${id} ${from}=${to}`).toBeInstanceOf(ShaderEditError);
          expect((error as ShaderEditError).reason, id).toMatch(
            / is there$|computes which|indexes constants|with a preshader/,
          );
          continue;
        }
        const middle = shader.toBytes();
        expect(
          errorsOf(middle).filter((code) => code !== 'DX3435'),
          `${id} ${from}=${to}`,
        ).toEqual(errorsOf(bytes));
        expect(isSame(shader.rebind({ [to]: from }).toBytes(), bytes), `${id} ${from}=${to}`).toBe(true);
        count++;
      }
    }
    expect(count).toBeGreaterThan(700);
  });
});

const SM1_LAST: Readonly<Record<string, number>> = { i: 15, b: 15 };
const SM4_LAST: Readonly<Record<string, number>> = { cb: 13, s: 15, u: 7, t: 100 };

function fileOf(type: string | number): string {
  const name = String(type);
  return name === 'cbuffer' ? 'cb' : name === 'sampler' ? 's' : /^uav/i.test(name) ? 'u' : 't';
}

/** Each range of a shader, and a location at the end of its file. */
function possibleMoves(bytes: Uint8Array): [string, string][] {
  const { reflection } = reflect(bytes);
  if (reflection?.format === 'sm1') {
    const lastConstant = reflection.profile.startsWith('vs') ? 200 : reflection.profile.startsWith('ps_1') ? 7 : 31;
    return reflection.constants.flatMap(({ register, registerIndex, registerCount }): [string, string][] => {
      const file = register.replace(/\d+$/, '');
      const lastSampler = reflection.profile.startsWith('vs') ? 3 : 15;
      const last = file === 's' ? lastSampler : (SM1_LAST[file] ?? lastConstant);
      const to = last - registerCount + 1;
      return to === registerIndex || to < 0 ? [] : [[register, `${file}${to}`]];
    });
  }
  if (reflection?.format !== 'dxbc') return [];
  const { boundResources } = reflection;
  return boundResources.flatMap((one): [string, string][] => {
    const { type, bindPoint, bindCount, space } = one;
    // The source may give several resources one register; the program uses one of them.
    const isShared = boundResources.some(
      (other) =>
        other !== one && fileOf(other.type) === fileOf(type) && other.bindPoint === bindPoint && other.space === space,
    );
    if (isShared) return [];
    const file = fileOf(type);
    const suffix = space === 0 ? '' : `,space${space}`;
    const last = reflection.profile?.endsWith('5_1') ? 1000 : SM4_LAST[file]!;
    const to = last - Math.max(1, bindCount) + 1;
    return to === bindPoint || to < 0 ? [] : [[`${file}${bindPoint}${suffix}`, `${file}${to}${suffix}`]];
  });
}

describe('default values', () => {
  it('of a constant table: added where there is none, and changed in place after that', () => {
    const shader = openShader(tint2).setDefault('tint', [1, 2, 3, 4]);
    const once = shader.toBytes();
    expect(reflect(once).reflection).toMatchObject({ constants: [{ name: 'tint', defaultValue: [1, 2, 3, 4] }] });
    expect(once.byteLength).toBe(tint2.byteLength + 16);
    const twice = shader.setDefault('tint.yw', [5, { word: 0x7fc0_0001 }]).toBytes();
    expect(changedWords(once, twice)).toHaveLength(2);
    expect(validate(twice).valid).toBe(true);
    expect(shader.setDefault('tint.yw', [2, 4]).toBytes()).toEqual(once);
  });

  it('of the resource definitions', () => {
    const shader = openShader(tint5).setDefault('tint', [1, 2, 3, 4]);
    expect(shader.reflect().reflection).toMatchObject({
      constantBuffers: [{ variables: [{ defaultValue: { values: [1, 2, 3, 4] } }] }],
    });
    expect(shader.setDefault('tint.x', [8]).reflect().reflection).toMatchObject({
      constantBuffers: [{ variables: [{ defaultValue: { values: [8, 2, 3, 4] } }] }],
    });
    expect(shader.diagnostics).toEqual([]);
  });

  it('of members and elements', () => {
    const listing = readRecorded().find(({ provenance }) => provenance.id.startsWith('constant-buffers.'))!;
    const { reflection } = reflect(listing.bytes);
    if (reflection?.format !== 'dxbc') throw new Error('no reflection');
    const all = reflection.constantBuffers.flatMap(({ name: buffer, variables }) =>
      variables.map(({ name, type }) => ({ path: `${buffer}.${name}`, type })),
    );
    const array = all.find(({ type }) => (type?.elements ?? 0) > 1 && type?.members.length === 0)!;
    const shader = openShader(listing.bytes);
    expect(() => shader.setDefault(`${array.path}[999]`, [1])).toThrow(/no such member, element or component/);
    const structure = all.find(({ type }) => (type?.members.length ?? 0) > 0 && (type?.elements ?? 0) < 2);
    if (structure !== undefined)
      expect(() => shader.setDefault(`${structure.path}.nothing`, [1])).toThrow(/no such member, element or component/);
  });

  it.each([
    ['tin', [1], 'there is no constant tin; did you mean tint?'],
    ['tint', [1, 2], 'tint takes 4 values, not 2'],
    ['tint.color', [1], 'there is no tint.color: the constant has no such member, element or component'],
    ['tint[0]', [1], 'there is no tint[0]: the constant has no such member, element or component'],
    ['tint.xx', [1, 2], 'there is no tint.xx: the constant has no such member, element or component'],
    ['tint[', [1, 2, 3, 4], 'there is no tint[: the constant has no such member, element or component'],
    ['tint[[xy', [1, 2], 'there is no tint[[xy: the constant has no such member, element or component'],
  ])('%s is refused', (name, values, reason) => {
    for (const bytes of [tint2, tint5]) {
      const shader = openShader(bytes);
      expect(() => shader.setDefault(name, values)).toThrow(`setDefault: ${reason}`);
      expect(shader.toBytes()).toEqual(bytes);
    }
  });
});

describe('components of registers', () => {
  it('change one word', () => {
    const bytes = openShader(tint2).setConstant('c1.x', [0.75]).toBytes();
    expect(changedWords(tint2, bytes)).toHaveLength(1);
    expect(() => openShader(tint2).setConstant('c9.x', [1])).toThrow('set all four');
    expect(() => openShader(tint2).setConstant('c1.xx', [1, 2])).toThrow('names a component twice');
    expect(() => openShader(tint2).setConstant('c1.xy', [1])).toThrow('takes 2 values, not 1');
  });

  it('of an immediate constant buffer, and wrong rows', () => {
    expect(() => openShader(tint5).setConstant('icb[0]', [1])).toThrow('no immediate constant buffer');
    const listing = recorded('indexing.pixel.ps_5_0.bin');
    const module = decodeSm4(openShader(listing).program);
    const nodes = module.nodes.map((node) =>
      node.kind === 'immediateConstantBuffer' ? { ...node, words: node.words.slice(0, -2) } : node,
    );
    const damaged = openShader(listing).setProgram(encodeSm4({ ...module, nodes }));
    expect(() => damaged.setConstant('icb[0]', [1])).toThrow('its last row is incomplete');
  });

  it('of a program for feature level 9', () => {
    const level9 = recorded('level-9-pixel.main.ps_4_0_level_9_1.bin');
    expect(openShader(level9).disassemble().text).toContain('def c4, -0.25, 0, 0, 0');
    const shader = openShader(level9).setConstant('c4', [0.125, 0.25, 0.5, 64]);
    expect(changedChunks(level9, shader.toBytes())).toEqual(['Aon9']);
    expect(changedWords(level9, shader.toBytes())?.filter((at) => at >= CHECKSUM_END)).toHaveLength(4);
    expect(shader.disassemble().text).toContain('def c4, 0.125, 0.25, 0.5, 64');
    expect(shader.setConstant('c4', [-0.25, 0, 0, 0]).toBytes()).toEqual(level9);
    expect(() => openShader(tint5).setConstant('c0', [1])).toThrow('has no program for feature level 9');
  });
});

describe('tables in another layout', () => {
  it('keep every byte but the fields that change, and grow at the end', () => {
    let count = 0;
    for (const { provenance, bytes } of readRecorded()) {
      if (provenance.how !== 'edited' || openShader(bytes).format !== 'sm1') continue;
      const { reflection } = reflect(bytes);
      if (reflection?.format !== 'sm1') continue;
      for (const { name } of reflection.constants.filter((one) => /^\w+$/.test(one.name)).slice(0, 3)) {
        const renamed = openShader(bytes).rename(name, 'renamed_for_a_test');
        expect(renamed.disassemble({ header: false })).toEqual(openShader(bytes).disassemble({ header: false }));
        // The length of the comment, and for each constant of that name the offset of the name.
        const names = reflection.constants.filter((one) => one.name === name).length;
        expect(changesBeforeEnd(bytes, renamed.toBytes()), provenance.id).toBeLessThanOrEqual(1 + names);
        const { reflection: after } = renamed.reflect();
        expect(
          after?.format === 'sm1' && after.constants.filter((one) => one.name === 'renamed_for_a_test').length,
        ).toBe(reflection.constants.filter((one) => one.name === name).length);
        count++;
      }
    }
    expect(count).toBeGreaterThan(2);
  });
});

describe('names', () => {
  it('of a constant table and of resource definitions', () => {
    expect(openShader(tint2).rename('tint', 'colour').disassemble().text).toContain('//   colour       c0       1');
    expect(openShader(tint5).rename('tint', 'colour').disassemble().text).toContain('float4 colour;');
    expect(openShader(tint5).rename('$Globals', 'Scene').disassemble().text).toMatch(/^\/\/ Scene +cbuffer/m);
  });

  it.each([
    ['tin', 'x', /there is no .* tin; did you mean tint\?/],
    ['tint', 'a b', /'a b' is not a name of HLSL/],
    ['tint', '', /'' is not a name of HLSL/],
  ])('%s to %j is refused', (from, to, reason) => {
    for (const bytes of [tint2, tint5]) expect(() => openShader(bytes).rename(from, to)).toThrow(reason);
  });

  it('that are taken are refused', () => {
    const level9 = recorded('level-9-pixel.main.ps_4_0_level_9_1.bin');
    const { reflection } = reflect(level9);
    if (reflection?.format !== 'dxbc') throw new Error('no reflection');
    const names = [...new Set(reflection.boundResources.map(({ name }) => name!))];
    expect(names.length).toBeGreaterThan(1);
    expect(() => openShader(level9).rename(names[0]!, names[1]!)).toThrow(`there is already a ${names[1]}`);
  });
});

const SM1_SAMPLERS = `ps_3_0
def c4, 1, 2, 3, 4
dcl_texcoord v0.xy
dcl_2d s0
dcl_2d s1
texld r0, v0, s0
texld r1, v0, s1
mad oC0, r0, c4, r1
`;

const SM4_SLOTS = `ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2d (float,float,float,float) t1
dcl_input_ps linear v0.xy
dcl_output o0.xyzw
dcl_temps 1
sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, t0.xyzw, s0
sample_indexable(texture2d)(float,float,float,float) o0.xyzw, r0.xyxx, t1.xyzw, s0
ret
`;

const built = (text: string) => assemble(text).bytes!;
const code = (bytes: Uint8Array) => openShader(bytes).disassemble({ header: false }).text;

describe('registers', () => {
  it('of shader models 1 to 3 are exchanged at once', () => {
    const shader = openShader(built(SM1_SAMPLERS)).rebind({ s0: 's1', s1: 's0', c4: 'c10' });
    expect(shader.disassemble({ header: false }).text).toMatch(
      /def c10, 1, 2, 3, 4\n.*\n.*dcl_2d s1\n.*dcl_2d s0\n.*texld r0, v0, s1\n.*texld r1, v0, s0\n.*mad oC0, r0, c10, r1/,
    );
  });

  it('of shader model 5 are exchanged at once', () => {
    const shader = openShader(built(SM4_SLOTS)).rebind({ t0: 't1', t1: 't0', s0: 's9' });
    expect(code(shader.toBytes())).toBe(
      code(built(SM4_SLOTS))
        .replaceAll(/\bt0\b/g, 'T')
        .replaceAll(/\bt1\b/g, 't0')
        .replaceAll('T', 't1')
        .replaceAll(/\bs0\b/g, 's9'),
    );
    expect(shader.validate().valid).toBe(true);
    expect(shader.reflect().reflection).toMatchObject({ format: 'dxbc' });
  });

  it.each([
    [{ s0: 's1' }, /s0 cannot become s1: s1 is there/],
    [{ s5: 's1' }, /the shader has no s5; it has .*s0, s1/],
    [{ s0: 't3' }, /s0 cannot become t3, which is another type of register/],
    [{ s0: 'three' }, /'three' is not a register/],
    [{ s0: 's3,space1' }, /only shader model 5\.1 has register spaces/],
    [{ nothing: 's3' }, /there is no resource nothing/],
  ])('%j is refused', (moves, reason) => {
    for (const text of [SM1_SAMPLERS, SM4_SLOTS.replaceAll(/\bt1\b/g, 't2')])
      if (text === SM1_SAMPLERS || !('s0' in moves && moves.s0 === 's1'))
        expect(() => openShader(built(text)).rebind(moves)).toThrow(
          text === SM1_SAMPLERS ? reason : /shader has no|another type|not a register|only shader|no resource/,
        );
  });

  it('that an index may reach are refused without a table', () => {
    const text = `vs_2_0
def c9, 0, 0, 0, 0
dcl_position v0
mova a0.x, v0.x
mov r0, c4[a0.x]
add oPos, r0, c9
`;
    expect(() => openShader(built(text)).rebind({ c4: 'c20' })).toThrow('indexes constants from c4 on');
    expect(() => openShader(built(text)).rebind({ c9: 'c20' })).toThrow('indexes constants from c4 on');
  });

  it.each([
    [tint2, { tint: 'c8192' }, 'c0 (tint) cannot become c8192: the last register is c8191'],
    [built(SM1_SAMPLERS), { s0: 's9999999999' }, 's0 cannot become s9999999999: the last register is s2047'],
    [built(SM4_SLOTS), { t0: 't4294967296' }, 't0 (t0) cannot become t4294967296: the last register is t4294967295'],
    [
      recorded('level-9-pixel.main.ps_4_0_level_9_1.bin'),
      { t1: 't256' },
      't1 (color) cannot become t256: the last register is t255',
    ],
  ])('past the last one are refused (%#)', (bytes, moves: Record<string, string>, reason) => {
    const shader = openShader(bytes);
    expect(() => shader.rebind(moves)).toThrow(new ShaderEditError('rebind', reason));
    expect(isSame(shader.toBytes(), bytes)).toBe(true);
  });

  it('that no register has are not set', () => {
    expect(() => openShader(tint2).setConstant('c8192', [1])).toThrow(
      'there is no register c8192; the last one is c8191',
    );
    expect(() => openShader(tint2).setConstant('i2048', [1])).toThrow(
      'there is no register i2048; the last one is i2047',
    );
  });

  it('of samplers are fixed in ps_1_4', () => {
    const table = sm1CommentData(decodeSm1(recorded('d3d9-pixel.main.ps_2_0.bin')), Sm1CommentTag.constantTable);
    const program = decodeSm1(built('ps_1_4\ntexld r0, t0\n'));
    const bytes = encodeSm1(setSm1Comment(program, Sm1CommentTag.constantTable, table));
    expect(() => openShader(bytes).rebind({ s0: 's9' })).toThrow('that of its sampler');
  });

  it('of a matrix move as a whole', () => {
    const text = 'vs_2_0\ndcl_position v0\nm4x4 oPos, v0, c4\n';
    expect(code(openShader(built(text)).rebind({ c4: 'c10' }).toBytes())).toContain('m4x4 oPos, v0, c10');
    expect(() => openShader(built(text)).rebind({ c5: 'c10' })).toThrow(
      'c5 is part of c4 to c7, which moves as a whole',
    );
  });
});

it('an edit that is refused says why without the method', () => {
  try {
    openShader(tint5).rename('tin', 'x');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect((error as ShaderEditError).reason).toBe('there is no buffer, resource or variable tin; did you mean tint?');
  }
});
