/** Resource definitions: written as the compiler writes them, made anew, edited, and any graph of types survived. */

import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { containerText } from '../../smith/checks/print.ts';
import { VariableClass } from '../../src/base/d3d/enumerations.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { MAX_TYPE_DEPTH } from '../../src/base/limits.ts';
import { u32At } from '../../src/base/words.ts';
import { type Rdef, type RdefEncoding, type RdefType, readRdef } from '../../src/chunks/rdef.ts';
import {
  rdef,
  rdefBinding,
  rdefBuffer,
  rdefEncoding,
  rdefType,
  rdefVariable,
  rebindRdef,
  renameRdefResource,
  renameRdefVariable,
  serializeRdef,
} from '../../src/chunks/rdef-writer.ts';
import { type Chunk, type Container, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { listingStyle, optionsOfFlags } from '../../src/text/options.ts';

interface Found {
  readonly id: string;
  readonly container: Container;
  readonly chunk: Chunk;
}

/** Every RDEF of the recorded files, those of functions in libraries included. */
function recordedChunks(how: string): Found[] {
  const found: Found[] = [];
  const visit = (id: string, bytes: Uint8Array) => {
    const container = readContainer(bytes, new Diagnostics());
    for (const chunk of container?.chunks ?? []) {
      if (chunk.tag === TAG.LIBF) visit(`${id} function`, chunk.data);
      if (chunk.tag === TAG.RDEF) found.push({ id, container: container!, chunk });
    }
  };
  for (const { bytes, provenance } of readRecorded()) if (provenance.how === how) visit(provenance.id, bytes);
  return found;
}

function read({ container, chunk }: Pick<Found, 'container' | 'chunk'>): Rdef {
  return readRdef(container, chunk, new Diagnostics())!;
}

/** Definitions as if they were new. */
function fresh({ source: _, ...definitions }: Rdef): Rdef {
  return definitions;
}

/** Reads written definitions; returns them with the reported codes. */
function readBack(payload: Uint8Array): { rdef: Rdef; codes: string[] } {
  const container = readContainer(serializeContainer([{ tag: TAG.RDEF, data: payload }]), new Diagnostics())!;
  const diagnostics = new Diagnostics();
  return {
    rdef: readRdef(container, container.chunks[0]!, diagnostics)!,
    codes: diagnostics.list.map(({ code }) => code),
  };
}

/** The definitions without their offsets: types by their number in order of appearance. */
function facts(definitions: Rdef): unknown {
  const types = new Map<RdefType, number>();
  const number = (type: RdefType | undefined) => {
    if (type !== undefined && !types.has(type)) types.set(type, types.size);
    return type && types.get(type);
  };
  const buffers = definitions.buffers.map((buffer) => ({
    ...buffer,
    variables: buffer.variables.map((one) => ({ ...one, type: number(one.type) })),
  }));
  const records: unknown[] = [];
  // New types are added at the end of the map, which this loop reaches, too.
  for (const [type] of types) {
    const { offset: _, subType, baseClass, interfaces, members, ...numbers } = type;
    const relatives = [subType, baseClass, ...interfaces].map(number);
    records.push({ ...numbers, relatives, members: members.map((one) => ({ ...one, type: number(one.type) })) });
  }
  return { ...fresh(definitions), buffers, records };
}

/** Model 4 has no fields for interfaces, but the compiler writes their records all the same: nothing refers to them. */
const LOST_INTERFACES = 'shared-types.main.ps_4_0.classes';

const FLOAT = rdefType({ class: 0, type: 3, rows: 1, columns: 1, name: 'float' });

describe('definitions of the compiler', () => {
  it('are written as the compiler writes them', { tags: 'slow' }, () => {
    const encodings: Partial<Record<RdefEncoding, number>> = {};
    for (const found of recordedChunks('compiled')) {
      const definitions = read(found);
      encodings[definitions.encoding] = (encodings[definitions.encoding] ?? 0) + 1;
      const same = Buffer.compare(serializeRdef(fresh(definitions)), found.chunk.data) === 0;
      expect(same, found.id).toBe(found.id !== LOST_INTERFACES);
    }
    expect(encodings.basic).toBeGreaterThan(50);
    expect(encodings.extended).toBeGreaterThan(100);
    expect(encodings.spaces).toBeGreaterThan(40);
  });

  it('are written as the same bytes in any layout if nothing is changed', { tags: 'slow' }, () => {
    const lost = recordedChunks('compiled').filter(({ id }) => id === LOST_INTERFACES);
    expect(lost).toHaveLength(1);
    const chunks = [...recordedChunks('edited'), ...lost];
    expect(chunks.length).toBeGreaterThan(2);
    for (const found of chunks) expect(Buffer.from(serializeRdef(read(found)))).toEqual(Buffer.from(found.chunk.data));
  });

  it('keep all facts where another writer laid them out', { tags: 'slow' }, () => {
    const lost = recordedChunks('compiled').filter(({ id }) => id === LOST_INTERFACES);
    for (const found of [...recordedChunks('edited'), ...lost]) {
      const before = read(found);
      const { rdef: after, codes } = readBack(serializeRdef(fresh(before)));
      expect(codes, found.id).toEqual([]);
      expect(facts(after), found.id).toEqual(facts(before));
    }
  });

  it('have the encoding that belongs to their version', { tags: 'slow' }, () => {
    for (const found of recordedChunks('compiled')) {
      const { version, encoding } = read(found);
      expect(rdefEncoding(version), found.id).toBe(encoding);
    }
  });
});

describe('new definitions', () => {
  it('are the bytes that the compiler would write', { tags: 'slow' }, () => {
    const before = recordedChunks('compiled').find(({ id }) => id === 'headers-classes.main.ps_5_0')!;
    const { flags, creator, version, buffers, bindings, interfaceSlots } = read(before);
    const copies = new Map<RdefType, RdefType>();
    const copy = (type: RdefType): RdefType => {
      const known = copies.get(type);
      if (known !== undefined) return known;
      const { offset: _, ...parts } = type;
      const made = rdefType({
        ...parts,
        members: type.members.map((member) => ({ ...member, type: member.type && copy(member.type) })),
        subType: type.subType && copy(type.subType),
        baseClass: type.baseClass && copy(type.baseClass),
        interfaces: type.interfaces.map(copy),
      });
      copies.set(type, made);
      return made;
    };
    const again = rdef({
      version,
      flags,
      creator,
      interfaceSlots,
      bindings: bindings.map((one) => rdefBinding(one)),
      buffers: buffers.map((one) =>
        rdefBuffer({
          ...one,
          variables: one.variables.map((v) => rdefVariable({ ...v, type: v.type && copy(v.type) })),
        }),
      ),
    });
    expect(Buffer.from(serializeRdef(again))).toEqual(Buffer.from(before.chunk.data));
  });

  it('share strings, default values and lists with equal bytes', () => {
    const variable = (name: string, offset: number, word: number) =>
      rdefVariable({ name, offset, size: 4, type: FLOAT, defaults: Uint32Array.of(word) });
    // The DWORD is "abc" with its NUL: Microsoft's compiler lets the default value of such an int be in the name.
    const variables = [variable('abc', 0, 0x0063_6261), variable('v', 4, 1), variable('w', 8, 1)];
    const bytes = serializeRdef(
      rdef({ version: 0xffff_0400, buffers: [rdefBuffer({ name: 'b', size: 16, variables })] }),
    );
    const first = u32At(bytes, u32At(bytes, 4) + 8);
    const [name, value, second, third] = [0, 20, 24 + 20, 48 + 20].map((at) => u32At(bytes, first + at));
    expect(value).toBe(name);
    expect(third).toBe(second);
    expect(second).not.toBe(0);
    expect(readBack(bytes).rdef.buffers[0]!.variables.map(({ defaults }) => [...defaults!])).toEqual([
      [0x636261],
      [1],
      [1],
    ]);
  });

  it('have one record for a type that is the same object, two for equal ones', () => {
    const count = (a: RdefType, b: RdefType) => {
      const variables = [a, b].map((type, i) => rdefVariable({ name: 'v', offset: 4 * i, size: 4, type }));
      const { buffers } = readBack(
        serializeRdef(rdef({ version: 0xffff_0500, buffers: [rdefBuffer({ name: 'b', variables })] })),
      ).rdef;
      return new Set(buffers[0]!.variables.map(({ type }) => type)).size;
    };
    expect(count(FLOAT, FLOAT)).toBe(1);
    expect(count(FLOAT, { ...FLOAT })).toBe(2);
  });

  it('need no buffers, bindings or names', () => {
    for (const version of [0xffff_0400, 0xffff_0500, 0xffff_0501]) {
      const bytes = serializeRdef(rdef({ version }));
      const { rdef: back, codes } = readBack(bytes);
      expect(codes).toEqual([]);
      expect(facts(back)).toEqual(facts(rdef({ version })));
      expect(bytes.byteLength % 4).toBe(0);
    }
  });

  it.each([
    ['a count of elements', () => rdefType({ class: 0, type: 3, elements: 0x1_0000 })],
    ['a class', () => rdefType({ class: -1, type: 3 })],
    [
      'the offset of a member',
      () => rdefType({ class: VariableClass.struct, type: 0, members: [{ name: 'm', type: FLOAT, offset: 2 ** 32 }] }),
    ],
    ['the name of a type', () => rdefType({ class: 0, type: 3, name: 'Ω' })],
    [
      'the name of a member',
      () => rdefType({ class: VariableClass.struct, type: 0, members: [{ name: 'a\0b', type: FLOAT, offset: 0 }] }),
    ],
  ])('do not fit: %s', (_, type) => {
    const variables = [rdefVariable({ name: 'v', offset: 0, size: 4, type: type() })];
    const definitions = rdef({ version: 0xffff_0500, buffers: [rdefBuffer({ name: 'b', variables })] });
    expect(() => serializeRdef(definitions)).toThrow(RangeError);
  });

  it.each([
    ['a bind point', { bindPoint: 1.5 }],
    ['a space', { space: -1 }],
    ['flags', { flags: Number.NaN }],
  ])('do not fit: %s of a binding', (_, wrong) => {
    const bindings = [{ ...rdefBinding({ name: 't', type: 2, bindPoint: 0 }), ...wrong }];
    expect(() => serializeRdef(rdef({ version: 0xffff_0501, bindings }))).toThrow(RangeError);
  });
});

it('a encoding that does not exist is refused', () => {
  expect(() => serializeRdef({ ...rdef({ version: 0xffff_0400 }), encoding: 'other' as RdefEncoding })).toThrow(
    RangeError,
  );
});

describe('graphs of types', () => {
  /** A buffer with one variable of `type`. */
  const around = (type: RdefType): Rdef =>
    rdef({
      version: 0xffff_0500,
      buffers: [rdefBuffer({ name: 'b', variables: [rdefVariable({ name: 'v', offset: 0, size: 4, type })] })],
    });
  const typeOf = ({ buffers }: Rdef): RdefType => buffers[0]!.variables[0]!.type!;

  it('may contain themselves', () => {
    type Open = { -readonly [K in keyof RdefType]: RdefType[K] };
    const node: Open = rdefType({ class: VariableClass.struct, type: 0, name: 'Node' });
    const other = rdefType({
      class: VariableClass.struct,
      type: 0,
      name: 'Other',
      members: [{ name: 'back', type: node, offset: 0 }],
    });
    node.members = [
      { name: 'next', type: node, offset: 0 },
      { name: 'other', type: other, offset: 4 },
    ];
    node.interfaces = [node, other];
    const { rdef: after, codes } = readBack(serializeRdef(around(node)));
    expect(codes).toEqual([]);
    const back = typeOf(after);
    expect(back.name).toBe('Node');
    expect(back.members[0]!.type).toBe(back);
    expect(back.members[1]!.type!.members[0]!.type).toBe(back);
    expect(back.interfaces[1]).toBe(back.members[1]!.type);
  });

  it('may nest deeper than any listing prints', { tags: 'slow' }, () => {
    const levels = 20 * MAX_TYPE_DEPTH;
    let type = FLOAT;
    for (let i = 0; i < levels; i++) {
      type = rdefType({ class: VariableClass.struct, type: 0, members: [{ name: 'm', type, offset: 0 }] });
    }
    const { rdef: after, codes } = readBack(serializeRdef(around(type)));
    expect(codes).toEqual([]);
    let depth = 0;
    for (let one: RdefType | undefined = typeOf(after); one?.class === VariableClass.struct; one = one.members[0]!.type)
      depth++;
    expect(depth).toBe(levels);
  });

  it('do not grow where types share members', () => {
    // Each level has the one below twice: 2 ** 64 paths.
    let type = FLOAT;
    for (let i = 0; i < 64; i++) {
      const members = [0, 4].map((offset) => ({ name: 'm', type, offset }));
      type = rdefType({ class: VariableClass.struct, type: 0, members });
    }
    expect(serializeRdef(around(type)).byteLength).toBeLessThan(64 * 80);
  });

  it('keep pointers to interfaces', () => {
    const target = rdefType({ class: 6, type: 0, name: 'Light' });
    const pointer = rdefType({
      class: VariableClass.interfacePointer,
      type: 37,
      rows: 1,
      columns: 4,
      name: 'Light',
      subType: target,
    });
    const back = typeOf(readBack(serializeRdef(around(pointer))).rdef);
    expect(back.subType).toMatchObject({ class: 6, name: 'Light' });
    expect(back.members).toEqual([]);
  });
});

describe('edits', () => {
  const shader = readRecorded().find(({ provenance }) => provenance.id === 'headers-classes.main.ps_5_0')!.bytes;
  const container = readContainer(shader, new Diagnostics())!;
  const chunk = container.find(TAG.RDEF)!;
  const before = read({ container, chunk });
  /** The listing of the shader with other definitions. */
  const listing = (definitions: Rdef) => {
    const chunks = container.chunks.map((one) =>
      one === chunk ? { tag: TAG.RDEF, data: serializeRdef(definitions) } : one,
    );
    const edited = readContainer(serializeContainer(chunks), new Diagnostics())!;
    const diagnostics = new Diagnostics();
    const text = containerText(edited, listingStyle(optionsOfFlags(0)), diagnostics);
    expect(diagnostics.list).toEqual([]);
    return text.split('\n');
  };
  const changed = (definitions: Rdef) => {
    const original = listing(before);
    const after = listing(definitions);
    expect(after.length).toBe(original.length);
    return after.filter((line, i) => line !== original[i]);
  };

  it('rename a buffer and its binding', () => {
    const lines = changed(renameRdefResource(before, 'Instances', 'Lights'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('// cbuffer Lights');
    expect(lines[1]).toMatch(/^\/\/ Lights +cbuffer/);
  });

  it('rename a variable', () => {
    const lines = changed(renameRdefVariable(before, 'Instances', 'q', 'Q'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/float4 Q;/);
  });

  it('move a binding', () => {
    const lines = changed(rebindRdef(before, 'a.t', { bindPoint: 7 }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\/\/ a\.t .* t7 /);
    expect(rebindRdef(before, 'a.t', { bindPoint: 7 }).bindings.find(({ name }) => name === 'a.t')!.id).toBe(7);
  });

  it('leave the original and its bytes alone', () => {
    const bytes = serializeRdef(before);
    renameRdefVariable(before, 'Instances', 'q', 'Q');
    expect(Buffer.from(serializeRdef(before))).toEqual(Buffer.from(bytes));
    const twice = renameRdefVariable(renameRdefVariable(before, 'Instances', 'q', 'Q'), 'Instances', 'Q', 'q');
    expect(Buffer.from(serializeRdef(twice))).toEqual(Buffer.from(chunk.data));
  });

  it('refuse what is not there', () => {
    expect(() => renameRdefResource(before, 'nothing', 'x')).toThrow(RangeError);
    expect(() => renameRdefVariable(before, 'Instances', 'nothing', 'x')).toThrow(RangeError);
    expect(() => rebindRdef(before, 'nothing', { bindPoint: 1 })).toThrow(RangeError);
    expect(() => rebindRdef(before, 'a.t', { space: 1 })).toThrow(RangeError);
  });
});

describe('damaged chunks', () => {
  it('are written with any content', { tags: 'slow' }, () => {
    const chunks = recordedChunks('compiled').filter(({ chunk }) => chunk.data.byteLength < 3000);
    let cases = 0;
    for (const { container, chunk } of chunks.slice(0, 60)) {
      for (let at = 0; at + 4 <= chunk.data.byteLength; at += 52) {
        for (const word of [0, 0x30, 0xffff_ffff, chunk.data.byteLength - 2]) {
          const bytes = container.bytes.slice();
          new DataView(bytes.buffer).setUint32(chunk.offset + 8 + at, word, true);
          const damaged = readContainer(bytes, new Diagnostics())!;
          const found = damaged.find(TAG.RDEF);
          const definitions = found && readRdef(damaged, found, new Diagnostics());
          if (definitions === undefined) continue;
          const written = serializeRdef(fresh(definitions));
          expect(readBack(written).rdef.buffers.length).toBe(definitions.buffers.length);
          cases++;
        }
      }
    }
    expect(cases).toBeGreaterThan(1000);
  });
});
