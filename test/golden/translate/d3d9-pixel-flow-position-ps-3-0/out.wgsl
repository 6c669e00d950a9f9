diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(7) texcoord5: vec4f,
  @location(0) normal2: vec4f,
  @location(12) tangent: vec4f,
  @location(10) fog: vec4f,
  @builtin(position) position: vec4f,
  @builtin(front_facing) front_facing: bool,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(32) var map: texture_2d<f32>;
@group(1) @binding(16) var map_sampler: sampler;

fn legacy_product2(a: vec2f, b: vec2f) -> vec2f {
  return select(a * b, vec2f(0.0), (a == vec2f(0.0)) | (b == vec2f(0.0)));
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  let d3d_front_facing = select(0u, 0xffffffffu, input.front_facing);
  let map_texel = textureSample(map, map_sampler, legacy_product2(floor(d3d_position.xy), input.texcoord5.zw));
  let v = map_texel + input.normal2.xyzx;
  let v1 = legacy_product4(input.tangent, vec4f(input.fog.x));
  let v2 = -select(-1.0, 1.0, select(-1.0, 1.0, d3d_front_facing != 0u) >= 0.0) >= 0.0;
  result.color0 = vec4f(select(v.x, v1.x, v2), select(v.y, v1.y, v2), select(v.z, v1.z, v2), select(v.w, v1.w, v2));
  return result;
}
