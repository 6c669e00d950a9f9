/** The recorded effects of fx_4_0 to fx_5_0 (tools/fixtures/fx4.ts). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface RecordedEffect {
  readonly title: string;
  readonly bytes: Uint8Array;
  /** Microsoft's listings by flags, without the final NUL. */
  readonly listings: readonly (readonly [flags: number, text: string])[];
}

export const RECORDED_EFFECTS: readonly RecordedEffect[] = gunzipSync(
  readFileSync(new URL('../fixtures/fx4/effects.jsonl.gz', import.meta.url)),
)
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const { name, profile, effectFlags, bytes, listings } = JSON.parse(line);
    return {
      title: `${name} ${profile} ${effectFlags}`,
      bytes: new Uint8Array(Buffer.from(bytes, 'base64')),
      listings: Object.entries<string>(listings).map(([flags, text]) => [Number(flags), text.replace(/\0$/, '')]),
    };
  });
