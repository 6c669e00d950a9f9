/** The layouts of bits 11 to 23 of opcode tokens, which rows of the opcode table name. */
import type { Field } from '../../base/field.ts';
import { Sm4DeclarationControls, Sm4GlobalFlags, Sm4InstructionControls, Sm4SyncControls } from './tokens.ts';

const { saturate, precise, testNonZero, returnType } = Sm4InstructionControls;
const { resourceDimension, globallyCoherent, rasterizerOrdered, orderPreservingCounter, interpolation } =
  Sm4DeclarationControls;

/** The fields of each layout. */
export const SM4_CONTROLS = {
  plain: {},
  arithmetic: { saturate, precise },
  precise: { precise },
  test: { testNonZero },
  sizeQuery: { returnType, precise },
  sync: Sm4SyncControls,
  dclGlobalFlags: Sm4GlobalFlags,
  dclResource: { resourceDimension, sampleCount: Sm4DeclarationControls.sampleCount },
  dclConstantBuffer: {
    dynamicallyIndexed: Sm4DeclarationControls.dynamicallyIndexed,
  },
  dclSampler: { samplerMode: Sm4DeclarationControls.samplerMode },
  dclInputPs: { interpolation },
  dclOutputTopology: { outputTopology: Sm4DeclarationControls.outputTopology },
  dclInputPrimitive: { inputPrimitive: Sm4DeclarationControls.inputPrimitive },
  dclControlPointCount: {
    controlPointCount: Sm4DeclarationControls.controlPointCount,
  },
  dclTessellatorDomain: {
    tessellatorDomain: Sm4DeclarationControls.tessellatorDomain,
  },
  dclTessellatorPartitioning: {
    tessellatorPartitioning: Sm4DeclarationControls.tessellatorPartitioning,
  },
  dclTessellatorOutputPrimitive: {
    tessellatorOutputPrimitive: Sm4DeclarationControls.tessellatorOutputPrimitive,
  },
  dclUavTyped: { resourceDimension, globallyCoherent, rasterizerOrdered },
  dclUavRaw: { globallyCoherent, rasterizerOrdered },
  dclUavStructured: { globallyCoherent, rasterizerOrdered, orderPreservingCounter },
  dclInterface: {
    interfaceDynamicallyIndexed: Sm4DeclarationControls.interfaceDynamicallyIndexed,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

export type Sm4Controls = keyof typeof SM4_CONTROLS;
