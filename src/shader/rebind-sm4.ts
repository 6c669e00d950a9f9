/**
 * Moves constant buffers, samplers and views of shader models 4 to 5.1 to other registers: in declarations and
 * operands, in the resource definitions, and in the tables of a program for feature level 9.
 *
 * Not for: which moves are possible (binding-moves.ts).
 */
import { firstWhere } from '../base/collections.ts';
import { InputType } from '../base/d3d/enumerations.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { type Level9Program, readAon9, serializeAon9 } from '../chunks/aon9.ts';
import { NO_RESOURCE, type Rdef, type RdefBinding, type RdefVariable, readRdef } from '../chunks/rdef.ts';
import { rewriteRdef } from '../chunks/rdef-writer.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { readSm4Declarations } from '../isa/sm4/declarations.ts';
import { moveSm4Range, renameSm4Registers, sm4FileOf } from '../isa/sm4/edit.ts';
import { decodeSm4Bytes, encodeSm4, type Sm4Module } from '../isa/sm4/encode.ts';
import { SM4_OPERAND_TYPES, SM4_UNBOUNDED, type Sm4ResourceType } from '../isa/sm4/operands.ts';

import { readSm4Words, sm4UsesRangeIds } from '../isa/sm4/program.ts';
import { type BoundRange, CALLER, type Moves, type RangeMove, rangeMoves } from './binding-moves.ts';
import { ShaderEditError } from './paths.ts';

/** The files of registers that an application binds. */
const FILES = {
  cbv: 'constantBuffer',
  sampler: 'sampler',
  srv: 'resource',
  uav: 'unorderedAccessView',
} as const satisfies Record<Sm4ResourceType, keyof typeof SM4_OPERAND_TYPES>;

/** The type of a binding by `D3D_SHADER_INPUT_TYPE`; all others are unordered access views. */
const BINDING_TYPES: Readonly<Record<number, Sm4ResourceType>> = {
  [InputType.cbuffer]: 'cbv',
  [InputType.sampler]: 'sampler',
  [InputType.tbuffer]: 'srv',
  [InputType.texture]: 'srv',
  [InputType.structured]: 'srv',
  [InputType.byteAddress]: 'srv',
};

/**
 * The last register that tokens and resource definitions can have, and that the tables for feature level 9 can have.
 */
const LAST_REGISTER = 0xffff_ffff;
const LAST_LEVEL_9_REGISTER = 0xff;

interface Sm4Range extends BoundRange {
  readonly type: Sm4ResourceType;
  readonly binding: RdefBinding | undefined;
}

/** The changes of moved bindings. */
export interface ReboundSm4 {
  readonly program: Uint8Array;
  /** The payloads of other chunks. */
  readonly chunks: ReadonlyMap<Chunk, Uint8Array>;
}

/** Returns the program and the chunks with other registers. */
export function rebindSm4(container: Container, program: Uint8Array, moves: Moves): ReboundSm4 {
  const chunk = container.find(TAG.RDEF);
  const rdef = chunk && readRdef(container, chunk, new Diagnostics());
  const isLevel9 = container.find(TAG.Aon9) !== undefined;
  const planned = rangeMoves(rangesOf(program, rdef), moves, () => (isLevel9 ? LAST_LEVEL_9_REGISTER : LAST_REGISTER));
  if (planned.length === 0) return { program, chunks: new Map() };
  const chunks = new Map<Chunk, Uint8Array>();
  if (chunk !== undefined && rdef !== undefined) chunks.set(chunk, rewriteRdef(rdef, withBindings(rdef, planned)));
  for (const one of container.chunks) {
    if (one.tag !== TAG.Aon9) continue;
    const level9 = readAon9(container, one, new Diagnostics());
    if (level9 !== undefined) chunks.set(one, serializeAon9(withMappings(level9, planned)));
  }
  return { program: withRegisters(program, planned), chunks };
}

// --- ranges ---------------------------------------------------------------------------------------------------------

/** The ranges of the resource definitions, and those that only the program declares. */
function rangesOf(program: Uint8Array, rdef: Rdef | undefined): Sm4Range[] {
  const words = readSm4Words(wordsOf(program));
  const hasIds = sm4UsesRangeIds(words);
  const ranges = (rdef?.bindings ?? []).map((binding): Sm4Range => {
    const { name, bindPoint, bindCount, space, id } = binding;
    const type = BINDING_TYPES[binding.type] ?? 'uav';
    const last = bindCount === 0 ? Number.POSITIVE_INFINITY : bindPoint + bindCount - 1;
    const file = SM4_OPERAND_TYPES[FILES[type]].prefix;
    return { type, file, first: bindPoint, last, space, name, binding, ...(hasIds ? { id } : {}) };
  });
  const covers = coveringOf(ranges);
  const known = new Set(hasIds ? ranges.map(({ type, id }) => `${type} ${id}`) : []);
  for (const { type, id, firstRegister, lastRegister, space } of readSm4Declarations(words).resources) {
    const key = hasIds ? `${type} ${id}` : `${type} ${firstRegister} ${lastRegister}`;
    if (known.has(key) || (!hasIds && covers(type, firstRegister, lastRegister))) continue;
    known.add(key);
    const last = lastRegister === SM4_UNBOUNDED ? Number.POSITIVE_INFINITY : lastRegister;
    const file = SM4_OPERAND_TYPES[FILES[type]].prefix;
    const ids = hasIds ? { id } : {};
    ranges.push({ type, file, first: firstRegister, last, space, binding: undefined, ...ids });
  }
  return ranges;
}

/** Returns whether one of `ranges` has the registers from `first` to `last`; a search takes logarithmic time. */
function coveringOf(ranges: readonly Sm4Range[]): (type: Sm4ResourceType, first: number, last: number) => boolean {
  const byType = new Map<Sm4ResourceType, { first: number; last: number }[]>();
  for (const { type, first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const sorted = byType.get(type) ?? [];
    byType.set(type, sorted);
    // The last register of this range and those before it.
    sorted.push({ first, last: Math.max(last, sorted.at(-1)?.last ?? 0) });
  }
  return (type, first, last) => {
    const sorted = byType.get(type) ?? [];
    const range = sorted[firstWhere(sorted.length, (i) => sorted[i]!.first > first) - 1];
    return range !== undefined && range.last >= last;
  };
}

type Move = RangeMove<Sm4Range>;

/** The register that `register` becomes. */
function movedRegister(planned: readonly Move[], type: Sm4ResourceType, register: number): number {
  const move = planned.find(({ range }) => range.type === type && range.first <= register && register <= range.last);
  return move === undefined ? register : register + move.first - move.range.first;
}

// --- the program ----------------------------------------------------------------------------------------------------

function withRegisters(program: Uint8Array, planned: readonly Move[]): Uint8Array {
  const words = readSm4Words(wordsOf(program));
  const module = decodeSm4Bytes(program);
  if (sm4UsesRangeIds(words)) {
    const declared = new Set(readSm4Declarations(words).resources.map(({ type, id }) => `${type} ${id}`));
    let moved: Sm4Module = module;
    for (const { range, first, space } of planned) {
      // The program does not declare a range that it does not use.
      if (!declared.has(`${range.type} ${range.id}`)) continue;
      moved = withRange(moved, range, first, space);
    }
    return encodeSm4(moved);
  }
  refuseComputedSlots(module, planned);
  const types = new Map(Object.entries(FILES).map(([type, register]) => [register as string, type as Sm4ResourceType]));
  return encodeSm4(
    renameSm4Registers(module, (ref) => {
      const type = types.get(ref.register);
      return type === undefined ? ref : { ...ref, number: movedRegister(planned, type, ref.number) };
    }),
  );
}

/** @throws ShaderEditError when the declaration is damaged, or the range would go past the last register */
function withRange(module: Sm4Module, { type, id }: Sm4Range, first: number, space: number): Sm4Module {
  try {
    return moveSm4Range(module, { register: FILES[type], number: id! }, first, space);
  } catch (error) {
    if (error instanceof RangeError) throw new ShaderEditError(CALLER, error.message);
    throw error;
  }
}

/** @throws ShaderEditError when the program computes which register it uses, as methods of interfaces do */
function refuseComputedSlots({ nodes }: Sm4Module, planned: readonly Move[]): void {
  const files = new Set<string>(planned.map(({ range }) => FILES[range.type]));
  for (const node of nodes) {
    if (node.kind !== 'instruction') continue;
    for (const operand of node.operands) {
      const file = sm4FileOf(operand);
      if (file !== undefined && files.has(file) && operand.indices[0]?.relative !== undefined)
        throw new ShaderEditError(
          CALLER,
          `the program computes which ${SM4_OPERAND_TYPES[file].prefix} register it uses`,
        );
    }
  }
}

// --- tables ---------------------------------------------------------------------------------------------------------

function withBindings(rdef: Rdef, planned: readonly Move[]): Rdef {
  const bindings = rdef.bindings.map((binding) => {
    const move = planned.find(({ range }) => range.binding === binding);
    if (move === undefined) return binding;
    const { first, space } = move;
    return { ...binding, bindPoint: first, space, id: rdef.encoding === 'spaces' ? binding.id : first };
  });
  const buffers = rdef.buffers.map((buffer) => ({
    ...buffer,
    variables: buffer.variables.map((variable) => withSlots(variable, planned)),
  }));
  return { ...rdef, bindings, buffers };
}

/** Objects of classes say where their textures and samplers begin. */
function withSlots(variable: RdefVariable, planned: readonly Move[]): RdefVariable {
  const { textureStart, samplerStart } = variable;
  if (textureStart === NO_RESOURCE && samplerStart === NO_RESOURCE) return variable;
  const moved = (type: Sm4ResourceType, start: number) =>
    start === NO_RESOURCE ? start : movedRegister(planned, type, start);
  return { ...variable, textureStart: moved('srv', textureStart), samplerStart: moved('sampler', samplerStart) };
}

function withMappings(level9: Level9Program, planned: readonly Move[]): Level9Program {
  const ofBuffer = <Row extends { readonly buffer: number }>(row: Row): Row => ({
    ...row,
    buffer: movedRegister(planned, 'cbv', row.buffer),
  });
  return {
    ...level9,
    constants: level9.constants.map(ofBuffer),
    integers: level9.integers.map(ofBuffer),
    bools: level9.bools.map(ofBuffer),
    samplers: level9.samplers.map((row) => ({
      ...row,
      sourceSampler: movedRegister(planned, 'sampler', row.sourceSampler),
      sourceResource: movedRegister(planned, 'srv', row.sourceResource),
    })),
  };
}
