#version 450 core

layout(std140, binding = 12) uniform vs_Doubles { uvec4 vs_Doubles_data[14]; };

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
  double v = packDouble2x32(uvec2(vs_Doubles_data[0].x, vs_Doubles_data[0].y)) * packDouble2x32(uvec2(vs_Doubles_data[1].x, vs_Doubles_data[1].y));
  double v1 = packDouble2x32(uvec2(unpackDouble2x32(v).x, unpackDouble2x32(v).y)) / packDouble2x32(uvec2(vs_Doubles_data[13].z, vs_Doubles_data[13].w));
  clip_position = vec4(float(packDouble2x32(uvec2(unpackDouble2x32(v1).x, unpackDouble2x32(v1).y))));
  gl_Position = vec4(clip_position.x, clip_position.y * runtime.y_sign, clip_position.z * runtime.z_scale + clip_position.w * runtime.z_offset, clip_position.w);
}
