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
  var n: u32 = 0u;
  var n1: vec2u = vec2u(0u);
  var n2: u32 = 0u;
  var n3: u32 = 0u;
  loop {
    if (i32(n3) >= i32(Globals[0].x)) {
      break;
    }
    let v = n3 + 1u;
    if (bitcast<f32>(Globals[0].y) < bitcast<f32>(Globals_row(v).x)) {
      break;
    }
    if (bitcast<f32>(Globals_row(v).y) == 0.0) {
      n3 = v;
      continue;
    }
    if (bitcast<f32>(n) < input.v.z) {
      let v1 = bitcast<vec4f>(vec4u(n1, n2, n)) + input.v.yzwx;
      n3 = v;
      n2 = bitcast<u32>(v1.z);
      n1 = bitcast<vec4u>(v1).xy;
      n = bitcast<u32>(v1.w);
      continue;
    }
    if (bitcast<f32>(Globals[0].y) < bitcast<f32>(n1.x)) {
      let v2 = vec4u(n1, n2, n);
      let v3 = bitcast<vec4f>(v2) + bitcast<vec4f>(v2);
      n2 = bitcast<u32>(v3.z);
      n1 = bitcast<vec4u>(v3).xy;
      n = bitcast<u32>(v3.w);
      break;
    }
    let v4 = bitcast<vec4f>(vec4u(n2, n1, n)) + bitcast<vec4f>(Globals_row(v).wyzx);
    var n4: u32 = bitcast<u32>(v4.x);
    var n5: u32;
    loop {
      if (bitcast<f32>(n4) >= bitcast<f32>(Globals[0].y)) {
        n5 = bitcast<u32>(v4.w);
        break;
      }
      let v5 = bitcast<f32>(n4) + input.v.w;
      if (v5 == 3.0) {
        n4 = bitcast<u32>(v5);
        n5 = 0x3f800000u;
        break;
      }
      n4 = bitcast<u32>(v5);
    }
    n3 = v;
    n2 = n4;
    n1 = bitcast<vec4u>(v4).yz;
    n = n5;
  }
  var v6: vec2f;
  var v7: vec2f;
  if ((select(0u, 0xffffffffu, i32(input.n.z) > 3) & d3d_front_facing) != 0u) {
    let v8 = bitcast<vec4f>(vec4u(n, n1, n2)) * 3.0;
    var v9: vec2f;
    if (input.n.w != 0u) {
      v9 = vec2f(9.0, v8.y);
    } else {
      v9 = vec2f(v8.x, 7.0);
    }
    v7 = v8.zw;
    v6 = v9;
  } else {
    let v10 = bitcast<vec4f>(vec4u(n, n1, n2)) - 1.0;
    v7 = v10.zw;
    v6 = v10.xy;
  }
  var v11: vec4f;
  switch (input.n.x) {
    case 0u: {
      v11 = vec4f(v6, v7) + 1.0;
    }
    case 1u, 2u: {
      v11 = vec4f(v6, v7) + 2.0;
    }
    case 0x186a0u: {
      v11 = vec4f(v6, v7) + 4.0;
    }
    case 0xfffffffbu: {
      v11 = vec4f(v6, v7) * 3.0;
    }
    default: {
      v11 = vec4f(v6, v7) - 1.0;
    }
  }
  if (input.n.y == 5u) {
    result.target0 = v11;
    return result;
  }
  var v12: f32;
  var v13: f32;
  var v14: f32;
  var v15: f32;
  switch (input.n.y) {
    case 0u: {
      let v16 = input.v + bitcast<vec4f>(Globals[1]);
      v15 = v16.w;
      v14 = v16.z;
      v13 = v16.y;
      v12 = v16.x;
    }
    case 1u: {
      let v17 = input.v * bitcast<vec4f>(Globals[2]);
      v15 = v17.w;
      v14 = v17.z;
      v13 = v17.y;
      v12 = v17.x;
    }
    case 0xfffffff9u: {
      v15 = input.v.x;
      v14 = input.v.y;
      v13 = input.v.z;
      v12 = input.v.w;
    }
    default: {
      v15 = 0.0;
      v14 = 0.0;
      v13 = 0.0;
      v12 = 0.0;
    }
  }
  result.target0 = v11 + vec4f(v12, v13, v14, v15);
  return result;
}
