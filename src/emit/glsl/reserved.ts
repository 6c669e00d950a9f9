/** Words that no name in GLSL may be in any version, and functions that a name had better not hide (sections 3.6 and 8 of the specifications). */
const KEYWORDS =
  'const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly atomic_uint layout centroid flat smooth ' +
  'noperspective patch sample invariant precise break continue do for while switch case default if else subroutine in out inout int ' +
  'void bool true false float double discard return mat2 mat3 mat4 dmat2 dmat3 dmat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 ' +
  'mat4x3 mat4x4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 ' +
  'bvec4 dvec2 dvec3 dvec4 uint uvec2 uvec3 uvec4 lowp mediump highp precision struct demote';
const RESERVED =
  'common partition active asm class union enum typedef template this resource goto inline noinline public static extern external ' +
  'interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using ' +
  'sampler3DRect row_major texture sampler';
const FUNCTIONS =
  'radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs sign floor ' +
  'trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf floatBitsToInt floatBitsToUint ' +
  'intBitsToFloat uintBitsToFloat fma frexp ldexp length distance dot cross normalize faceforward reflect refract matrixCompMult ' +
  'outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not ' +
  'uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract bitfieldInsert bitfieldReverse bitCount findLSB findMSB ' +
  'textureSize textureLod textureOffset texelFetch textureGrad textureGather barrier dFdx dFdy fwidth main';

const OPAQUE = ['', 'i', 'u'].flatMap((prefix) =>
  ['1D', '2D', '3D', 'Cube', '2DRect', '1DArray', '2DArray', 'CubeArray', 'Buffer', '2DMS', '2DMSArray'].flatMap(
    (dimension) => [`${prefix}sampler${dimension}`, `${prefix}sampler${dimension}Shadow`, `${prefix}image${dimension}`],
  ),
);

export const GLSL_RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...`${KEYWORDS} ${RESERVED} ${FUNCTIONS}`.split(' '),
  ...OPAQUE,
]);
