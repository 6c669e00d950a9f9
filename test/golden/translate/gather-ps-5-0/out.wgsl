struct Inputs {
  @location(0) p: vec4f,
  @location(1) @interpolate(flat) o: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(16) var s: sampler;
@group(1) @binding(300) var s_unfiltered: sampler;
@group(1) @binding(17) var sc: sampler_comparison;
@group(1) @binding(32) var t2: texture_depth_2d;
@group(1) @binding(301) var t2_color: texture_2d<f32>;
@group(1) @binding(33) var t2a: texture_depth_2d_array;
@group(1) @binding(302) var t2a_color: texture_2d_array<f32>;
@group(1) @binding(34) var tc: texture_depth_cube;
@group(1) @binding(303) var tc_color: texture_cube<f32>;
@group(1) @binding(35) var tca: texture_depth_cube_array;
@group(1) @binding(304) var tca_color: texture_cube_array<f32>;
@group(1) @binding(36) var signedTexture: texture_2d<i32>;
@group(1) @binding(37) var unsignedTexture: texture_2d<u32>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let signedTexture_texel = textureGather(0, signedTexture, s_unfiltered, input.p.xy);
  let unsignedTexture_texel = textureGather(0, unsignedTexture, s_unfiltered, input.p.xy);
  let t2_texel = textureGather(0, t2_color, s, input.p.xy, vec2i(-8, 7));
  let t2_texel1 = textureGather(0, t2_color, s, input.p.xy);
  let t2a_texel = textureGather(0, t2a_color, s, input.p.xy, i32(round(input.p.z)));
  let tc_texel = textureGather(0, tc_color, s, input.p.xyz);
  let v = vec4f(f32(u32(signedTexture_texel.x) + unsignedTexture_texel.x), f32(u32(signedTexture_texel.y) + unsignedTexture_texel.y), f32(u32(signedTexture_texel.z) + unsignedTexture_texel.z), f32(u32(signedTexture_texel.w) + unsignedTexture_texel.w));
  let tca_texel = textureGather(0, tca_color, s, input.p.xyz, i32(round(input.p.w)));
  let t2_texel2 = textureGather(1, t2_color, s, input.p.xy);
  let t2_texel3 = textureGather(2, t2_color, s, input.p.xy);
  let t2_texel4 = textureGather(3, t2_color, s, input.p.xy, vec2i(1, 2));
  let v1 = v + (t2_texel + t2_texel1 + t2a_texel + tc_texel) + tca_texel + (t2_texel2 + t2_texel1 + t2_texel3 + t2_texel4);
  let t2_texel5 = textureGather(0, t2_color, s, (input.p.xy) + vec2f(extractBits(vec2i(input.o.xy), 0u, 6u)) / vec2f(textureDimensions(t2_color)));
  let t2_texel6 = textureGather(1, t2_color, s, (input.p.xy) + vec2f(extractBits(vec2i(input.o.zw), 0u, 6u)) / vec2f(textureDimensions(t2_color)));
  let t2a_texel1 = textureGather(2, t2a_color, s, (input.p.xy) + vec2f(extractBits(vec2i(input.o.xy), 0u, 6u)) / vec2f(textureDimensions(t2a_color)), i32(round(input.p.z)));
  let t2_texel7 = textureGather(0, t2_color, s, input.p.xy, vec2i(1, 1));
  let t2_texel8 = textureGather(0, t2_color, s, input.p.xy, vec2i(-1, 1));
  let t2_texel9 = textureGather(0, t2_color, s, input.p.xy, vec2i(1, -1));
  let t2_texel10 = textureGather(0, t2_color, s, input.p.xy, vec2i(-1, -1));
  let v2 = v1 + (t2_texel5 + t2_texel6 + t2a_texel1) + vec4f(t2_texel7.x, t2_texel8.y, t2_texel9.z, t2_texel10.w);
  let t2_texel11 = textureGatherCompare(t2, sc, input.p.xy, input.p.z);
  let t2a_texel2 = textureGatherCompare(t2a, sc, input.p.xy, i32(round(input.p.z)), input.p.w);
  let tc_texel1 = textureGatherCompare(tc, sc, input.p.xyz, input.p.w);
  let tca_texel1 = textureGatherCompare(tca, sc, input.p.xyz, i32(round(input.p.w)), 0.5);
  let t2_texel12 = textureGatherCompare(t2, sc, input.p.xy, input.p.z, vec2i(3, 3));
  let t2_texel13 = textureGatherCompare(t2, sc, (input.p.xy) + vec2f(extractBits(vec2i(input.o.xy), 0u, 6u)) / vec2f(textureDimensions(t2)), input.p.z);
  let t2a_texel3 = textureGatherCompare(t2a, sc, (input.p.xy) + vec2f(extractBits(vec2i(input.o.yz), 0u, 6u)) / vec2f(textureDimensions(t2a)), i32(round(input.p.z)), input.p.w);
  let v3 = v2 + (t2_texel11 + t2a_texel2 + tc_texel1) + (tca_texel1 + t2_texel12) + (t2_texel13 + t2a_texel3);
  let tca_texel2 = textureGather(3, tca_color, s, input.p.xyz, i32(round(input.p.w)));
  let tc_texel2 = textureGather(2, tc_color, s, input.p.xyz);
  let signedTexture_texel1 = textureGather(1, signedTexture, s_unfiltered, input.p.xy);
  let unsignedTexture_texel1 = textureGather(2, unsignedTexture, s_unfiltered, (input.p.xy) + vec2f(extractBits(vec2i(input.o.xy), 0u, 6u)) / vec2f(textureDimensions(unsignedTexture)));
  let v4 = vec4f(f32(u32(signedTexture_texel1.x) + unsignedTexture_texel1.x), f32(u32(signedTexture_texel1.y) + unsignedTexture_texel1.y), f32(u32(signedTexture_texel1.z) + unsignedTexture_texel1.z), f32(u32(signedTexture_texel1.w) + unsignedTexture_texel1.w));
  result.target0 = v3 + (tca_texel2 + tc_texel2) + v4;
  return result;
}
