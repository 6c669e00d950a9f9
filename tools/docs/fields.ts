/** Bits of fields as the pages write them. */

/** Highest bit first, as the format's documents write it. */
export function bits(low: number, width: number): string {
  return width === 1 ? `${low}` : `${low + width - 1}:${low}`;
}
