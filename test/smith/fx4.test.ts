/** Checks of the effect generator that need no compiler of Microsoft: determinism and reach. */
import { describe, expect, test } from 'vitest';
import { effect4Source } from '../../smith/fx4.ts';
import { Random } from '../../smith/random.ts';
import { FX4_STATES } from '../../src/effects/fx4/states.ts';

const SOURCES = Array.from({ length: 1000 }, (_, seed) => effect4Source(new Random(seed)));
const TEXT = SOURCES.map(({ source }) => source)
  .join('\n')
  .toLowerCase();

describe('random effects', () => {
  test('the same seed gives the same effect', () => {
    for (const seed of [0, 1, 999]) expect(effect4Source(new Random(seed))).toEqual(SOURCES[seed]);
  });

  test('every state is assigned but GenerateMips, which no profile supports', () => {
    const missing = FX4_STATES.filter(({ name }) => !assigned(name.toLowerCase())).map(({ name }) => name);
    expect(missing).toEqual(['GenerateMips']);
  });

  test.each([
    ...[
      'cbuffer',
      'tbuffer',
      'shared',
      'packoffset',
      'register(c',
      'register(b',
      'register(t',
      'register(s',
      'register(u',
      'row_major',
    ],
    ...[
      'interface',
      'class',
      'bindinterfaces',
      'constructgswithso',
      'compileshader(',
      'compile vs_',
      'level_9',
      'fxgroup',
      'technique10',
    ],
    ...[
      'technique11',
      'omsetrendertargets',
      'sampler_state',
      'texture2dmsarray',
      'texturecubearray',
      'rwbyteaddressbuffer',
      'struct s_',
    ],
    ...['appendstructuredbuffer', 'consumestructuredbuffer', 'string', 'null', 'typedef', '#define', 'determinant('],
  ])('%s', (text) => {
    expect(TEXT.includes(text)).toBe(true);
  });

  test('all profiles and flags of effects', () => {
    expect([...new Set(SOURCES.map(({ profile, effectFlags }) => `${profile} ${effectFlags}`))].sort()).toEqual(
      ['fx_4_0', 'fx_4_1', 'fx_5_0'].flatMap((profile) => [0, 1, 2, 3].map((flags) => `${profile} ${flags}`)),
    );
  });
});

/** Whether a state is set by name, or by the function for it. */
function assigned(name: string): boolean {
  if (/view$/.test(name)) return TEXT.includes('omsetrendertargets(');
  return TEXT.includes(`set${name}(`) || new RegExp(`\\b${name}(\\[\\d\\])? = `).test(TEXT);
}
