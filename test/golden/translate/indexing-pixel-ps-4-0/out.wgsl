struct Inputs {
  @location(0) v0: vec4f,
  @location(1) v1: vec4f,
  @location(2) v2: vec4f,
  @location(3) @interpolate(flat) at: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(3) var<uniform> Palette: array<vec4f, 37>;

const immediate_constants = array<vec4u, 16>(
  vec4u(0x3f800000u, 0u, 0u, 0u),
  vec4u(0u, 0x3f800000u, 0u, 0u),
  vec4u(0u, 0u, 0x3f800000u, 0u),
  vec4u(0u, 0u, 0u, 0x3f800000u),
  vec4u(0x3f800000u, 0x40000000u, 0x40400000u, 0x40800000u),
  vec4u(0u, 0u, 0x3f000000u, 0x47f12000u),
  vec4u(0u, 0u, 0u, 0u),
  vec4u(0xbfc00000u, 0x7149f2cau, 0xb727c5acu, 0x477fff00u),
  vec4u(0x40400000u, 0x3f800000u, 0x40800000u, 0x3f800000u),
  vec4u(1u, 0u, 0u, 0u),
  vec4u(0xffffffffu, 0u, 0u, 0u),
  vec4u(10000u, 0u, 0u, 0u),
  vec4u(10001u, 0u, 0u, 0u),
  vec4u(0x7fc00000u, 0u, 0u, 0u),
  vec4u(0x80000000u, 0u, 0u, 0u),
  vec4u(),
);

fn Palette_row(row: u32) -> vec4f {
  if (row < 37u) { return Palette[row]; }
  return vec4f();
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var input_range0: array<vec4f, 4>;
  var x0: array<vec4u, 8>;
  var x1: array<vec4f, 5>;
  input_range0[0] = input.v0;
  input_range0[1] = input.v1;
  input_range0[2] = input.v2;
  x0[0] = vec4u(0u);
  x0[1] = bitcast<vec4u>(input.v1);
  x0[2] = bitcast<vec4u>(input.v2 + input.v2);
  x0[3] = bitcast<vec4u>(3.0 * input.v0);
  x0[4] = bitcast<vec4u>(4.0 * input.v1);
  x0[5] = bitcast<vec4u>(5.0 * input.v2);
  x1[0].x = input.v0.x;
  x1[1].x = input.v1.y;
  x1[2].x = input.v2.z;
  let v = bitcast<vec4f>(x0[min(input.at.x, 6u)]);
  x0[select(7u, input.at.x, input.at.x < 6u)] = bitcast<vec4u>(v + bitcast<vec4f>(immediate_constants[min(input.at.y + 4u, 15u)]));
  let v1 = input.at.y + 2u;
  let v2 = bitcast<vec2u>(input_range0[min(input.at.x, 3u)].xy);
  x0[select(7u, v1, v1 < 6u)].x = v2.y;
  x0[select(7u, v1, v1 < 6u)].z = v2.x;
  let v3 = x1[min(input.at.z, 3u)].x;
  x1[select(4u, input.at.z, input.at.z < 3u)].x = f32(i32(immediate_constants[min(input.at.x + 9u, 15u)].x)) + v3;
  let v4 = x1[min(input.at.y, 3u)].x;
  let v5 = input.at.x << 2u;
  let v6 = input.at.z << 2u;
  let v7 = bitcast<vec4f>(immediate_constants[min(input.at.y, 15u)]);
  let v8 = vec4f(dot(input.v0, Palette_row(v5 + 21u)), dot(input.v0, Palette_row(v5 + 22u)), dot(input.v0, Palette_row(v5 + 23u)), dot(input.v0, Palette_row(v5 + 24u)));
  let v9 = vec4f(dot(Palette_row(v6 + 21u), v7), dot(Palette_row(v6 + 22u), v7), dot(Palette_row(v6 + 23u), v7), dot(Palette_row(v6 + 24u), v7));
  let v10 = bitcast<vec4f>(x0[min(input.at.z, 6u)]);
  let v11 = v10 + Palette_row(input.at.x + 3u) + Palette_row(input.at.y);
  result.target0 = v4 + (v8 + v9 + vec4f(v11.xyz + Palette_row(input.at.z + 16u).xyz, v11.w)) + dot(input.v1, bitcast<vec4f>(immediate_constants[min(input.at.z & 3u, 15u)]));
  return result;
}
