/** Files that the page gives to the user. */

/**
 * The name of a shader in a file without directories and extension, with the offset where the shader begins if that is
 * not the start.
 */
export function fileName(file: string, path: string, offset: number): string {
  const name = (path === '' ? file : path).split('/').at(-1)!;
  return name.replace(/\.\w+$/, '') + (offset > 0 ? `-${offset.toString(16)}` : '');
}

/** Saves `content` where the browser saves files. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
