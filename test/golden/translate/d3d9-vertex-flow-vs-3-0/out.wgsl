struct Inputs {
  @location(0) position1: vec4f,
  @location(1) texcoord1: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(0) color: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> constants: array<vec4u, 257>;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 5>(
  vec4f(0.15915494, 0.25, 6.2831855, -3.1415927),
  vec4f(-2.523985e-7, 0.0000247609, -0.0013888397, 0.04166664),
  vec4f(0.0, 1.0, 0.0, 0.5),
  vec4f(0.15915494, 0.5, 0.0, 0.0),
  vec4f(),
);

fn constants_row(row: u32) -> vec4u {
  if (row < 257u) { return constants[row]; }
  return vec4u();
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_log2(x: f32) -> f32 {
  return select(log2(abs(x)), -3.4028234663852886e+38, x == 0.0);
}

fn legacy_product(a: f32, b: f32) -> f32 {
  return select(a * b, 0.0, (a == 0.0) | (b == 0.0));
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_i32(x: f32) -> i32 {
  let n = select(i32(clamp(x, -2147483648.0, 2147483520.0)), 2147483647, x >= 2147483648.0);
  return select(n, 0, is_nan(x));
}

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var v: vec4f = input.position1.yzwx;
  var n: u32 = min(u32(i32(constants[256].x)), 255u);
  var n1: i32 = i32(constants[256].y);
  loop {
    if (n == 0u) {
      break;
    }
    let v1 = u32(n1) - 33u;
    let v2 = select(bitcast<vec4f>(constants_row(u32(select(-1, n1, u32(n1) < 256u)))), immediate_constants[min(v1, 4u)], v1 < 4u);
    n1 = n1 + i32(constants[256].z);
    n = n - 1u;
    v = (legacy_product4(input.texcoord1.xxxx, v2) + v.wxyz).yzwx;
  }
  var v3: f32 = v.w;
  var n2: u32 = 255u;
  loop {
    if (n2 == 0u) {
      break;
    }
    let v4 = v3 + input.texcoord1.y;
    if (bitcast<f32>(constants[0].x) < v4) {
      v3 = v4;
      break;
    }
    n2 = n2 - 1u;
    v3 = v4;
  }
  var v5: f32;
  var v6: f32;
  var v7: f32;
  var v8: f32;
  if (input.texcoord1.z > 0.5) {
    let v9 = fract(vec4f(v3, v.xyz) * 0.15915494 + 0.25) * 6.2831855 - 3.1415927;
    let v10 = v9 * v9;
    let v11 = legacy_product4(v10, legacy_product4(v10, v10 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664;
    let v12 = fract(input.texcoord1 * 0.15915494 + 0.5) * 6.2831855 - 3.1415927;
    let v13 = v12 * v12;
    let v14 = legacy_product4(v13, legacy_product4(v13, v13 * -2.523985e-7 + 0.0000247609) - 0.0013888397) + 0.04166664;
    let v15 = legacy_product4(legacy_product4(v10, legacy_product4(v10, v11) - 0.5) + 1.0, legacy_product4(v13, legacy_product4(v13, v14) - 0.5) + 1.0);
    v8 = v15.w;
    v7 = v15.z;
    v6 = v15.y;
    v5 = v15.x;
  } else {
    let v16 = vec4f(legacy_log2(abs(v3)), legacy_log2(abs(v.x)), legacy_log2(abs(v.y)), legacy_log2(abs(v.z)));
    let v17 = legacy_product4(v16, input.texcoord1);
    v8 = exp2(v17.w);
    v7 = exp2(v17.z);
    v6 = exp2(v17.y);
    v5 = exp2(v17.x);
  }
  let v18 = -input.position1.x;
  let v19 = -input.position1.y;
  let v20 = -input.position1.z;
  let v21 = -input.position1.w;
  let v22 = vec4f(select(0.0, 1.0, v18 < input.position1.x), select(0.0, 1.0, v19 < input.position1.y), select(0.0, 1.0, v20 < input.position1.z), select(0.0, 1.0, v21 < input.position1.w));
  let v23 = vec4f(select(0.0, 1.0, input.position1.x < v18), select(0.0, 1.0, input.position1.y < v19), select(0.0, 1.0, input.position1.z < v20), select(0.0, 1.0, input.position1.w < v21));
  let v24 = vec4f(v5, v6, v7, v8);
  let v25 = legacy_product4(vec4f(bitcast<f32>(constants[32].x)), legacy_product4(v24, v22 - v23) - v24) + v24;
  let v26 = fract(input.texcoord1.w);
  let v27 = -v26;
  let v28 = legacy_product(select(0.0, 1.0, input.texcoord1.w < -input.texcoord1.w), select(0.0, 1.0, v27 < v26)) + (v27 + input.texcoord1.w);
  let v29 = legacy_product3(input.position1.yzx, input.texcoord1.zxy) - legacy_product3(input.position1.zxy, input.texcoord1.yzx);
  let v30 = u32(to_i32(round(v28))) + 3u;
  let v31 = v30 - 33u;
  let v32 = select(bitcast<f32>(constants_row(u32(select(-1, i32(v30), v30 < 256u))).w), immediate_constants[min(v31, 4u)].w, v31 < 4u);
  let v33 = vec4f(v29, v32);
  let v34 = vec4f(select(0.0, 1.0, v25.x < v29.x), select(0.0, 1.0, v25.y < v29.y), select(0.0, 1.0, v25.z < v29.z), select(0.0, 1.0, v25.w < v32));
  let v35 = legacy_product4(v34, v33 - v25) + v25;
  result.position = vec4f(v35.x + v35.w * state.half_pixel.x, v35.y - v35.w * state.half_pixel.y, v35.zw);
  result.color = v33;
  return result;
}
