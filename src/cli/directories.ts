/**
 * The files in a folder, whatever is in it: links that lead around in circles, folders that cannot be read, pipes.
 *
 * Not for: deciding which of them are shaders.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface DirectoryEntry {
  /** Begins with the path of the folder as it was given. */
  readonly path: string;
  /** `other`: a pipe, a device, a link that leads nowhere; none of these can be read as a file. */
  readonly kind: 'file' | 'other' | 'unreadable';
  /** Why it is unreadable. */
  readonly error?: unknown;
}

/** Whether `path` is a folder, or a link to one. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Everything in `folder` and in the folders inside, sorted by name in each, folders among files. A link to a file counts as one.
 * A link to a folder is followed where that is not walked anyway: each folder is walked once.
 */
export function filesIn(directory: string): Generator<DirectoryEntry> {
  return new Walk().directory(directory);
}

class Walk {
  /** Real paths of the folder that was asked for and of those that links have led to. */
  readonly #roots: string[] = [];

  *directory(path: string): Generator<DirectoryEntry> {
    let root: string;
    try {
      root = realpathSync(path);
    } catch (error) {
      yield { path, kind: 'unreadable', error };
      return;
    }
    if (this.#roots.some((other) => isInside(root, other) || isInside(other, root))) return;
    this.#roots.push(root);
    yield* this.#entries(path);
  }

  *#entries(directory: string): Generator<DirectoryEntry> {
    let entries: Dirent[];
    try {
      entries = readdirSync(directory, { withFileTypes: true });
    } catch (error) {
      yield { path: directory, kind: 'unreadable', error };
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) yield* this.#entries(path);
      else if (entry.isSymbolicLink()) yield* this.#link(path);
      else yield { path, kind: entry.isFile() ? 'file' : 'other' };
    }
  }

  *#link(path: string): Generator<DirectoryEntry> {
    // A link that leads nowhere, or around in a circle, has no state.
    if (isDirectory(path)) yield* this.directory(path);
    else yield { path, kind: isFile(path) ? 'file' : 'other' };
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
