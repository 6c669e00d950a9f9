/**
 * Archives whose data are in several files: NAME_dir.vpk has the list of members, NAME_000.vpk and the following ones
 * have the data.
 *
 * Not for: reading them (`dxlens/find`).
 */

/**
 * A sibling file of an archive: one that the user gave, or a file that the server of `dxlens explore` reads in pieces.
 */
export interface ArchivePart {
  /** Without directories. */
  readonly name: string;
  readonly content: Blob | { readonly url: string; readonly size: number };
}

const LIST = /_dir\.vpk$/i;
const PART = /_\d{3}\.vpk$/i;

/** The name of the file with the list, in lower case, for a file with data; undefined for others. */
function listOf(name: string): string | undefined {
  return PART.test(name) ? name.toLowerCase().replace(PART, '_dir.vpk') : undefined;
}

/** Files to search one by one: those that belong to an archive among them are its parts. */
export function withParts<Item extends { readonly name: string }>(
  files: readonly Item[],
): { readonly file: Item; readonly parts: readonly Item[] }[] {
  const lists = new Set(files.filter(({ name }) => LIST.test(name)).map(({ name }) => name.toLowerCase()));
  const isPart = ({ name }: Item) => lists.has(listOf(name) ?? '');
  return files
    .filter((file) => !isPart(file))
    .map((file) => ({
      file,
      parts: LIST.test(file.name) ? files.filter(({ name }) => listOf(name) === file.name.toLowerCase()) : [],
    }));
}

/** A name without directories. */
export function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1)!;
}
