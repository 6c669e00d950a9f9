/** Errors of the file system: which errors they are, and what to say about them. */

/** Whether `error` is an error of the file system, not a fault of dxlens. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  return error instanceof Error && (syscall !== undefined || code === 'ERR_FS_FILE_TOO_LARGE');
}

/** Whether `error` says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Describes an error of the file system. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'another program uses it',
  EDQUOT: 'the disk quota is exceeded',
  EEXIST: 'it exists already',
  EFBIG: 'the file would be too large',
  EINVAL: 'the file system does not allow this name or operation',
  EIO: 'the device reports an error',
  EISDIR: 'it is a directory',
  ELOOP: 'the symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a directory',
  ENXIO: 'there is no such device',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
  ETXTBSY: 'it is a program that is running',
};
