/**
 * The features of the hardware that a tokenized program requires, as far as its words show (source: oracle).
 *
 * Not for: the chunk SFI0 (chunks/sfi0.ts), which has the same names. It may require more: `level9ComparisonFiltering` is
 * about another program of the container.
 */

import { componentsRead } from '../components.ts';
import { Sm4Cursor } from './cursor.ts';
import { SM4_SYSTEM_NAMES } from './names.ts';
import { SM4_OPCODES, sm4CodesOf, sm4IsSparse, sm4OpcodeSet } from './opcodes.ts';
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

/** UAVs that shader model 5 has without a feature. */
const UAV_SLOTS = 8;
const LAYER_NAMES: readonly number[] = [
  SM4_SYSTEM_NAMES.indexOf('rendertarget_array_index'),
  SM4_SYSTEM_NAMES.indexOf('viewport_array_index'),
];
const UAV_DECLARATIONS = sm4OpcodeSet((row) => row.kind === 'declaration' && row.declares === 'uav');
const TILED_RESOURCES = sm4OpcodeSet((row) => sm4IsSparse(row) || row.mnemonic === 'check_access_fully_mapped');
/** Opcodes whose controls or operands may require a feature. */
const CHECKED = sm4CodesOf('dcl_globalFlags', 'dcl_input', 'dcl_output', 'dcl_output_siv', 'ld_uav_typed');
const RELEVANT = sm4OpcodeSet(
  ({ code }) => CHECKED.has(code) || UAV_DECLARATIONS[code] === 1 || TILED_RESOURCES[code] === 1,
);

/**
 * Returns the features that `program` requires.
 *
 * The declaration of a typed UAV does not store its format. A UAV counts as one of the formats that only some hardware can read
 * if the program reads more than the first component. (`ld_uav_typed_s` reads components in an order of its own.)
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
    if (RELEVANT[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)] !== 1) continue;
    cursor.goto(i);
    const { code, token, operands } = cursor;
    if (UAV_DECLARATIONS[code] === 1) {
      if (!uavAnywhere) features.add('uavsAtEveryStage');
      if (Sm4DeclarationControls.rasterizerOrdered.test(token)) features.add('rasterizerOrderedViews');
      const slot = operands[0]!;
      // In 5.1 each range counts once, regardless of its length; before, all slots up to the last one count.
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
        if (readsOtherThanX(cursor)) features.add('typedUavLoadAdditionalFormats');
        break;
    }
    if (TILED_RESOURCES[code] === 1) features.add('tiledResources');
  }
  // Render targets of a pixel shader take slots too; before 5.1 the numbers of UAVs begin after them.
  if (rangeIds && uavs > 0 && program.stage === 'ps') uavs += targets;
  // The slots of a library function's UAVs are not known yet.
  if (uavs > UAV_SLOTS || (uavs > 0 && program.stage === 'lib')) features.add('uavSlots64');
  return features;
}

/** Whether a load from a typed UAV reads a component other than the first one. */
function readsOtherThanX({ operands, operandCount }: Sm4Cursor): boolean {
  const mask = Sm4OperandToken.mask.get(operands[0]!.token);
  const swizzle = Sm4OperandToken.swizzle.get(operands[operandCount - 1]!.token);
  return componentsRead(swizzle, mask) > 1;
}
