/**
 * Random shaders in HLSL that use random resources, and random root signatures that give them all, almost all, or
 * something else.
 *
 * Not for: root signatures in all their forms (root-signature.ts).
 */
import type { Random } from './random.ts';

export interface BindingCase {
  readonly profile: string;
  /** HLSL with the entry `main`; the macro ATTRIBUTE marks the position of the attribute. */
  readonly source: string;
  /** The text of the root signature. */
  readonly signature: string;
}

type Letter = 'b' | 't' | 'u' | 's';

/** A kind of resource: how it is declared and what reads one of it. */
interface Kind {
  readonly letter: Letter;
  readonly type: string;
  /** `{}` is the resource. */
  readonly use: string;
  /** Resources that a root descriptor might be able to hold. */
  readonly isBuffer: boolean;
  /** Profiles in which it may be an array of descriptors. */
  readonly arrays: 'all' | '5_1' | 'none';
  readonly only51?: true;
}

const KINDS: readonly Kind[] = [
  { letter: 'b', type: 'ConstantBuffer<S>', use: '{}.a', isBuffer: true, arrays: '5_1', only51: true },
  { letter: 't', type: 'Texture2D', use: '{}.Load(int3(i, 0, 0))', isBuffer: false, arrays: 'all' },
  { letter: 't', type: 'Texture2DMS<float4>', use: '{}.Load(int2(i, 0), 0)', isBuffer: false, arrays: 'all' },
  { letter: 't', type: 'Texture3D<uint4>', use: '{}.Load(int4(i, 0, 0, 0))', isBuffer: false, arrays: 'all' },
  { letter: 't', type: 'Buffer<float4>', use: '{}[i]', isBuffer: false, arrays: '5_1' },
  { letter: 't', type: 'StructuredBuffer<S>', use: '{}[i].a', isBuffer: true, arrays: '5_1' },
  { letter: 't', type: 'ByteAddressBuffer', use: '{}.Load4(16 * i)', isBuffer: true, arrays: '5_1' },
  { letter: 'u', type: 'RWTexture2D<float>', use: '{}[uint2(i, 0)]', isBuffer: false, arrays: '5_1' },
  { letter: 'u', type: 'RWBuffer<uint>', use: '{}[i]', isBuffer: false, arrays: '5_1' },
  { letter: 'u', type: 'RWStructuredBuffer<S>', use: '{}[i].a', isBuffer: true, arrays: '5_1' },
  { letter: 'u', type: 'RWStructuredBuffer<S>', use: '{}[{}.IncrementCounter()].a', isBuffer: true, arrays: 'none' },
  { letter: 'u', type: 'ConsumeStructuredBuffer<S>', use: '{}.Consume().a', isBuffer: true, arrays: 'none' },
  { letter: 'u', type: 'RWByteAddressBuffer', use: '{}.Load4(16 * i)', isBuffer: true, arrays: '5_1' },
];

/** Samplers need a texture, which has its own space and register. */
const SAMPLERS: readonly Kind[] = [
  { letter: 's', type: 'SamplerState', use: 'sampled.SampleLevel({}, i, 0)', isBuffer: false, arrays: '5_1' },
  {
    letter: 's',
    type: 'SamplerComparisonState',
    use: 'sampled.SampleCmpLevelZero({}, i, 0)',
    isBuffer: false,
    arrays: '5_1',
  },
];

const OLD_BUFFERS: Readonly<Record<string, Letter>> = { cbuffer: 'b', tbuffer: 't' };

const SAMPLED_REGISTER = 60;
/** Where arrays without an end begin. */
const ENDLESS_REGISTER = 70;

const STAGES = {
  ps: {
    visibility: 'PIXEL',
    frame: 'ATTRIBUTE float4 main(nointerpolation uint i : I) : SV_Target { BODY return r; }',
  },
  vs: { visibility: 'VERTEX', frame: 'ATTRIBUTE float4 main(uint i : I) : SV_Position { BODY return r; }' },
  gs: {
    visibility: 'GEOMETRY',
    frame:
      'struct V { float4 p : SV_Position; uint i : I; };\n' +
      'ATTRIBUTE [maxvertexcount(1)] void main(point V v[1], inout PointStream<V> o) { uint i = v[0].i; BODY v[0].p = r; o.Append(v[0]); }',
  },
  ds: {
    visibility: 'DOMAIN',
    frame:
      'struct P { float e[3] : SV_TessFactor; float n : SV_InsideTessFactor; };\nstruct C { uint i : I; };\n' +
      'ATTRIBUTE [domain("tri")] float4 main(float3 at : SV_DomainLocation, P p, OutputPatch<C, 3> c) : SV_Position { uint i = c[0].i; BODY return r; }',
  },
  hs: {
    visibility: 'HULL',
    frame:
      'struct P { float e[3] : SV_TessFactor; float n : SV_InsideTessFactor; };\nstruct C { uint i : I; };\nstruct D { float4 d : D; };\n' +
      'P patch(InputPatch<C, 3> c) { P p = (P)1; return p; }\n' +
      'ATTRIBUTE [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]\n' +
      'D main(InputPatch<C, 3> c, uint id : SV_OutputControlPointID) { uint i = c[id].i; BODY D d = { r }; return d; }',
  },
  cs: {
    visibility: undefined,
    frame:
      'RWByteAddressBuffer result : register(u60);\n' +
      'ATTRIBUTE [numthreads(1, 1, 1)] void main(uint i : SV_GroupID) { BODY result.Store4(0, asuint(r)); }',
  },
} as const;

type Stage = keyof typeof STAGES;

/** Registers that the shader takes. */
interface Taken {
  readonly letter: Letter;
  readonly space: number;
  readonly first: number;
  /** Undefined: no end. */
  readonly count: number | undefined;
  readonly isBuffer: boolean;
}

export function randomBindingCase(random: Random): BindingCase {
  const stage = random.pick(['ps', 'ps', 'ps', 'vs', 'vs', 'gs', 'ds', 'hs', 'cs', 'cs'] as const);
  const is51 = !random.oneIn(3);
  const maker = new CaseMaker(random, stage, is51);
  return maker.make();
}

class CaseMaker {
  readonly #taken: Taken[] = [];
  readonly #declarations: string[] = ['struct S { float4 a; float4 b; };'];
  readonly #uses: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly stage: Stage,
    private readonly is51: boolean,
  ) {}

  make(): BindingCase {
    const { random, stage } = this;
    const count = random.between(0, 4);
    for (let n = 0; n < count; n++) this.#resource(n);
    if (random.oneIn(3)) this.#sampler();
    if (stage === 'cs') this.#taken.push({ letter: 'u', space: 0, first: 60, count: 1, isBuffer: true });
    const { frame } = STAGES[stage];
    const body = `float4 r = 0; ${this.#uses.map((use) => `r += ${use};`).join(' ')}`;
    const source = `${this.#declarations.join('\n')}\n${frame.replace('BODY', body)}\n`;
    return { profile: `${stage}_${this.is51 ? '5_1' : '5_0'}`, source, signature: this.#signature() };
  }

  #resource(n: number): void {
    const { random, is51 } = this;
    const name = `r${n}`;
    if (random.oneIn(4)) {
      const keyword = random.pick(Object.keys(OLD_BUFFERS));
      const register = this.#register(OLD_BUFFERS[keyword]!, 1, keyword === 'cbuffer');
      if (register === undefined) return;
      const size = random.pick(['', '[7]']);
      this.#declarations.push(`${keyword} B${n} : ${register} { float4 ${name}${size}; };`);
      this.#uses.push(size === '' ? name : `${name}[${random.pick(['i', '3'])}]`);
      return;
    }
    const kind = random.pick(is51 ? KINDS : KINDS.filter((one) => !one.only51));
    this.#declare(kind, name);
  }

  #sampler(): void {
    this.#declarations.push(`Texture1D sampled : register(t${SAMPLED_REGISTER});`);
    const kind = this.random.pick(SAMPLERS);
    if (kind.type.includes('Comparison'))
      this.#declarations[this.#declarations.length - 1] = `Texture1D<float> sampled : register(t${SAMPLED_REGISTER});`;
    this.#taken.push({ letter: 't', space: 0, first: SAMPLED_REGISTER, count: 1, isBuffer: false });
    this.#declare(kind, 'samplerState');
  }

  #declare(kind: Kind, name: string): void {
    const { random, is51 } = this;
    const isArray = is51 && kind.arrays !== 'none' && random.oneIn(3);
    const isEndless = isArray && random.oneIn(4);
    const count = isEndless ? undefined : isArray ? random.between(1, 5) : 1;
    const register = this.#register(kind.letter, count, kind.isBuffer);
    if (register === undefined) return;
    const size = isArray ? `[${count ?? ''}]` : '';
    this.#declarations.push(`${kind.type} ${name}${size} : ${register};`);
    const index = count === 1 ? '0' : random.pick(['i', '0', 'NonUniformResourceIndex(i)']);
    this.#uses.push(kind.use.replaceAll('{}', isArray ? `${name}[${index}]` : name));
  }

  /** Registers that nothing has yet, as the language writes them; undefined where there are none. */
  #register(letter: Letter, count: number | undefined, isBuffer: boolean): string | undefined {
    const { random, is51 } = this;
    const space = is51 ? random.pick([0, 0, 0, 1, 7]) : 0;
    // UAVs of pixel shaders share their numbers with render targets.
    const lowest = letter === 'u' && this.stage === 'ps' && !is51 ? 1 : 0;
    const limit = letter === 's' || letter === 'b' ? 12 : letter === 'u' ? 7 : 59;
    const first = count === undefined ? ENDLESS_REGISTER : random.between(lowest, is51 ? 12 : limit);
    const last = count === undefined ? Number.POSITIVE_INFINITY : first + count - 1;
    const clash = this.#taken.some(
      (other) =>
        other.letter === letter &&
        other.space === space &&
        other.first <= last &&
        first <= other.first + (other.count ?? Number.POSITIVE_INFINITY) - 1,
    );
    if (clash) return undefined;
    this.#taken.push({ letter, space, first, count, isBuffer });
    return `register(${letter}${first}${space === 0 ? '' : `, space${space}`})`;
  }

  #signature(): string {
    const { random } = this;
    const entries: string[] = [];
    if (random.oneIn(4)) entries.push(`RootFlags(${this.#flags()})`);
    const isGenerous = random.oneIn(2);
    for (const taken of this.#taken) {
      if (!isGenerous && random.oneIn(8)) continue;
      entries.push(this.#entry(taken, isGenerous));
    }
    if (random.oneIn(5)) entries.push('CBV(b100)');
    return entries.join(', ');
  }

  #flags(): string {
    const stages = ['VERTEX', 'HULL', 'DOMAIN', 'GEOMETRY', 'PIXEL'];
    const flags = stages.filter(() => this.random.oneIn(3)).map((stage) => `DENY_${stage}_SHADER_ROOT_ACCESS`);
    return ['ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT', ...flags].join(' | ');
  }

  /** A parameter that gives `taken` to shaders, or almost. */
  #entry(taken: Taken, isGenerous: boolean): string {
    const { random } = this;
    const { letter, space, isBuffer } = taken;
    const visibility = this.#visibility(isGenerous);
    const sloppy = !isGenerous && random.oneIn(4);
    const first = taken.first + (sloppy ? random.between(-1, 1) : 0);
    const register = `${letter}${Math.max(0, first)}`;
    const where = `${space + (sloppy && random.oneIn(3) ? 1 : 0)}`;
    const at = where === '0' ? register : `${register}, space=${where}`;
    if (taken.count === 1 || (taken.count === undefined && random.oneIn(6))) {
      if (letter === 's' && random.oneIn(2)) return `StaticSampler(${at}${visibility})`;
      if (letter === 'b' && random.oneIn(3))
        return `RootConstants(num32BitConstants=${random.between(1, 8)}, ${at}${visibility})`;
      const inRoot = letter !== 's' && random.oneIn(isBuffer ? 2 : 8);
      if (inRoot) return `${{ b: 'CBV', t: 'SRV', u: 'UAV' }[letter as 'b' | 't' | 'u']}(${at}${visibility})`;
    }
    const name = { b: 'CBV', t: 'SRV', u: 'UAV', s: 'Sampler' }[letter];
    const count = this.#count(taken.count, sloppy);
    // Two ranges side by side are not one.
    if (taken.count !== undefined && taken.count > 1 && count === taken.count && random.oneIn(6)) {
      const ranges = Array.from(
        { length: count },
        (_, i) => `${name}(${letter}${Math.max(0, first) + i}, space=${where})`,
      );
      return `DescriptorTable(${ranges.join(', ')}${visibility})`;
    }
    return `DescriptorTable(${name}(${at}, numDescriptors=${count})${visibility})`;
  }

  #count(count: number | undefined, sloppy: boolean): number | string {
    const { random } = this;
    if (count === undefined) return random.oneIn(3) ? 1000 : 'unbounded';
    if (sloppy) return Math.max(1, count + random.between(-1, 1));
    return random.oneIn(12) ? 'unbounded' : count;
  }

  #visibility(isGenerous: boolean): string {
    const { random } = this;
    if (random.oneIn(2)) return '';
    const { visibility } = STAGES[this.stage];
    const others = ['VERTEX', 'HULL', 'DOMAIN', 'GEOMETRY', 'PIXEL', 'ALL'];
    const visible = isGenerous || !random.oneIn(4) ? visibility : undefined;
    if (visible === undefined && isGenerous) return '';
    return `, visibility=SHADER_VISIBILITY_${visible ?? random.pick(others)}`;
  }
}
