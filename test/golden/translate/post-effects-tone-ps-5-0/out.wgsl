diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) texcoord: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Settings: array<vec4f, 11>;
@group(1) @binding(16) var filtered: sampler;
@group(1) @binding(32) var image: texture_2d<f32>;

fn is_nan3(x: vec3f) -> vec3<bool> {
  return (bitcast<vec3u>(x) & vec3u(0x7fffffffu)) > vec3u(0x7f800000u);
}

fn clamp013(x: vec3f) -> vec3f {
  return select(clamp(x, vec3f(0.0), vec3f(1.0)), vec3f(0.0), is_nan3(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let image_texel = textureSample(image, filtered, input.texcoord.xy);
  let v = dot(image_texel.xyz * Settings[9].x, vec3f(0.2126, 0.7152, 0.0722));
  let v1 = ((image_texel.xyz * Settings[9].x - v) * 1.1 + v) * Settings[10].xyz + Settings[9].yzw;
  let v2 = clamp013(v1 * (v1 * 2.51 + 0.03) / (v1 * (v1 * 2.43 + 0.59) + 0.14));
  let v3 = exp2(log2(v2) * 0.41666666) * 1.055 - 0.055;
  let v4 = v2 * 12.92;
  let v5 = input.texcoord.xy - 0.5;
  let v6 = vec3f(select(v3.x, v4.x, v2.x < 0.0031308), select(v3.y, v4.y, v2.y < 0.0031308), select(v3.z, v4.z, v2.z < 0.0031308));
  result.target0 = vec4f((-dot(v5, v5) * 0.4 + 1.0) * v6, v);
  return result;
}
