struct Inputs {
  @location(0) position1: vec4f,
  @location(1) texcoord0: vec4f,
  @location(2) texcoord1: vec4f,
  @location(3) texcoord2: vec4f,
  @location(4) blendindices1: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(10) fog: vec4f,
  @location(11) depth4: vec4f,
  @location(8) color5: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
  @location(5) texcoord3: vec4f,
  @location(12) tangent: vec4f,
  @location(6) binormal3: vec4f,
  @location(9) depth2: vec4f,
  @location(2) binormal1: vec4f,
  @location(7) blendweight1: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(32) var t0: texture_2d<f32>;
@group(0) @binding(33) var t1: texture_cube<f32>;
@group(0) @binding(34) var t2: texture_3d<f32>;
@group(0) @binding(35) var t3: texture_2d<f32>;
@group(0) @binding(0) var<uniform> c: array<vec4f, 256>;
@group(0) @binding(16) var s0: sampler;
@group(0) @binding(17) var s1: sampler;
@group(0) @binding(18) var s2: sampler;
@group(0) @binding(19) var s3: sampler;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 2>(
  vec4f(1.0, 2.0, 3.0, 4.0),
  vec4f(),
);

fn c_row(row: u32) -> vec4f {
  if (row < 256u) { return c[row]; }
  return vec4f();
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var input_range0: array<vec4f, 6>;
  var x0: array<vec4f, 18>;
  input_range0[0] = input.position1;
  input_range0[1] = input.texcoord0;
  input_range0[2] = input.texcoord1;
  input_range0[3] = input.texcoord2;
  input_range0[4] = input.blendindices1;
  x0[0].x = input.position1.x;
  x0[0].y = input.position1.y;
  x0[0].z = input.position1.z;
  x0[0].w = input.position1.w;
  let t0_texel = textureSampleLevel(t0, s0, input.texcoord0.xy, input.texcoord0.w);
  let t1_texel = textureSampleLevel(t1, s1, input.texcoord0.xyz, input.texcoord0.w);
  let t2_texel = textureSampleLevel(t2, s2, input.texcoord0.xyz, input.texcoord0.z);
  let t3_texel = textureSampleLevel(t3, s3, input.texcoord0.wz, input.texcoord0.x);
  var v: vec4f = vec4f();
  var n: u32 = 3u;
  var n1: i32 = 0;
  loop {
    if (n == 0u) {
      break;
    }
    let v1 = n1 + 1;
    let v2 = input_range0[min(u32(v1), 5u)];
    let v3 = n1 + 4;
    x0[select(17u, u32(v3), u32(v3) < 16u)].x = v2.x;
    x0[select(17u, u32(v3), u32(v3) < 16u)].y = v2.y;
    x0[select(17u, u32(v3), u32(v3) < 16u)].z = v2.z;
    x0[select(17u, u32(v3), u32(v3) < 16u)].w = v2.w;
    let v4 = u32(n1) + 3u;
    n1 = v1;
    n = n - 1u;
    v = v2 + select(c_row(u32(i32(v4))), immediate_constants[min(v4, 1u)], v4 < 1u);
  }
  let v5 = cos(t0_texel.x);
  let v6 = sin(t0_texel.x);
  let v7 = x0[1].x;
  let v8 = select(v7, v.x, t0_texel.x < t1_texel.x);
  x0[1].x = v8;
  let v9 = x0[1].y;
  let v10 = select(v9, v.y, t0_texel.y < t1_texel.y);
  x0[1].y = v10;
  let v11 = x0[1].z;
  let v12 = select(v11, v.z, t0_texel.z < t1_texel.z);
  x0[1].z = v12;
  let v13 = x0[1].w;
  let v14 = select(v13, v.w, t0_texel.w < t1_texel.w);
  x0[1].w = v14;
  let v15 = vec4f(v5, v6, 0.0, 0.0);
  let v16 = abs(v15);
  let v17 = clamp014(clamp014(v15) + v16);
  x0[2].x = v17.x;
  x0[2].y = v17.y;
  x0[2].z = v17.z;
  x0[2].w = v17.w;
  let v18 = -v16 * vec4f(1.0, 2.0, 3.0, 4.0);
  x0[3].x = t0_texel.x;
  x0[3].y = t0_texel.y;
  x0[3].z = t0_texel.z;
  x0[3].w = t0_texel.w;
  x0[5].x = t1_texel.x;
  x0[5].y = t1_texel.y;
  x0[5].z = t1_texel.z;
  x0[5].w = t1_texel.w;
  x0[6].x = t2_texel.x;
  x0[6].y = t2_texel.y;
  x0[6].z = t2_texel.z;
  x0[7].x = t3_texel.w;
  x0[7].y = t3_texel.z;
  x0[7].z = t3_texel.y;
  x0[7].w = t3_texel.x;
  x0[8].x = v.x;
  x0[8].y = v.y;
  x0[8].z = v.z;
  x0[8].w = v.w;
  x0[9].x = v18.x;
  x0[9].y = v18.y;
  x0[9].z = v18.z;
  x0[9].w = v18.w;
  x0[10].x = v5;
  x0[10].y = v6;
  x0[10].z = 0.0;
  x0[10].w = 0.0;
  let v19 = x0[0];
  let v20 = x0[4];
  result.position = vec4f(v19.x + v19.w * state.half_pixel.x, v19.y - v19.w * state.half_pixel.y, v19.zw);
  result.color0 = vec4f(v8, v10, v12, v14);
  result.color1 = v17;
  result.fog = vec4f(t0_texel.x, 0.0, 0.0, 0.0);
  result.depth4.y = t0_texel.y;
  result.color5.z = t0_texel.z;
  result.color5.w = t0_texel.w;
  result.texcoord1 = v20;
  result.texcoord2 = t1_texel;
  result.texcoord3 = vec4f(t2_texel.xyz, 0.0);
  result.tangent = t3_texel.wzyx;
  result.binormal3 = v;
  result.depth2 = v18;
  result.binormal1 = vec4f(vec2f(v5, v6), 0.0, 0.0);
  let v21 = vec2f();
  result.blendweight1.z = v21.x;
  result.blendweight1.w = v21.y;
  return result;
}
