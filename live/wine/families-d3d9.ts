/** Random programs of shader models 1 to 3: arithmetic, flow control, predicates, relative constants. */
import { Random } from '../../smith/random.ts';
import type { Sm1Version } from '../../smith/runnable/sm1-alu.ts';
import { Sm1Code } from '../../smith/runnable/sm1-code.ts';
import { COORDINATES, FIRST_COORDINATE, randomCells, randomConstants, resultCount, sm1Trial } from './d3d9.ts';
import type { Family, Rule, Trial } from './trial.ts';

const coordinates = Array.from({ length: COORDINATES }, (_, i) => i);

function nameOf({ stage, major, minor }: Sm1Version): string {
  return `${stage}_${major}_${major === 2 && minor > 0 ? 'x' : minor}`;
}

/** Declarations, names of the inputs and moves to the outputs of a version. */
function frame(version: Sm1Version): { declarations: string[]; inputs: string[]; begin: string[]; end: string[] } {
  const { stage, major } = version;
  if (stage === 'vs') {
    const outputs = major === 3 ? ['dcl_position o0', ...[0, 1, 2, 3].map((i) => `dcl_texcoord${i} o${i + 1}`)] : [];
    const position = major === 3 ? 'o0' : 'oPos';
    return {
      declarations: [
        'dcl_position v0',
        'dcl_color0 v1',
        'dcl_color1 v2',
        ...coordinates.map((i) => `dcl_texcoord${i} v${FIRST_COORDINATE + i}`),
        ...outputs,
      ],
      inputs: ['v1', 'v2', ...coordinates.map((i) => `v${FIRST_COORDINATE + i}`)],
      begin: ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map(
        (register, i) => `mov ${register}, v${FIRST_COORDINATE + (i % COORDINATES)}`,
      ),
      end: [...[0, 1, 2, 3].map((i) => `mov ${major === 3 ? `o${i + 1}` : `oT${i}`}, r${i}`), `mov ${position}, v0`],
    };
  }
  if (major < 2) return frameOf1(version);
  const inputs = major === 3 ? coordinates.map((i) => `v${FIRST_COORDINATE + i}`) : coordinates.map((i) => `t${i}`);
  return {
    declarations:
      major === 3
        ? ['dcl_color0 v1', 'dcl_color1 v2', ...coordinates.map((i) => `dcl_texcoord${i} v${FIRST_COORDINATE + i}`)]
        : ['dcl v0', 'dcl v1', ...coordinates.map((i) => `dcl t${i}`)],
    inputs,
    begin: ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map(
      (register, i) => `mov ${register}, ${inputs[i % inputs.length]}`,
    ),
    end: [0, 1, 2, 3].map((i) => `mov oC${i}, r${i}`),
  };
}

function frameOf1({ minor }: Sm1Version): ReturnType<typeof frame> {
  if (minor === 4)
    return {
      declarations: [],
      // The second phase may read colors.
      inputs: ['v0', 'v1'],
      begin: [
        ...[0, 1, 2, 3].map((i) => `texcrd r${i}.xyz, t${i}`),
        'phase',
        ...[0, 1, 2, 3].map((i) => `mov r${i}.w, c${i}.w`),
      ],
      end: [],
    };
  return {
    declarations: [],
    inputs: ['v0', 'v1'],
    // Wine does not set w to 1.
    begin: ['texcoord t0', 'texcoord t1', 'mov r0.xyz, t0', '+mov r0.w, v0', 'mov r1.xyz, t1', '+mov r1.w, v1'],
    end: [],
  };
}

function arithmetic(version: Sm1Version, hasFlow: boolean) {
  return (random: Random): Trial | undefined => {
    const { inputs } = frame(version);
    const code = new Sm1Code(random, version, inputs, { hasFlow });
    const isOld = version.stage === 'ps' && version.major < 2;
    code.statements(isOld ? random.between(2, 5) : random.between(4, 14));
    return built(random.word(), version, code.lines, code.subroutines);
  };
}

function built(
  seed: number,
  version: Sm1Version,
  code: readonly string[],
  subroutines: readonly string[],
  rules: readonly Rule[] = [],
): Trial | undefined {
  const random = new Random(seed);
  const { declarations, begin, end } = frame(version);
  const isOld = version.stage === 'ps' && version.major < 2;
  const tail = subroutines.length > 0 ? ['ret', ...subroutines] : [];
  return sm1Trial({
    version,
    text: [nameOf(version), ...declarations, ...begin, ...code, ...end, ...tail, ''].join('\n'),
    cells: randomCells(random, isOld ? 0 : -8, isOld ? 1 : 8),
    constants: randomConstants(random, isOld),
    rules: rules.length > 0 ? rules : Array(4 * resultCount(version)).fill('float'),
    code,
    rebuild: (lines) => built(seed, version, lines, subroutines, rules),
  });
}

const VERSIONS: readonly (readonly [Sm1Version, number])[] = [
  [{ stage: 'vs', major: 1, minor: 1 }, 3],
  [{ stage: 'vs', major: 2, minor: 0 }, 3],
  [{ stage: 'vs', major: 2, minor: 1 }, 2],
  [{ stage: 'vs', major: 3, minor: 0 }, 4],
  [{ stage: 'ps', major: 1, minor: 1 }, 2],
  [{ stage: 'ps', major: 1, minor: 2 }, 1],
  [{ stage: 'ps', major: 1, minor: 3 }, 1],
  [{ stage: 'ps', major: 1, minor: 4 }, 3],
  [{ stage: 'ps', major: 2, minor: 0 }, 3],
  [{ stage: 'ps', major: 2, minor: 1 }, 2],
  [{ stage: 'ps', major: 3, minor: 0 }, 4],
];

export const D3D9_FAMILIES: readonly Family[] = VERSIONS.map(([version, share]) => ({
  name: `d3d9 ${nameOf(version)}`,
  api: 'd3d9',
  share,
  make: arithmetic(version, version.major >= 2),
}));
