diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) color2: vec4f,
  @location(3) color3: vec4f,
  @builtin(frag_depth) depth: f32,
}

@group(1) @binding(32) var color: texture_2d<f32>;
@group(1) @binding(16) var color_sampler: sampler;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let color_texel = textureSample(color, color_sampler, input.texcoord.xy);
  result.color0 = color_texel;
  result.color1 = -color_texel;
  result.color2 = abs(color_texel);
  result.color3 = color_texel * color_texel;
  result.depth = input.texcoord.x;
  return result;
}
