/** The parts of a translated scene that all languages share. */
import type { TranslationBinding, TranslationMap } from 'dxlens/translate';
import type { Constants, Drawing, Scene } from './scene.ts';

/** The compiled shaders of a scene: that of vertices, then that of pixels. */
export async function loadShaders({ vertexShader, pixelShader }: Scene): Promise<Uint8Array[]> {
  const load = async (url: URL) => new Uint8Array(await (await fetch(url)).arrayBuffer());
  return Promise.all([vertexShader, pixelShader].map(load));
}

/** The size of a pixel, which moves positions: pixels of Direct3D 9 have their centers at integers. */
export function halfPixel({ size }: Drawing): [number, number] {
  return [1 / size, 1 / size];
}

const ROW = 16;

/**
 * The buffer of what translated shaders need besides what shaders of Direct3D get.
 *
 * @param row the row of the map for the buffer
 * @param values floats by name; what is not read as a float is 0
 */
export function runtimeFloats(
  { runtimeUniforms }: TranslationMap,
  row: TranslationBinding,
  values: Constants,
): Float32Array<ArrayBuffer> {
  const floats = new Float32Array((Math.ceil(row.minSize! / ROW) * ROW) / 4);
  for (const { name, offset, type, variable } of runtimeUniforms) {
    // The first buffer has the uniforms that name no variable.
    if (variable === undefined ? row.register !== 0 : variable !== row.name) continue;
    const value = values[name];
    if (value !== undefined) floats.set(value, offset / 4);
    else if (type === 'f32') throw new Error(`no value for the runtime uniform ${name}`);
  }
  return floats;
}
