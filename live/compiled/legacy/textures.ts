/**
 * Textures and samplers of trials of models 1 to 3, smooth as those of resources.ts, in a format that every interface
 * has.
 */

import { texture, view } from '../../../smith/checks/textures.ts';
import { Random } from '../../../smith/random.ts';
import { d3d9Format } from '../../../src/formats/formats.ts';
import type { Sm1Opcode } from '../../../src/isa/sm1/opcodes.ts';
import { SM1_REGISTERS, SM1_TEXTURE_TYPES } from '../../../src/isa/sm1/registers.ts';
import { type LegacySamplerStates, legacySampler } from '../../../src/vm/texture/sampler.ts';
import type { Kind9, Stage9 } from '../../wine/d3d9-textures.ts';
import { fillSmoothly } from '../resources.ts';
import { type LegacyProgram, withPartner } from './program.ts';

const FORMAT = 'A16B16G16R16F';
const SHAPES: Readonly<Record<Kind9, Parameters<typeof texture>[0]>> = {
  '2d': { dimension: '2d', format: d3d9Format(FORMAT)!, width: 16, height: 8 },
  cube: { dimension: '2d', format: d3d9Format(FORMAT)!, width: 8, height: 8, layers: 6 },
  volume: { dimension: '3d', format: d3d9Format(FORMAT)!, width: 8, height: 8, depth: 8 },
};
/** D3DTEXTUREFILTERTYPE and D3DTADDRESS. */
const NONE = 0;
const POINT = 1;
const LINEAR = 2;
const WRAP = 1;
const CLAMP = 3;

const SAMPLER = SM1_REGISTERS.sampler.code;
/** Instructions before 1_4 that read at three coordinates. */
const OF_THREE: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>([
  'texm3x3tex',
  'texm3x3spec',
  'texm3x3vspec',
  'texreg2rgb',
]);
/** Instructions of ps_1_x that read the texture of the stage that their destination names. */
const OF_STAGE: ReadonlySet<Sm1Opcode> = new Set<Sm1Opcode>([
  ...OF_THREE,
  ...(['texld', 'texbem', 'texbeml', 'texreg2ar', 'texreg2gb', 'texm3x2tex', 'texdp3tex'] as const),
]);

/** The state of each sampler, or in ps_1_x of each stage, by its number. */
export function stagesOf(program: LegacyProgram, seed: number): (Stage9 | undefined)[] {
  const random = new Random(seed);
  const stages: (Stage9 | undefined)[] = [];
  for (const [number, kind] of kindsOf(program)) stages[number] = randomStage(random, kind);
  return Array.from(stages);
}

/** The kind of the texture of each sampler that is declared or, in ps_1_x, each stage that is read or has a matrix. */
function kindsOf({ major, stage, executable }: LegacyProgram): Map<number, Kind9> {
  const kinds = new Map<number, Kind9>();
  if (major >= 2) {
    for (const { type, number, textureType } of executable.declarations.registers)
      if (type === SAMPLER) kinds.set(number, (SM1_TEXTURE_TYPES[textureType] ?? '2d') as Kind9);
  } else if (stage === 'ps')
    for (const { opcode, destination } of executable.steps.flatMap(withPartner))
      if (destination !== undefined && (OF_STAGE.has(opcode) || opcode === 'bem'))
        kinds.set(destination.number, OF_THREE.has(opcode) ? 'volume' : (kinds.get(destination.number) ?? '2d'));
  return kinds;
}

function randomStage(random: Random, kind: Kind9): Stage9 {
  const made = texture({ ...SHAPES[kind], mips: random.pick([1, 3]) });
  fillSmoothly(random, made);
  const shown = view(made, kind === 'cube' ? { dimension: 'cube' } : {});
  // Cubes of Direct3D 9 are not filtered across edges.
  const texels = kind === 'cube' ? POINT : random.pick([POINT, LINEAR]);
  const address = () => random.pick([WRAP, CLAMP]);
  const states: LegacySamplerStates = {
    addressU: address(),
    addressV: address(),
    addressW: address(),
    magFilter: texels,
    minFilter: texels,
    mipFilter: random.pick([NONE, POINT, LINEAR]),
  };
  const part = () => random.between(-8, 8) / 16;
  return {
    stage: {
      view: shown,
      sampler: legacySampler(states),
      isProjected: random.oneIn(3),
      bump: [part(), part(), part(), part(), part(), part()],
    },
    view: shown,
    states,
  };
}
