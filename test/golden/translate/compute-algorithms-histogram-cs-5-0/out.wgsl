struct Inputs {
  @builtin(local_invocation_index) local_invocation_index: u32,
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(32) var image: texture_2d<f32>;
@group(0) @binding(160) var<storage, read_write> bins: array<atomic<u32>>;
var<workgroup> g0: array<atomic<u32>, 64>;

fn g0_put(i: u32, value: u32) {
  if (i < 64u) { atomicStore(&g0[i], value); }
}

fn g0_store1(element: u32, offset: u32, value: u32) {
  if (element >= 64u) { return; }
  let i = element + (offset >> 2u);
  g0_put(i, value);
}

fn fetch_2d_f32(view: texture_2d<f32>, at: vec2i, level: u32) -> vec4f {
  if (level >= textureNumLevels(view)) { return vec4f(); }
  if (any(vec2u(at) >= textureDimensions(view, level))) { return vec4f(); }
  return textureLoad(view, at, level);
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn max_number(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}

fn min_number(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}

fn to_u32(x: f32) -> u32 {
  let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);
  return select(n, 0u, is_nan(x));
}

fn g0_atomic_add(element: u32, offset: u32, value: u32) -> u32 {
  if (element < 64u && offset < 4u) {
    return atomicAdd(&g0[element + (offset >> 2u)], value);
  }
  return 0u;
}

fn g0_word(i: u32) -> u32 {
  if (i < 64u) { return atomicLoad(&g0[i]); }
  return 0u;
}

fn g0_load1(element: u32, offset: u32) -> u32 {
  if (element >= 64u) { return 0u; }
  let i = element + (offset >> 2u);
  return g0_word(i);
}

fn bins_atomic_add(offset: u32, value: u32) -> u32 {
  if ((offset >> 2u) < arrayLength(&bins)) {
    return atomicAdd(&bins[offset >> 2u], value);
  }
  return 0u;
}

@compute @workgroup_size(16, 16, 1)
fn main(input: Inputs) {
  let v = input.local_invocation_index < 64u;
  if (v) {
    g0_store1(input.local_invocation_index, 0u, 0u);
  }
  workgroupBarrier();
  let image_texel = fetch_2d_f32(image, vec2i(input.global_invocation_id.xy), 0u);
  let v1 = max_number((log2(dot(image_texel.xyz, vec3f(0.2126, 0.7152, 0.0722)) + 0.00001) + 10.0) * 4.0, 0.0);
  let v2 = to_u32(min_number(v1, 63.0));
  g0_atomic_add(v2, 0u, 1u);
  workgroupBarrier();
  if (v) {
    let v3 = i32(g0_load1(input.local_invocation_index, 0u));
    bins_atomic_add(input.local_invocation_index << 2u, u32(v3));
  }
}
