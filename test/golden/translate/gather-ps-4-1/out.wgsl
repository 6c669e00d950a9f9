struct Inputs {
  @location(0) p: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(16) var s: sampler;
@group(1) @binding(300) var s_unfiltered: sampler;
@group(1) @binding(32) var t2: texture_2d<f32>;
@group(1) @binding(33) var t2a: texture_2d_array<f32>;
@group(1) @binding(34) var tc: texture_cube<f32>;
@group(1) @binding(35) var tca: texture_cube_array<f32>;
@group(1) @binding(36) var signedTexture: texture_2d<i32>;
@group(1) @binding(37) var unsignedTexture: texture_2d<u32>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let t2_texel = textureGather(0, t2, s, input.p.xy);
  let t2_texel1 = textureGather(0, t2, s, input.p.xy, vec2i(-8, 7));
  let t2a_texel = textureGather(0, t2a, s, input.p.xy, i32(round(input.p.z)));
  let tc_texel = textureGather(0, tc, s, input.p.xyz);
  let signedTexture_texel = textureGather(0, signedTexture, s_unfiltered, input.p.xy);
  let unsignedTexture_texel = textureGather(0, unsignedTexture, s_unfiltered, input.p.xy);
  let v = vec4f(f32(u32(signedTexture_texel.x) + unsignedTexture_texel.x), f32(u32(signedTexture_texel.y) + unsignedTexture_texel.y), f32(u32(signedTexture_texel.z) + unsignedTexture_texel.z), f32(u32(signedTexture_texel.w) + unsignedTexture_texel.w));
  let tca_texel = textureGather(0, tca, s, input.p.xyz, i32(round(input.p.w)));
  result.target0 = t2_texel + t2_texel1 + t2a_texel + tc_texel + v + tca_texel;
  return result;
}
