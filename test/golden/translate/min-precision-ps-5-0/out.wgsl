diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) a: vec4f,
  @location(1) b_e: vec4f,
  @location(2) @interpolate(flat) c_d: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> C: array<vec4u, 5>;
@group(1) @binding(16) var s: sampler;
@group(1) @binding(32) var t: texture_2d<f32>;

fn is_nan2(x: vec2f) -> vec2<bool> {
  return (bitcast<vec2u>(x) & vec2u(0x7fffffffu)) > vec2u(0x7f800000u);
}

fn clamp012(x: vec2f) -> vec2f {
  return select(clamp(x, vec2f(0.0), vec2f(1.0)), vec2f(0.0), is_nan2(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = input.a * bitcast<vec4f>(C[0]) + input.b_e.z;
  let v1 = input.b_e.xy * bitcast<vec2f>(C[1].xy) - clamp012(input.b_e.xy) + v.xy;
  let v2 = vec4f(f32(u32(i32(input.c_d.z) * i32(C[4].x) + i32(C[3].x))) + v1.x, v1.y, v.zw + vec2f(f32(i32(input.c_d.x) + i32(C[2].x)), f32(i32(input.c_d.y) + i32(C[2].y))));
  let t_texel = textureSample(t, s, input.b_e.xy);
  result.target0 = f32((i32(input.c_d.x) + i32(C[3].x)) * i32(C[2].z)) - abs(v2) + f32(u32(i32(input.c_d.z))) + t_texel;
  return result;
}
