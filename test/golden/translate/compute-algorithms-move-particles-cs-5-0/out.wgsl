struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(0) var<uniform> Constants: array<vec4f, 1>;
@group(0) @binding(160) var<storage, read_write> particles: array<u32>;
@group(0) @binding(161) var<storage, read_write> dead: array<u32>;
@group(0) @binding(225) var<storage, read_write> dead_counter: atomic<u32>;

fn particles_word(i: u32) -> u32 {
  if (i < arrayLength(&particles)) { return particles[i]; }
  return 0u;
}

fn particles_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&particles) / 8u) { return vec4u(); }
  let i = element * 8u + (offset >> 2u);
  return vec4u(particles_word(i), particles_word(i + 1u), particles_word(i + 2u), particles_word(i + 3u));
}

fn dead_put(i: u32, value: u32) {
  if (i < arrayLength(&dead)) { dead[i] = value; }
}

fn dead_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&dead)) { return; }
  let i = element + (offset >> 2u);
  dead_put(i, value);
}

fn particles_put(i: u32, value: u32) {
  if (i < arrayLength(&particles)) { particles[i] = value; }
}

fn particles_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= arrayLength(&particles) / 8u) { return; }
  let i = element * 8u + (offset >> 2u);
  particles_put(i, value.x);
  particles_put(i + 1u, value.y);
  particles_put(i + 2u, value.z);
  particles_put(i + 3u, value.w);
}

@compute @workgroup_size(64, 1, 1)
fn main(input: Inputs) {
  let v = bitcast<vec4f>(particles_load4(input.global_invocation_id.x, 0u));
  let v1 = particles_load4(input.global_invocation_id.x, 16u);
  if (v.w <= 0.0) {
    return;
  }
  let v2 = -Constants[0].w;
  let v3 = (v2 * 0.1 + 1.0) * vec3f(bitcast<f32>(v1.x), v2 * 9.81 + bitcast<f32>(v1.y), bitcast<f32>(v1.z));
  let v4 = v3 * Constants[0].w + v.xyz;
  let v5 = v4.y < 0.0;
  let v6 = v3 * vec3f(0.6, -0.6, 0.6);
  let v7 = (v1.w << 13u) ^ v1.w;
  let v8 = (v7 >> 17u) ^ v7;
  let v9 = (v8 << 5u) ^ v8;
  let v10 = (v9 << 13u) ^ v9;
  let v11 = v10 ^ (v10 >> 17u);
  let v12 = v11 ^ (v11 << 5u);
  let v13 = (vec2f(f32(v9), f32(v12)) * 2.3283064e-10 - 0.5) * 2.0 + v6.xz;
  let v14 = select(vec4f(v4.y, v3), vec4f(v4.y * -0.5, v13.x, v6.y, v13.y), v5);
  let v15 = v.w + v2;
  if (v15 <= 0.0) {
    let v16 = atomicAdd(&dead_counter, 1u);
    dead_store1(v16, 0u, input.global_invocation_id.x);
  }
  particles_store4(input.global_invocation_id.x, 0u, bitcast<vec4u>(vec4f(v4.x, v14.x, v4.z, v15)));
  particles_store4(input.global_invocation_id.x, 16u, vec4u(bitcast<u32>(v14.y), bitcast<u32>(v14.z), bitcast<u32>(v14.w), select(v1.w, v12, v5)));
}
