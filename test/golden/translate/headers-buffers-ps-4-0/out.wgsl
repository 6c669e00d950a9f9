struct Inputs {
  @location(1) @interpolate(flat) i: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4f, 2>;
@group(1) @binding(2) var<uniform> Types: array<vec4u, 111>;
@group(1) @binding(1) var<uniform> Packed: array<vec4f, 4>;
@group(1) @binding(3) var<uniform> AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn: array<vec4f, 3>;
@group(1) @binding(32) var<storage, read> Tex: array<u32>;

fn Tex_fetch(element: u32) -> vec4f {
  if (element >= arrayLength(&Tex)) { return vec4f(); }
  let w0 = Tex[element];
  return vec4f(bitcast<f32>(w0), 0.0, 0.0, 1.0);
}

fn Types_row(row: u32) -> vec4u {
  if (row < 111u) { return Types[row]; }
  return vec4u();
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = Tex_fetch(0u);
  let v1 = input.i.x % 3u;
  let v2 = Tex_fetch(v1 + 1u);
  let v3 = Tex_fetch(8u);
  let v4 = f32(i32(Types[98].x)) + bitcast<f32>(Types[31].x) + Packed[3].y + Packed[1] + v + v2.x + v3.x + Globals[0].x;
  let v5 = f32(i32(Types[19].x)) + (bitcast<vec4f>(Types[0]) + bitcast<f32>(Types[1].x)) + bitcast<vec4f>(Types[21]);
  let v6 = f32(Types[22].z) + (f32(i32(Types[22].y)) + (select(0.0, 1.0, Types[22].x != 0u) + v5)) + bitcast<f32>(Types[23].x);
  let v7 = v4 + Globals[1] + (v6 + bitcast<f32>(Types_row(v1 + 28u).x)) + AVeryLongNameForAConstantBufferThatGoesBeyondTheColumn[2].x;
  let v8 = v7 + 3.0 + f32(Types[16].y) + select(0.0, 1.0, Types[10].x != 0u) + f32(i32(Types[9].w)) + bitcast<f32>(Types[109].x);
  result.target0 = v8 + f32(i32(Types[110].y));
  return result;
}
