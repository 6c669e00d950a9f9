/** Files that the user chooses, drops or pastes, as the actions take them. */
import { type NamedFile, openFiles } from './actions.ts';
import { openLink } from './sharing.ts';

/** Opens the file dialog of the browser. */
export function pickFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => void openFiles([...(input.files ?? [])].map(named)));
  input.click();
}

/**
 * Opens what was dropped or pasted: files, directories, a link to a shader, or the text of one. Returns whether there
 * was something.
 */
export async function openTransfer(data: DataTransfer): Promise<boolean> {
  // Entries are gone after the first await.
  const entries = [...data.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null));
  const files = [...data.files].map(named);
  const text = data.getData('text/plain');
  const found: NamedFile[] = [];
  for (const entry of entries) if (entry?.isDirectory) await addDirectory(entry as FileSystemDirectoryEntry, found);
  const isDirectory = new Set(entries.flatMap((entry) => (entry?.isDirectory ? [entry.name] : [])));
  found.push(...files.filter(({ name }) => !isDirectory.has(name)));
  const fragment = found.length === 0 ? linkIn(text) : undefined;
  if (fragment !== undefined) {
    await openLink(fragment);
    return true;
  }
  if (found.length === 0 && text.trim() !== '') found.push({ name: 'pasted text', file: new Blob([text]) });
  if (found.length === 0) return false;
  await openFiles(found);
  return true;
}

/** The fragment of a link to a shader; undefined for other text. */
function linkIn(text: string): string | undefined {
  return /^\S*#(s\d+\.\S*)$/.exec(text.trim())?.[1];
}

function named(file: File): NamedFile {
  return { name: file.webkitRelativePath || file.name, file };
}

async function addDirectory(directory: FileSystemDirectoryEntry, found: NamedFile[]): Promise<void> {
  const reader = directory.createReader();
  for (;;) {
    // A reader gives at most 100 entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (entry.isDirectory) await addDirectory(entry as FileSystemDirectoryEntry, found);
      else {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        found.push({ name: entry.fullPath.replace(/^\//, ''), file });
      }
    }
  }
}
