#version 450 core

layout(std140, binding = 12) uniform vs_Globals { uvec4 vs_Globals_data[6]; };

layout(location = 0) in vec4 in_position;
invariant gl_Position;

layout(std140, binding = 23) uniform vs_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

void main() {
  vec4 clip_position;
  vec4 v = in_position;
  int n = 0;
  for (;;) {
    if (n >= int(vs_Globals_data[5].y)) {
      break;
    }
    precise vec4 v1 = fma(v, uintBitsToFloat(vs_Globals_data[1]), uintBitsToFloat(vs_Globals_data[0]));
    n = n + 1;
    v = v1;
  }
  if (vs_Globals_data[5].x != 0u) {
    precise vec4 v2 = v + uintBitsToFloat(vs_Globals_data[3]);
    clip_position = v2;
  } else {
    precise vec4 v3 = v * uintBitsToFloat(vs_Globals_data[4]);
    clip_position = v3;
  }
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
