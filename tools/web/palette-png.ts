/**
 * Pictures of pages as PNG files with a palette: a page has few colors, so that its file is a third of what browsers
 * write.
 */
import { decode, encode } from 'fast-png';

const MAX_COLORS = 96;
/** The most frequent colors are areas, whose colors may differ little from each other. */
const AREAS = 16;

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
  return encode(
    {
      width,
      height,
      channels: 1,
      data: Uint8Array.from(pixels, (color) => indices.get(color)!),
      palette: palette.map((color) => [color >>> 16, (color >>> 8) & 255, color & 255]),
    },
    { zlib: { level: 9 } },
  );
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
