diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(1) texcoord: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(0) @binding(0) var<uniform> Draw: array<vec4f, 1>;
@group(0) @binding(1) var<uniform> Frame: array<vec4f, 5>;
@group(0) @binding(16) var smooth1: sampler;
@group(0) @binding(17) var chosen1: sampler;
@group(0) @binding(32) var albedo: texture_2d<f32>;
@group(0) @binding(35) var normals: texture_2d<f32>;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let normals_texel = textureSample(normals, chosen1, input.texcoord.xy);
  let albedo_texel = textureSample(albedo, smooth1, input.texcoord.xy);
  result.target0 = clamp01(dot(normals_texel.xyz, Frame[4].xyz)) * (albedo_texel * Draw[0]);
  return result;
}
