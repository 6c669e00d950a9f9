/** Pictures of pages as PNG files with a palette: a page has few colors, so that its file is a third of what browsers write. */
import { crc32, deflateSync } from 'node:zlib';
import { decode } from 'fast-png';

const MAX_COLORS = 96;
/** The most frequent colors are areas, whose colors may differ little from each other. */
const AREAS = 16;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Color type of a palette in the header. */
const PALETTE = 3;

/** Returns the PNG file with its most frequent colors; the others become the nearest of them. */
export function withPalette(png: Uint8Array): Uint8Array {
  const { width, height, channels, data } = decode(png);
  const pixels = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i++) {
    const at = channels * i;
    const color = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    pixels[i] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
  const palette = spread(colors);
  const indices = new Map(colors.map((color) => [color, nearest(palette, color)]));
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[(width + 1) * y + 1 + x] = indices.get(pixels[width * y + x]!)!;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, PALETTE);
  const entries = Uint8Array.from(palette.flatMap((color) => [color >>> 16, (color >>> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('PLTE', entries),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** The areas, and of the other colors those that are not near one before; `colors` are the most frequent first. */
function spread(colors: readonly number[]): number[] {
  for (let least = 64; ; least *= 2) {
    const chosen = colors.slice(0, AREAS);
    for (const color of colors.slice(AREAS))
      if (chosen.every((one) => distance(one, color) >= least)) chosen.push(color);
    if (chosen.length <= MAX_COLORS) return chosen;
  }
}

function nearest(palette: readonly number[], color: number): number {
  let best = 0;
  for (let i = 1; i < palette.length; i++) if (distance(palette[i]!, color) < distance(palette[best]!, color)) best = i;
  return best;
}

/** Square of the distance of two colors. */
function distance(a: number, b: number): number {
  const red = (a >>> 16) - (b >>> 16);
  const green = ((a >>> 8) & 255) - ((b >>> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const tagged = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(tagged));
  return Buffer.concat([size, tagged, sum]);
}
