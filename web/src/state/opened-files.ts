/** The files of the command line of `dxlens explore`, which the page names. */
import { openFiles } from './actions.ts';

/** Opens the files that the page names; does nothing on a page without any. */
export async function openNamedFiles(): Promise<void> {
  const list = document.querySelector<HTMLMetaElement>('meta[name="opened-files"]')?.content;
  if (list === undefined) return;
  const files = JSON.parse(list) as readonly NamedOnServer[];
  if (files.length === 0) return;
  await openFiles(
    files.map(({ name, url, parts = [] }) => ({
      name,
      file: () => download(name, url),
      parts: parts.map((part) => ({
        name: part.name,
        // The worker has another address than the page.
        content: { url: new URL(part.url, document.baseURI).href, size: part.size },
      })),
    })),
  );
}

/** A file that the server of `dxlens explore` gives to the page. */
interface NamedOnServer {
  readonly name: string;
  readonly url: string;
  readonly parts?: readonly { readonly name: string; readonly url: string; readonly size: number }[];
}

async function download(name: string, url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name} cannot be read any more (status ${response.status})`);
  return response.blob();
}
