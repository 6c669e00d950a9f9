/** Which files are HLSL sources, and which of them an `#include` names. */

/** Extensions of sources and of files that they include. */
const EXTENSION = /\.(?:hlsli?|fxh?|[vpghdc]sh|cginc|us[hf])$/i;

/** Declarations that only HLSL has; other text with them is a source as well. */
const WORDS =
  /:\s*(?:SV_\w+|register\s*\()|\b[ct]buffer\s+\w+|\b(?:SamplerState|Texture(?:1D|2D|3D|Cube)|RW(?:Structured|ByteAddress)?Buffer)\b|\bfloat[1-4]\s+\w+\s*\([^)]*\)\s*(?::\s*\w+\s*)?\{/;
/** Languages that have some of the same words. */
const OTHERS = /^\s*#version\s+\d+|^\s*@(?:vertex|fragment|compute)\b|\bfn\s+\w+\s*\(.*->|#include\s*<metal_stdlib>/m;

/** The text of an HLSL source; undefined for other files. */
export function hlslText(name: string, bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  if (text.trim() === '') return undefined;
  return EXTENSION.test(name) || (WORDS.test(text) && !OTHERS.test(text)) ? text : undefined;
}

/** A source by the name of its file. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The open file that an `#include` names: relative to the file that includes it, else the first whose path ends so,
 * since directories of the compiler are unknown, and a file that is dropped alone has none.
 */
export function includedFile(path: string, from: string, files: Iterable<NamedText>): NamedText | undefined {
  const wanted = joined(from.replace(/[^\\/]*$/, ''), path);
  const tail = joined('', path);
  let found: NamedText | undefined;
  for (const file of files) {
    const name = joined('', file.name);
    if (name === wanted) return file;
    if (name.endsWith(`/${tail}`) || `/${wanted}`.endsWith(`/${name}`)) found ??= file;
  }
  return found;
}

/** The files that a text includes, and those that they include. */
export function includedFiles(source: NamedText, files: readonly NamedText[]): NamedText[] {
  const found = new Set<NamedText>();
  const pending = [source];
  for (let one = pending.pop(); one !== undefined; one = pending.pop())
    for (const [, path] of one.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)/gm)) {
      const file = includedFile(path!, one.name, files);
      if (file === undefined || found.has(file)) continue;
      found.add(file);
      pending.push(file);
    }
  return [...found];
}

/** A path in a directory, without `.` and `..`, in small letters. */
function joined(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${directory}/${path}`.split(/[\\/]/))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/').toLowerCase();
}
