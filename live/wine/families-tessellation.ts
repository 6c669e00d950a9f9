/**
 * Tessellated patches: where the points of the tessellator are, drawn as points, and how it connects them, drawn as
 * triangles with a color that is not linear over the patch.
 *
 * A patch covers a target of 256 by 256 pixels. Coordinates of the tessellator are 65536ths, so its points are at
 * integer 256ths of pixels.
 */
import type { Random } from '../../smith/random.ts';
import { drawTrial } from './draws.ts';
import { COUNTED } from './families-draws.ts';
import type { SignatureElement } from './signatures.ts';
import type { Family, Trial } from './trial.ts';

const SIZE = 256;

interface Domain {
  /** Names in dcl_output_siv, with the semantic and the system value of each factor in the signature. */
  readonly factors: readonly (readonly [siv: string, semantic: string, index: number, systemValue: string])[];
  readonly name: 'quad' | 'tri' | 'isoline';
  readonly location: string;
}

const EDGE = 'SV_TessFactor';
const INSIDE = 'SV_InsideTessFactor';

export const DOMAINS: readonly Domain[] = [
  {
    name: 'quad',
    location: 'xy',
    factors: [
      ['finalQuadUeq0EdgeTessFactor', EDGE, 0, 'QUADEDGE'],
      ['finalQuadVeq0EdgeTessFactor', EDGE, 1, 'QUADEDGE'],
      ['finalQuadUeq1EdgeTessFactor', EDGE, 2, 'QUADEDGE'],
      ['finalQuadVeq1EdgeTessFactor', EDGE, 3, 'QUADEDGE'],
      ['finalQuadUInsideTessFactor', INSIDE, 0, 'QUADINT'],
      ['finalQuadVInsideTessFactor', INSIDE, 1, 'QUADINT'],
    ],
  },
  {
    name: 'tri',
    location: 'xyz',
    factors: [
      ['finalTriUeq0EdgeTessFactor', EDGE, 0, 'TRIEDGE'],
      ['finalTriVeq0EdgeTessFactor', EDGE, 1, 'TRIEDGE'],
      ['finalTriWeq0EdgeTessFactor', EDGE, 2, 'TRIEDGE'],
      ['finalTriInsideTessFactor', INSIDE, 0, 'TRIINT'],
    ],
  },
  {
    name: 'isoline',
    location: 'xy',
    factors: [
      ['finalLineDensityTessFactor', EDGE, 0, 'LINEDEN'],
      ['finalLineDetailTessFactor', EDGE, 1, 'LINEDET'],
    ],
  },
];

/**
 * The elements of the factors of a domain in a signature of patch constants, each in a register of its own from 0 on.
 */
export function factorElements({ factors }: Domain): SignatureElement[] {
  return factors.map(([, name, index, systemValue], register) => ({
    name,
    index,
    mask: 'x',
    register,
    systemValue,
    format: 'float',
  }));
}

const PARTITIONINGS = ['integer', 'pow2', 'fractional_odd', 'fractional_even'] as const;

const HEAD = `
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------`;

function row(name: string, index: number, mask: string, register: number, systemValue: string): string {
  return `// ${name.padEnd(20)} ${String(index).padStart(5)}   ${mask.padEnd(4)} ${String(register).padStart(8)} ${systemValue.padStart(8)}   float   ${mask}`;
}

function signatures({ factors }: Domain, output: string): string {
  const position = (systemValue: string) => row('SV_Position', 0, 'xyzw', 0, systemValue);
  const color = row('COLOR', 0, 'xyzw', 1, 'NONE');
  return `// Patch Constant signature:${HEAD}
${factors.map(([, semantic, index, value], register) => row(semantic, index, 'x', register, value)).join('\n')}
//
// Input signature:${HEAD}
${position('POS')}
${color}
//
// Output signature:${HEAD}
${position('POS')}
${output}
//`;
}

export function hullOf(domain: Domain, partitioning: string, primitive: string): string {
  const phases = domain.factors.map(
    ([siv], i) => `hs_fork_phase\ndcl_output_siv o${i}.x, ${siv}\nmov o${i}.x, cb0[${i}].x\nret`,
  );
  return `${signatures(domain, row('COLOR', 0, 'xyzw', 1, 'NONE'))}
hs_5_0
hs_decls
dcl_input_control_point_count 1
dcl_output_control_point_count 1
dcl_tessellator_domain domain_${domain.name}
dcl_tessellator_partitioning partitioning_${partitioning}
dcl_tessellator_output_primitive output_${primitive}
dcl_hs_max_tessfactor l(64.000000)
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[${domain.factors.length}], immediateIndexed
${phases.join('\n')}
`;
}

/** The color is u, v and products of them; alpha counts. */
export function domainOf(domain: Domain): string {
  return `${signatures(domain, row('COLOR', 0, 'xyzw', 1, 'NONE'))}
ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_${domain.name}
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
mad o0.xy, vDomain.xyxx, l(2.000000, -2.000000, 0.000000, 0.000000), l(-1.000000, 1.000000, 0.000000, 0.000000)
mov o0.zw, l(0, 0, 0.500000, 1.000000)
mul o1.xyz, vDomain.xxyx, vDomain.xyyx
mov o1.w, l(1.000000)
ret
`;
}

function factor(random: Random): number {
  const integer = random.between(1, random.pick([2, 4, 9, 20]));
  return integer + random.pick([0, 0, 0.5, random.below(256) / 256]);
}

function trialOf(random: Random, domain: Domain, primitive: string): Trial {
  const isPoints = primitive === 'point';
  return drawTrial(
    {
      topology: 'patch-list',
      size: SIZE,
      vertices: [[0, 0, 0.5, 1, 1, 1, 1, 1]],
      tessellation: {
        hull: hullOf(domain, random.pick(PARTITIONINGS), primitive),
        domain: domainOf(domain),
        factors: domain.factors.flatMap(() => [factor(random), 0, 0, 0]),
      },
      mode: isPoints ? 'constant' : 'linear',
      target: 'R32G32B32A32_FLOAT',
      clear: [0, 0, 0, 0],
      blend: COUNTED,
    },
    { absolute: isPoints ? 2 ** -20 : 2 ** -10 },
  );
}

export const TESSELLATION_FAMILIES: readonly Family[] = [
  {
    name: 'tessellation: points',
    api: 'd3d11',
    share: 2,
    make: (random) => trialOf(random, random.pick(DOMAINS), 'point'),
  },
  {
    name: 'tessellation: triangles',
    api: 'd3d11',
    share: 1,
    make: (random) => trialOf(random, random.pick(DOMAINS.slice(0, 2)), random.pick(['triangle_cw', 'triangle_ccw'])),
  },
];
