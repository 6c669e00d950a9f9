/**
 * The declarations of a shader model 4.0 to 5.1 program about its stage: control points and the tessellator of hull and
 * domain shaders, primitives and vertices of geometry shaders.
 *
 * Not for: registers and resources (declarations.ts).
 */
import { floatOfBits } from '../../numerics/conversion.ts';
import { Sm4Cursor } from './cursor.ts';
import { sm4CodesOf } from './opcodes.ts';
import type { Sm4Program } from './program.ts';
import { Sm4DeclarationControls, Sm4OpcodeToken } from './tokens.ts';

export interface Sm4StageDeclarations {
  /** Control points of the patches that a hull or domain shader reads; 0 without. */
  readonly inputControlPoints: number;
  /** Control points that a hull shader writes; 0 without. */
  readonly outputControlPoints: number;
  /** `D3D11_SB_TESSELLATOR_DOMAIN`; 0 without, like the next two. */
  readonly domain: number;
  /** `D3D11_SB_TESSELLATOR_PARTITIONING` */
  readonly partitioning: number;
  /** `D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE` */
  readonly tessellatorOutput: number;
  /** The largest tessellation factor; 64 without. */
  readonly maxTessFactor: number;
  /** `D3D10_SB_PRIMITIVE` of a geometry shader; 0 without. */
  readonly inputPrimitive: number;
  /** `D3D10_SB_PRIMITIVE_TOPOLOGY` of each stream of a geometry shader. */
  readonly outputTopologies: readonly number[];
  /** Vertices that an instance of a geometry shader may write. */
  readonly maxVertices: number;
  /** Instances of a geometry shader for each primitive. */
  readonly instances: number;
}

const MAX_TESS_FACTOR = 64;
const READ = /* @__PURE__ */ sm4CodesOf(
  'dcl_input_control_point_count',
  'dcl_output_control_point_count',
  'dcl_tessellator_domain',
  'dcl_tessellator_partitioning',
  'dcl_tessellator_output_primitive',
  'dcl_hs_max_tessfactor',
  'dcl_inputprimitive',
  'dcl_outputtopology',
  'dcl_maxout',
  'dcl_gsinstances',
);

/** Returns the declarations of `program` about its stage; of several alike, the last. */
export function readSm4StageDeclarations(program: Sm4Program): Sm4StageDeclarations {
  const found = {
    inputControlPoints: 0,
    outputControlPoints: 0,
    domain: 0,
    partitioning: 0,
    tessellatorOutput: 0,
    maxTessFactor: MAX_TESS_FACTOR,
    inputPrimitive: 0,
    outputTopologies: [] as number[],
    maxVertices: 0,
    instances: 1,
  };
  const cursor = new Sm4Cursor(program);
  for (let i = 0; i < program.count; i++) {
    const token = program.words[program.starts[i]!]!;
    if (!READ.has(Sm4OpcodeToken.opcode.get(token))) continue;
    cursor.goto(i);
    const value = cursor.word(cursor.payload) >>> 0;
    switch (cursor.row?.mnemonic) {
      case 'dcl_input_control_point_count':
        found.inputControlPoints = Sm4DeclarationControls.controlPointCount.get(token);
        break;
      case 'dcl_output_control_point_count':
        found.outputControlPoints = Sm4DeclarationControls.controlPointCount.get(token);
        break;
      case 'dcl_tessellator_domain':
        found.domain = Sm4DeclarationControls.tessellatorDomain.get(token);
        break;
      case 'dcl_tessellator_partitioning':
        found.partitioning = Sm4DeclarationControls.tessellatorPartitioning.get(token);
        break;
      case 'dcl_tessellator_output_primitive':
        found.tessellatorOutput = Sm4DeclarationControls.tessellatorOutputPrimitive.get(token);
        break;
      case 'dcl_hs_max_tessfactor':
        found.maxTessFactor = floatOfBits(value);
        break;
      case 'dcl_inputprimitive':
        found.inputPrimitive = Sm4DeclarationControls.inputPrimitive.get(token);
        break;
      case 'dcl_outputtopology':
        found.outputTopologies.push(Sm4DeclarationControls.outputTopology.get(token));
        break;
      case 'dcl_maxout':
        found.maxVertices = value;
        break;
      case 'dcl_gsinstances':
        found.instances = value;
        break;
    }
  }
  return found;
}
