/** The opcode table of shader models 4 to 5.1: its facts agree with each other. */
import { describe, expect, test } from 'vitest';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4InstructionRow,
  type Sm4Opcode,
  type Sm4OpcodeRow,
  type Sm4OperandRow,
  type Sm4ValueType,
  sm4IsSparse,
  sm4NeedsQuad,
  sm4Requirement,
} from '../../../src/isa/sm4/opcodes.ts';

const rows = SM4_OPCODE_BY_CODE.filter((row) => row !== undefined);
const instructions = rows.filter((row): row is Sm4InstructionRow => row.kind === 'instruction');
const rowOf = (mnemonic: string): Sm4Opcode | undefined => rows.find((row) => row.mnemonic === mnemonic);
const facts = (operands: readonly Sm4OperandRow[]) =>
  operands.map(({ role, type, components, access }) => `${role} ${type} ${components} ${access}`);
const sourcesOf = ({ operands }: Sm4OpcodeRow) => operands.filter(({ role }) => role === 'source');

test('has every number from 0 to 235 once', () => {
  expect(SM4_OPCODE_BY_CODE.map((row) => row?.code)).toEqual(Array.from({ length: 236 }, (_, code) => code));
  expect(Object.keys(SM4_OPCODES)).toHaveLength(236);
});

describe('operands', () => {
  test('every opcode with operands has a literal format, and no other has one', () => {
    expect(rows.filter((row) => row.operands.length > 0 !== (row.literals !== undefined))).toEqual([]);
  });

  test('only results are optional, and only conversions pair doubles with components', () => {
    for (const { mnemonic, operands } of rows) {
      const isPaired = ({ components }: Sm4OperandRow) =>
        components === 'doublePerComponent' || components === 'componentPerDouble';
      const [first] = operands;
      for (const operand of operands) {
        expect(operand.optional && operand.role !== 'destination', mnemonic).toBe(false);
        const crosses = operand.role === 'source' && (operand.type === 'f64') !== (first?.type === 'f64');
        expect(isPaired(operand), mnemonic).toBe(crosses);
      }
    }
  });

  test('a result is written, a source is read, and nothing else is either', () => {
    const accesses = new Map<string, Set<string>>();
    for (const { operands } of instructions) {
      for (const { role, access } of operands) accesses.set(role, (accesses.get(role) ?? new Set()).add(access));
    }
    expect(Object.fromEntries([...accesses].map(([role, set]) => [role, [...set].sort()]))).toEqual({
      destination: ['status', 'write'],
      source: ['address', 'constant', 'interpolate', 'read'],
      resource: ['query', 'read'],
      sampler: ['name'],
      uav: ['counter', 'read', 'write'],
      memory: ['read', 'readWrite', 'write'],
      label: ['name'],
      stream: ['name'],
      function: ['name'],
    });
  });

  test('types are those that literals print as, but where Microsoft prints the bits of others', () => {
    const printed: Readonly<Record<Sm4ValueType, string>> = {
      ...{ f32: 'float', f64: 'float', any: 'untyped', none: '' },
      ...{ i32: 'int', u32: 'int', bool: 'int', bits: 'int' },
    };
    const different = instructions.filter((row) => sourcesOf(row).some(({ type }) => printed[type] !== row.literals));
    // Opcodes of later models print integers, and a row has one format for all of its operands.
    expect(different.map(({ mnemonic }) => mnemonic)).toEqual([
      ...['movc', 'lod', 'deriv_rtx_coarse', 'deriv_rtx_fine', 'deriv_rty_coarse', 'deriv_rty_fine', 'gather4_po'],
      ...['gather4_po_c', 'rcp', 'swapc', 'store_uav_typed', 'store_raw', 'store_structured', 'dmovc'],
      ...['eval_snapped', 'eval_sample_index', 'eval_centroid', 'dfma', 'drcp', 'dtoi', 'dtou', 'gather4_po_s'],
      'gather4_po_c_s',
    ]);
  });
});

describe('requirements and properties', () => {
  test('doubles need a flag for them, and nothing else does', () => {
    for (const row of rows) {
      const requirement = sm4Requirement(row);
      const isDouble = row.operands.some(({ type }) => type === 'f64');
      expect(requirement === 'doubles' || requirement === 'doubleExtensions', row.mnemonic).toBe(isDouble);
    }
  });

  test('sparse instructions are those with _s, and do what those without do', () => {
    for (const row of rows) {
      const { mnemonic } = row;
      expect(sm4IsSparse(row), mnemonic).toBe(mnemonic.endsWith('_s'));
      expect(sm4Requirement(row) === 'tiledResources', mnemonic).toBe(
        sm4IsSparse(row) || mnemonic === 'check_access_fully_mapped',
      );
      if (!sm4IsSparse(row)) continue;
      const clamped = mnemonic.endsWith('_cl_s');
      const without = rowOf(mnemonic.replace(/(?:_cl)?_s$/, ''))!;
      const operands = row.operands.filter(({ access }) => access !== 'status');
      expect(facts(clamped ? operands.slice(0, -1) : operands), mnemonic).toEqual(facts(without.operands));
      expect((row as Sm4InstructionRow).category, mnemonic).toBe((without as Sm4InstructionRow).category);
    }
  });

  test('atomic operations with a result do what those without do', () => {
    const pairs = instructions.flatMap((row) => {
      const without = row.mnemonic.startsWith('imm_') ? rowOf(row.mnemonic.slice('imm_'.length)) : undefined;
      return without === undefined ? [] : [[row, without] as const];
    });
    expect(pairs).toHaveLength(8);
    for (const [row, without] of pairs) {
      expect(facts(row.operands.slice(1)), row.mnemonic).toEqual(facts(without.operands));
      expect(row.operands[0]!.type, row.mnemonic).toBe(row.operands[1]!.type);
    }
    expect(instructions.filter(({ category }) => category === 'atomic').map(({ mnemonic }) => mnemonic)).toEqual(
      rows.map(({ mnemonic }) => mnemonic).filter((mnemonic) => mnemonic.includes('atomic_')),
    );
  });

  test('what needs the quad is in pixel shaders only', () => {
    const quad = rows.filter(sm4NeedsQuad);
    expect(quad.map(({ mnemonic }) => mnemonic)).toEqual([
      ...['deriv_rtx', 'deriv_rty', 'sample', 'sample_c', 'sample_b', 'lod', 'deriv_rtx_coarse', 'deriv_rtx_fine'],
      ...['deriv_rty_coarse', 'deriv_rty_fine', 'sample_cl_s', 'sample_b_cl_s', 'sample_c_cl_s'],
    ]);
    for (const { mnemonic, stages } of quad) expect(stages, mnemonic).toEqual(['ps']);
  });

  test('samples say what they do with mip levels', () => {
    for (const row of instructions) {
      const level = row.category === 'sample' ? row.mipLevel : undefined;
      expect(level !== undefined, row.mnemonic).toBe(row.category === 'sample');
      const gradients = row.operands.filter(({ components }) => components === 'gradients').length;
      expect(gradients, row.mnemonic).toBe(level === 'gradients' ? 2 : 0);
    }
  });

  test('loads, stores and atomic operations access a view or memory', () => {
    for (const { mnemonic, category, operands } of instructions) {
      if (category !== 'load' && category !== 'store' && category !== 'atomic') continue;
      const accessed = operands.filter(({ role }) => role === 'resource' || role === 'uav' || role === 'memory');
      const wanted = { load: ['read'], store: ['write'], atomic: ['readWrite', 'counter'] }[category];
      expect(accessed, mnemonic).toHaveLength(1);
      expect(wanted, mnemonic).toContain(accessed[0]!.access);
    }
  });
});
