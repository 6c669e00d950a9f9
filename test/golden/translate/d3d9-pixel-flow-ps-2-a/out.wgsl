diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord: vec4f,
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(0) var<uniform> c: array<vec4f, 5>;
@group(1) @binding(32) var map: texture_2d<f32>;
@group(1) @binding(16) var map_sampler: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_inverse_sqrt(x: f32) -> f32 {
  return select(inverseSqrt(abs(x)), 3.4028234663852886e+38, x == 0.0);
}

fn legacy_reciprocal(x: f32) -> f32 {
  return select(1.0 / x, 3.4028234663852886e+38, x == 0.0);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let map_texel = textureSample(map, map_sampler, input.texcoord.yx);
  let map_texel1 = textureSample(map, map_sampler, input.texcoord.xy + c[0].xy);
  let map_texel2 = textureSample(map, map_sampler, input.texcoord.xy + c[1].xy);
  let map_texel3 = textureSample(map, map_sampler, input.texcoord.xy + c[2].xy);
  let v = legacy_product4(map_texel2, vec4f(c[1].z)) + (legacy_product4(map_texel1, vec4f(c[0].z)) + input.color);
  let map_texel4 = textureSample(map, map_sampler, input.texcoord.xy + c[3].xy);
  let v1 = legacy_product4(map_texel4, vec4f(c[3].z)) + (legacy_product4(map_texel3, vec4f(c[2].z)) + v);
  let v2 = legacy_product4(map_texel, v1);
  let v3 = c[4].x - input.color.x >= 0.0;
  result.color0 = vec4f(select(v2.x, legacy_reciprocal(legacy_inverse_sqrt(v1.x)), v3), select(v2.y, legacy_reciprocal(legacy_inverse_sqrt(v1.y)), v3), select(v2.z, legacy_reciprocal(legacy_inverse_sqrt(v1.z)), v3), select(v2.w, legacy_reciprocal(legacy_inverse_sqrt(v1.w)), v3));
  return result;
}
