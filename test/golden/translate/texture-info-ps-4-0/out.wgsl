struct Inputs {
  @location(1) @interpolate(flat) mip: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(32) var t1: texture_2d<f32>;
@group(1) @binding(33) var t1a: texture_2d_array<f32>;
@group(1) @binding(34) var t2: texture_2d<f32>;
@group(1) @binding(35) var t2a: texture_2d_array<f32>;
@group(1) @binding(36) var t3: texture_3d<f32>;
@group(1) @binding(37) var tc: texture_cube<f32>;
@group(1) @binding(38) var<storage, read> b: array<u32>;

fn size_2d_f32(view: texture_2d<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size, 0u, levels);
}

fn size_flat_2d_f32(view: texture_2d<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size.x, 0u, 0u, levels);
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_u32(x: f32) -> u32 {
  let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);
  return select(n, 0u, is_nan(x));
}

fn size_2d_array_f32(view: texture_2d_array<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size, textureNumLayers(view), levels);
}

fn size_cube_f32(view: texture_cube<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size, 0u, levels);
}

fn size_3d_f32(view: texture_3d<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size, levels);
}

fn size_flat_2d_array_f32(view: texture_2d_array<f32>, level: u32) -> vec4u {
  let levels = textureNumLevels(view);
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view, level);
  return vec4u(size.x, textureNumLayers(view), 0u, levels);
}

fn divide(a: u32, b: u32) -> u32 {
  return select(a / max(b, 1u), 0xffffffffu, b == 0u);
}

fn b_fetch(element: u32) -> vec4f {
  if (element >= arrayLength(&b) / 4u) { return vec4f(); }
  let w0 = b[element * 4u + 0u];
  let w1 = b[element * 4u + 1u];
  let w2 = b[element * 4u + 2u];
  let w3 = b[element * 4u + 3u];
  return vec4f(bitcast<f32>(w0), bitcast<f32>(w1), bitcast<f32>(w2), bitcast<f32>(w3));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = size_2d_f32(t2, input.mip.x);
  let v1 = f32(v.x);
  let v2 = f32(v.y);
  let v3 = size_flat_2d_f32(t1, input.mip.x);
  let v4 = vec2f(f32(v.w + (v.y + v.x)) + f32(to_u32(f32(size_flat_2d_f32(t1, 0u).x))), f32(v.w) + (v2 + v1) + f32(v3.x) / f32(v3.w));
  let v5 = v4 + 1.0 / vec2f(v1, v2);
  let v6 = size_2d_array_f32(t2a, 0u);
  let v7 = size_3d_f32(t3, input.mip.x);
  let v8 = size_flat_2d_array_f32(t1a, 0u);
  let v9 = size_3d_f32(t3, 0u);
  let v10 = b_fetch(input.mip.x + 3u);
  let v11 = b_fetch(input.mip.x);
  let v12 = size_2d_f32(t2, 0u);
  let v13 = vec4f(f32(size_cube_f32(tc, 0u).x) + (f32(v6.z + v6.x) + v5.x), f32(v7.z + (v7.y + v7.x)) + v5.y, f32(v9.y) * f32(v9.x) / f32(v9.z) + f32(divide(v8.x, v8.y)), f32(v12.y * v12.x));
  result.target0 = v10 + v11 + v13;
  return result;
}
