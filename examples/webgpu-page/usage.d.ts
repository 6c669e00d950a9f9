/** Numbers of WebGPU that TypeScript does not declare yet. */
declare const GPUBufferUsage: {
  readonly MAP_READ: number;
  readonly COPY_DST: number;
  readonly INDEX: number;
  readonly VERTEX: number;
  readonly UNIFORM: number;
};
declare const GPUTextureUsage: {
  readonly COPY_SRC: number;
  readonly COPY_DST: number;
  readonly TEXTURE_BINDING: number;
  readonly RENDER_ATTACHMENT: number;
};
declare const GPUMapMode: { readonly READ: number };
