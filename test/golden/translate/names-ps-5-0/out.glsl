#version 450 core

layout(std140, binding = 0) uniform ps_Globals { vec4 ps_Globals_data[7]; };
layout(binding = 0) uniform sampler2D ps_another_name_that_is_longer_than_thirty_characters_wide_thirt;

layout(location = 0) in vec4 varying0;
layout(location = 1) in vec4 varying1;
layout(location = 0) out vec4 out_target0;

void main() {
  vec4 v = ps_Globals_data[2] * ps_Globals_data[3] + (varying0 * ps_Globals_data[0] + ps_Globals_data[1]) - ps_Globals_data[4];
  vec4 ps_another_name_that_is_longer_than_thirty_characters_wide_thirt2 = texture(ps_another_name_that_is_longer_than_thirty_characters_wide_thirt, varying1.xy);
  out_target0 = ps_Globals_data[6] * varying1.xyxy + v + varying1.z + ps_another_name_that_is_longer_than_thirty_characters_wide_thirt2;
}
