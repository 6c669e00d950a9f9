diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) texcoord: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Settings: array<vec4f, 1>;
@group(1) @binding(16) var filtered: sampler;
@group(1) @binding(32) var image: texture_2d<f32>;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn max_number(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}

fn min_number(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}

fn is_nan2(x: vec2f) -> vec2<bool> {
  return (bitcast<vec2u>(x) & vec2u(0x7fffffffu)) > vec2u(0x7f800000u);
}

fn max_number2(a: vec2f, b: vec2f) -> vec2f {
  return select(select(max(a, b), a, is_nan2(b)), b, is_nan2(a));
}

fn min_number2(a: vec2f, b: vec2f) -> vec2f {
  return select(select(min(a, b), a, is_nan2(b)), b, is_nan2(a));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let image_texel = textureSample(image, filtered, input.texcoord.xy - Settings[0].xy);
  let v = dot(image_texel.xyz, vec3f(0.299, 0.587, 0.114));
  let v1 = Settings[0].xyxy * vec4f(1.0, -1.0, -1.0, 1.0) + input.texcoord.xyxy;
  let image_texel1 = textureSample(image, filtered, v1.zw);
  let image_texel2 = textureSample(image, filtered, v1.xy);
  let v2 = dot(image_texel2.xyz, vec3f(0.299, 0.587, 0.114));
  let v3 = dot(image_texel1.xyz, vec3f(0.299, 0.587, 0.114));
  let image_texel3 = textureSample(image, filtered, input.texcoord.xy + Settings[0].xy);
  let v4 = dot(image_texel3.xyz, vec3f(0.299, 0.587, 0.114));
  let v5 = v3 + v - (v4 + v2);
  let v6 = v + v2;
  let v7 = v6 - (v4 + v3);
  let v8 = vec2f((-v7), v5) / (max_number((v4 + (v3 + v6)) * 0.03125, 0.0078125) + min_number(abs(v5), abs(v7)));
  let v9 = min_number2(max_number2(v8, vec2f(-8.0)), vec2f(8.0)) * Settings[0].xy;
  let image_texel4 = textureSample(image, filtered, -v9 * 0.5 + input.texcoord.xy);
  let v10 = v9.xyxy * vec4f(-0.16666667, -0.16666667, 0.16666667, 0.16666667) + input.texcoord.xyxy;
  let image_texel5 = textureSample(image, filtered, v9 * 0.5 + input.texcoord.xy);
  let image_texel6 = textureSample(image, filtered, v10.xy);
  let image_texel7 = textureSample(image, filtered, v10.zw);
  let v11 = image_texel6 + image_texel7;
  let v12 = v11 * 0.25 + (image_texel4 + image_texel5) * 0.25;
  let v13 = dot(v12.xyz, vec3f(0.299, 0.587, 0.114));
  let image_texel8 = textureSample(image, filtered, input.texcoord.xy);
  let v14 = dot(image_texel8.xyz, vec3f(0.299, 0.587, 0.114));
  let v15 = (max_number(max_number(max_number(v4, v3), max_number(v, v2)), v14) < v13) || (v13 < min_number(min_number(min_number(v4, v3), min_number(v, v2)), v14));
  result.target0 = select(v12, v11 * 0.5, v15);
  return result;
}
