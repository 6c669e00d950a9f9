/**
 * Decoded instructions of SM 4-5.1 made again through the builder, from nothing but what a person would write: names, numbers
 * and components. A register is left bare where all of its components are meant, so that the builder's own choice is tested.
 */

import { bytesOf, stringAt } from '../../src/base/words.ts';
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
  INPUT_PRIMITIVES,
  INTERPOLATION_MODES,
  MIN_PRECISIONS,
  maskText,
  OUTPUT_TOPOLOGIES,
  RESOURCE_DIMENSIONS,
  RESOURCE_RETURN_FORMS,
  RETURN_TYPES,
  SAMPLE_COUNT_FORMS,
  SAMPLER_MODES,
  SYSTEM_NAMES,
  swizzleText,
  TESSELLATOR_DOMAINS,
  TESSELLATOR_OUTPUT_PRIMITIVES,
  TESSELLATOR_PARTITIONINGS,
} from '../../src/isa/sm4/names.ts';
import { type Mnemonic, OPCODE_BY_CODE, type Opcode } from '../../src/isa/sm4/opcodes.ts';
import { OPERAND_TYPES, type OperandTypeName } from '../../src/isa/sm4/operands.ts';
import {
  DeclarationControls as C,
  ComponentCount,
  ExtendedOpcodeKind,
  ExtendedOpcodeToken,
  ExtendedOperandToken,
  GlobalFlags,
  InstructionControls,
  OpcodeToken,
  OperandModifier,
  OperandToken,
  SelectionMode,
  SyncControls,
} from '../../src/isa/sm4/tokens.ts';

type Any = (...given: unknown[]) => Sm4InstructionNode;

const NAMES = new Map<number, OperandTypeName>(
  Object.entries(OPERAND_TYPES).map(([name, { code }]) => [code, name as OperandTypeName]),
);

/** The float whose bits these are. */
function float(word: number): number {
  return new Float32Array(Uint32Array.of(word).buffer)[0]!;
}

function literal(node: Sm4OperandNode): unknown {
  const words = node.literal;
  if (OperandToken.type.get(node.token) === OPERAND_TYPES.immediate64.code) {
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
  let register = sm4Register(NAMES.get(OperandToken.type.get(node.token))!, ...indices(node));
  const { extension = 0 } = node;
  const precision = MIN_PRECISIONS[ExtendedOperandToken.minPrecision.get(extension)]!;
  if (precision !== 'def32') register = register.precision(precision as Sm4MinPrecision);
  return ExtendedOperandToken.nonUniform.test(extension) ? register.nonUniform() : register;
}

/** Whether the selection is the one that goes without saying. */
function isWhole(token: number): boolean {
  const mode = OperandToken.selection.get(token);
  if (OperandToken.componentCount.get(token) !== ComponentCount.four) return true;
  if (mode === SelectionMode.mask) return OperandToken.mask.get(token) === 15;
  return mode === SelectionMode.swizzle && OperandToken.swizzle.get(token) === 0xe4;
}

const SCALARS: readonly OperandTypeName[] = [
  ...(['inputForkInstanceId', 'inputJoinInstanceId', 'inputGsInstanceId', 'inputThreadIdInGroupFlattened'] as const),
  ...(['inputCoverageMask', 'innerCoverage'] as const),
];

function read(node: Sm4OperandNode): Sm4Register | Sm4Source {
  const { token, extension = 0 } = node;
  const register = bare(node);
  const modifier = ExtendedOperandToken.modifier.get(extension);
  const selects = OperandToken.selection.get(token) === SelectionMode.selectOne;
  const component = 'xyzw'[OperandToken.select.get(token)] as 'x';
  const scalar = selects && component === 'x' && SCALARS.includes(register.name);
  let source: Sm4Register | Sm4Source = register;
  if (selects && !scalar) source = register.select(component);
  else if (!scalar && !isWhole(token))
    source = register.swizzle(swizzleText(OperandToken.swizzle.get(token)) as Sm4Swizzle);
  if (modifier & OperandModifier.absolute) source = source.absolute();
  if (modifier & OperandModifier.negate) source = source.negate();
  return source;
}

function written(node: Sm4OperandNode): Sm4Register | Sm4Destination {
  const register = bare(node);
  if (isWhole(node.token)) return register;
  return register.mask(maskText(OperandToken.mask.get(node.token)) as Sm4Mask);
}

function operand(node: Sm4OperandNode): unknown {
  const type = OperandToken.type.get(node.token);
  if (type === OPERAND_TYPES.immediate32.code || type === OPERAND_TYPES.immediate64.code) return literal(node);
  const mode = OperandToken.selection.get(node.token);
  const isMask = OperandToken.componentCount.get(node.token) === ComponentCount.four && mode === SelectionMode.mask;
  return isMask ? written(node) : read(node);
}

function typesOf(bits: number): unknown {
  return [0, 4, 8, 12].map((shift) => RETURN_TYPES[(bits >> shift) & 15]);
}

function optionsOf(node: Sm4InstructionNode, row: Opcode): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  if (row.controls === 'arithmetic' && InstructionControls.saturate.test(node.token)) options.saturate = true;
  const precise = InstructionControls.precise.get(node.token);
  if (precise !== 0 && row.controls !== 'test') options.precise = precise === 15 ? true : maskText(precise);
  if (row.controls === 'sizeQuery') {
    const form = InstructionControls.returnType.get(node.token);
    if (form !== 0)
      options.returnType = (row.mnemonic === 'resinfo' ? RESOURCE_RETURN_FORMS : SAMPLE_COUNT_FORMS)[form];
  }
  const view: Record<string, unknown> = {};
  for (const token of node.extensions) {
    const kind = ExtendedOpcodeToken.kind.get(token);
    if (kind === ExtendedOpcodeKind.sampleControls) {
      const { offsetU, offsetV, offsetW } = ExtendedOpcodeToken;
      options.offset = [offsetU, offsetV, offsetW].map((field) => (field.get(token) << 28) >> 28);
    } else if (kind === ExtendedOpcodeKind.resourceDimension) {
      view.dimension = RESOURCE_DIMENSIONS[ExtendedOpcodeToken.dimension.get(token)];
      const stride = ExtendedOpcodeToken.stride.get(token);
      if (stride !== 0) view.stride = stride;
      options.view = view;
    } else view.types = typesOf(ExtendedOpcodeToken.returnTypes.get(token));
  }
  return options;
}

function range(node: Sm4InstructionNode, rangeIds: boolean): unknown {
  const { operands, payload } = node;
  if (!rangeIds) return bare(operands[0]!);
  const [id, lower, upper] = operands[0]!.indices.map(({ immediate }) => immediate!);
  const name = NAMES.get(OperandToken.type.get(operands[0]!.token));
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
function declarationArguments(node: Sm4InstructionNode, name: Mnemonic, rangeIds: boolean): unknown[] {
  const { token, payload, operands } = node;
  const register = () => written(operands[0]!);
  const count = () => C.controlPointCount.get(token);
  const dimension = RESOURCE_DIMENSIONS[C.resourceDimension.get(token)];
  switch (name) {
    case 'dcl_resource': {
      const samples = C.sampleCount.get(token);
      const plain = [dimension, range(node, rangeIds), typesOf(payload[0]!)];
      return samples === 0 ? plain : [...plain, { samples }];
    }
    case 'dcl_constantbuffer': {
      const access = ACCESS_PATTERNS[C.dynamicallyIndexed.get(token)];
      return rangeIds ? [range(node, true), payload[0], access] : [bare(operands[0]!), access];
    }
    case 'dcl_sampler':
      return [range(node, rangeIds), SAMPLER_MODES[C.samplerMode.get(token)]];
    case 'dcl_outputtopology':
      return [OUTPUT_TOPOLOGIES[C.outputTopology.get(token)]];
    case 'dcl_inputprimitive':
      return [INPUT_PRIMITIVES[C.inputPrimitive.get(token)]];
    case 'dcl_input_sgv':
    case 'dcl_input_siv':
    case 'dcl_output_sgv':
    case 'dcl_output_siv':
      return [register(), SYSTEM_NAMES[payload[0]!]];
    case 'dcl_input_ps':
      return [INTERPOLATION_MODES[C.interpolation.get(token)], register()];
    case 'dcl_input_ps_sgv':
    case 'dcl_input_ps_siv':
      return [INTERPOLATION_MODES[C.interpolation.get(token)], register(), SYSTEM_NAMES[payload[0]!]];
    case 'dcl_indexableTemp':
      return [sm4Register('indexableTemp', payload[0]!, payload[1]!), payload[2]];
    case 'dcl_globalFlags':
      return Object.entries(GlobalFlags).flatMap(([flag, field]) => (field.test(token) ? [flag] : []));
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
      return [TESSELLATOR_DOMAINS[C.tessellatorDomain.get(token)]];
    case 'dcl_tessellator_partitioning':
      return [TESSELLATOR_PARTITIONINGS[C.tessellatorPartitioning.get(token)]];
    case 'dcl_tessellator_output_primitive':
      return [TESSELLATOR_OUTPUT_PRIMITIVES[C.tessellatorOutputPrimitive.get(token)]];
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
  const row = OPCODE_BY_CODE[OpcodeToken.opcode.get(node.token)]!;
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
      Object.entries(SyncControls).flatMap(([flag, field]) => (field.test(node.token) ? [flag] : [])),
    );
  }
  const operands = node.operands.map(operand);
  if (row.mnemonic === 'fcall') return call('fcall', [...operands, node.functionIndex]);
  const test = InstructionControls.testNonZero.test(node.token) ? '_nz' : '_z';
  const options = optionsOf(node, row);
  const given = Object.keys(options).length > 0 ? [...operands, options] : operands;
  return call(row.controls === 'test' ? row.mnemonic + test : row.mnemonic, given);
}
