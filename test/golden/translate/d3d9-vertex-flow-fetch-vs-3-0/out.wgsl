struct Inputs {
  @location(0) position1: vec4f,
  @location(1) texcoord: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(32) var heights: texture_2d<f32>;
@group(0) @binding(33) var volume: texture_3d<f32>;
@group(0) @binding(34) var cube: texture_cube<f32>;
@group(0) @binding(16) var heights_sampler: sampler;
@group(0) @binding(17) var volume_sampler: sampler;
@group(0) @binding(18) var cube_sampler: sampler;
@group(0) @binding(289) var<uniform> state: State;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = legacy_product4(input.texcoord.xyxx, vec4f(1.0, 1.0, 0.0, 0.0)) + vec4f(0.0, 0.0, 0.0, 1.0);
  let heights_texel = textureSampleLevel(heights, heights_sampler, v.xy, v.w);
  let volume_texel = textureSampleLevel(volume, volume_sampler, input.position1.xyz, input.position1.w);
  let cube_texel = textureSampleLevel(cube, cube_sampler, input.position1.xyz, input.position1.w);
  let v1 = heights_texel.x + volume_texel.y + cube_texel.z + input.position1.y - input.position1.w * state.half_pixel.y;
  result.position = vec4f(input.position1.x + input.position1.w * state.half_pixel.x, v1, input.position1.zw);
  return result;
}
