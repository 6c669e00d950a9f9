/** Services that a job needs from outside of the library: files, an assembler, an image decoder. */
import type { Diagnostic } from '../../base/diagnostics.ts';

/** Bytes, or why there are none. */
export type HostBytes = Uint8Array | { readonly reason: string };

/** An image of 8 bits for each of red, green, blue and alpha, row by row. */
export interface JobImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Functions of the caller. A job that needs an absent one is reported. */
export interface JobHost {
  /** The bytes of a file that the job names. */
  readonly readFile?: (file: string) => HostBytes;
  /** Assembles a listing; `assemble` of `dxlens/assemble` does. */
  readonly assemble?: (listing: string) => {
    readonly bytes?: Uint8Array | undefined;
    readonly diagnostics: readonly Diagnostic[];
  };
  /** Reads a PNG file. */
  readonly decodePng?: (bytes: Uint8Array) => JobImage | { readonly reason: string };
}

/** Reads a file that a job names. */
export function readJobFile({ readFile }: JobHost, file: string): HostBytes {
  return readFile === undefined ? { reason: 'the caller gives no files' } : readFile(file);
}
