/**
 * A pixel shader in the language of a device, and why the page cannot draw with it.
 *
 * Not for: what else is given to the device (vertices.ts, constants.ts), drawing (webgl2.ts, webgpu.ts).
 */
import type { Diagnostic } from 'dxlens';
import { type TranslationMap, translateToGlsl, translateToWgsl } from 'dxlens/translate';
import type { Device } from '../../../model/run/engines.ts';

export interface DeviceShader {
  readonly code: string;
  readonly map: TranslationMap;
}

/** Something that is there, or the sentence that says why it is not. */
export type OrRefusal<Value> = Value | string;

interface Kept {
  readonly bytes: Uint8Array;
  readonly shader: OrRefusal<DeviceShader>;
}

const kept = new Map<Device, Kept>();

/** The shader for a device; the last one is cached, because a picture is drawn again with each change of a constant. */
export function shaderFor(device: Device, bytes: Uint8Array): OrRefusal<DeviceShader> {
  const last = kept.get(device);
  if (last !== undefined && isSame(last.bytes, bytes)) return last.shader;
  const shader = translated(device, bytes);
  kept.set(device, { bytes, shader });
  return shader;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function translated(device: Device, bytes: Uint8Array): OrRefusal<DeviceShader> {
  const { stages, diagnostics } =
    device === 'webgpu' ? translateToWgsl(bytes) : translateToGlsl(bytes, { to: 'essl', version: '300' });
  const [stage] = stages;
  if (stage !== undefined) return stage;
  return refusalOf(diagnostics);
}

/** The error of a translation as a sentence. */
function refusalOf(diagnostics: readonly Diagnostic[]): string {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error === undefined) return 'The shader has no translation.';
  return `${error.code}: ${error.message}${error.hint === undefined ? '' : `; ${error.hint}`}`;
}
