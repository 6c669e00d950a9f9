struct Inputs {
  @location(0) position1: vec4f,
  @location(1) normal: vec4f,
  @location(2) texcoord: vec4f,
  @location(3) blendindices: vec4i,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(1) color: vec4f,
  @location(2) texcoord_fog: vec4f,
}

@group(0) @binding(0) var<uniform> Frame: array<vec4f, 5>;
@group(0) @binding(2) var<uniform> Object: array<vec4u, 17>;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

fn Object_row(row: u32) -> vec4u {
  if (row < 17u) { return Object[row]; }
  return vec4u();
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = fma(input.position1.xxx, bitcast<vec3f>(Object[0].xyz), input.position1.y * bitcast<vec3f>(Object[1].xyz));
  let v1 = fma(input.position1.www, bitcast<vec3f>(Object[3].xyz), fma(input.position1.zzz, bitcast<vec3f>(Object[2].xyz), v));
  let v2 = vec4f(v1, 1.0);
  result.position = vec4f(dot(v2, Frame[0]), dot(v2, Frame[1]), dot(v2, Frame[2]), dot(v2, Frame[3]));
  result.texcoord_fog.z = exp2(-v1.z);
  let v3 = fma(vec4f(clamp01(dot(input.normal.xyz, Frame[4].xyz))), bitcast<vec4f>(Object_row(u32(input.blendindices.x) + 4u)), bitcast<vec4f>(Object[7]));
  result.color = select(v3, v3 + Frame[4].w, Object[16].y != 0u);
  let v4 = fma(input.texcoord.xy, vec2f(0.5), vec2f(0.5));
  result.texcoord_fog.x = v4.x;
  result.texcoord_fog.y = v4.y;
  return result;
}
