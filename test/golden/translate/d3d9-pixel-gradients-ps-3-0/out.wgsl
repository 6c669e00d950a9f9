diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(0) var<uniform> c: array<vec4f, 1>;
@group(1) @binding(32) var color: texture_2d<f32>;
@group(1) @binding(33) var volume: texture_3d<f32>;
@group(1) @binding(35) var sky: texture_cube<f32>;
@group(1) @binding(16) var color_sampler: sampler;
@group(1) @binding(17) var volume_sampler: sampler;
@group(1) @binding(19) var sky_sampler: sampler;

fn legacy_product2(a: vec2f, b: vec2f) -> vec2f {
  return select(a * b, vec2f(0.0), (a == vec2f(0.0)) | (b == vec2f(0.0)));
}

fn legacy_dot2(a: vec2f, b: vec2f) -> f32 {
  let products = legacy_product2(a, b);
  return products.x + products.y;
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = fract(input.texcoord0.xy * 0.15915494 + 0.5) * 6.2831855 - 3.1415927;
  let v1 = dpdx(input.texcoord0.xy);
  let v2 = dpdy(input.texcoord0.xy);
  let color_texel = textureSampleGrad(color, color_sampler, input.texcoord0.xy, v1, v2);
  let volume_texel = textureSample(volume, volume_sampler, input.texcoord1.xyz);
  let v3 = dpdx(input.texcoord1.xxyz);
  let v4 = dpdy(input.texcoord1.xxyz);
  let sky_texel = textureSampleGrad(sky, sky_sampler, input.texcoord1.xyz, v3.yzw, v4.yzw);
  let color_texel1 = textureSampleGrad(color, color_sampler, input.texcoord0.xy, input.texcoord0.yx, input.texcoord1.xy);
  let v5 = legacy_product4(volume_texel, vec4f(abs(v3.x) + abs(v4.x))) + color_texel + (sky_texel + color_texel1);
  result.color0 = vec4f(legacy_dot2(input.texcoord0.xy, c[0].xy) + (sin(v.x) + cos(v.y)) + v5.x, v5.yzw);
  return result;
}
