/**
 * Rules of the colours and the depth that pixel shaders from 2_0 on write, and what a ps_2_0 shader has to have written at
 * its end.
 *
 * Not for: what holds for every destination (ps-destination.ts).
 */
import { IDENTITY_SWIZZLE, isReplicateSwizzle } from '../../../isa/components.ts';
import { SM1_OPCODES, sm1OpcodeTable } from '../../../isa/sm1/opcodes.ts';
import { SM1_REGISTERS } from '../../../isa/sm1/registers.ts';
import type { Sm1ValidationContext } from '../context.ts';
import { rules } from '../rule.ts';
import type { Sm1PixelState } from './ps-state.ts';

export const PS_OUTPUT_RULES = rules({
  colorMov: {
    codes: { ps20: 'X5406' },
    text: 'Only mov writes a colour.',
    hint: 'Write a temporary and move it to oC#.',
  },
  colorModifier: {
    codes: { ps20: 'X5407' },
    text: 'What is moved to a colour takes no modifier.',
    hint: 'Apply the modifier on the way to a temporary.',
  },
  colorSwizzle: {
    codes: { ps20: 'X5408' },
    text: 'What is moved to a colour takes no swizzle.',
    hint: 'Apply the swizzle on the way to a temporary.',
  },
  colorSaturate: {
    codes: { ps20: 'X5512' },
    text: 'A colour takes no _sat.',
    hint: 'Saturate on the way to a temporary.',
  },
  colorMask: {
    codes: { ps20: 'X5410' },
    text: 'All components of a colour are written at once.',
    hint: 'Leave the write mask out.',
  },
  colorTwice: {
    codes: { ps20: 'X5411' },
    text: 'oC{register} was written before, and can be once.',
    hint: 'Collect the colour in a temporary.',
  },
  depthMov: {
    codes: { ps20: 'X5412' },
    text: 'Only mov writes the depth.',
    hint: 'Write a temporary and move it to oDepth.',
  },
  depthModifier: {
    codes: { ps20: 'X5413' },
    text: 'What is moved to the depth takes no modifier.',
    hint: 'Apply the modifier on the way to a temporary.',
  },
  depthReplicate: {
    codes: { ps20: 'X5414', ps30: 'X6062' },
    text: 'The depth is one component, and the swizzle of what is moved there selects none.',
    hint: 'Select a component: .x, .y, .z or .w.',
  },
  depthVector: {
    codes: { ps30: 'X5758' },
    text: 'This instruction cannot write the depth.',
    hint: 'Write a temporary and move a component to oDepth.',
  },
  depthSaturate: {
    codes: { ps20: 'X5511' },
    text: 'The depth takes no _sat.',
    hint: 'Saturate on the way to a temporary.',
  },
  depthMask: {
    codes: { ps20: 'X5415', ps30: 'X5759' },
    text: 'The depth has no components and takes no write mask.',
    hint: 'Leave the write mask out.',
  },
  depthTwice: {
    codes: { ps20: 'X5416' },
    text: 'The depth was written before, and can be once.',
    hint: 'Collect the depth in a temporary.',
  },
  noColor: {
    codes: { ps20: 'X5405' },
    severity: 'shader',
    text: 'A ps_2_0 shader has to move something to oC0.',
    hint: 'End the shader with mov oC0.',
  },
  colorGap: {
    codes: { ps20: 'X5573' },
    severity: 'shader',
    text: 'A ps_2_0 shader that writes a colour has to write all colours before it.',
    hint: 'Write oC0, oC1, ... without a gap.',
  },
});

const { colorOut, depthOut } = SM1_REGISTERS;
const MOV = SM1_OPCODES.mov.code;
const SATURATE = 1;
const FULL = 15;
const LAST_COLOR = 3;

/** How an instruction of 3_0 makes one number for the depth: from one component of each source, or not at all. */
const BY_COMPONENT = 1;
const NOT_AT_ALL = 2;
const DEPTH_30 = sm1OpcodeTable(({ category, result, operands }, name) => {
  // Of one number, and refused all the same (source: oracle).
  if (name === 'rsq' || name === 'setp') return NOT_AT_ALL;
  if (category === 'texture' || result === 'vector') return NOT_AT_ALL;
  const isByComponent = result === 'componentwise' || (result === 'scalar' && operands[1]?.components === 'one');
  return isByComponent ? BY_COMPONENT : 0;
});

/** Judges an instruction that writes a colour or the depth; one that declares or defines them counts (source: oracle). */
export function checkPixelOutput(j: Sm1ValidationContext, state: Sm1PixelState): void {
  const { destinationType } = j;
  if (destinationType === depthOut.code) {
    if (j.model === 'ps30') checkDepth30(j);
    else checkDepth20(j, state);
  } else if (destinationType === colorOut.code && j.model === 'ps20') checkColor(j, state);
}

function checkColor(j: Sm1ValidationContext, state: Sm1PixelState): void {
  const at = j.destinationAt;
  if (j.opcode !== MOV) {
    j.report(PS_OUTPUT_RULES.colorMov, at);
    return;
  }
  if ((j.sourceFaults & 1) === 0) {
    if (j.sourceModifier[0] !== 0) j.report(PS_OUTPUT_RULES.colorModifier, j.sourceAt[0]!);
    if (j.sourceSwizzle[0] !== IDENTITY_SWIZZLE) j.report(PS_OUTPUT_RULES.colorSwizzle, j.sourceAt[0]!);
  }
  if (j.destinationNumber > LAST_COLOR) return;
  if ((j.destinationModifiers & SATURATE) !== 0) j.report(PS_OUTPUT_RULES.colorSaturate, at);
  if (j.destinationMask !== FULL) j.report(PS_OUTPUT_RULES.colorMask, at);
  if (j.version !== 0x200) return;
  const bit = 1 << j.destinationNumber;
  if ((state.colors & bit) !== 0) j.report(PS_OUTPUT_RULES.colorTwice, at, { register: j.destinationNumber });
  state.colors |= bit;
}

function checkDepth20(j: Sm1ValidationContext, state: Sm1PixelState): void {
  const at = j.destinationAt;
  if (j.opcode !== MOV) {
    j.report(PS_OUTPUT_RULES.depthMov, at);
    return;
  }
  if ((j.sourceFaults & 1) === 0) {
    if (j.sourceModifier[0] !== 0) j.report(PS_OUTPUT_RULES.depthModifier, j.sourceAt[0]!);
    if (!isReplicateSwizzle(j.sourceSwizzle[0]!)) j.report(PS_OUTPUT_RULES.depthReplicate, j.sourceAt[0]!);
  }
  if (j.destinationNumber > 0) return;
  if ((j.destinationModifiers & SATURATE) !== 0) j.report(PS_OUTPUT_RULES.depthSaturate, at);
  if (j.destinationMask !== FULL) j.report(PS_OUTPUT_RULES.depthMask, at);
  if (j.version !== 0x200) return;
  if (state.depth) j.report(PS_OUTPUT_RULES.depthTwice, at);
  state.depth = true;
}

function checkDepth30(j: Sm1ValidationContext): void {
  const how = DEPTH_30[j.opcode];
  const at = j.destinationAt;
  if (how === NOT_AT_ALL) j.report(PS_OUTPUT_RULES.depthVector, at);
  else if (how === BY_COMPONENT) {
    let replicates = true;
    for (let i = 0; i < j.sourceCount; i++) replicates &&= isReplicateSwizzle(j.sourceSwizzle[i]!);
    if (!replicates) j.report(PS_OUTPUT_RULES.depthReplicate, j.sourceAt[0]!);
  }
  if (j.destinationMask !== FULL) j.report(PS_OUTPUT_RULES.depthMask, at);
}

/** Judges what was written by the end of the shader. */
export function checkPixelOutputsAtEnd(j: Sm1ValidationContext, state: Sm1PixelState): void {
  if (j.version !== 0x200) return;
  const { colors } = state;
  if ((colors & 1) === 0) j.reportStream(PS_OUTPUT_RULES.noColor);
  if ((colors & (colors + 1)) !== 0) j.reportStream(PS_OUTPUT_RULES.colorGap);
}
