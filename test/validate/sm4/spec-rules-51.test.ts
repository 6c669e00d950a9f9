/**
 * The bytecode of shader model 5.1, rule by rule (SM51-1 to SM51-8), on the words that Microsoft's compiler wrote: the
 * example of the documents (arrays of arrays), and every other fixture that was compiled for 5.1.
 */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { wordsOf } from '../../../src/base/words.ts';
import { type RdefBinding, readRdef } from '../../../src/chunks/rdef.ts';
import { readContainer } from '../../../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../../../src/container/shader-chunks.ts';
import { TAG } from '../../../src/container/tags.ts';
import { Sm4Cursor, type Sm4OperandSlot } from '../../../src/isa/sm4/cursor.ts';
import { explainSm4, type Sm4Word } from '../../../src/isa/sm4/fields.ts';
import { SM4_OPCODES, type Sm4OperandRole } from '../../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { readSm4, type Sm4Program, sm4UsesRangeIds } from '../../../src/isa/sm4/program.ts';
import type { Sm4TokenKind } from '../../../src/isa/sm4/token-kinds.ts';
import { Sm4ExtendedOpcodeKind, Sm4ExtendedOpcodeToken, Sm4IndexRepresentation } from '../../../src/isa/sm4/tokens.ts';

interface Fixture {
  readonly id: string;
  readonly source: string;
  readonly program: Sm4Program;
  readonly bindings: readonly RdefBinding[];
}

/** A range as a declaration of it says: the rules' terms. */
interface Range {
  readonly id: number;
  readonly lower: number;
  readonly upper: number;
  readonly space: number;
}

const UNBOUNDED = 0xffff_ffff;
/** Operand types of ranges, by the role that their declarations have. */
const RANGE_TYPES: ReadonlyMap<Sm4OperandRole, number> = new Map([
  ['sampler', SM4_OPERAND_TYPES.sampler.code],
  ['resource', SM4_OPERAND_TYPES.resource.code],
  ['uav', SM4_OPERAND_TYPES.unorderedAccessView.code],
  ['constantBuffer', SM4_OPERAND_TYPES.constantBuffer.code],
]);
const CONSTANT_BUFFER = SM4_OPERAND_TYPES.constantBuffer.code;

const compiled: readonly Fixture[] = readRecorded().flatMap(({ provenance, bytes }) => {
  const container = provenance.how === 'compiled' ? readContainer(bytes, new Diagnostics()) : undefined;
  const chunk = container?.find(...PROGRAM_TAGS);
  if (container === undefined || chunk === undefined) return [];
  const rdef = container.find(TAG.RDEF);
  const bindings = (rdef && readRdef(container, rdef, new Diagnostics())?.bindings) ?? [];
  return [{ id: provenance.id, source: provenance.source, program: readSm4(wordsOf(chunk.data)), bindings }];
});
const fixtures = compiled.filter(({ program }) => sm4UsesRangeIds(program));
const example = fixtures.find(({ id }) => id.startsWith('arrays-of-arrays'))!;

/** Calls `visit` with the cursor on each instruction. */
function eachInstruction({ program }: Fixture, visit: (cursor: Sm4Cursor) => void): void {
  const cursor = new Sm4Cursor(program);
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    visit(cursor);
  }
}

/** The ranges that a program declares, by operand type, in order. */
function rangesOf(fixture: Fixture): Map<number, Range[]> {
  const ranges = new Map([...RANGE_TYPES.values()].map((type) => [type, [] as Range[]]));
  eachInstruction(fixture, (cursor) => {
    const type =
      cursor.row?.kind === 'declaration' ? RANGE_TYPES.get(cursor.row.operands[0]?.role as Sm4OperandRole) : undefined;
    if (type === undefined) return;
    const slot = cursor.operands[0]!;
    const space = cursor.word(cursor.end - 1);
    ranges.get(type)!.push({ id: slot.index(0), lower: slot.index(1) >>> 0, upper: slot.index(2) >>> 0, space });
  });
  return ranges;
}

/** Operands of executable instructions that name a range. */
function usesOf(fixture: Fixture): Sm4OperandSlot[] {
  const uses: Sm4OperandSlot[] = [];
  const types = new Set(RANGE_TYPES.values());
  eachInstruction(fixture, ({ row, operands, operandCount }) => {
    if (row?.kind !== 'instruction') return;
    for (const slot of operands.slice(0, operandCount)) {
      if (types.has(slot.type)) uses.push(Object.assign(Object.create(Object.getPrototypeOf(slot)), slot));
    }
  });
  return uses;
}

function words({ program }: Fixture): Sm4Word[] {
  const all: Sm4Word[] = [];
  explainSm4(program, (word) => all.push(word));
  return all;
}

/** Kinds of the DWORDs of the instructions with one of `codes`, one list an instruction. */
function kindsOf(fixture: Fixture, ...codes: number[]): Sm4TokenKind[][] {
  const { program } = fixture;
  const byInstruction = new Map<number, Sm4TokenKind[]>();
  for (const { instruction, kind } of words(fixture)) {
    if (instruction < 0 || !codes.includes(program.words[program.starts[instruction]!]! & 0x7ff)) continue;
    byInstruction.set(instruction, [...(byInstruction.get(instruction) ?? []), kind]);
  }
  return [...byInstruction.values()];
}

const named = (name: string) => fixtures.filter(({ id }) => id.startsWith(name))[0]!;

describe('the bytecode of shader model 5.1', () => {
  it('is looked at in many compiled shaders', () => {
    expect(fixtures.length).toBeGreaterThan(50);
    expect(fixtures.flatMap((fixture) => [...rangesOf(fixture).values()].flat()).length).toBeGreaterThan(200);
  });

  it('SM51-1: every range has an id of its own, unrelated to its lower bound', () => {
    for (const fixture of fixtures) {
      for (const ranges of rangesOf(fixture).values()) {
        const ids = ranges.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
    const resources = rangesOf(example).get(SM4_OPERAND_TYPES.resource.code)!;
    expect(resources.map(({ id, lower }) => [id, lower])).toEqual([
      [0, 5],
      [1, 10],
      [2, 0],
    ]);
  });

  it('SM51-2: a declaration has three indices: id, lower and upper bound, which may be missing', () => {
    let unbounded = 0;
    for (const fixture of fixtures) {
      eachInstruction(fixture, ({ row, operands }) => {
        if (row?.kind !== 'declaration' || !RANGE_TYPES.has(row.operands[0]?.role as Sm4OperandRole)) return;
        const slot = operands[0]!;
        expect(slot.indexCount).toBe(3);
        for (let i = 0; i < 3; i++) expect(slot.representation(i)).toBe(Sm4IndexRepresentation.immediate32);
        expect(slot.index(2) >>> 0).toBeGreaterThanOrEqual(slot.index(1) >>> 0);
        if (slot.index(2) >>> 0 === UNBOUNDED) unbounded++;
      });
    }
    expect(unbounded).toBeGreaterThan(5);
    expect(
      rangesOf(example)
        .get(SM4_OPERAND_TYPES.resource.code)!
        .map(({ upper }) => upper),
    ).toEqual([5, UNBOUNDED, 7]);
    expect(kindsOf(example, SM4_OPCODES.dcl_sampler.code)).toEqual([
      ['dclSampler', 'operandSwizzle', 'rangeId', 'lowerBound', 'upperBound', 'space'],
    ]);
  });

  it('SM51-3: a further token has the space; sizes and strides come before it', () => {
    expect(
      rangesOf(example)
        .get(SM4_OPERAND_TYPES.resource.code)!
        .map(({ space }) => space),
    ).toEqual([0, 0, 1]);
    const bindings = named('bindings-5_1.main');
    const payloadOf = (code: number) =>
      new Set(kindsOf(bindings, code).map((kinds) => kinds.slice(kinds.indexOf('upperBound') + 1).join(' ')));
    expect(payloadOf(SM4_OPCODES.dcl_sampler.code)).toEqual(new Set(['space']));
    expect(payloadOf(SM4_OPCODES.dcl_resource.code)).toEqual(new Set(['returnTypes space']));
    expect(payloadOf(SM4_OPCODES.dcl_resource_raw.code)).toEqual(new Set(['space']));
    expect(payloadOf(SM4_OPCODES.dcl_resource_structured.code)).toEqual(new Set(['stride space']));
    expect(payloadOf(SM4_OPCODES.dcl_uav_typed.code)).toEqual(new Set(['returnTypes space']));
    expect(payloadOf(SM4_OPCODES.dcl_uav_structured.code)).toEqual(new Set(['stride space']));
    expect(payloadOf(SM4_OPCODES.dcl_constantbuffer.code)).toEqual(new Set(['size space']));
    // Declarations have the spaces of reflection.
    const declared = [...rangesOf(bindings).values()].flat().map(({ lower, space }) => `${lower} ${space}`);
    const reflected = bindings.bindings.map(({ bindPoint, space }) => `${bindPoint} ${space}`);
    expect(declared.sort()).toEqual(reflected.sort());
    expect(new Set(bindings.bindings.map(({ space }) => space))).toContain(4_294_967_279);
  });

  it('SM51-4: bindings and declarations come in the same order, each kind for itself', () => {
    let compared = 0;
    for (const fixture of fixtures) {
      const ranges = rangesOf(fixture);
      for (const [type, kinds] of REFLECTED) {
        const bindings = fixture.bindings.filter((binding) => kinds.includes(binding.type));
        if (bindings.length === 0) continue;
        const declared = ranges.get(type)!.map(({ id, lower, space }) => [id, lower, space]);
        // Unused bindings have no declaration.
        const ids = new Set(declared.map(([id]) => id));
        const used = bindings.filter(({ id }) => ids.has(id));
        expect(used.map(({ id, bindPoint, space }) => [id, bindPoint, space])).toEqual(declared);
        compared += used.length;
      }
    }
    expect(compared).toBeGreaterThan(200);
    expect(example.bindings.map(({ name }) => name)).toEqual(['samp0', 'tex0', 'tex1', 'tex2']);
  });

  it('SM51-5: elsewhere samplers and views are an id and an index from the start of the space', () => {
    let dynamic = 0;
    for (const fixture of fixtures) {
      const ranges = rangesOf(fixture);
      for (const slot of usesOf(fixture)) {
        if (slot.type === CONSTANT_BUFFER) continue;
        expect(slot.indexCount).toBe(2);
        expect(slot.representation(0)).toBe(Sm4IndexRepresentation.immediate32);
        const range = ranges.get(slot.type)!.find(({ id }) => id === slot.index(0))!;
        // The number next to a register is where the range begins, unless something was added to the register.
        if (slot.isRelative(1)) dynamic++;
        expect(slot.index(1) >>> 0).toBeGreaterThanOrEqual(range.lower);
        expect(slot.index(1) >>> 0).toBeLessThanOrEqual(range.upper);
      }
    }
    expect(dynamic).toBeGreaterThan(10);
    const uses = usesOf(example).map((slot) => [slot.type, slot.index(0), slot.index(1), slot.isRelative(1)]);
    const { sampler, resource } = SM4_OPERAND_TYPES;
    expect(uses).toEqual([
      [resource.code, 0, 5, false],
      [sampler.code, 0, 5, false],
      [resource.code, 2, 0, true],
      [sampler.code, 0, 5, false],
      [resource.code, 1, 10, true],
      [sampler.code, 0, 5, false],
    ]);
    expect(
      words(example)
        .filter(({ kind }) => kind === 'resourceIndex')
        .map(({ value }) => value),
    ).toEqual([5, 5, 5, 10, 5]);
  });

  it('SM51-6: a constant buffer is an id, the buffer, and the offset in it', () => {
    let elements = 0;
    for (const fixture of fixtures) {
      const ranges = rangesOf(fixture).get(CONSTANT_BUFFER)!;
      for (const slot of usesOf(fixture)) {
        if (slot.type !== CONSTANT_BUFFER) continue;
        expect(slot.indexCount).toBe(3);
        expect(slot.representation(0)).toBe(Sm4IndexRepresentation.immediate32);
        const range = ranges.find(({ id }) => id === slot.index(0))!;
        expect(slot.index(1) >>> 0).toBeGreaterThanOrEqual(range.lower);
        expect(slot.index(1) >>> 0).toBeLessThanOrEqual(range.upper);
        if (range.upper > range.lower) elements++;
      }
    }
    expect(elements).toBeGreaterThan(4);
    // materials[3].color, materials[i].color and one.pad[...] of the source.
    const buffers = usesOf(named('bindings-5_1.main')).filter(({ type }) => type === CONSTANT_BUFFER);
    expect(
      buffers.slice(0, 3).map((slot) => [slot.index(0), slot.index(1), slot.index(2), slot.isRelative(1)]),
    ).toEqual([
      [1, 5, 0, false],
      [2, 0, 0, false],
      [1, 2, 0, true],
    ]);
  });

  it('SM51-7: extended opcode tokens have no dimensions and return types any more', { tags: 'slow' }, () => {
    const carried = ({ program }: Fixture) => {
      let count = 0;
      explainSm4(program, ({ kind, value }) => {
        if (kind !== 'extendedDimension' && kind !== 'extendedReturnType') return;
        expect([Sm4ExtendedOpcodeKind.resourceDimension, Sm4ExtendedOpcodeKind.resourceReturnType]).toContain(
          Sm4ExtendedOpcodeToken.kind.get(value),
        );
        count++;
      });
      return count;
    };
    expect(fixtures.filter((fixture) => carried(fixture) > 0)).toEqual([]);
    // Shaders of these sources have them in 5.0.
    const sources = new Set(fixtures.map(({ source }) => source));
    const before = compiled.filter(
      ({ program, source }) => program.major === 5 && program.minor === 0 && sources.has(source),
    );
    expect(before.filter((fixture) => carried(fixture) > 0).length).toBeGreaterThan(10);
    // Texel offsets are still there.
    expect(fixtures.some((fixture) => words(fixture).some(({ kind }) => kind === 'sampleControls'))).toBe(true);
  });

  it('SM51-8: indices of arrays of arrays are multiplied and added up before the access', () => {
    const seen: [code: number, literals: number[]][] = [];
    let last: Sm4OperandSlot | undefined;
    eachInstruction(example, (cursor) => {
      const literal = cursor.operands.slice(0, cursor.operandCount).find(({ literalCount }) => literalCount > 0);
      const literals = literal ? [0, 1].map((i) => cursor.word(literal.literal + i)) : [];
      seen.push([cursor.code, literals]);
      if (cursor.code === SM4_OPCODES.sample.code) last = Object.assign(Object.create(null), cursor.operands[2]!);
    });
    // tex1[x][y][z] of [][5][3]: x * 15 + y * 3 + z, and the lower bound next to the register.
    const at = seen.findIndex(([code]) => code === SM4_OPCODES.imul.code);
    expect(seen.slice(at, at + 4)).toEqual([
      [SM4_OPCODES.imul.code, [15, 3]],
      [SM4_OPCODES.iadd.code, []],
      [SM4_OPCODES.iadd.code, []],
      [SM4_OPCODES.sample.code, []],
    ]);
    expect([last!.index0, last!.index1, last!.relative[1]!.type]).toEqual([1, 10, SM4_OPERAND_TYPES.temp.code]);
  });
});

/** `D3D_SHADER_INPUT_TYPE`s whose bindings are ranges of an operand type (source: d3dcommon.h). */
const REFLECTED: readonly (readonly [type: number, kinds: readonly number[]])[] = [
  [SM4_OPERAND_TYPES.constantBuffer.code, [0]],
  [SM4_OPERAND_TYPES.sampler.code, [3]],
  [SM4_OPERAND_TYPES.resource.code, [1, 2, 5, 7]],
  [SM4_OPERAND_TYPES.unorderedAccessView.code, [4, 6, 8, 9, 10, 11, 12]],
];
