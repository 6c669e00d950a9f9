/** The listing of effects of Direct3D 9: its format, and the programs inside as they list alone. */

import { describe, expect, test } from 'vitest';
import { readRecordedEffects2 } from '../../../fixtures/fx2-effects.ts';
import { bytesOf } from '../../../src/base/words.ts';
import {
  type Effect2Content,
  embeddedShaders,
  FX2_NONE,
  FX2_STATES,
  type Fx2Declaration,
  type Fx2State,
  type Fx2Value,
  serializeEffect2,
} from '../../../src/effects/index.ts';
import { disassemble } from '../../../src/text/index.ts';

const FLOAT = 3;
const INT = 2;

function declaration(parts: Partial<Fx2Declaration>): Fx2Declaration {
  const none = { name: null, semantic: null, elements: 0, rows: 0, columns: 0, members: [], definitions: 0 };
  return { type: FLOAT, class: 0, ...none, ...parts };
}

function numbers(words: readonly number[]): Fx2Value {
  return { kind: 'numbers', words: new Uint32Array(words), offset: 0 };
}

function state(name: string, words: readonly number[], index = 0, type = INT): Fx2State {
  const operation = FX2_STATES.findIndex((row) => row.name === name);
  const shape = declaration({ type, class: 2, rows: words.length, columns: 1 });
  return { operation, index, declaration: shape, value: numbers(words), offset: 0 };
}

function reference(name: string, type: number, id: number, index = 0): Fx2State {
  const operation = FX2_STATES.findIndex((row) => row.name === name);
  const value: Fx2Value =
    type < 15 && type > 9
      ? { kind: 'samplers', samplers: [{ states: [] }], offset: 0 }
      : { kind: 'objects', ids: [id], offset: 0 };
  return { operation, index, declaration: declaration({ type, class: 4 }), value, offset: 0 };
}

const text = (one: string): Uint8Array => new Uint8Array([...one].map((c) => c.charCodeAt(0)).concat(0));
/** ps_2_0: mov oC0, c0 */
const SHADER = new Uint8Array(new Uint32Array([0xffff0200, 0x02000001, 0x800f0800, 0xa0e40000, 0x0000ffff]).buffer);

const EFFECT: Effect2Content = {
  prefix: undefined,
  parameters: [
    {
      declaration: declaration({ name: 'tint', semantic: 'COLOR0', class: 1, rows: 1, columns: 4 }),
      value: numbers([0x3f800000, 0x3f000000, 0x80000000, 0x7f800000]),
      flags: 3,
      annotations: [
        {
          declaration: declaration({ name: 'UIName', type: 4, class: 4, elements: 2 }),
          value: { kind: 'objects', ids: [1, 2], offset: 0 },
        },
      ],
      offset: 0,
    },
    {
      declaration: declaration({
        name: 's',
        type: 0,
        class: 5,
        elements: 2,
        members: [
          declaration({ name: 'on', type: 1, rows: 1, columns: 1 }),
          declaration({ name: 'm', class: 2, rows: 1, columns: 2, elements: 1 }),
        ],
      }),
      value: {
        kind: 'structure',
        members: [numbers([1]), numbers([0x40000000, 0]), numbers([0]), numbers([0, 0x50000000])],
        offset: 0,
      },
      flags: 0,
      annotations: [],
      offset: 0,
    },
    {
      declaration: declaration({ name: 'zero', type: INT, rows: 1, columns: 1 }),
      value: numbers([0]),
      flags: 0,
      annotations: [],
      offset: 0,
    },
    {
      declaration: declaration({ name: 'photo', type: 7, class: 4 }),
      value: { kind: 'objects', ids: [3], offset: 0 },
      flags: 0,
      annotations: [],
      offset: 0,
    },
    {
      declaration: declaration({ name: 'look', type: 12, class: 4 }),
      value: {
        kind: 'samplers',
        samplers: [
          { states: [reference('Texture', 7, 4, 256), state('MinFilter', [2], 256), state('BorderColor', [255], 256)] },
        ],
        offset: 0,
      },
      flags: 0,
      annotations: [],
      offset: 0,
    },
    {
      declaration: declaration({ name: 'shaders', type: 15, class: 4, elements: 2 }),
      value: { kind: 'objects', ids: [5, 5], offset: 0 },
      flags: 0,
      annotations: [],
      offset: 0,
    },
  ],
  techniques: [
    {
      name: 'Draw',
      annotations: [],
      passes: [
        {
          name: '',
          annotations: [
            { declaration: declaration({ name: 'n', type: INT, rows: 1, columns: 1 }), value: numbers([7]) },
          ],
          states: [
            state('ZEnable', [1]),
            state('ColorWriteEnable', [3]),
            state('AlphaRef', [0xffff_ffff]),
            state('SrcBlend', [99]),
            state('DebugMonitorToken', [1]),
            state('FogColor', [0xff00ff]),
            state('MaterialDiffuse', [0x3f800000, 0, 0, 0], 0, FLOAT),
            state('ColorOp', [4], 3),
            state('VertexShader', [0]),
            reference('PixelShader', 15, 6),
            reference('Sampler', 12, 0, 1),
          ],
          offset: 0,
        },
      ],
      offset: 0,
    },
  ],
  itemCount: 5,
  objectCount: 7,
  objects: [
    { id: 5, data: SHADER, offset: 0 },
    { id: 3, data: new Uint8Array(0), offset: 0 },
    { id: 1, data: text('a"\\\n'), offset: 0 },
    { id: 2, data: text('b'), offset: 0 },
  ],
  resources: [
    { technique: 0, owner: 0, element: FX2_NONE, state: 10, usage: 1, data: text('look'), offset: 0 },
    { technique: 0, owner: 0, element: FX2_NONE, state: 9, usage: 1, data: text('shaders[1]'), offset: 0 },
    { technique: FX2_NONE, owner: 4, element: 0, state: 0, usage: 1, data: text('photo'), offset: 0 },
  ],
};

const LISTING = `// fx_2_0: 6 parameters, 1 technique, 1 pass

shared literal float4 tint : COLOR0
<
    string UIName[2] = {"a\\"\\\\\\n", "b"};
> = {1, 0.5, -0.0, asfloat(0x7f800000)};
struct
{
    bool on;
    float1x2 m[1];
} s[2] = {{true, {{2, 0}}}, {false, {{0, 8589935000.0}}}};
int zero;
texture2D photo;
sampler2D look = sampler_state
{
    Texture = (photo);
    MinFilter = LINEAR;
    BorderColor = 0x000000ff;
};
pixelshader shaders[2] = {
    asm
    {
            ps_2_0
            mov oC0, c0

        // approximately 1 instruction slot used
    },
    /* object 5, listed above */
};

technique Draw
{
    pass
    <
        int n = 7;
    >
    {
        ZEnable = TRUE;
        ColorWriteEnable = RED | GREEN;
        AlphaRef = -1;
        SrcBlend = 99;
        DebugMonitorToken = 1;
        FogColor = 0x00ff00ff;
        MaterialDiffuse = {1, 0, 0, 0};
        ColorOp[3] = MODULATE;
        VertexShader = NULL;
        PixelShader = (shaders[1]);
        Sampler[1] = (look);
    }
}
`;

describe('the listing of an effect of Direct3D 9', () => {
  const bytes = serializeEffect2(EFFECT);

  test('is like a source', () => {
    const { text: listing, diagnostics, format, profile } = disassemble(bytes);
    expect(diagnostics).toEqual([]);
    expect([format, profile]).toEqual(['fx2', 'fx_2_0']);
    expect(listing).toBe(LISTING);
  });

  test('options', () => {
    const { offset, length } = embeddedShaders(bytes).value![0]!;
    const { text: listing } = disassemble(bytes, { header: false, hex: true, offsets: true });
    expect(listing.startsWith('shared literal float4 tint')).toBe(true);
    expect(listing).toContain(`    { // ${length} bytes at 0x${offset.toString(16)}\n`);
    expect(listing).toContain('asfloat(0x3f000000)');
    expect(listing).toContain('ZEnable = 0x00000001;');
  });

  test('HTML has no brackets of its own', () => {
    const { text: listing } = disassemble(bytes, { html: true });
    expect(listing).toContain('&lt;');
    expect(listing.replace(/<\/?(font|pre|body)[^>]*>|<!--.*?-->/g, '')).not.toMatch(/[<>]/);
  });

  test.each(readRecordedEffects2().map(({ seed, bytes: effect }) => [seed, effect] as const))(
    'random effect %i has its programs as they list alone',
    (_, effect) => {
      const { text: listing, diagnostics } = disassemble(effect);
      expect(diagnostics).toEqual([]);
      const unindented = listing.replace(/^ +/gm, '');
      for (const { offset, length, stage } of embeddedShaders(effect).value!) {
        const data = effect.slice(offset, offset + length);
        // The code of an expression is that of a texture shader.
        if (stage === 'expression') new DataView(data.buffer).setUint32(0, 0x54580100, true);
        const alone = disassemble(data).text.replace(/^ +/gm, '').replace('tx_1_0\n', 'fxl_2_0\n');
        expect(unindented.includes(alone)).toBe(true);
      }
    },
  );
});

test('a structure in a structure has its zeros, without which the compiler may lose all names', () => {
  // The output of Microsoft's compiler for `struct { struct { int i0; } M0; } Z90 : m = { 0 }; technique t {}`. Without
  // `= { 0 }` it writes zeros for all of its names (seed 40666 of live/fx2.ts).
  const words = [
    0xfeff_0901, 0x7c, 0, 0, 5, 0x54, 0x5c, 0, 2, 0, 5, 0x64, 0, 0, 1, 2, 0, 0x6c, 0, 0, 1, 1, 0, 4, 0x0030_395a, 2,
    0x6d, 3, 0x304d, 3, 0x3069, 2, 0x74, 1, 1, 0, 1, 4, 0x50, 0, 0, 0x74, 0, 0, 0, 0,
  ];
  expect(disassemble(bytesOf(Uint32Array.from(words))).text).toContain('} Z90 : m = {{0}};');
});
