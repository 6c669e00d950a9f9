diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(47) var t15: texture_2d<f32>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(31) var s15: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = dpdx(input.texcoord0);
  let v1 = dpdy(input.texcoord0.wzyx);
  let t0_texel = textureSampleGrad(t0, s0, input.texcoord0.xy, v.xy, v1.xy);
  let t15_texel = textureSample(t15, s15, input.texcoord0.wz);
  let v2 = v.z >= 1.0;
  let v3 = t0_texel + t15_texel;
  let v4 = select(t0_texel.x, v3.x, v2);
  let v5 = select(t0_texel.y, v3.y, v2);
  let v6 = select(t0_texel.z, v3.z, v2);
  let v7 = select(t0_texel.w, v3.w, v2);
  var v8: vec4f = t15_texel;
  if (v.x <= 0.0) {
    v8 = vec4f(-1.0, 1.0, 0.5, 0.0);
  }
  var v9: vec4f = v8;
  var n: u32 = 5u;
  loop {
    if (n == 0u) {
      break;
    }
    let v10 = v9 + vec4f(v5, v6, v4, v7);
    if (v10.x >= 0.5) {
      v9 = v10;
      break;
    }
    n = n - 1u;
    v9 = v10;
  }
  if (v.x >= 0.0) {
    let v11 = (((input.texcoord1.x < 0.0) || (input.texcoord1.y < 0.0)) || (input.texcoord1.z < 0.0)) || (input.texcoord1.w < 0.0);
    if (v11) { discard; }
  }
  let v12 = (((input.texcoord1.x < 0.0) || (input.texcoord1.y < 0.0)) || (input.texcoord1.z < 0.0)) || (input.texcoord1.w < 0.0);
  if (v12) { discard; }
  result.color0 = legacy_product4(v9, input.color);
  return result;
}
