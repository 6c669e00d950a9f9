/**
 * The arguments of `draw` for Direct3D 10 and 11. Those of Direct3D 9 are in legacy-call.ts; shared ones and the
 * results are in draw-common.ts.
 *
 * Not for: the fixed states (states.ts), drawing (draw.ts).
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import { readSignature, type SignatureElement } from '../../chunks/signature.ts';
import type { Chunk, Container } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import type { Format } from '../../formats/formats.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { Bindings } from '../bindings.ts';
import { type Sm4Executable, sm4Executable } from '../sm4/executable.ts';
import type { DrawTargets, VertexBuffer } from './draw-common.ts';
import type { Sm1DrawCall } from './legacy-call.ts';

/** A draw of either instruction set. */
export type DrawCall = Sm4DrawCall | Sm1DrawCall;

/**
 * An element of the input layout (D3D11_INPUT_ELEMENT_DESC). Names of semantics are compared without regard to case.
 */
export interface InputElement {
  readonly semantic: string;
  readonly semanticIndex: number;
  readonly format: Format;
  readonly slot: number;
  /** Bytes from the beginning of the vertex. */
  readonly offset: number;
  readonly perInstance: boolean;
  /** Instances that share a value; 0: all. Only per instance. */
  readonly stepRate: number;
}

/** A shader of models 4.0 to 5.1 with what is bound to it. */
export interface Sm4DrawShader {
  readonly executable: Sm4Executable;
  readonly bindings: Bindings;
  /** The signatures; without them registers of neighbors are linked by their numbers. */
  readonly inputs?: readonly SignatureElement[] | undefined;
  readonly outputs?: readonly SignatureElement[] | undefined;
  readonly patchConstants?: readonly SignatureElement[] | undefined;
}

/** The stages of a pipeline; with a hull shader there must be a domain shader. */
export interface Sm4Stages {
  readonly vertex: Sm4DrawShader;
  readonly hull?: Sm4DrawShader;
  readonly domain?: Sm4DrawShader;
  readonly geometry?: Sm4DrawShader;
  /** Without one, only depth and stencil are drawn. */
  readonly pixel?: Sm4DrawShader;
}

/** One declaration of stream output (D3D11_SO_DECLARATION_ENTRY). */
export interface StreamOutputElement {
  readonly stream: number;
  /** Empty: components that are left as they are. */
  readonly semantic: string;
  readonly semanticIndex: number;
  readonly startComponent: number;
  readonly components: number;
  readonly slot: number;
}

export interface StreamOutputBuffer {
  readonly bytes: Uint8Array;
  /** The first byte that is written. */
  readonly offset: number;
  /** Bytes from a vertex to the next. */
  readonly stride: number;
}

export interface StreamOutput {
  readonly elements: readonly StreamOutputElement[];
  /** By number; missing ones are not written. */
  readonly buffers: readonly (StreamOutputBuffer | undefined)[];
  /** The stream that is rasterized; undefined: none is. */
  readonly rasterizedStream: number | undefined;
}

/** A draw of Direct3D 10 and 11. Views of unordered access are in the bindings of the pixel shader. */
export interface Sm4DrawCall extends DrawTargets {
  readonly kind: 'sm4';
  readonly stages: Sm4Stages;
  /** By number of the slot. */
  readonly vertexBuffers: readonly (VertexBuffer | undefined)[];
  readonly inputLayout: readonly InputElement[];
  readonly streamOutput?: StreamOutput;
}

export type DrawStage = 'vs' | 'hs' | 'ds' | 'gs' | 'ps';

/**
 * The shader with the main program of a file, `program`. @param container with its signatures; without one stages are
 * linked by registers
 */
export function sm4DrawShader(
  program: Sm4Program,
  container: Container | undefined,
  bindings = new Bindings(),
): Sm4DrawShader {
  const executable = sm4Executable(program);
  if (container === undefined) return { executable, bindings };
  // Faults of signatures are reported where files are read.
  const reports = new Diagnostics();
  const { input, output, patchConstants } = pickChunks(container, reports);
  const elements = (chunk: Chunk | undefined) => chunk && readSignature(container, chunk, reports)?.elements;
  return {
    executable,
    bindings,
    inputs: elements(input),
    outputs: elements(output),
    patchConstants: elements(patchConstants),
  };
}
