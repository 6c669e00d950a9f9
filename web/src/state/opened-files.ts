/** The files of the command line of `dxlens explore`, which the page names. */
import { openFiles } from './actions.ts';

/** Opens the files that the page names; does nothing on a page without any. */
export async function openNamedFiles(): Promise<void> {
  const list = document.querySelector<HTMLMetaElement>('meta[name="opened-files"]')?.content;
  if (list === undefined) return;
  const files = JSON.parse(list) as readonly { readonly name: string; readonly url: string }[];
  if (files.length > 0) await openFiles(files.map(({ name, url }) => ({ name, file: () => download(name, url) })));
}

async function download(name: string, url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name} cannot be read any more (status ${response.status})`);
  return response.blob();
}
