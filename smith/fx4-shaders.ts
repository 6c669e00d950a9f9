/**
 * Random shaders of effects: functions of every stage, and variables that hold what is compiled of them.
 *
 * Not for: shaders that passes compile themselves (fx4-techniques.ts, which takes the functions from here).
 */
import { floatExpression } from './fx4-expressions.ts';
import type { Fx4Function, Fx4Scope, Fx4ShaderVariable, Fx4Stage } from './fx4-scope.ts';
import { annotations, array, semantic } from './fx4-types.ts';

const VERTEX = 'struct Vertex { float4 position : SV_Position; float2 uv : TEXCOORD0; float4 color : COLOR1; };\n';
/** Later shader models have more than one stream. */
const STREAM = 'struct Point { float4 p : POINT; };\n';
const OUTPUTS = ['SV_Position', 'TEXCOORD0', 'COLOR1'];
const TESSELLATION = `struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Factors patch(InputPatch<Vertex, 3> p) { Factors f; f.edges[0] = f.edges[1] = f.edges[2] = 2; f.inside = p[0].uv.x; return f; }
`;
export const TYPES: Readonly<Record<Fx4Stage, string>> = {
  vs: 'VertexShader',
  ps: 'PixelShader',
  gs: 'GeometryShader',
  hs: 'HullShader',
  ds: 'DomainShader',
  cs: 'ComputeShader',
};

/** The declarations that all functions need. */
export function shaderPreamble(scope: Fx4Scope): string {
  return VERTEX + (scope.five ? STREAM + TESSELLATION : '');
}

/** A function that shaders are compiled of. */
export function shaderFunction(scope: Fx4Scope): string {
  const { random } = scope;
  const stage = random.pick<Fx4Stage>(
    scope.five ? ['vs', 'vs', 'ps', 'ps', 'gs', 'hs', 'ds', 'cs'] : ['vs', 'ps', 'ps', 'gs'],
  );
  const name = `${stage}_${scope.name()}`;
  const uniforms =
    (stage === 'vs' || stage === 'ps') && random.oneIn(3) ? [random.pick(['1', '2.5', 'true', '0'])] : [];
  const interfaces = stage === 'ps' && scope.instances.length > 0 && random.oneIn(3) ? boundInterfaces(scope) : [];
  const rest = [
    ...interfaces.map(({ name: type, elements }, i) => `${type} object${i}${array(elements)}`),
    ...uniforms.map((_, i) => `uniform float k${i}`),
  ];
  const value = (n: number) =>
    [floatExpression(scope, n, random.below(3)), ...(uniforms.length > 0 ? ['k0'] : [])].join(' + ');
  const calls = interfaces
    .map(({ elements }, i) => ` + object${i}${elements > 0 ? `[${elements - 1}]` : ''}.get(1)`)
    .join('');
  const five =
    interfaces.length > 0 ||
    stage === 'hs' ||
    stage === 'ds' ||
    stage === 'cs' ||
    (stage === 'gs' && scope.five && random.oneIn(3));
  scope.functions.push({ name, stage, uniforms, interfaces, outputs: stage === 'ps' ? [] : OUTPUTS, five });
  scope.stage = stage;
  const text = bodies(scope, name, rest, value, calls, five)[stage]();
  scope.stage = null;
  return text;
}

/** Interface parameters of a function: at most two. */
function boundInterfaces(scope: Fx4Scope) {
  const { random } = scope;
  return Array.from({ length: random.between(1, 2) }, () => {
    const { type, elements } = random.pick(scope.instances);
    return { name: type, elements };
  });
}

function bodies(
  scope: Fx4Scope,
  name: string,
  rest: readonly string[],
  value: (components: number) => string,
  calls: string,
  five: boolean,
): Readonly<Record<Fx4Stage, () => string>> {
  const { random } = scope;
  const parameters = (first: string[]) => [...first, ...rest].join(', ');
  return {
    vs: () => `Vertex ${name}(${parameters(['float4 p : POSITION'])})
{
  Vertex v;
  v.position = p + ${value(4)};
  v.uv = ${value(2)};
  v.color = p.wzyx;
  return v;
}
`,
    ps: () => {
      const depth = random.oneIn(8);
      const sample = sampled(scope);
      const result = `${value(4)}${sample}${calls}`;
      if (depth)
        return `float4 ${name}(${parameters(['Vertex v', 'out float d : SV_Depth'])}) : SV_Target { d = v.uv.x; return ${result}; }\n`;
      const target = random.pick(['SV_Target', 'SV_Target0', 'SV_Target2']);
      return `float4 ${name}(${parameters(['Vertex v'])}) : ${target} { return ${result}; }\n`;
    },
    gs: () =>
      five
        ? `[maxvertexcount(2)] void ${name}(point Vertex v[1], inout PointStream<Vertex> s, inout PointStream<Point> t)
{
  s.Append(v[0]);
  Point p;
  p.p = ${value(4)};
  t.Append(p);
}
`
        : `[maxvertexcount(${random.between(1, 4)})] void ${name}(triangle Vertex v[3], inout ${random.pick(['TriangleStream', 'LineStream', 'PointStream'])}<Vertex> s)
{
  Vertex o = v[${random.below(3)}];
  o.position = ${value(4)};
  s.Append(o);
}
`,
    hs: () => `[domain("tri")] [partitioning("${random.pick(['integer', 'fractional_odd'])}")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
Vertex ${name}(InputPatch<Vertex, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
`,
    ds: () => `[domain("tri")] Vertex ${name}(Factors f, float3 l : SV_DomainLocation, const OutputPatch<Vertex, 3> p)
{
  Vertex v = p[0];
  v.position = v.position * l.x + ${value(4)};
  return v;
}
`,
    cs: () => {
      const view = scope.name();
      return `RWBuffer<float> ${view};
[numthreads(${random.between(1, 8)}, 1, 1)] void ${name}(uint3 i : SV_DispatchThreadID) { ${view}[i.x] = ${value(1)}; }
`;
    },
  };
}

function sampled(scope: Fx4Scope): string {
  const { random, objects } = scope;
  if (scope.sampled.length === 0 || objects.sampler.length === 0 || random.oneIn(3)) return '';
  const { name, elements } = random.pick(objects.sampler);
  return ` + ${random.pick(scope.sampled).texture}.Sample(${elements > 0 ? `${name}[0]` : name}, v.uv)`;
}

/** A variable with one shader or an array of them. */
export function shaderVariable(scope: Fx4Scope): string {
  const { random } = scope;
  const stages = [...new Set(scope.functions.map(({ stage }) => stage))];
  const stage = random.pick(stages.length === 0 ? (['vs', 'ps', 'gs'] as const) : stages);
  const name = scope.name();
  const elements = random.oneIn(3) ? random.between(1, 4) : 0;
  const values: string[] = [];
  const compiled: number[] = [];
  for (let i = 0; i < Math.max(1, elements); i++) {
    const value = shaderValue(scope, stage);
    if (/^[cC]ompile/.test(value)) compiled.push(i);
    values.push(value);
  }
  const rest = `${semantic(random, 12)}${annotations(scope, 8)}`;
  const variable: Fx4ShaderVariable = { name, elements, stage, compiled };
  scope.shaders.push(variable);
  if (elements > 0) return `${TYPES[stage]} ${name}[${elements}]${rest} = { ${values.join(', ')} };\n`;
  if (random.oneIn(12)) {
    scope.shaders.pop();
    return `${TYPES[stage]} ${name}${rest};\n`;
  }
  return `${TYPES[stage]} ${name}${rest} = ${values[0]};\n`;
}

/** The initializer of a shader variable, or the value that a pass sets. */
export function shaderValue(scope: Fx4Scope, stage: Fx4Stage): string {
  const { random } = scope;
  const functions = scope.functions.filter((one) => one.stage === stage);
  if (functions.length === 0 || random.oneIn(8))
    return stage === 'gs' && random.oneIn(2) ? streamOutput(scope) : 'NULL';
  const chosen = random.pick(functions);
  if (stage === 'gs' && random.oneIn(2)) return streamOutput(scope);
  const shader = compiledOf(scope, chosen);
  return chosen.interfaces.length > 0 ? bound(scope, shader, chosen) : shader;
}

const level9s: readonly Fx4Stage[] = ['vs', 'ps'];

/** A function compiled for a model that it works in. */
function compiledOf(scope: Fx4Scope, { name, stage, uniforms, five }: Fx4Function): string {
  const { random } = scope;
  const models = five
    ? ['5_0']
    : scope.five
      ? ['4_0', '4_1', '5_0', '5_0']
      : scope.profile === 'fx_4_1'
        ? ['4_0', '4_1']
        : ['4_0'];
  const level9 = !five && level9s.includes(stage) && random.oneIn(12);
  const profile = `${stage}_${level9 ? random.pick(['4_0_level_9_1', '4_0_level_9_3']) : random.pick(models)}`;
  const call = `${name}(${uniforms.join(', ')})`;
  return random.oneIn(5) ? `compile ${profile} ${call}` : `CompileShader(${profile}, ${call})`;
}

function bound(scope: Fx4Scope, shader: string, { interfaces }: Fx4Function): string {
  const objects = interfaces.map(({ name: type, elements }) => {
    const matching = scope.instances.filter((one) => one.type === type && one.elements === elements);
    return scope.random.pick(matching).name;
  });
  return `BindInterfaces(${shader}, ${objects.join(', ')})`;
}

/** A geometry shader with stream output, of a vertex or geometry shader. */
function streamOutput(scope: Fx4Scope): string {
  const { random } = scope;
  const sources = scope.functions.filter(({ stage }) => stage === 'vs' || stage === 'gs');
  if (sources.length === 0) return 'NULL';
  const variables = scope.shaders.filter(
    ({ stage, elements, compiled }) => stage === 'vs' && elements === 0 && compiled.length > 0,
  );
  const source =
    variables.length > 0 && random.oneIn(4) ? random.pick(variables).name : compiledOf(scope, random.pick(sources));
  if (!source.includes('s_5_0') || random.oneIn(3)) return `ConstructGSWithSO(${source}, "${declaration(scope)}")`;
  const streams = Array.from({ length: 4 }, () =>
    random.oneIn(2) ? 'NULL' : `"${random.oneIn(5) ? '' : declaration(scope)}"`,
  );
  return `ConstructGSWithSO(${source}, ${streams.join(', ')}, ${random.pick(['0', '0', '-1', '1', '3'])})`;
}

function declaration({ random }: Fx4Scope): string {
  const slot = random.oneIn(3) ? `${random.below(2)}:` : '';
  const parts = Array.from({ length: random.between(1, 3) }, (_, i) => {
    const name = OUTPUTS[i]!;
    return `${slot}${name}${random.pick(['', '.xy', '.x', '.xy'])}`;
  });
  return parts.join(random.pick(['; ', ';'])) + (random.oneIn(3) ? ';' : '');
}
