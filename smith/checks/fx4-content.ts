/**
 * The contents of an effect of Direct3D 10 and 11 for comparisons, without offsets; shaders and expressions are listed
 * apart.
 */
import type { Effect4 } from '../../src/effects/fx4/model.ts';

export interface Effect4Contents {
  /** As JSON, a value on each line. */
  readonly lines: readonly string[];
  /** Containers of shaders and expressions, in the order of the contents. */
  readonly codes: readonly Uint8Array[];
}

/** Fields without a meaning for applications: positions in the file, and the bits of types that have none. */
const IGNORED: ReadonlySet<string> = new Set(['offset', 'source', 'unknown', 'intact']);

/** Returns the contents of an effect. */
export function effect4Contents(effect: Effect4): Effect4Contents {
  const codes: Uint8Array[] = [];
  const text = JSON.stringify(
    effect,
    (key, value: unknown) => {
      if (IGNORED.has(key)) return undefined;
      if (!(value instanceof Uint8Array)) return value;
      if (key === 'value') return Buffer.from(value).toString('hex');
      codes.push(value);
      return 'code';
    },
    1,
  );
  return { lines: text.split('\n'), codes };
}
