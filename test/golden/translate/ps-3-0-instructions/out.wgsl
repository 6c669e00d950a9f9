diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(0) @interpolate(perspective, centroid) color0: vec4f,
  @location(1) @interpolate(perspective, centroid) color1: vec4f,
  @location(11) normal: vec4f,
  @location(6) tangent7: vec4f,
  @location(10) fog: vec4f,
  @location(9) texcoord7: vec4f,
  @location(5) depth1: vec4f,
  @location(4) blendweight3: vec4f,
  @builtin(position) position: vec4f,
  @builtin(front_facing) front_facing: bool,
}

struct Outputs {
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) color2: vec4f,
  @location(3) color3: vec4f,
  @builtin(frag_depth) depth: f32,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(33) var t1: texture_cube<f32>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(17) var s1: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn float_bits(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var input_range0: array<vec4f, 11>;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  let d3d_front_facing = select(0u, 0xffffffffu, input.front_facing);
  input_range0[0] = input.texcoord0;
  input_range0[1] = input.texcoord1;
  input_range0[2] = input.color0;
  input_range0[3] = input.color1;
  input_range0[4] = input.normal;
  input_range0[5] = input.tangent7;
  input_range0[6] = input.fog;
  input_range0[7] = input.texcoord7;
  input_range0[8] = input.depth1;
  input_range0[9] = input.blendweight3;
  let t0_texel = textureSampleLevel(t0, s0, input.texcoord0.xy, input.texcoord0.w);
  let t1_texel = textureSample(t1, s1, input.texcoord1.xyz);
  let t0_texel1 = textureSample(t0, s0, input.texcoord0.xy / input.texcoord0.w);
  var v: vec4f = t0_texel;
  var v1: vec4f = t1_texel;
  var n: u32 = 3u;
  var n1: i32 = 0;
  loop {
    if (n == 0u) {
      break;
    }
    let v2 = v + input_range0[min(u32(n1), 10u)];
    let v3 = legacy_product4(v1, vec4f(0.0, 1.0, 2.0, 3.0));
    if (v2.x > 0.0) {
      v1 = v3;
      v = v2;
      break;
    }
    n1 = n1 + 1;
    n = n - 1u;
    v1 = v3;
    v = v2;
  }
  var v4: vec4f = v1;
  if (select(-1.0, 1.0, d3d_front_facing != 0u) > 0.0) {
    v4 = floor(d3d_position.xy).xyxy;
  }
  let v5 = abs(v4) - input.normal.xyzz;
  let v6 = legacy_product4(-abs(t0_texel1), input.tangent7) + 0.0;
  let v7 = v5.x < v.x;
  let v8 = v5.y < v.y;
  let t0_texel2 = textureSample(t0, s0, input.texcoord7.xy);
  var v9: f32 = 0.0;
  if (v8) {
    let v10 = dpdx(input.blendweight3);
    v9 = v10.x;
  }
  var n2: u32 = 3u;
  loop {
    if (n2 == 0u) {
      break;
    }
    n2 = n2 - 1u;
  }
  result.color0 = v;
  result.color1 = vec4f(float_bits(0x7f800000u), float_bits(0x80000000u), 9.99995e-41, 3.4028234663852886e+38);
  result.color2 = vec4f(select(input.depth1.x, select(0.0, t0_texel2.x, v7), v7), select(input.depth1.y, select(0.0, t0_texel2.y, v8), v7), select(input.depth1.z, select(0.0, t0_texel2.z, v5.z < v.z), v7), select(input.depth1.w, select(0.0, t0_texel2.w, v5.w < v.w), v7));
  result.color3 = vec4f(select(v6.x, v5.x, v.x >= 0.0), select(v6.y, v5.y, v.y >= 0.0), select(v6.z, v5.z, v.z >= 0.0), select(v6.w, v5.w, v.w >= 0.0));
  result.depth = v9;
  return result;
}
