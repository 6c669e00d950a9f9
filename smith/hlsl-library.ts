/** Random sources of libraries: functions with parameters of all kinds that read constants and textures. */
import type { Random } from './random.ts';

const PREAMBLE = `cbuffer C : register(b1) { float4x4 m; float3 v; float k; int n; row_major float3x2 r; };
float g = 2; float4 rows[3]; Texture2D<float4> t : register(t2); SamplerState s; Texture3D<float4> volume;
`;
const TYPES = [
  'float',
  'float2',
  'float3',
  'float4',
  'int',
  'uint',
  'int3',
  'bool',
  'uint2',
  'float2x3',
  'row_major float3x2',
  'bool2',
];
const INTERPOLATIONS = [
  'linear ',
  'nointerpolation ',
  'noperspective ',
  'centroid ',
  'linear centroid ',
  'noperspective centroid ',
];
const READS = [
  'k',
  'g',
  'v.y',
  'm._m12',
  'rows[1].z',
  'r._m21',
  't.Sample(s, v.xy * k).y',
  'volume.SampleLevel(s, v, 0).x',
  '(float)n',
  '3.5',
  'mul(float4(v, k), m).x',
];

/** A source with exported functions of random parameters. */
export function randomLibrary(random: Random): string {
  const functions = Array.from({ length: random.between(1, 4) }, (_, i) => {
    const parameters = Array.from({ length: random.below(5) }, (_, k) => {
      const type = random.pick(TYPES);
      const direction = random.pick(['', '', 'in ', 'out ', 'inout ']);
      const isFloat = type.startsWith('float') && direction === '';
      const interpolation = isFloat && random.oneIn(4) ? random.pick(INTERPOLATIONS) : '';
      return {
        type,
        name: `p${k}`,
        direction: `${direction}${interpolation}`,
        semantic: random.oneIn(5) ? ` : S${k}` : '',
      };
    });
    const unordered = (type: string) => type.replace('row_major ', '');
    const scalar = (name: string, type: string) =>
      /x/.test(type) ? `(float)${name}._m01` : /\d$/.test(type) ? `(float)${name}.y` : `(float)${name}`;
    const inputs = parameters
      .filter(({ direction }) => direction !== 'out ')
      .map(({ name, type }) => scalar(name, type));
    const term = () => random.pick([...inputs, ...READS]);
    const value = () =>
      `${term()} ${random.pick(['+', '*', '-'])} ${random.pick([term(), `sin(${term()})`, `max(${term()}, ${term()})`])}`;
    const outs = parameters.filter(({ direction }) => /out/.test(direction));
    const result = random.oneIn(4) ? 'void' : random.pick(TYPES.filter((type) => !type.startsWith('row')));
    const early = random.oneIn(3) && result !== 'void' ? `if (${value()} > 1) return (${result})(${value()});` : '';
    const body = outs.map(({ name, type }) => `${name} = (${unordered(type)})(${value()});`).join(' ');
    const list = parameters
      .map(({ direction, type, name, semantic }) => `${direction}${type} ${name}${semantic}`)
      .join(', ');
    return `export ${result} f${i}(${list}) { ${body} ${early} ${result === 'void' ? '' : `return (${result})(${value()});`} }`;
  });
  return `${PREAMBLE}${functions.join('\n')}\n`;
}
