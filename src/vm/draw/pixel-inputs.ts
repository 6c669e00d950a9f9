/**
 * Where each input of a pixel shader of models 4.0 to 5.1 comes from, and how and where it is interpolated.
 *
 * Source: Direct3D 11.3 functional specification, 16.3 and 16.4.
 */
import { InterpolationMode } from '../../base/d3d/enumerations.ts';
import type { SignatureElement } from '../../chunks/signature.ts';
import type { Sm4Declarations } from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { componentsOf, type Link, linkSignatures } from './links.ts';

const COMPONENTS = 4;
const INPUT = SM4_OPERAND_TYPES.input.code;

/** Where a value is taken in the pixel. */
export type Location = 'center' | 'centroid' | 'sample';

/** The content of a component of an input register. */
export type PixelInputKind = 'attribute' | 'position' | 'primitiveId' | 'frontFace' | 'sampleIndex';

export interface PixelInput {
  readonly kind: PixelInputKind;
  readonly register: number;
  readonly component: number;
  /** Of an attribute: the component of the vertex's registers, -1 for none. */
  readonly source: number;
  readonly isConstant: boolean;
  readonly hasPerspective: boolean;
  readonly location: Location;
}

/** Constancy, perspective and location of each D3D10_SB_INTERPOLATION_MODE. */
const MODES: Readonly<Record<number, readonly [isConstant: boolean, hasPerspective: boolean, location: Location]>> = {
  [InterpolationMode.constant]: [true, false, 'center'],
  [InterpolationMode.linear]: [false, true, 'center'],
  [InterpolationMode.linearCentroid]: [false, true, 'centroid'],
  [InterpolationMode.linearNoperspective]: [false, false, 'center'],
  [InterpolationMode.linearNoperspectiveCentroid]: [false, false, 'centroid'],
  [InterpolationMode.linearSample]: [false, true, 'sample'],
  [InterpolationMode.linearNoperspectiveSample]: [false, false, 'sample'],
};

function kindOf(systemValue: number, isPrimitiveIdWritten: boolean): PixelInputKind {
  switch (SM4_SYSTEM_NAMES[systemValue]) {
    case 'position':
      return 'position';
    case 'is_front_face':
      return 'frontFace';
    case 'sampleIndex':
      return 'sampleIndex';
    case 'primitive_id':
      return isPrimitiveIdWritten ? 'attribute' : 'primitiveId';
    default:
      return 'attribute';
  }
}

/**
 * The components of all input registers.
 *
 * @param outputs signature of the stage before
 * @param isPrimitiveIdWritten whether a geometry shader writes the ids of primitives
 */
export function pixelInputs(
  { inputs }: Sm4Declarations,
  signature: readonly SignatureElement[] | undefined,
  outputs: readonly SignatureElement[] | undefined,
  stream: number,
  isPrimitiveIdWritten: boolean,
): PixelInput[] {
  const link: Link = linkSignatures(outputs, signature, stream);
  const list: PixelInput[] = [];
  for (const { type, register, mask, systemValue, interpolation } of inputs) {
    if (type !== INPUT) continue;
    const kind = kindOf(systemValue, isPrimitiveIdWritten);
    const [isConstant, hasPerspective, location] = MODES[interpolation] ?? MODES[InterpolationMode.constant]!;
    for (const component of componentsOf(mask)) {
      const at = COMPONENTS * register + component;
      const source = link === undefined ? at : (link[at] ?? -1);
      list.push({ kind, register, component, source, isConstant, hasPerspective, location });
    }
  }
  return list;
}
