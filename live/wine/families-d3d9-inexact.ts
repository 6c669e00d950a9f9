/**
 * Operations of models 2 and 3 that have a tolerance: one for each output, of operands in the range where Wine is
 * trusted.
 */
import type { Random } from '../../smith/random.ts';
import type { Sm1Version } from '../../smith/runnable/sm1-alu.ts';
import { SM1_INEXACT } from '../../smith/runnable/sm1-alu.ts';
import { randomCells, randomConstants, sm1Trial } from './d3d9.ts';
import type { Family, Rule, Trial } from './trial.ts';
import { toleranceOf } from './untrusted.ts';

const VERTEX_ONLY: ReadonlySet<string> = new Set(['lit', 'dst', 'expp', 'logp']);

/** The instruction with the result `to`; r4 is positive, r5 small, r6 any vector. */
function instruction(random: Random, name: string, to: string): string {
  const component = (register: string) => `${register}.${random.pick(['x', 'y', 'z', 'w'])}`;
  switch (name) {
    case 'pow':
      return `pow ${to}, ${component('r4')}, ${component('r5')}`;
    case 'nrm':
      return `nrm ${to}, r4`;
    case 'sincos':
      return `mov ${to}, r6\nsincos ${to}.xy, ${component('r6')}`;
    case 'exp':
    case 'expp':
      return `${name} ${to}, ${component('r5')}`;
    case 'lit':
      return `lit ${to}, ${random.pick(['r4', '-r4'])}`;
    case 'dst':
      return `dst ${to}, r6, r4`;
    default:
      return `${name} ${to}, ${component('r4')}`;
  }
}

function inexact(random: Random): Trial | undefined {
  const stage = random.pick(['vs', 'ps'] as const);
  const version: Sm1Version = { stage, major: 3, minor: 0 };
  const names = SM1_INEXACT.filter((name) => stage === 'vs' || !VERTEX_ONLY.has(name));
  const chosen = [0, 1, 2, 3].map(() => random.pick(names));
  const inputs = [0, 1, 2].map((i) => `dcl_texcoord${i} v${3 + i}`);
  const outputs =
    stage === 'vs'
      ? ['dcl_position v0', 'dcl_position o0', ...[0, 1, 2, 3].map((i) => `dcl_texcoord${i} o${i + 1}`)]
      : [];
  const lines = [
    `${stage}_3_0`,
    ...inputs,
    ...outputs,
    'abs r4, v3',
    'max r4, r4, c10.x',
    'mov r5, v4',
    'max r5, r5, -c9',
    'min r5, r5, c9',
    'mov r6, v5',
    ...chosen.map((name, i) => instruction(random, name, `r${i}`)),
    ...[0, 1, 2, 3].map((i) => `mov ${stage === 'vs' ? `o${i + 1}` : `oC${i}`}, r${i}`),
    ...(stage === 'vs' ? ['mov o0, v0'] : []),
    '',
  ];
  return sm1Trial({
    version,
    text: lines.join('\n'),
    cells: randomCells(random, -8, 8),
    constants: randomConstants(random, false),
    rules: chosen.flatMap((name) => Array<Rule>(4).fill(toleranceOf(`${name}9`))),
  });
}

export const D3D9_INEXACT_FAMILIES: readonly Family[] = [
  { name: 'd3d9 inexact arithmetic', api: 'd3d9', share: 3, make: inexact },
];
