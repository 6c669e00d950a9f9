struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(161) var typed: texture_storage_2d<rgba32float, read>;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_u32(x: f32) -> u32 {
  let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);
  return select(n, 0u, is_nan(x));
}

fn load_2d_rgba32float_read(view: texture_storage_2d<rgba32float, read>, at: vec2i) -> vec4f {
  if (any(vec2u(at) >= textureDimensions(view))) { return vec4f(); }
  return textureLoad(view, at);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  let v = load_2d_rgba32float_read(typed, vec2i(vec2u(to_u32(d3d_position.x), to_u32(d3d_position.y))));
  result.target0 = v;
  return result;
}
