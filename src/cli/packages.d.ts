/** Types of packages that have none. */

declare module 'seek-bzip' {
  interface Input {
    readByte(): number;
    read(buffer: Uint8Array, offset: number, length: number): number;
  }
  interface Output {
    writeByte(byte: number): void;
  }
  /** Decodes a stream block by block with the functions that `decode` of the package consists of. */
  class Bunzip {
    constructor(input: Input, output: Output);
    readonly reader: { read(bits: number): number };
    /** Reads the header of the next block; false at the end of the stream. */
    _init_block(): boolean;
    /** Gives the bytes of the block. */
    _read_bunzip(): void;
    /** Starts with the next stream of the input. */
    _start_bunzip(input: Input, output: Output): void;
  }
  export default Bunzip;
}
