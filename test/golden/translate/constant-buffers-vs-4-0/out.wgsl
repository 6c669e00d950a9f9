struct Inputs {
  @location(0) p: vec4f,
  @location(1) n: vec4i,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

@group(0) @binding(1) var<uniform> Globals: array<vec4f, 4>;
@group(0) @binding(0) var<uniform> Scalars: array<vec4u, 7>;
@group(0) @binding(13) var<uniform> Matrices: array<vec4u, 29>;
@group(0) @binding(2) var<uniform> Packed: array<vec4u, 35>;
@group(0) @binding(35) var<storage, read> Table: array<u32>;

fn Table_fetch(element: u32) -> vec4f {
  if (element >= arrayLength(&Table)) { return vec4f(); }
  let w0 = Table[element];
  return vec4f(bitcast<f32>(w0), 0.0, 0.0, 1.0);
}

fn Matrices_row(row: u32) -> vec4u {
  if (row < 29u) { return Matrices[row]; }
  return vec4u();
}

fn Globals_row(row: u32) -> vec4f {
  if (row < 4u) { return Globals[row]; }
  return vec4f();
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_i32(x: f32) -> i32 {
  let n = select(i32(clamp(x, -2147483648.0, 2147483520.0)), 2147483647, x >= 2147483648.0);
  return select(n, 0, is_nan(x));
}

fn Scalars_row(row: u32) -> vec4u {
  if (row < 7u) { return Scalars[row]; }
  return vec4u();
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = bitcast<vec4i>(Table_fetch(6u));
  let v1 = Table_fetch(7u);
  let v2 = bitcast<vec4i>(Table_fetch(9u));
  let v3 = vec4f(dot(input.p, bitcast<vec4f>(Matrices[0])), dot(input.p, bitcast<vec4f>(Matrices[1])), dot(input.p, bitcast<vec4f>(Matrices[2])), dot(input.p, bitcast<vec4f>(Matrices[3])));
  let v4 = vec4f(dot(bitcast<vec4f>(Matrices[4]), input.p), dot(bitcast<vec4f>(Matrices[5]), input.p), dot(bitcast<vec4f>(Matrices[6]), input.p), dot(bitcast<vec4f>(Matrices[7]), input.p));
  let v5 = fma(vec4f(bitcast<f32>(Scalars[0].x)), input.p, v3 + v4) + Globals[0];
  let v6 = fma(bitcast<vec3f>(Matrices[10].xyz), input.p.zzz, fma(bitcast<vec3f>(Matrices[8].xyz), input.p.xxx, input.p.y * bitcast<vec3f>(Matrices[9].xyz)));
  let v7 = fma(input.p.xxx, bitcast<vec3f>(Matrices[12].xyz), input.p.y * bitcast<vec3f>(Matrices[13].xyz));
  let v8 = fma(bitcast<vec3f>(Matrices[11].xyz), input.p.www, v6) + v7 + vec3f(f32(Scalars[1].x), f32(Scalars[1].y), f32(Scalars[1].z));
  let v9 = u32(input.n.x) * 3u;
  let v10 = vec3f(dot(input.p, bitcast<vec4f>(Matrices_row(v9 + 14u))), dot(input.p, bitcast<vec4f>(Matrices_row(v9 + 15u))), dot(input.p, bitcast<vec4f>(Matrices_row(v9 + 16u))));
  let v11 = v8 + v10 + Globals_row(u32(input.n.x) + 1u).xyz + v5.xyz;
  let v12 = to_i32(input.p.x);
  let v13 = to_i32(input.p.y);
  let v14 = vec2f(f32(i32(Matrices[27].x) * v12 + v13 * i32(Matrices[28].x)), f32(i32(Matrices[27].y) * v12 + v13 * i32(Matrices[28].y)));
  let v15 = fma(bitcast<vec2f>(Scalars[0].yz) * bitcast<vec2f>(Packed[2].zw), vec2f(bitcast<f32>(Packed[0].y)), v14);
  let v16 = vec2f(dot(bitcast<vec2f>(Packed[24].xy), bitcast<vec2f>(Packed[31].yz)), dot(bitcast<vec2f>(Packed[25].xy), bitcast<vec2f>(Packed[31].yz)));
  let v17 = v15 + v16 + v11.xy;
  var v18: vec2f;
  var v19: f32;
  var v20: f32;
  if (((Scalars[1].w != 0u) && (Scalars[2].z != 0u)) || (Packed[34].y != 0u)) {
    let v21 = f32(Scalars_row(u32(input.n.x) + 4u).x) + (bitcast<f32>(Scalars[3].x) + bitcast<vec4f>(Packed[7]));
    let v22 = vec4f(v17, v11.z, v5.w) + (v21 + bitcast<f32>(Matrices[26].x));
    v20 = v22.w;
    v19 = v22.z;
    v18 = v22.xy;
  } else {
    v20 = v5.w;
    v19 = v11.z;
    v18 = v17;
  }
  let v23 = Table_fetch(u32(input.n.x));
  let v24 = v1.yzyz + (vec4f(f32(v.x), f32(v.y), f32(v.z), f32(v.w)) + v23) + f32(v2.x) + f32(i32(Scalars[0].w));
  let v25 = v24 + Globals[3] + vec4f(v18, v19, v20);
  result.position = vec4f(v25.x + (f32(i32(Packed[23].x)) + bitcast<f32>(Packed[34].z)), v25.yzw);
  return result;
}
