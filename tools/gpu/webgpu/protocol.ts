/**
 * Trials as bytes for executors of WebGPU: the size, the size of a header, the header in JSON, the bytes that it refers
 * to. An answer is a status, its size, and the results with their sizes, or a text.
 */

import type { WebgpuPipeline } from '../../../src/translate/index.ts';
import type { GpuTrial } from '../trial.ts';

/** The work: the trial, and the descriptors that were made of its maps. */
export interface WebgpuTrial {
  readonly trial: GpuTrial;
  readonly pipeline: WebgpuPipeline;
}

/** Code that is only compiled; the answer has no results. */
export interface WebgpuCheck {
  readonly check: string;
}

/** Of answers. */
export const STATUS = { done: 0, refused: 1, unsupported: 2 } as const;

interface BytesReference {
  readonly $at: number;
  readonly $size: number;
}

/** A frame of a trial. */
export function frameOf(one: WebgpuTrial | WebgpuCheck): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const header = JSON.stringify(one, (_, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    parts.push(value);
    const reference: BytesReference = { $at: size, $size: value.length };
    size += value.length;
    return reference;
  });
  const text = new TextEncoder().encode(header);
  const frame = new Uint8Array(8 + text.length + size);
  const view = new DataView(frame.buffer);
  view.setUint32(0, frame.length - 4, true);
  view.setUint32(4, text.length, true);
  frame.set(text, 8);
  let at = 8 + text.length;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

/** The trial of a frame without its size. */
export function trialIn(frame: Uint8Array): WebgpuTrial | WebgpuCheck {
  const headerSize = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  const header = new TextDecoder().decode(frame.subarray(4, 4 + headerSize));
  const bytes = frame.subarray(4 + headerSize);
  return JSON.parse(header, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$at' in value)) return value;
    const { $at, $size } = value as BytesReference;
    return bytes.slice($at, $at + $size);
  }) as WebgpuTrial | WebgpuCheck;
}
