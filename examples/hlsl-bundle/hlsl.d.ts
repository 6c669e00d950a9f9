/** Modules of the plugin, for TypeScript. */
declare module '*&pixelMain' {
  export * from 'hlsl-shader';
}
declare module '*&vertexMain' {
  export * from 'hlsl-shader';
}
declare module 'hlsl-shader' {
  export const bytes: Uint8Array<ArrayBuffer>;
  export const reflection: Extract<import('dxlens').ShaderReflection, { readonly format: 'dxbc' }>;
}
