/** The environment of jobs in the program: files relative to the job, the assembler, PNG images. */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { decode, encode } from 'fast-png';
import { assemble } from '../../../assemble/assemble.ts';
import type { JobHost, JobImage } from '../../../vm/job/shaders.ts';
import { isFileError, reasonOf } from '../../file-errors.ts';

/** @param directory where the files are that the job names */
export function hostFor(directory: string): Required<JobHost> {
  return {
    readFile: (file) => {
      try {
        return new Uint8Array(readFileSync(isAbsolute(file) ? file : join(directory, file)));
      } catch (error) {
        if (isFileError(error)) return { reason: reasonOf(error) };
        throw error;
      }
    },
    assemble: (listing) => assemble(listing),
    decodePng,
  };
}

/** Components of a pixel. */
const COMPONENTS = 4;
/**
 * Bytes that a pixel of a compressed image has at most for each of its own: a limit of images that unpack to very much.
 */
const MAX_PIXELS = 2 ** 26;
/** Where a PNG file has its width and height. */
const SIZE_AT = 16;

function decodePng(bytes: Uint8Array): JobImage | { readonly reason: string } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < SIZE_AT + 8) return { reason: 'its header is not complete' };
  if (view.getUint32(SIZE_AT) * view.getUint32(SIZE_AT + 4) > MAX_PIXELS)
    return { reason: `it has more than ${MAX_PIXELS} pixels` };
  try {
    const { width, height, data, channels, depth, palette } = decode(bytes);
    const pixels = new Uint8Array(width * height * COMPONENTS);
    const scale = depth === 16 ? 257 : 255 / (2 ** Math.min(depth, 8) - 1);
    const perRow = depth < 8 ? Math.ceil((width * channels * depth) / 8) : width * channels;
    const sample = (x: number, y: number, i: number): number => {
      if (depth >= 8) return data[y * perRow + x * channels + i]!;
      const bit = x * depth;
      return (data[y * perRow + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    };
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (y * width + x) * COMPONENTS;
        const entry = palette?.[sample(x, y, 0)];
        for (let i = 0; i < COMPONENTS; i++) {
          if (palette !== undefined) pixels[at + i] = entry?.[i] ?? 255;
          else {
            const channel = channels >= 3 ? i : i === 3 ? 1 : 0;
            const value = channel < channels ? sample(x, y, channel) : undefined;
            pixels[at + i] =
              value === undefined ? 255 : depth === 16 ? Math.round(value / scale) : Math.round(value * scale);
          }
        }
      }
    return { width, height, pixels };
  } catch (error) {
    // The library throws for a damaged file.
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

export function encodeImage({ width, height, pixels }: JobImage): Uint8Array {
  return encode({ width, height, data: pixels, channels: COMPONENTS, depth: 8 });
}
