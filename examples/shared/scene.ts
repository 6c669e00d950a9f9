/**
 * The scenes: compiled shaders, and the data that a Direct3D program would give them. The pages draw them.
 */

/** A draw with its compiled shaders. */
export interface Scene extends Drawing {
  readonly vertexShader: URL;
  readonly pixelShader: URL;
}

/** Vertices, textures and constants of one draw into a picture. */
export interface Drawing {
  readonly title: string;
  /** Pixels of the picture along each side. */
  readonly size: number;
  /** Red, green, blue and alpha, 0 to 1. */
  readonly background: [number, number, number, number];
  /** Attributes of a vertex, one after the other. */
  readonly attributes: readonly Attribute[];
  /** All vertices, without gaps. */
  readonly vertices: Float32Array<ArrayBuffer>;
  /** Triangles; front faces are clockwise on the screen, as in Direct3D. */
  readonly indices: Uint16Array<ArrayBuffer>;
  /** By number of the register: t0 or, in Direct3D 9, s0. */
  readonly textures: readonly Picture[];
  /** By number of the register. */
  readonly addressModes: readonly ('clamp-to-edge' | 'repeat')[];
  /** Values of the constants of both shaders by their names in HLSL, at a time from 0 to 1. Matrices are rows. */
  readonly constants: (time: number) => Constants;
}

/** An input of the vertex shader: floats. */
export interface Attribute {
  /** As in HLSL. */
  readonly semantic: string;
  readonly components: 2 | 3 | 4;
}

/** Texels of 8 bits for each of red, green, blue and alpha, from the upper left. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export type Constants = Readonly<Record<string, readonly number[]>>;
