struct Inputs {
  @location(0) position1: vec4f,
  @location(1) normal2: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(0) color: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 7>;
@group(0) @binding(289) var<uniform> state: State;

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = input.position1.z < c[0].z;
  let v1 = -c[1].x >= input.position1.x;
  let v2 = -c[1].y >= input.position1.y;
  let v3 = input.position1 + c[2];
  let v4 = select(input.position1.x, v3.x, v1);
  let v5 = select(input.position1.y, v3.y, v2);
  let v6 = select(input.position1.z, v3.z, v);
  let v7 = select(input.position1.w, v3.w, !(input.position1.w == c[0].w));
  let v8 = legacy_product3(vec3f(v4, v5, v6), c[3].xyz);
  let v9 = select(v8.x, v4, v1);
  let v10 = select(v8.y, v5, v2);
  let v11 = select(v8.z, v6, v);
  let v12 = vec4f(v9, v10, v11, v7);
  let v13 = legacy_product4(v12, c[4]) + v12;
  let v14 = input.position1.w == c[0].w;
  let v15 = select(select(0.0, v13.w, v1), v7, v14);
  let v16 = c[0].x < v9;
  var v17: vec4f;
  if (v16) {
    var v18: vec4f = c[2];
    if (v10 < v9) {
      v18 = c[1];
    }
    v17 = v18;
  } else {
  }
  var v19: vec4f = select(v17, c[2], v1);
  if (!v2) {
    v19 = c[3];
  }
  loop {
    if (v16) {
      break;
    }
    if (v9 == c[0].x) {
      break;
    }
    if (v9 >= c[0].x) {
      break;
    }
    if (v9 < c[0].x) {
      break;
    }
    if (!(v9 == c[0].x)) {
      break;
    }
    if (c[0].x >= v9) {
      break;
    }
    break;
  }
  var v20: vec4f = v19;
  if (v) {
    v20 = c[6];
  }
  var v21: vec4f = v20;
  if (!v1) {
    v21 = c[6];
  }
  result.position = vec4f(select(select(0.0, v13.x, v1), v9, v14) + v15 * state.half_pixel.x, select(select(0.0, v13.y, v1), v10, v14) - v15 * state.half_pixel.y, select(select(0.0, v13.z, v1), v11, v14), v15);
  result.color = vec4f(clamp01(v21.x), clamp01(v21.y), clamp01(v21.z), clamp01(v21.w));
  return result;
}
