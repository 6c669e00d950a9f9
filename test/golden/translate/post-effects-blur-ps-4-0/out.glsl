#version 450 core

layout(std140, binding = 0) uniform ps_Settings { vec4 ps_Settings_data[5]; };
layout(binding = 0) uniform sampler2D ps_image_filtered;

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  precise vec2 v = varying0.xy + ps_Settings_data[0].xy;
  vec4 ps_image_filtered_texel = texture(ps_image_filtered, v);
  vec2 v1 = -ps_Settings_data[0].xy;
  precise vec2 v2 = varying0.xy + v1;
  vec4 ps_image_filtered_texel1 = texture(ps_image_filtered, v2);
  precise vec4 v3 = (ps_image_filtered_texel + ps_image_filtered_texel1) * ps_Settings_data[2].x;
  vec4 ps_image_filtered_texel2 = texture(ps_image_filtered, varying0.xy);
  precise vec4 v4 = fma(ps_image_filtered_texel2, vec4(ps_Settings_data[1].x), v3);
  precise vec2 v5 = fma(ps_Settings_data[0].xy, vec2(2.0), varying0.xy);
  vec4 ps_image_filtered_texel3 = texture(ps_image_filtered, v5);
  precise vec2 v6 = fma(v1, vec2(2.0), varying0.xy);
  vec4 ps_image_filtered_texel4 = texture(ps_image_filtered, v6);
  precise vec4 v7 = ps_image_filtered_texel3 + ps_image_filtered_texel4;
  precise vec4 v8 = fma(v7, vec4(ps_Settings_data[3].x), v4);
  precise vec2 v9 = fma(ps_Settings_data[0].xy, vec2(3.0), varying0.xy);
  vec4 ps_image_filtered_texel5 = texture(ps_image_filtered, v9);
  precise vec2 v10 = fma(v1, vec2(3.0), varying0.xy);
  vec4 ps_image_filtered_texel6 = texture(ps_image_filtered, v10);
  precise vec4 v11 = ps_image_filtered_texel5 + ps_image_filtered_texel6;
  precise vec4 v12 = fma(v11, vec4(ps_Settings_data[4].x), v8);
  out_target0 = v12;
}
