/** The calls of the worker that runs shaders. It is a worker of its own, which the page ends to cancel a run. */
import type { JobDiagnostic } from 'dxlens/vm';
import type { Engine } from '../../model/run/engines.ts';
import type { RunSetup } from '../../model/run/job.ts';
import type { Mesh } from '../../model/run/mesh.ts';
import type { Picture } from '../../model/run/textures.ts';
import type { DevicePicture } from './device/draw.ts';
import type { RecordPlace, RecordResult } from './record.ts';

/** The outcome of a run with numbers or pixels. */
export interface RunOutcome<Result> {
  readonly result: Result | undefined;
  readonly diagnostics: readonly JobDiagnostic[];
  /** Instructions that were executed; one of four lanes counts once. */
  readonly instructions: number;
}

/** Numbers of a buffer, or of the texels of a texture, by register. */
export type Numbers = Readonly<Record<string, readonly (number | string)[]>>;

export interface RunCalls {
  /** Records what four lanes do. */
  record: { input: { readonly setup: RunSetup; readonly place: RecordPlace }; report: never; result: RecordResult };
  /** Draws a picture with the interpreter. */
  picture: {
    input: { readonly setup: RunSetup; readonly size: number };
    report: never;
    result: RunOutcome<Uint8ClampedArray<ArrayBuffer>>;
  };
  /** Draws a picture with the device that is chosen, or with the best one that can. */
  devicePicture: {
    input: { readonly setup: RunSetup; readonly size: number; readonly chosen: Engine | undefined };
    report: never;
    result: DevicePicture;
  };
  /** Runs a compute shader. */
  dispatch: { input: RunSetup; report: never; result: RunOutcome<Numbers> };
  /** Reads an OBJ file; why it cannot be read, else. */
  readObj: {
    input: { readonly name: string; readonly bytes: Uint8Array };
    report: never;
    result: Mesh | string;
  };
  /** Reads a DDS file. */
  readDds: { input: Uint8Array; report: never; result: Picture | string };
}
