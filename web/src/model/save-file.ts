/** Files that the page gives to the user. */

/** The name of a shader in a file without directories and extension. */
export function fileName(file: string, path: string): string {
  return (path === '' ? file : path)
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
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
