/** Names of variables by the expressions of their values. */
import { describe, expect, it, test } from 'vitest';
import { directionFromText, nameFromText } from '../../../src/emit/hlsl/variable-names.ts';

/** Expressions with three components, or as many as are given, and the names of their variables. */
const NAMED: readonly (readonly [text: string, name: string, width?: number])[] = [
  ['mul(position, World)', 'world_position'],
  ['mul(float4(position.xyz, 1.0), frame.WorldViewProjection)', 'clip_position', 4],
  ['mul(v1, PreviousViewProjection)', 'previous_clip_position', 4],
  ['mul(v1, InverseViewProjection)', 'world_position', 4],
  ['mul(View, world_position1)', 'view_position', 4],
  ['mul(normal, (float3x3)World)', 'world_normal'],
  ['mul(normal, (float3x3)WorldInverseTranspose)', 'world_normal'],
  ['mul(v.xyz, (float3x3)View)', 'view_direction'],
  ['mul(v2, Bones[index.x])', 'skinned_position'],
  ['mul(v3, ShadowMatrix)', 'shadow_position', 4],
  ['shadow_position.xyz / shadow_position.w', 'projected_position'],
  ['float4(world_position, 1.0)', 'world_position', 4],
  ['float4(v4.x, position.y, v4.y, position.w)', 'moved_position', 4],
  ['normalize(normal)', 'unit_normal'],
  ['normalize(world_tangent.xyz)', 'unit_world_tangent'],
  ['CameraPosition - texcoord1', 'to_camera'],
  ['world - eye', 'from_eye'],
  ['Lights[i].position.xyz - texcoord1', 'to_light'],
  ['Light0Position.xyz - world_position * Light0Position.w', 'to_light'],
  ['normalize(to_camera)', 'direction_to_camera'],
  ['direction_to_camera - Light0Direction', 'direction_sum'],
  ['normalize(direction_sum1)', 'half_vector'],
  ['length(from_eye)', 'distance_from_eye', 1],
  ['dot(to_light, to_light)', 'squared_distance', 1],
  ['rsqrt(squared_distance)', 'inverse_distance', 1],
  ['saturate(dot(unit_normal, -SunDirection))', 'cosine', 1],
  ['max(dot(direction, half_vector), 0.0)', 'cosine', 1],
  ['Light0Color * saturate(cosine)', 'light'],
  ['cross(unit_normal, tangent.xyz) * tangent.w', 'bitangent'],
  ['cross(v, v1)', 'perpendicular'],
  ['unit_normal * -(float3)(cosine1 + cosine1) - direction_to_camera', 'reflection'],
  ['NormalMap_texel.xyz * 2.0 + -1.0', 'mapped_normal'],
  ['mapped_normal.x * tangent + v3', 'normal_sum'],
  ['sqrt(max(1.0 - dot(mapped_normal, mapped_normal), 0.0)) * unit_normal + normal_sum1', 'normal_sum'],
  ['normalize(normal_sum2)', 'surface_normal'],
  ['AlbedoMap_texel * Tint', 'albedo', 4],
  ['image_texel1 * 0.4 + image_texel2 * weights[1].x', 'sum', 4],
  ['image_texel3 * 0.2 + sum', 'sum', 4],
  ['dot(image_texel.xyz, float3(0.2126, 0.7152, 0.0722))', 'luminance', 1],
  ['1.0 - exp2(-v2 * FogRange.z)', 'fog', 1],
  ['vertices[0].size', 'size', 2],
];

/** Expressions that say nothing, or less than they seem to. */
const UNNAMED: readonly (readonly [text: string, width: number])[] = [
  ['v + v1', 3],
  ['-fogRange.x', 1],
  ['fogRange.y - fogRange.x', 1],
  ['v2 * FogColor.x', 1],
  ['texcoord - position', 2],
  ['texcoord2 - texcoord1', 3],
  ['mul(texcoord, TextureMatrix)', 3],
  ['mul(v, World) + v1', 3],
  ['mul(v, World).xyz + mul(v, View)', 3],
  ['mapped_normal * 0.5 + 0.5', 3],
  ['saturate(dot(mapped_normal, v1)) * v2', 3],
  ['v4.xyz / v4.w', 3],
  ['v4.xyz / shadow_position.w', 3],
  ['dot(v, v1)', 1],
  ['length(v)', 1],
  ['AlbedoMap_texel.x * v', 1],
  ['image_texel * 0.5 + v', 4],
  ['Light0Color * v', 3],
  ['dot(v, float3(0.9, 0.05, 0.05))', 1],
  ['table[0].xyz', 3],
];

describe('names of variables', () => {
  for (const [text, name, width = 3] of NAMED)
    test(`${text}: ${name}`, () => {
      expect(nameFromText(text, width)).toBe(name);
    });

  for (const [text, width] of UNNAMED)
    test(`${text}: none`, () => {
      expect(nameFromText(text, width)).toBeUndefined();
    });

  it('say that a unit vector is a direction', () => {
    expect(directionFromText('normalize(v2)')).toBe('direction');
    expect(directionFromText('normalize(v2) * normalize(v3)')).toBeUndefined();
  });
});
