struct Inputs {
  @location(0) position1: vec4f,
  @location(1) normal: vec4f,
  @location(2) tangent: vec4f,
  @location(3) texcoord: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(1) texcoord0: vec4f,
  @location(2) texcoord1: vec4f,
  @location(3) texcoord2: vec4f,
  @location(4) texcoord3: vec4f,
  @location(5) texcoord4: vec4f,
}

@group(0) @binding(0) var<uniform> PerFrame: array<vec4f, 8>;
@group(0) @binding(1) var<uniform> PerObject: array<vec4f, 5>;

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = vec4f(input.position1.xyz, 1.0);
  let v1 = dot(v, PerObject[0]);
  let v2 = dot(v, PerObject[1]);
  let v3 = dot(v, PerObject[2]);
  let v4 = vec4f(v1, v2, v3, 1.0);
  result.position = vec4f(dot(v4, PerFrame[0]), dot(v4, PerFrame[1]), dot(v4, PerFrame[2]), dot(v4, PerFrame[3]));
  result.texcoord0 = vec4f(input.texcoord.xy * PerObject[4].xy, 0.0, 0.0);
  result.texcoord1 = vec4f(vec3f(v1, v2, v3), 0.0);
  let v5 = vec3f(dot(input.normal.xyz, PerObject[0].xyz), dot(input.normal.xyz, PerObject[1].xyz), dot(input.normal.xyz, PerObject[2].xyz));
  result.texcoord2 = vec4f(inverseSqrt(dot(v5, v5)) * v5, 0.0);
  let v6 = vec3f(dot(input.tangent.xyz, PerObject[0].xyz), dot(input.tangent.xyz, PerObject[1].xyz), dot(input.tangent.xyz, PerObject[2].xyz));
  result.texcoord3 = vec4f(inverseSqrt(dot(v6, v6)) * v6, input.tangent.w);
  result.texcoord4 = vec4f(dot(v4, PerFrame[4]), dot(v4, PerFrame[5]), dot(v4, PerFrame[6]), dot(v4, PerFrame[7]));
  return result;
}
