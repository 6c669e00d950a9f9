/**
 * Decoded instructions of SM 4-5.1 made again through the builder, from nothing but what a person would write: names,
 * numbers and components. A register is left bare where all of its components are meant, so that the builder's own
 * choice is tested.
 */

import { bytesOf, stringAt } from '../../src/base/words.ts';
import { maskText, swizzleText } from '../../src/isa/components.ts';
import {
  type Sm4ProfileName,
  sm4Comment,
  sm4ImmediateConstantBuffer,
  sm4Message,
  sm4Mnemonics,
} from '../../src/isa/sm4/builder.ts';
import {
  type Sm4Destination,
  type Sm4Index,
  type Sm4Mask,
  type Sm4MinPrecision,
  type Sm4Register,
  type Sm4Source,
  type Sm4Swizzle,
  sm4Literals,
  sm4Ranges,
  sm4Register,
  sm4Relative,
} from '../../src/isa/sm4/builder-operands.ts';
import type { Sm4InstructionNode, Sm4Node, Sm4OperandNode } from '../../src/isa/sm4/encode.ts';
import {
  ACCESS_PATTERNS,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_MIN_PRECISIONS,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RESINFO_RETURN_TYPES,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLEINFO_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
} from '../../src/isa/sm4/names.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Mnemonic, type Sm4Opcode } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import {
  Sm4DeclarationControls as C,
  Sm4ComponentCount,
  Sm4ExtendedOpcodeKind,
  Sm4ExtendedOpcodeToken,
  Sm4ExtendedOperandToken,
  Sm4GlobalFlags,
  Sm4InstructionControls,
  Sm4OpcodeToken,
  Sm4OperandModifier,
  Sm4OperandToken,
  Sm4SelectionMode,
  Sm4SyncControls,
} from '../../src/isa/sm4/tokens.ts';

type Any = (...given: unknown[]) => Sm4InstructionNode;

const NAMES = new Map<number, Sm4OperandTypeName>(
  Object.entries(SM4_OPERAND_TYPES).map(([name, { code }]) => [code, name as Sm4OperandTypeName]),
);

/** The float whose bits these are. */
function float(word: number): number {
  return new Float32Array(Uint32Array.of(word).buffer)[0]!;
}

function literal(node: Sm4OperandNode): unknown {
  const words = node.literal;
  if (Sm4OperandToken.type.get(node.token) === SM4_OPERAND_TYPES.immediate64.code) {
    const [xy, zw] = new Float64Array(Uint32Array.from(words).buffer);
    return sm4Literals.double(xy!, zw);
  }
  // Floats where they come back with the same bits, else what they are.
  const floats = words.map(float);
  const asFloats = sm4Literals.float(...(floats as [number]));
  return asFloats.node.literal.every((word, i) => word === words[i])
    ? asFloats
    : sm4Literals.bits(...(words as unknown as [number]));
}

function indices(node: Sm4OperandNode): Sm4Index[] {
  return node.indices.map(({ immediate, high, relative }) => {
    if (high !== undefined) throw new Error('no compiler writes 64 bits');
    return relative === undefined ? immediate! : sm4Relative(read(relative) as Sm4Source, immediate);
  });
}

function bare(node: Sm4OperandNode): Sm4Register {
  let register = sm4Register(NAMES.get(Sm4OperandToken.type.get(node.token))!, ...indices(node));
  const { extension = 0 } = node;
  const precision = SM4_MIN_PRECISIONS[Sm4ExtendedOperandToken.minPrecision.get(extension)]!;
  if (precision !== 'def32') register = register.precision(precision as Sm4MinPrecision);
  return Sm4ExtendedOperandToken.nonUniform.test(extension) ? register.nonUniform() : register;
}

/** Whether the selection is the default. */
function isComplete(token: number): boolean {
  const mode = Sm4OperandToken.selection.get(token);
  if (Sm4OperandToken.componentCount.get(token) !== Sm4ComponentCount.four) return true;
  if (mode === Sm4SelectionMode.mask) return Sm4OperandToken.mask.get(token) === 15;
  return mode === Sm4SelectionMode.swizzle && Sm4OperandToken.swizzle.get(token) === 0xe4;
}

const SCALARS: readonly Sm4OperandTypeName[] = [
  ...(['inputForkInstanceId', 'inputJoinInstanceId', 'inputGsInstanceId', 'inputThreadIdInGroupFlattened'] as const),
  ...(['inputCoverageMask', 'innerCoverage'] as const),
];

function read(node: Sm4OperandNode): Sm4Register | Sm4Source {
  const { token, extension = 0 } = node;
  const register = bare(node);
  const modifier = Sm4ExtendedOperandToken.modifier.get(extension);
  const selects = Sm4OperandToken.selection.get(token) === Sm4SelectionMode.selectOne;
  const component = 'xyzw'[Sm4OperandToken.select.get(token)] as 'x';
  const scalar = selects && component === 'x' && SCALARS.includes(register.name);
  let source: Sm4Register | Sm4Source = register;
  if (selects && !scalar) source = register.select(component);
  else if (!scalar && !isComplete(token))
    source = register.swizzle(swizzleText(Sm4OperandToken.swizzle.get(token)) as Sm4Swizzle);
  if (modifier & Sm4OperandModifier.absolute) source = source.absolute();
  if (modifier & Sm4OperandModifier.negate) source = source.negate();
  return source;
}

function written(node: Sm4OperandNode): Sm4Register | Sm4Destination {
  const register = bare(node);
  if (isComplete(node.token)) return register;
  return register.mask(maskText(Sm4OperandToken.mask.get(node.token)) as Sm4Mask);
}

function operand(node: Sm4OperandNode): unknown {
  const type = Sm4OperandToken.type.get(node.token);
  if (type === SM4_OPERAND_TYPES.immediate32.code || type === SM4_OPERAND_TYPES.immediate64.code) return literal(node);
  const mode = Sm4OperandToken.selection.get(node.token);
  const isMask =
    Sm4OperandToken.componentCount.get(node.token) === Sm4ComponentCount.four && mode === Sm4SelectionMode.mask;
  return isMask ? written(node) : read(node);
}

function typesOf(bits: number): unknown {
  return [0, 4, 8, 12].map((shift) => SM4_RETURN_TYPES[(bits >> shift) & 15]);
}

function optionsOf(node: Sm4InstructionNode, row: Sm4Opcode): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  if (row.controls === 'arithmetic' && Sm4InstructionControls.saturate.test(node.token)) options.saturate = true;
  const precise = Sm4InstructionControls.precise.get(node.token);
  if (precise !== 0 && row.controls !== 'test') options.precise = precise === 15 ? true : maskText(precise);
  if (row.controls === 'sizeQuery') {
    const form = Sm4InstructionControls.returnType.get(node.token);
    if (form !== 0)
      options.returnType = (row.mnemonic === 'resinfo' ? SM4_RESINFO_RETURN_TYPES : SM4_SAMPLEINFO_RETURN_TYPES)[form];
  }
  const view: Record<string, unknown> = {};
  for (const token of node.extensions) {
    const kind = Sm4ExtendedOpcodeToken.kind.get(token);
    if (kind === Sm4ExtendedOpcodeKind.sampleControls) {
      const { offsetU, offsetV, offsetW } = Sm4ExtendedOpcodeToken;
      options.offset = [offsetU, offsetV, offsetW].map((field) => (field.get(token) << 28) >> 28);
    } else if (kind === Sm4ExtendedOpcodeKind.resourceDimension) {
      view.dimension = SM4_RESOURCE_DIMENSIONS[Sm4ExtendedOpcodeToken.dimension.get(token)];
      const stride = Sm4ExtendedOpcodeToken.stride.get(token);
      if (stride !== 0) view.stride = stride;
      options.view = view;
    } else view.types = typesOf(Sm4ExtendedOpcodeToken.returnTypes.get(token));
  }
  return options;
}

function range(node: Sm4InstructionNode, rangeIds: boolean): unknown {
  const { operands, payload } = node;
  if (!rangeIds) return bare(operands[0]!);
  const [id, lower, upper] = operands[0]!.indices.map(({ immediate }) => immediate!);
  const name = NAMES.get(Sm4OperandToken.type.get(operands[0]!.token));
  const maker = RANGE_MAKERS[name as keyof typeof RANGE_MAKERS];
  return maker(id!, lower!, upper === 0xffff_ffff ? '*' : upper!, payload.at(-1)!);
}

const { s: S, t: T, u: U, cb: CB } = sm4Ranges;
const RANGE_MAKERS = { sampler: S, resource: T, unorderedAccessView: U, constantBuffer: CB } as const;

function marks(token: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name of ['globallyCoherent', 'rasterizerOrdered', 'orderPreservingCounter'] as const) {
    if (C[name].test(token)) made[name] = true;
  }
  return made;
}

/** The arguments of a declaration. */
function declarationArguments(node: Sm4InstructionNode, name: Sm4Mnemonic, rangeIds: boolean): unknown[] {
  const { token, payload, operands } = node;
  const register = () => written(operands[0]!);
  const count = () => C.controlPointCount.get(token);
  const dimension = SM4_RESOURCE_DIMENSIONS[C.resourceDimension.get(token)];
  switch (name) {
    case 'dcl_resource': {
      const samples = C.sampleCount.get(token);
      const declared = [dimension, range(node, rangeIds), typesOf(payload[0]!)];
      return samples === 0 ? declared : [...declared, { samples }];
    }
    case 'dcl_constantbuffer': {
      const access = ACCESS_PATTERNS[C.dynamicallyIndexed.get(token)];
      return rangeIds ? [range(node, true), payload[0], access] : [bare(operands[0]!), access];
    }
    case 'dcl_sampler':
      return [range(node, rangeIds), SM4_SAMPLER_MODES[C.samplerMode.get(token)]];
    case 'dcl_outputtopology':
      return [SM4_OUTPUT_TOPOLOGIES[C.outputTopology.get(token)]];
    case 'dcl_inputprimitive':
      return [SM4_INPUT_PRIMITIVES[C.inputPrimitive.get(token)]];
    case 'dcl_input_sgv':
    case 'dcl_input_siv':
    case 'dcl_output_sgv':
    case 'dcl_output_siv':
      return [register(), SM4_SYSTEM_NAMES[payload[0]!]];
    case 'dcl_input_ps':
      return [SM4_INTERPOLATION_MODES[C.interpolation.get(token)], register()];
    case 'dcl_input_ps_sgv':
    case 'dcl_input_ps_siv':
      return [SM4_INTERPOLATION_MODES[C.interpolation.get(token)], register(), SM4_SYSTEM_NAMES[payload[0]!]];
    case 'dcl_indexableTemp':
      return [sm4Register('indexableTemp', payload[0]!, payload[1]!), payload[2]];
    case 'dcl_globalFlags':
      return Object.entries(Sm4GlobalFlags).flatMap(([flag, field]) => (field.test(token) ? [flag] : []));
    case 'dcl_function_table':
      return [payload[0], payload.slice(2)];
    case 'dcl_interface':
      return [
        {
          pointer: payload[0],
          callSites: payload[1],
          length: payload[2]! >>> 16,
          tables: payload.slice(3),
          dynamicallyIndexed: C.interfaceDynamicallyIndexed.test(token),
        },
      ];
    case 'dcl_input_control_point_count':
    case 'dcl_output_control_point_count':
      return [count()];
    case 'dcl_tessellator_domain':
      return [SM4_TESSELLATOR_DOMAINS[C.tessellatorDomain.get(token)]];
    case 'dcl_tessellator_partitioning':
      return [SM4_TESSELLATOR_PARTITIONINGS[C.tessellatorPartitioning.get(token)]];
    case 'dcl_tessellator_output_primitive':
      return [SM4_TESSELLATOR_OUTPUT_PRIMITIVES[C.tessellatorOutputPrimitive.get(token)]];
    case 'dcl_hs_max_tessfactor':
      return [float(payload[0]!)];
    case 'dcl_uav_typed':
      return [dimension, range(node, rangeIds), typesOf(payload[0]!), marks(token)];
    case 'dcl_uav_raw':
      return [range(node, rangeIds), marks(token)];
    case 'dcl_uav_structured':
      return [range(node, rangeIds), payload[0], marks(token)];
    case 'dcl_resource_raw':
      return [range(node, rangeIds)];
    case 'dcl_resource_structured':
      return [range(node, rangeIds), payload[0]];
    default:
      // A register, numbers, or both.
      return [...(operands.length > 0 ? [register()] : []), ...payload];
  }
}

/** `node` made by the builder of `profile`. */
export function rebuilt(node: Sm4Node, profile: Sm4ProfileName): Sm4Node {
  if (node.kind === 'immediateConstantBuffer') return sm4ImmediateConstantBuffer(node.words);
  if (node.kind === 'comment') return sm4Comment(stringAt(bytesOf(node.words), 0));
  if (node.kind === 'shaderMessage') {
    const format = stringAt(bytesOf(node.words), 0);
    const values = node.operands.map(operand) as Parameters<typeof sm4Message>[2][];
    return sm4Message(node.id === 0x20_0102 ? 'printf' : 'errorf', format, ...values);
  }
  if (node.kind !== 'instruction') throw new Error('data of another class');
  const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(node.token)]!;
  const makers = sm4Mnemonics(profile) as unknown as Readonly<Record<string, Any | undefined>>;
  const call = (name: string, given: unknown[]) => {
    const make = makers[name];
    if (make === undefined) throw new Error(`${profile} has no ${name}`);
    return make(...given);
  };
  if (row.kind === 'declaration') {
    return call(row.mnemonic, declarationArguments(node, row.mnemonic, profile.endsWith('5_1')));
  }
  if (row.mnemonic === 'sync') {
    return call(
      'sync',
      Object.entries(Sm4SyncControls).flatMap(([flag, field]) => (field.test(node.token) ? [flag] : [])),
    );
  }
  const operands = node.operands.map(operand);
  if (row.mnemonic === 'fcall') return call('fcall', [...operands, node.functionIndex]);
  const test = Sm4InstructionControls.testNonZero.test(node.token) ? '_nz' : '_z';
  const options = optionsOf(node, row);
  const given = Object.keys(options).length > 0 ? [...operands, options] : operands;
  return call(row.controls === 'test' ? row.mnemonic + test : row.mnemonic, given);
}
