/**
 * Texels in OpenGL by the names of DXGI formats: internal format, format, type. Those that are missing have none that
 * OpenGL and OpenGL ES share.
 */
import type { GlFormat } from './request.ts';

const RED = 0x1903;
const RG = 0x8227;
const RGB = 0x1907;
const RGBA = 0x1908;
const RED_INTEGER = 0x8d94;
const RG_INTEGER = 0x8228;
export const RGBA_INTEGER = 0x8d99;
const BYTE = 0x1400;
const UNSIGNED_BYTE = 0x1401;
const SHORT = 0x1402;
const UNSIGNED_SHORT = 0x1403;
export const INT = 0x1404;
export const UNSIGNED_INT = 0x1405;
export const FLOAT = 0x1406;
const HALF_FLOAT = 0x140b;
const DEPTH_COMPONENT = 0x1902;

type Row = readonly [internal: number, format: number, type: number];

const ROWS: Readonly<Record<string, Row>> = {
  R32G32B32A32_FLOAT: [0x8814, RGBA, FLOAT],
  R32G32B32A32_UINT: [0x8d70, RGBA_INTEGER, UNSIGNED_INT],
  R32G32B32A32_SINT: [0x8d82, RGBA_INTEGER, INT],
  R16G16B16A16_FLOAT: [0x881a, RGBA, HALF_FLOAT],
  R16G16B16A16_UINT: [0x8d76, RGBA_INTEGER, UNSIGNED_SHORT],
  R16G16B16A16_SINT: [0x8d88, RGBA_INTEGER, SHORT],
  R32G32_FLOAT: [0x8230, RG, FLOAT],
  R32G32_UINT: [0x823c, RG_INTEGER, UNSIGNED_INT],
  R32G32_SINT: [0x823b, RG_INTEGER, INT],
  R32_FLOAT: [0x822e, RED, FLOAT],
  R32_UINT: [0x8236, RED_INTEGER, UNSIGNED_INT],
  R32_SINT: [0x8235, RED_INTEGER, INT],
  R16G16_FLOAT: [0x822f, RG, HALF_FLOAT],
  R16G16_UINT: [0x823a, RG_INTEGER, UNSIGNED_SHORT],
  R16G16_SINT: [0x8239, RG_INTEGER, SHORT],
  R16_FLOAT: [0x822d, RED, HALF_FLOAT],
  R16_UINT: [0x8234, RED_INTEGER, UNSIGNED_SHORT],
  R16_SINT: [0x8233, RED_INTEGER, SHORT],
  R8G8B8A8_UNORM: [0x8058, RGBA, UNSIGNED_BYTE],
  R8G8B8A8_UNORM_SRGB: [0x8c43, RGBA, UNSIGNED_BYTE],
  R8G8B8A8_SNORM: [0x8f97, RGBA, BYTE],
  R8G8B8A8_UINT: [0x8d7c, RGBA_INTEGER, UNSIGNED_BYTE],
  R8G8B8A8_SINT: [0x8d8e, RGBA_INTEGER, BYTE],
  R8G8_UNORM: [0x822b, RG, UNSIGNED_BYTE],
  R8G8_SNORM: [0x8f95, RG, BYTE],
  R8G8_UINT: [0x8238, RG_INTEGER, UNSIGNED_BYTE],
  R8G8_SINT: [0x8237, RG_INTEGER, BYTE],
  R8_UNORM: [0x8229, RED, UNSIGNED_BYTE],
  R8_SNORM: [0x8f94, RED, BYTE],
  R8_UINT: [0x8232, RED_INTEGER, UNSIGNED_BYTE],
  R8_SINT: [0x8231, RED_INTEGER, BYTE],
  R10G10B10A2_UNORM: [0x8059, RGBA, 0x8368],
  R10G10B10A2_UINT: [0x906f, RGBA_INTEGER, 0x8368],
  R11G11B10_FLOAT: [0x8c3a, RGB, 0x8c3b],
  R9G9B9E5_SHAREDEXP: [0x8c3d, RGB, 0x8c3e],
};

const DEPTH_ROWS: Readonly<Record<string, Row>> = {
  R32_FLOAT: [0x8cac, DEPTH_COMPONENT, FLOAT],
  D32_FLOAT: [0x8cac, DEPTH_COMPONENT, FLOAT],
  R16_UNORM: [0x81a5, DEPTH_COMPONENT, UNSIGNED_SHORT],
  D16_UNORM: [0x81a5, DEPTH_COMPONENT, UNSIGNED_SHORT],
};

const formats = (rows: Readonly<Record<string, Row>>): Readonly<Record<string, GlFormat>> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [internal, format, type]]) => [name, { internal, format, type }]),
  );

export const OPENGL_FORMATS = formats(ROWS);

/** The formats of depths whose texels are those of a color format. */
export const OPENGL_DEPTH_FORMATS = formats(DEPTH_ROWS);
