/** Bits of the specification of WebGPU, which TypeScript does not declare. */

export const BUFFER_USAGE = { mapRead: 1, copyTo: 8, vertex: 32, uniform: 64, storage: 128 } as const;
export const TEXTURE_USAGE = { copyFrom: 1, copyTo: 2, binding: 4, target: 16 } as const;
export const MAP_READ = 1;
