struct Inputs {
  @location(0) v: vec4f,
  @location(1) @interpolate(flat) n: vec4u,
  @builtin(front_facing) front_facing: bool,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4u, 9>;

fn Globals_row(row: u32) -> vec4u {
  if (row < 9u) { return Globals[row]; }
  return vec4u();
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_front_facing = select(0u, 0xffffffffu, input.front_facing);
  if (input.v.x < 0.0) {
    discard;
  }
  if (input.v.y - bitcast<f32>(Globals[0].y) < 0.0) { discard; }
  var v: f32 = 0.0;
  var v1: vec2f = vec2f(0.0);
  var v2: f32 = 0.0;
  var n: u32 = 0u;
  loop {
    if (i32(n) >= i32(Globals[0].x)) {
      break;
    }
    let v3 = n + 1u;
    if (bitcast<f32>(Globals[0].y) < bitcast<f32>(Globals_row(v3).x)) {
      break;
    }
    if (bitcast<f32>(Globals_row(v3).y) == 0.0) {
      n = v3;
      continue;
    }
    if (v < input.v.z) {
      let v4 = vec4f(v1, v2, v) + input.v.yzwx;
      n = v3;
      v2 = v4.z;
      v1 = v4.xy;
      v = v4.w;
      continue;
    }
    if (bitcast<f32>(Globals[0].y) < v1.x) {
      let v5 = vec4f(v1, v2, v);
      let v6 = v5 + v5;
      v2 = v6.z;
      v1 = v6.xy;
      v = v6.w;
      break;
    }
    let v7 = vec4f(v2, v1, v) + bitcast<vec4f>(Globals_row(v3).wyzx);
    var v8: f32 = v7.x;
    var v9: f32;
    loop {
      if (v8 >= bitcast<f32>(Globals[0].y)) {
        v9 = v7.w;
        break;
      }
      let v10 = v8 + input.v.w;
      if (v10 == 3.0) {
        v8 = v10;
        v9 = 1.0;
        break;
      }
      v8 = v10;
    }
    n = v3;
    v2 = v8;
    v1 = v7.yz;
    v = v9;
  }
  var v11: vec2f;
  var v12: vec2f;
  if ((select(0u, 0xffffffffu, i32(input.n.z) > 3) & d3d_front_facing) != 0u) {
    let v13 = vec4f(v, v1, v2) * 3.0;
    var v14: vec2f;
    if (input.n.w != 0u) {
      v14 = vec2f(9.0, v13.y);
    } else {
      v14 = vec2f(v13.x, 7.0);
    }
    v12 = v13.zw;
    v11 = v14;
  } else {
    let v15 = vec4f(v, v1, v2) - 1.0;
    v12 = v15.zw;
    v11 = v15.xy;
  }
  var v16: vec4f;
  switch (input.n.x) {
    case 0u: {
      v16 = vec4f(v11, v12) + 1.0;
    }
    case 1u, 2u: {
      v16 = vec4f(v11, v12) + 2.0;
    }
    case 0x186a0u: {
      v16 = vec4f(v11, v12) + 4.0;
    }
    case 0xfffffffbu: {
      v16 = vec4f(v11, v12) * 3.0;
    }
    default: {
      v16 = vec4f(v11, v12) - 1.0;
    }
  }
  if (input.n.y == 5u) {
    result.target0 = v16;
    return result;
  }
  var v17: f32;
  var v18: f32;
  var v19: f32;
  var v20: f32;
  switch (input.n.y) {
    case 0u: {
      let v21 = input.v + bitcast<vec4f>(Globals[1]);
      v20 = v21.w;
      v19 = v21.z;
      v18 = v21.y;
      v17 = v21.x;
    }
    case 1u: {
      let v22 = input.v * bitcast<vec4f>(Globals[2]);
      v20 = v22.w;
      v19 = v22.z;
      v18 = v22.y;
      v17 = v22.x;
    }
    case 0xfffffff9u: {
      v20 = input.v.x;
      v19 = input.v.y;
      v18 = input.v.z;
      v17 = input.v.w;
    }
    default: {
      v20 = 0.0;
      v19 = 0.0;
      v18 = 0.0;
      v17 = 0.0;
    }
  }
  result.target0 = v16 + vec4f(v17, v18, v19, v20);
  return result;
}
