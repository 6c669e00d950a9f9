/**
 * The target of draws: pipelines of both instruction sets whose programs, states and buffers are changed at random,
 * with small limits.
 *
 * Not for: whether pixels are right (test/vm/draw).
 */

import type { Random } from '../../../smith/random.ts';
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { findFormat, formatNames, vertexFormat } from '../../../src/formats/formats.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';
import { Bindings, BufferMemory } from '../../../src/vm/bindings.ts';
import { draw } from '../../../src/vm/draw/draw.ts';
import { type DrawCall, type Sm4DrawShader, sm4DrawShader } from '../../../src/vm/draw/draw-call.ts';
import { type DrawTargets, TOPOLOGIES } from '../../../src/vm/draw/draw-common.ts';
import { DEFAULT_LEGACY_STATES, FOG_MODES, type LegacyShader } from '../../../src/vm/draw/legacy-call.ts';
import {
  BLEND_FACTORS,
  BLEND_OPERATIONS,
  type BlendFactor,
  DEFAULT_DEPTH_STENCIL_STATE,
  DEFAULT_RASTERIZER_STATE,
  LOGIC_OPERATIONS,
  STENCIL_OPERATIONS,
} from '../../../src/vm/draw/states.ts';
import { sm1Executable } from '../../../src/vm/sm1/executable.ts';
import { COMPARISONS } from '../../../src/vm/texture/sampler.ts';
import { createTexture } from '../../../src/vm/texture/texture.ts';
import { createTextureView, type TextureView } from '../../../src/vm/texture/texture-view.ts';
import { wasmEngine } from '../../../src/vm/wasm/engine.ts';
import { targets } from '../target.ts';
import { DRAW_LISTINGS } from './draw-listings.ts';

type Name = keyof typeof DRAW_LISTINGS;

/** Vertices and other numbers that are special. */
const NUMBERS = [0, 1, -1, 0.5, 3, 1e30, -1e30, Number.NaN, Number.POSITIVE_INFINITY, 1e-40, -0, 100, 2.5];
const COLOR_FORMATS = [...formatNames('dxgi')].map((name) => findFormat('dxgi', name)!);
const SIZE = 9;

const files = new Map<Name, ReturnType<typeof openShaderFile>>();

function fileOf(name: Name): ReturnType<typeof openShaderFile> {
  const known = files.get(name);
  if (known) return known;
  const file = openShaderFile(assembleUnvalidated(DRAW_LISTINGS[name]).bytes!);
  files.set(name, file);
  return file;
}

/** Reads choices from bytes; 0 after their end. */
class Choices {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.byte() % list.length]!;
  }

  /** True once in 2 ** `bits` times, and never after the end. */
  rarely(bits: number): boolean {
    const byte = this.byte();
    return byte !== 0 && byte % 2 ** bits === 0;
  }

  number(): number {
    return this.rarely(1) ? this.pick(NUMBERS) : (this.byte() - 128) / 64;
  }
}

function wordsOf(name: Name, choices: Choices): Uint32Array {
  const words = Uint32Array.from(fileOf(name).programs[0]!.words);
  for (let changes = choices.rarely(2) ? choices.byte() % 4 : 0; changes > 0; changes--) {
    const at = (choices.byte() + 256 * choices.byte()) % words.length;
    words[at] = choices.rarely(1) ? words[at]! ^ (1 << (choices.byte() % 32)) : (choices.byte() * 0x0101_0101) >>> 0;
  }
  return words;
}

function shader4(name: Name, choices: Choices): Sm4DrawShader {
  const bindings = new Bindings();
  bindings.unorderedAccess.set(2, new BufferMemory(new Uint32Array(16)));
  return sm4DrawShader(
    readSm4(wordsOf(name, choices)),
    choices.rarely(2) ? undefined : fileOf(name).container,
    bindings,
  );
}

function shader9(name: Name, choices: Choices): LegacyShader {
  const constants = { floats: new Uint32Array(64), integers: new Int32Array(4), booleans: [true] };
  return { executable: sm1Executable(readSm1(wordsOf(name, choices))), constants, textures: [] };
}

function targetOf(choices: Choices, name: string | undefined, samples: number): TextureView | undefined {
  const format = name === undefined ? choices.pick(COLOR_FORMATS) : findFormat('dxgi', name)!;
  const made = createTexture({
    dimension: '2d',
    format,
    width: SIZE,
    height: SIZE,
    samples,
    layers: choices.rarely(3) ? 2 : 1,
  });
  return made.texture && createTextureView(made.texture).view;
}

function targetsOf(choices: Choices): DrawTargets {
  const samples = choices.rarely(2) ? choices.pick([2, 4, 8, 16]) : 1;
  const equation = () => ({
    source: choices.pick(BLEND_FACTORS) ?? ('one' as BlendFactor),
    destination: choices.pick(BLEND_FACTORS) ?? ('zero' as BlendFactor),
    operation: choices.pick(BLEND_OPERATIONS),
  });
  const face = {
    comparison: choices.pick(COMPARISONS),
    fail: choices.pick(STENCIL_OPERATIONS),
    depthFail: choices.pick(STENCIL_OPERATIONS),
    pass: choices.pick(STENCIL_OPERATIONS),
  };
  const depthTarget = choices.rarely(2)
    ? targetOf(choices, choices.pick(['D16_UNORM', 'D24_UNORM_S8_UINT', 'D32_FLOAT', 'D32_FLOAT_S8X24_UINT']), samples)
    : undefined;
  // Larger than the depths of most vertices.
  depthTarget?.texture.bytes.fill(0x3f);
  return {
    topology: choices.rarely(2) ? choices.pick(TOPOLOGIES) : 'triangle-list',
    patchControlPoints: 3,
    arguments: {
      isIndexed: choices.rarely(1),
      count: choices.rarely(4) ? 2 ** 32 - 1 : choices.byte() % 20,
      instances: choices.rarely(4) ? 2 ** 32 - 1 : 1 + (choices.byte() % 2),
      first: choices.rarely(3) ? 2 ** 32 - 1 : 0,
      baseVertex: choices.rarely(3) ? -1 : 0,
      firstInstance: choices.rarely(3) ? 7 : 0,
    },
    indexBuffer: {
      bytes: Uint8Array.from({ length: 40 }, () => choices.byte() % 9),
      bits: choices.pick([16, 32]),
      offset: 0,
    },
    viewports: choices.rarely(5)
      ? []
      : [
          {
            x: choices.rarely(3) ? -3.5 : 0,
            y: 0,
            width: choices.rarely(3) ? 30000 : SIZE,
            height: SIZE,
            minDepth: 0,
            maxDepth: 1,
          },
        ],
    scissors: [{ left: -4, top: 1, right: 1000, bottom: 6 }],
    rasterizer: {
      ...DEFAULT_RASTERIZER_STATE,
      fill: choices.rarely(2) ? choices.pick(['wireframe', 'point']) : 'solid',
      cull: choices.rarely(2) ? choices.pick(['front', 'back']) : 'none',
      isDepthClipped: !choices.rarely(2),
      isScissored: choices.rarely(2),
      isMultisampled: choices.rarely(2),
      isLineAntialiased: choices.rarely(2),
      depthBias: choices.rarely(3) ? 1e9 : 0,
      slopeScaledDepthBias: choices.rarely(3) ? -1e30 : 0,
    },
    depthStencil: {
      ...DEFAULT_DEPTH_STENCIL_STATE,
      depthComparison: choices.pick(COMPARISONS),
      isStencilTested: choices.rarely(1),
      front: face,
      back: face,
      stencilReference: choices.byte(),
    },
    blend: {
      targets: [
        {
          writeMask: choices.rarely(2) ? choices.byte() : 15,
          ...(choices.rarely(1) ? { color: equation(), alpha: equation() } : {}),
          ...(choices.rarely(5) ? { logic: choices.pick(LOGIC_OPERATIONS) } : {}),
        },
      ],
      isIndependent: choices.rarely(2),
      isAlphaToCoverage: choices.rarely(2),
      constant: [choices.number(), 1, 0, choices.number()],
      sampleMask: choices.rarely(2) ? choices.byte() : 0xffff_ffff,
    },
    renderTargets: [
      targetOf(choices, choices.rarely(2) ? undefined : 'R8G8B8A8_UNORM', samples),
      choices.rarely(2) ? targetOf(choices, undefined, samples) : undefined,
    ],
    ...(depthTarget ? { depthTarget } : {}),
    limits: { maxInstructions: 3000, maxVertices: 300, maxQuads: 2000 },
  };
}

function callOf(bytes: Uint8Array, flags: number): DrawCall {
  const choices = new Choices(bytes);
  const common = targetsOf(choices);
  // Mostly in the view volume, so that pixels are drawn.
  const vertices = new Uint8Array(
    Float32Array.from({ length: 9 * 8 }, (_, i) => {
      if (choices.rarely(5)) return choices.pick(NUMBERS);
      if (i % 8 === 3) return 1;
      return i % 8 === 2 ? 0.5 : choices.byte() / 64 - (i % 8 < 2 ? 2 : 0);
    }).buffer,
  );
  const buffer = { bytes: vertices, stride: choices.rarely(3) ? 5 : 32, offset: choices.rarely(4) ? 2 ** 32 - 1 : 0 };
  if (flags % 3 === 0) {
    return {
      ...common,
      kind: 'sm1',
      vertex: shader9('vertex9', choices),
      pixel: shader9('pixel9', choices),
      streams: [choices.rarely(4) ? { ...buffer, instanceStepRate: 1 } : buffer],
      declaration: [0, 10].map((usage, i) => ({
        stream: 0,
        offset: 16 * i,
        format: vertexFormat(choices.rarely(3) ? choices.byte() % 17 : 3)!,
        usage,
        usageIndex: 0,
      })),
      legacy: {
        ...DEFAULT_LEGACY_STATES,
        isFlat: choices.rarely(2),
        isPointSprite: choices.rarely(2),
        isSrgbWritten: choices.rarely(2),
        maxPointSize: choices.rarely(3) ? 1e30 : 64,
        clipPlanes: choices.rarely(2) ? [[choices.number(), choices.number(), 0, 1]] : [],
        ...(choices.rarely(2)
          ? { alphaTest: { comparison: choices.pick(COMPARISONS), reference: choices.byte() } }
          : {}),
        ...(choices.rarely(1)
          ? {
              fog: {
                color: [1, 0, 1],
                tableMode: choices.pick(FOG_MODES),
                start: choices.number(),
                end: choices.number(),
                density: 1,
                usesW: choices.rarely(1),
              },
            }
          : {}),
      },
    };
  }
  const isTessellated = choices.rarely(1);
  return {
    ...common,
    kind: 'sm4',
    ...(isTessellated ? { topology: 'patch-list' as const } : {}),
    stages: {
      vertex: shader4('vertex', choices),
      ...(isTessellated ? { hull: shader4('hull', choices), domain: shader4('domain', choices) } : {}),
      ...(choices.rarely(1) ? { geometry: shader4('geometry', choices) } : {}),
      ...(choices.rarely(4) ? {} : { pixel: shader4('pixel', choices) }),
    },
    vertexBuffers: [buffer],
    inputLayout: [0, 1].map((semanticIndex) => ({
      semantic: 'attribute',
      semanticIndex,
      format: choices.rarely(3) ? choices.pick(COLOR_FORMATS) : findFormat('dxgi', 'R32G32B32A32_FLOAT')!,
      slot: 0,
      offset: 16 * semanticIndex,
      perInstance: choices.rarely(4),
      stepRate: 1,
    })),
    ...(choices.rarely(2)
      ? {
          streamOutput: {
            elements: [
              { stream: 0, semantic: 'SV_Position', semanticIndex: 0, startComponent: 0, components: 4, slot: 0 },
            ],
            buffers: [{ bytes: new Uint8Array(100), offset: choices.byte() % 101, stride: 16 }],
            rasterizedStream: choices.pick([0, undefined, 1]),
          },
        }
      : {}),
  };
}

export const DRAW_TARGETS = targets({
  draws: {
    input: (random: Random) => Uint8Array.from({ length: random.between(100, 900) }, () => random.below(256)),
    run: (bytes, flags) => {
      const call = callOf(bytes, flags);
      // Every other draw compiles its shaders at once.
      const { diagnostics, counts } = draw(flags & 64 ? { ...call, engine: wasmEngine(0) } : call);
      for (const [name, count] of Object.entries(counts)) if (!(count >= 0)) throw new Error(`${name} is ${count}`);
      return { size: 0, diagnostics: diagnostics.length };
    },
  },
});
