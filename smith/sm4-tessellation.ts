/**
 * The shared interface of hull and domain shaders: the domain, its tessellation factors, control points and patch
 * constants.
 */
import { SM4_TESSELLATOR_DOMAINS } from '../src/isa/sm4/names.ts';
import { Sm4DeclarationControls } from '../src/isa/sm4/tokens.ts';
import type { Random } from './random.ts';
import { type Layout, randomElements } from './sm4-elements.ts';
import type { Element, RegisterFile, SystemName } from './sm4-signatures.ts';
import { SIZES } from './sm4-weights.ts';
import { instructionWords } from './sm4-words.ts';

export type Domain = keyof typeof DOMAINS;

interface Factors {
  readonly semantic: 'SV_TessFactor' | 'SV_InsideTessFactor';
  /** D3D_NAME. */
  readonly systemValue: number;
  readonly names: readonly SystemName[];
}

interface DomainRow {
  /** Components of a location. */
  readonly location: number;
  readonly factors: readonly Factors[];
  /** D3D11_SB_TESSELLATOR_OUTPUT_PRIMITIVE. */
  readonly primitives: readonly number[];
}

const edges = (systemValue: number, ...names: SystemName[]): Factors => ({
  semantic: 'SV_TessFactor',
  systemValue,
  names,
});
const inside = (systemValue: number, ...names: SystemName[]): Factors => ({
  semantic: 'SV_InsideTessFactor',
  systemValue,
  names,
});

export const DOMAINS = {
  domain_isoline: {
    location: 3,
    factors: [edges(16, 'finalLineDensityTessFactor'), edges(15, 'finalLineDetailTessFactor')],
    primitives: [1, 2],
  },
  domain_tri: {
    location: 7,
    factors: [
      edges(13, 'finalTriUeq0EdgeTessFactor', 'finalTriVeq0EdgeTessFactor', 'finalTriWeq0EdgeTessFactor'),
      inside(14, 'finalTriInsideTessFactor'),
    ],
    primitives: [1, 3, 4],
  },
  domain_quad: {
    location: 3,
    factors: [
      edges(
        11,
        'finalQuadUeq0EdgeTessFactor',
        'finalQuadVeq0EdgeTessFactor',
        'finalQuadUeq1EdgeTessFactor',
        'finalQuadVeq1EdgeTessFactor',
      ),
      inside(12, 'finalQuadUInsideTessFactor', 'finalQuadVInsideTessFactor'),
    ],
    primitives: [1, 3, 4],
  },
} as const satisfies Record<string, DomainRow>;

export const MAX_CONTROL_POINTS = 32;

export function randomDomain(random: Random): Domain {
  return random.pick(Object.keys(DOMAINS) as Domain[]);
}

/** `dcl_tessellator_domain`. */
export function declareDomain(domain: Domain): number[] {
  const controls = Sm4DeclarationControls.tessellatorDomain.set(0, SM4_TESSELLATOR_DOMAINS.indexOf(domain));
  return instructionWords('dcl_tessellator_domain', [], controls);
}

/** `dcl_input_control_point_count` or its counterpart. */
export function declareControlPoints(direction: 'input' | 'output', count: number): number[] {
  return instructionWords(
    `dcl_${direction}_control_point_count`,
    [],
    Sm4DeclarationControls.controlPointCount.set(0, count),
  );
}

/** The register file of control points. */
export function controlPoints(type: RegisterFile['type'], vertices: number): RegisterFile {
  return { type, direction: 'input', vertices, unnamed: true };
}

/** The factors that `domain` needs, each in x of a register of its own, and patch constants after them. */
export function patchConstantElements(random: Random, domain: Domain, layout: Omit<Layout, 'most'>): Element[] {
  const { factors }: DomainRow = DOMAINS[domain];
  const indices = { SV_TessFactor: 0, SV_InsideTessFactor: 0 };
  const elements: Element[] = [];
  for (const { semantic, systemValue, names } of factors) {
    for (const name of names) {
      elements.push({
        semantic,
        semanticIndex: indices[semantic]++,
        systemValue,
        type: 'float',
        register: elements.length,
        mask: 1,
        stream: 0,
        system: { name, generated: false },
        interpolation: 0,
        declared: true,
      });
    }
  }
  const constants = randomElements(random, { ...layout, most: SIZES.outputs, from: elements.length, fastPath: true });
  return [...elements, ...constants];
}
