/**
 * Walks directories with any contents: cyclic links, unreadable directories, pipes.
 *
 * Not for: deciding which files are shaders.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

export interface DirectoryEntry {
  /** Begins with the path of the directory as it was given. */
  readonly path: string;
  /** `other`: a pipe, a device or a broken link; these cannot be read as files. */
  readonly kind: 'file' | 'other' | 'unreadable';
  /** Why it is unreadable. */
  readonly error?: unknown;
}

/** Whether `path` is a directory or a link to one. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Returns everything in `directory` and its subdirectories. The entries of each directory are sorted by name, files and
 * directories together. A link to a file counts as a file. Each directory is visited once, even if links lead to it,
 * too.
 */
export function filesIn(directory: string): Generator<DirectoryEntry> {
  return new Walk().directory(directory);
}

class Walk {
  /** Real paths of the starting directory and of the directories that links lead to. */
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
    // A broken or cyclic link has no status.
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
