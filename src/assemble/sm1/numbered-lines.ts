/** Numbers and offsets before the lines of a listing of shader models 1 to 3, which D3DAssemble refuses. */

/** `  12:`, `0x00000168:` or `  12  0x00000168:` at the start of a line. */
const PREFIX = /^[ \t]*(?:\d+:|(?:\d+[ \t]+)?0x[\da-f]{8}:)(?=[ \t])/gim;

/** `source` without the numbers and offsets of `dxlens disasm --numbers --offsets`; everything else stays at its line and column. */
export function withoutLineNumbers(source: string): string {
  return source.replace(PREFIX, (prefix) => ' '.repeat(prefix.length));
}
