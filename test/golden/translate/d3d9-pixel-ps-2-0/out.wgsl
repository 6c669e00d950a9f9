diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(9) @interpolate(perspective, centroid) texcoord7: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(34) var ramp: texture_2d<f32>;
@group(1) @binding(32) var color: texture_2d<f32>;
@group(1) @binding(33) var volume: texture_3d<f32>;
@group(1) @binding(35) var sky: texture_cube<f32>;
@group(1) @binding(0) var<uniform> c: array<vec4f, 4>;
@group(1) @binding(36) var stated: texture_2d<f32>;
@group(1) @binding(18) var ramp_sampler: sampler;
@group(1) @binding(16) var color_sampler: sampler;
@group(1) @binding(17) var volume_sampler: sampler;
@group(1) @binding(19) var sky_sampler: sampler;
@group(1) @binding(20) var stated_sampler: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_dot3(a: vec3f, b: vec3f) -> f32 {
  let products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

fn legacy_product2(a: vec2f, b: vec2f) -> vec2f {
  return select(a * b, vec2f(0.0), (a == vec2f(0.0)) | (b == vec2f(0.0)));
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

fn legacy_inverse_sqrt(x: f32) -> f32 {
  return select(inverseSqrt(abs(x)), 3.4028234663852886e+38, x == 0.0);
}

fn legacy_log2(x: f32) -> f32 {
  return select(log2(abs(x)), -3.4028234663852886e+38, x == 0.0);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let ramp_texel = textureSample(ramp, ramp_sampler, input.texcoord0.xy);
  let color_texel = textureSample(color, color_sampler, input.texcoord0.xy);
  let volume_texel = textureSample(volume, volume_sampler, input.texcoord1.xyz);
  let color_texel1 = textureSample(color, color_sampler, input.texcoord0.xy / input.texcoord0.w);
  let color_texel2 = textureSampleBias(color, color_sampler, input.texcoord0.xy, input.texcoord0.w);
  let sky_texel = textureSample(sky, sky_sampler, input.texcoord0.xyz / input.texcoord0.w);
  let v = legacy_dot3(input.texcoord1.xyz, input.texcoord0.xyz);
  let sky_texel1 = textureSample(sky, sky_sampler, legacy_product3(input.texcoord0.xyz, -vec3f(v + v)) + input.texcoord1.xyz);
  let stated_texel = textureSample(stated, stated_sampler, legacy_product2(input.texcoord7.xy, c[3].xy));
  let v1 = legacy_product4(color_texel, input.color0) + legacy_product4(ramp_texel, input.color1) + (volume_texel + sky_texel1);
  let v2 = legacy_product4(stated_texel, c[0]) + (v1 + (sky_texel + (color_texel1 + color_texel2)));
  let v3 = clamp014((legacy_product4(c[1], v2) - input.texcoord1.x) * 2.0 + v2 - 1.0) - (1.0 - input.color0);
  let v4 = v3.wwww + vec4f(-0.5);
  if ((((v4.x < 0.0) || (v4.y < 0.0)) || (v4.z < 0.0)) || (v4.w < 0.0)) { discard; }
  let v5 = legacy_product3(input.texcoord1.xyz, vec3f(legacy_inverse_sqrt(dot(input.texcoord1.xyz, input.texcoord1.xyz)))) - v3.xyz;
  let v6 = legacy_product3(vec3f(clamp01(v)), v5) + v3.xyz;
  let v7 = 1.0 - v6;
  let v8 = -c[2].x >= 0.0;
  let v9 = select(v7.x, v6.x, v8);
  let v10 = select(v7.y, v6.y, v8);
  let v11 = select(v7.z, v6.z, v8);
  result.color0 = vec4f(v9, v10, v11, select(exp2(v10), legacy_log2(abs(v11)), -v9 >= 0.0));
  return result;
}
