/**
 * What a tokenized program asks of the hardware, as far as its own words tell (source: oracle).
 *
 * Not for: the chunk SFI0 (container/sfi0.ts), whose names these are. It may ask for more: `level9ComparisonFiltering` is about
 * another program of the container.
 */
import { componentsRead } from '../components.ts';
import { Sm4Cursor } from './cursor.ts';
import { SM4_SYSTEM_NAMES } from './names.ts';
import { SM4_OPCODES, sm4CodesOf } from './opcodes.ts';
import { SM4_OPERAND_TYPES } from './operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from './program.ts';
import {
  SM4_FLAGGED_FEATURES,
  Sm4DeclarationControls,
  Sm4NameToken,
  Sm4OpcodeToken,
  Sm4OperandToken,
} from './tokens.ts';

export type Sm4Feature =
  | keyof typeof SM4_FLAGGED_FEATURES
  | 'uavsAtEveryStage'
  | 'uavSlots64'
  | 'tiledResources'
  | 'stencilRef'
  | 'innerCoverage'
  | 'typedUavLoadAdditionalFormats'
  | 'rasterizerOrderedViews'
  | 'arrayIndexFromAnyShader';

/** UAVs that shader model 5 has without asking. */
const UAV_SLOTS = 8;
const LAYER_NAMES: readonly number[] = [
  SM4_SYSTEM_NAMES.indexOf('rendertarget_array_index'),
  SM4_SYSTEM_NAMES.indexOf('viewport_array_index'),
];
const UAV_DECLARATIONS = sm4CodesOf('dcl_uav_typed', 'dcl_uav_raw', 'dcl_uav_structured');
const WITH_STATUS = new Set<number>(
  Object.entries(SM4_OPCODES).flatMap(([mnemonic, { code }]) => (mnemonic.endsWith('_s') ? [code] : [])),
).add(SM4_OPCODES.check_access_fully_mapped.code);

/** Opcodes that ask for something, or may. */
const ASKING = new Uint8Array(Sm4OpcodeToken.opcode.ones + 1);
for (const code of [
  ...[...UAV_DECLARATIONS, ...WITH_STATUS],
  ...sm4CodesOf('dcl_globalFlags', 'dcl_input', 'dcl_output', 'dcl_output_siv', 'ld_uav_typed'),
]) {
  ASKING[code] = 1;
}

/**
 * The features that `program` asks for.
 *
 * Whether a typed UAV is of one of the formats that can always be read does not stand in its declaration: it is taken for one of
 * the others where more than the first component is read. (`ld_uav_typed_s` reads components in an order of its own.)
 */
export function featuresOfSm4(program: Sm4Program): ReadonlySet<Sm4Feature> {
  const features = new Set<Sm4Feature>();
  const cursor = new Sm4Cursor(program);
  const { words, starts } = program;
  const uavAnywhere = program.stage === 'ps' || program.stage === 'cs';
  const rangeIds = sm4UsesRangeIds(program);
  let uavs = 0;
  let targets = 0;
  for (let i = 0; i < program.count; i++) {
    if (ASKING[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)] === 0) continue;
    cursor.goto(i);
    const { code, token, operands } = cursor;
    if (UAV_DECLARATIONS.has(code)) {
      if (!uavAnywhere) features.add('uavsAtEveryStage');
      if (Sm4DeclarationControls.rasterizerOrdered.test(token)) features.add('rasterizerOrderedViews');
      const slot = operands[0]!;
      // Ranges count, however long they are; before 5.1 the slots up to the last one.
      uavs = rangeIds ? uavs + 1 : Math.max(uavs, (slot.index(0) >>> 0) + 1);
      continue;
    }
    switch (code) {
      case SM4_OPCODES.dcl_globalFlags.code:
        for (const [name, flag] of Object.entries(SM4_FLAGGED_FEATURES)) {
          if (flag.test(token)) features.add(name as Sm4Feature);
        }
        break;
      case SM4_OPCODES.dcl_input.code:
        if (operands[0]!.type === SM4_OPERAND_TYPES.innerCoverage.code) features.add('innerCoverage');
        break;
      case SM4_OPCODES.dcl_output.code:
        if (operands[0]!.type === SM4_OPERAND_TYPES.outputStencilRef.code) features.add('stencilRef');
        else if (operands[0]!.type === SM4_OPERAND_TYPES.output.code) {
          targets = Math.max(targets, (operands[0]!.index(0) >>> 0) + 1);
        }
        break;
      case SM4_OPCODES.dcl_output_siv.code:
        if (program.stage === 'gs' || program.stage === 'hs') break;
        if (LAYER_NAMES.includes(Sm4NameToken.name.get(cursor.word(cursor.payload))))
          features.add('arrayIndexFromAnyShader');
        break;
      case SM4_OPCODES.ld_uav_typed.code:
        if (readsBehindX(cursor)) features.add('typedUavLoadAdditionalFormats');
        break;
    }
    if (WITH_STATUS.has(code)) features.add('tiledResources');
  }
  // Render targets of a pixel shader take slots, too; before 5.1 the numbers of UAVs begin behind them.
  if (rangeIds && uavs > 0 && program.stage === 'ps') uavs += targets;
  // Of a library function nobody knows yet which slots its UAVs get.
  if (uavs > UAV_SLOTS || (uavs > 0 && program.stage === 'lib')) features.add('uavSlots64');
  return features;
}

/** Whether a load from a typed UAV takes another component than the first one. */
function readsBehindX({ operands, operandCount }: Sm4Cursor): boolean {
  const mask = Sm4OperandToken.mask.get(operands[0]!.token);
  const swizzle = Sm4OperandToken.swizzle.get(operands[operandCount - 1]!.token);
  return componentsRead(swizzle, mask) > 1;
}
