/**
 * Microsoft's validator of shader models 1-3, which the DLL does not export: a module outside of this repository may
 * have a client for one. Its time is that of validating streams less that of refusing the same bytes under an unknown
 * version, the overhead of the connection.
 */
import { pathToFileURL } from 'node:url';

/** The class that the module exports as `Oracle`. */
interface Client {
  validate(bytes: Uint8Array): Promise<{ readonly hr: number }>;
  stop(): void;
}

export interface ValidatorClient {
  /** Seconds to validate all `streams` once. */
  secondsToValidate(streams: readonly Uint8Array[]): Promise<number>;
  stop(): void;
}

/** A version that every validator refuses. */
const NO_VERSION = 0xfffe_0909;
/** Bytes for the validator in one round, so that the time is long enough to measure. */
const ROUND_BYTES = 4e6;

/** @param file a module that exports `Oracle` with `start`, `validate` and `stop` */
export async function startValidator(file: string): Promise<ValidatorClient> {
  const { Oracle } = (await import(pathToFileURL(file).href)) as {
    Oracle: { start(options: object): Promise<Client> };
  };
  const client = await Oracle.start({ limitSeconds: 60 });
  return {
    async secondsToValidate(streams) {
      const refused = streams.map(withUnknownVersion);
      const validating = await secondsFor(client, streams);
      return validating - (await secondsFor(client, refused));
    },
    stop: () => client.stop(),
  };
}

function withUnknownVersion(stream: Uint8Array): Uint8Array {
  const copy = stream.slice();
  new DataView(copy.buffer).setUint32(0, NO_VERSION, true);
  return copy;
}

/** Seconds for one pass over `streams`. All are sent before the first answer is read. */
async function secondsFor(client: Client, streams: readonly Uint8Array[]): Promise<number> {
  const bytes = streams.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const times = Math.max(1, Math.round(ROUND_BYTES / bytes));
  const begin = performance.now();
  for (let i = 0; i < times; i++) await Promise.all(streams.map((stream) => client.validate(stream)));
  return (performance.now() - begin) / 1000 / times;
}
