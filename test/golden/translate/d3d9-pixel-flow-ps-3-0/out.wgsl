diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord: vec4f,
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

struct Constants {
  @size(4096) c: array<vec4f, 5>,
  i: array<vec4i, 1>,
}

@group(1) @binding(0) var<uniform> constants: Constants;
@group(1) @binding(32) var map: texture_2d<f32>;
@group(1) @binding(16) var map_sampler: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
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
  let map_texel = textureSample(map, map_sampler, constants.c[0].xy + input.texcoord.xy);
  let map_texel1 = textureSample(map, map_sampler, constants.c[1].xy + input.texcoord.xy);
  let v = legacy_product4(map_texel1, vec4f(constants.c[1].z)) + (legacy_product4(map_texel, vec4f(constants.c[0].z)) + input.color);
  let map_texel2 = textureSample(map, map_sampler, constants.c[2].xy + input.texcoord.xy);
  let map_texel3 = textureSample(map, map_sampler, constants.c[3].xy + input.texcoord.xy);
  let v1 = legacy_product4(map_texel3, vec4f(constants.c[3].z)) + (legacy_product4(map_texel2, vec4f(constants.c[2].z)) + v);
  let v2 = legacy_product3(vec3f(1.0, 1.0, 0.0), input.texcoord.xyx);
  var v3: f32 = 0.0;
  var v4: vec3f = v1.xyz;
  var v5: f32 = v1.w;
  var n: u32 = min(u32(constants.i[0].x), 255u);
  loop {
    if (n == 0u) {
      break;
    }
    let map_texel4 = textureSampleLevel(map, map_sampler, v2.xy, v3);
    let v6 = vec4f(v4, v5) + map_texel4;
    if (constants.c[4].x < v6.w) {
      v5 = v6.w;
      v4 = v6.xyz;
      break;
    }
    n = n - 1u;
    v5 = v6.w;
    v4 = v6.xyz;
    v3 = v3 + 1.0;
  }
  let map_texel5 = textureSample(map, map_sampler, input.texcoord.yx);
  let v7 = legacy_product4(map_texel5, vec4f(v4, v5));
  let v8 = constants.c[4].x - input.color.x >= 0.0;
  let v9 = select(v7.x, legacy_reciprocal(legacy_inverse_sqrt(v4.x)), v8);
  let v10 = select(v7.y, legacy_reciprocal(legacy_inverse_sqrt(v4.y)), v8);
  let v11 = select(v7.z, legacy_reciprocal(legacy_inverse_sqrt(v4.z)), v8);
  let v12 = select(v7.w, legacy_reciprocal(legacy_inverse_sqrt(v5)), v8);
  let v13 = input.color.y >= 0.0;
  result.color0 = vec4f(select(v12, v9, v13), select(v11, v10, v13), select(v10, v11, v13), select(v9, v12, v13));
  return result;
}
