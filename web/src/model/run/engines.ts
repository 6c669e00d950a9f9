/** The engines that draw pictures: the device of the browser through one of two interfaces, or the interpreter. */

/** The best one first. */
export const DEVICES = { webgpu: 'WebGPU', webgl2: 'WebGL 2' } as const;
export type Device = keyof typeof DEVICES;

export const ENGINES = { ...DEVICES, interpreter: 'Interpreter' } as const;
export type Engine = keyof typeof ENGINES;

/** Why a device does not draw a shader, as sentences; absent where it does. */
export type Refusals = Readonly<Partial<Record<Device, string>>>;

/** Devices in the order in which they are tried. */
export function devicesFrom(chosen: Engine | undefined): Device[] {
  const all = Object.keys(DEVICES) as Device[];
  return all.sort((a, b) => Number(b === chosen) - Number(a === chosen));
}

/** How two pictures differ. Their pixels have 4 bytes; the last one is 0 where nothing was drawn. */
export interface PictureDifference {
  readonly pixels: number;
  readonly different: number;
  /** The largest difference of a component, of 255; 255 where one picture has a pixel and the other has none. */
  readonly largest: number;
  /** The differences as a picture: where the largest is, a component is full. */
  readonly picture: Uint8ClampedArray<ArrayBuffer>;
}

const PIXEL_BYTES = 4;
const MAX_BYTE = 255;

export function pictureDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): PictureDifference {
  const picture = new Uint8ClampedArray(a.length);
  let different = 0;
  let largest = 0;
  let pixels = 0;
  for (let at = 0; at < a.length; at += PIXEL_BYTES) {
    const [isInA, isInB] = [a[at + 3] !== 0, b[at + 3] !== 0];
    if (!isInA && !isInB) continue;
    pixels++;
    picture[at + 3] = MAX_BYTE;
    let most = 0;
    for (let i = 0; i < 3; i++) {
      const difference = isInA === isInB ? Math.abs(a[at + i]! - b[at + i]!) : MAX_BYTE;
      picture[at + i] = difference;
      most = Math.max(most, difference);
    }
    if (most > 0) different++;
    largest = Math.max(largest, most);
  }
  for (let at = 0; largest > 0 && at < picture.length; at++)
    if (at % PIXEL_BYTES !== 3) picture[at] = (MAX_BYTE * picture[at]!) / largest;
  return { pixels, different, largest, picture };
}
