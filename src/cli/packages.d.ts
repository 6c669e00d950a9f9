/** Types of packages that have none. */

declare module 'seek-bzip' {
  interface Output {
    writeByte(byte: number): void;
  }
  const Bunzip: { decode(input: Uint8Array, output: Output, multistream: boolean): void };
  export default Bunzip;
}

declare module 'xz-decompress' {
  class XzReadableStream extends ReadableStream<Uint8Array> {
    constructor(compressed: ReadableStream<Uint8Array>);
  }
  const xz: { XzReadableStream: typeof XzReadableStream };
  export default xz;
}
