/**
 * Compiles random pairs of a vertex and a pixel shader, translates them as one pipeline, and lets Tint make a pipeline
 * of both: what one gives and the other reads has to agree in location, type and interpolation.
 */
import { Random } from '../smith/random.ts';
import { translate } from '../src/translate/index.ts';
import { startTint, type Tint, tintMissing } from '../tools/gpu/tint.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

const MODELS = ['2_0', '3_0', '4_0', '5_0', '5_1'] as const;
const FLAGS = [0, 0x1, 0x4000, 0x8000] as const;
const FLOATS = ['float', 'float2', 'float3', 'float4'] as const;
const INTEGERS = ['int', 'uint2', 'int3', 'uint4'] as const;
const MODES = ['', '', '', 'centroid ', 'noperspective ', 'nointerpolation '] as const;

interface Member {
  readonly name: string;
  readonly type: string;
  readonly semantic: string;
  readonly mode: string;
}

/** The interface between the stages; models 2 and 3 have floats only, and few modes. */
function members(random: Random, isOld: boolean): Member[] {
  return Array.from({ length: random.between(1, isOld ? 7 : 10) }, (_, i) => {
    const isInteger = !isOld && random.oneIn(4);
    return {
      name: `m${i}`,
      type: isInteger ? random.pick(INTEGERS) : random.pick(FLOATS),
      semantic: isOld && i < 2 && random.oneIn(2) ? `COLOR${i}` : isOld ? `TEXCOORD${i}` : `ITEM${i}`,
      mode: isInteger ? 'nointerpolation ' : isOld ? '' : random.pick(MODES),
    };
  });
}

/** The source of both; the pixel shader reads some members, and its structure may end earlier. */
function sources(random: Random, isOld: boolean): { vertex: string; pixel: string } {
  const all = members(random, isOld);
  const chosen = all.slice(0, random.between(1, all.length));
  const structure = (list: readonly Member[]) =>
    list.map(({ name, type, semantic, mode }) => `${mode}${type} ${name} : ${semantic};`).join(' ');
  const assign = all
    .filter(() => !random.oneIn(6))
    .map(({ name, type }) => `o.${name} = (${type})a.${'xyzw'[random.below(4)]} + (${type})${random.below(9)};`);
  const reads = chosen
    .filter(() => !random.oneIn(3))
    .map(({ name, type }) => `s += (float)i.${name}${/\d/.test(type) ? '.x' : ''};`);
  const position = isOld ? 'POSITION' : 'SV_Position';
  const target = isOld ? 'COLOR0' : 'SV_Target';
  return {
    vertex: `struct V { float4 p : ${position}; ${structure(all)} };
V main(float4 a : POSITION, float4 b : TEXCOORD0) { V o = (V)0; o.p = a; ${assign.join(' ')} return o; }`,
    pixel: `struct P { ${isOld ? '' : `float4 p : ${position}; `}${structure(chosen)} };
float4 main(P i) : ${target} { float s = 0; ${reads.join(' ')} return s; }`,
  };
}

export async function run(values: Values<'translate-link'>): Promise<void> {
  const missing = tintMissing();
  if (missing !== undefined) {
    console.error(missing);
    process.exit(1);
  }

  const tint = await startTint();
  const oracle = await Oracle.start();
  const counts = new Map<string, number>();
  let shown = 0;
  for (let seed = values.seed; seed < values.seed + values.count; seed++) {
    const outcome = await pair(new Random(seed), tint);
    const kind = outcome.split(':')[0]!;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind !== 'accepted' && kind !== 'not compiled' && shown++ < values.show) console.log(seed, outcome);
  }
  oracle.stop();
  console.log(Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(', '));
  process.exit(counts.has('rejected') || counts.has('refused') ? 1 : 0);

  async function pair(random: Random, { device }: Tint): Promise<string> {
    const model = random.pick(MODELS);
    const { vertex, pixel } = sources(random, Number(model[0]) < 4);
    const flags = random.pick(FLAGS);
    const compiled: Uint8Array[] = [];
    for (const [source, profile] of [
      [vertex, `vs_${model}`],
      [pixel, `ps_${model}`],
    ] as const) {
      try {
        const { hr, output } = await oracle.compile(source, 'main', profile, { flags });
        if (hr !== 0) return 'not compiled';
        compiled.push(output);
      } catch (error) {
        if (!(error instanceof OracleDied)) throw error;
        return 'not compiled';
      }
    }
    const { stages, diagnostics } = translate(compiled, { link: true });
    if (stages.length < 2)
      return `refused: ${JSON.stringify(diagnostics.map(({ code, message }) => `${code} ${message}`))}`;
    device.pushErrorScope('validation');
    const [vs, ps] = stages.map(({ code }) => device.createShaderModule({ code }));
    const inputs = stages[0]!.map.inputs.filter(({ location }) => location !== undefined);
    const locations = new Map(inputs.map(({ location, type }) => [location, type]));
    device.createRenderPipeline({
      layout: 'auto',
      vertex: {
        module: vs,
        buffers: Array.from(locations, ([shaderLocation, type]) => ({
          arrayStride: 16,
          attributes: [
            { format: `${{ f32: 'float', i32: 'sint', u32: 'uint' }[type!]}32x4`, offset: 0, shaderLocation },
          ],
        })),
      },
      fragment: { module: ps, targets: [{ format: 'rgba8unorm' }] },
    });
    const error = await device.popErrorScope();
    return error === null
      ? 'accepted'
      : `rejected: ${model} ${error.message}\n${vertex}\n${pixel}\n${stages.map(({ code }) => code).join('\n')}`;
  }
}
