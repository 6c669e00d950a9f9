diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) p: vec4f,
  @location(1) @interpolate(flat) q: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(16) var s: sampler;
@group(1) @binding(32) var f1: texture_2d<f32>;
@group(1) @binding(33) var f2: texture_2d<f32>;
@group(1) @binding(34) var f3: texture_2d<f32>;
@group(1) @binding(35) var i4: texture_2d<i32>;
@group(1) @binding(36) var i1: texture_2d<i32>;
@group(1) @binding(37) var u2: texture_2d<u32>;
@group(1) @binding(38) var un: texture_2d<f32>;
@group(1) @binding(39) var sn: texture_2d<f32>;
@group(1) @binding(40) var un3: texture_3d<f32>;
@group(1) @binding(41) var<storage, read> bi: array<u32>;
@group(1) @binding(42) var<storage, read> bu: array<u32>;
@group(1) @binding(43) var<storage, read> bs: array<u32>;
@group(1) @binding(44) var msu: texture_multisampled_2d<u32>;

fn fetch_2d_u32(view: texture_2d<u32>, at: vec2i, level: u32) -> vec4u {
  if (level >= textureNumLevels(view)) { return vec4u(); }
  if (any(vec2u(at) >= textureDimensions(view, level))) { return vec4u(); }
  return textureLoad(view, at, level);
}

fn fetch_2d_i32(view: texture_2d<i32>, at: vec2i, level: u32) -> vec4i {
  if (level >= textureNumLevels(view)) { return vec4i(); }
  if (any(vec2u(at) >= textureDimensions(view, level))) { return vec4i(); }
  return textureLoad(view, at, level);
}

fn fetch_sample_2d_u32(view: texture_multisampled_2d<u32>, at: vec2i, index: u32) -> vec4u {
  if (index >= textureNumSamples(view)) { return vec4u(); }
  if (any(vec2u(at) >= textureDimensions(view))) { return vec4u(); }
  return textureLoad(view, at, index);
}

fn bi_fetch(element: u32) -> vec4i {
  if (element >= arrayLength(&bi)) { return vec4i(); }
  let w0 = bi[element];
  return vec4i(i32(w0), 0, 0, 1);
}

fn bu_fetch(element: u32) -> vec4u {
  if (element >= arrayLength(&bu) / 4u) { return vec4u(); }
  let w0 = bu[element * 4u + 0u];
  let w1 = bu[element * 4u + 1u];
  let w2 = bu[element * 4u + 2u];
  let w3 = bu[element * 4u + 3u];
  return vec4u(w0, w1, w2, w3);
}

fn bs_fetch(element: u32) -> vec4f {
  if (element >= arrayLength(&bs)) { return vec4f(); }
  let w0 = bs[element];
  return vec4f(unpack4x8snorm(w0).x, unpack4x8snorm(w0).y, unpack4x8snorm(w0).z, unpack4x8snorm(w0).w);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let f1_texel = textureSample(f1, s, input.p.xy);
  let f2_texel = textureSample(f2, s, input.p.xy);
  let f3_texel = textureSample(f3, s, input.p.xy);
  let un_texel = textureSample(un, s, input.p.xy);
  let sn_texel = textureSample(sn, s, input.p.xy);
  let un3_texel = textureSample(un3, s, input.p.xyx);
  let u2_texel = fetch_2d_u32(u2, vec2i(input.q.xy), 1u);
  let i4_texel = fetch_2d_i32(i4, vec2i(input.q.xy), 0u);
  let i1_texel = fetch_2d_i32(i1, vec2i(input.q.xy), 0u);
  let msu_texel = fetch_sample_2d_u32(msu, vec2i(input.q.xy), 1u);
  let v = f32(msu_texel.x);
  let v1 = f32(msu_texel.y);
  let v2 = vec4f(f32(u2_texel.x + (u32(i1_texel.x) + u32(i4_texel.x))), f32(u2_texel.y + (u32(i1_texel.x) + u32(i4_texel.y))), f32(u2_texel.y + (u32(i1_texel.x) + u32(i4_texel.z))), f32(u2_texel.x + (u32(i1_texel.x) + u32(i4_texel.w))));
  let v3 = bi_fetch(u32(i32(input.q.x)));
  let v4 = bu_fetch(u32(i32(input.q.y)));
  let v5 = bs_fetch(u32(i32(input.q.x)));
  let v6 = vec4f(f32(u32(v3.x) + v4.x), f32(u32(v3.x) + v4.y), f32(u32(v3.x) + v4.z), f32(u32(v3.x) + v4.w));
  result.target0 = f2_texel.xyxy + f1_texel.x + f3_texel.xyzx + un_texel + sn_texel.xyyx + un3_texel.x + v2 + (vec4f(v, v1, v, v1) + (v6 + v5));
  return result;
}
