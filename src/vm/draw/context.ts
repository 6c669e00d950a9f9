/**
 * The progress of a draw: counts, diagnostics, and the remainder of its limits.
 *
 * Not for: checks of the call before it begins (check-call.ts).
 */

import type { Diagnostic } from '../../base/diagnostics.ts';
import type { Message } from '../../base/messages.ts';
import type { ShaderEngine } from '../engine.ts';
import { DX7108 } from '../messages.ts';
import { report } from '../texture/texture.ts';
import { DEFAULT_DRAW_LIMITS, type DrawCounts, type DrawLimits } from './draw-common.ts';

/** Rows of quads and other work without a result that count as one quad. */
const ROWS_OF_QUAD = 4;
/** Instructions, vertices and quads between questions whether the draw has to stop. */
const WORK_BETWEEN_QUESTIONS = 2 ** 13;

export class DrawContext {
  readonly counts: DrawCounts = {
    inputVertices: 0,
    inputPrimitives: 0,
    vertexInvocations: 0,
    hullInvocations: 0,
    domainInvocations: 0,
    geometryInvocations: 0,
    pixelInvocations: 0,
    geometryPrimitives: 0,
    clipperPrimitives: 0,
    rasterizedPrimitives: 0,
    samplesPassed: 0,
    instructions: 0,
  };
  readonly diagnostics: Diagnostic[] = [];
  /** Whether a limit was reached: nothing more is done. */
  isStopped = false;
  readonly #limits: DrawLimits;
  #vertices = 0;
  #quads = 0;

  #sinceAsked = 0;

  /**
   * @param isLate is asked now and then whether the draw has to stop, which is not reported
   * @param engine runs shaders; the interpreter without one
   */
  constructor(
    limits: Partial<DrawLimits> = {},
    readonly isLate?: () => boolean,
    readonly engine?: ShaderEngine,
  ) {
    this.#limits = { ...DEFAULT_DRAW_LIMITS, ...limits };
  }

  /** Instructions that may still run. */
  get instructionsLeft(): number {
    return Math.max(0, this.#limits.maxInstructions - this.counts.instructions);
  }

  /**
   * Counts instructions that ran; `isEnded`: whether they came to the end of their program. Returns false where the
   * draw has to stop.
   */
  spendInstructions(count: number, isEnded: boolean): boolean {
    this.counts.instructions += count;
    if (!isEnded && this.instructionsLeft === 0) this.#stop('instructions', this.#limits.maxInstructions);
    else if (!isEnded) this.isStopped = true;
    return this.#goesOn(count);
  }

  /** Counts vertices that are made. Returns false where the draw has to stop. */
  spendVertices(count: number): boolean {
    this.#vertices += count;
    if (this.#vertices > this.#limits.maxVertices) this.#stop('vertices', this.#limits.maxVertices);
    return this.#goesOn(count);
  }

  /** Counts quads of pixels that were looked at. Returns false where the draw has to stop. */
  spendQuads(count: number): boolean {
    this.#quads += count;
    if (this.#quads > this.#limits.maxQuads) this.#stop('quads of pixels', this.#limits.maxQuads);
    return this.#goesOn(count);
  }

  /** Counts a row of quads without a covered pixel. */
  spendRow(): void {
    this.spendQuads(1 / ROWS_OF_QUAD);
  }

  report(message: Message, values: Readonly<Record<string, string | number>>): void {
    this.diagnostics.push(report(message, values));
  }

  /** Whether the draw goes on after `work` instructions, vertices or quads more. */
  #goesOn(work: number): boolean {
    this.#sinceAsked += work;
    if (this.#sinceAsked >= WORK_BETWEEN_QUESTIONS && this.isLate !== undefined) {
      this.#sinceAsked = 0;
      if (this.isLate()) this.isStopped = true;
    }
    return !this.isStopped;
  }

  #stop(what: string, limit: number): void {
    if (!this.isStopped) this.report(DX7108, { what, limit });
    this.isStopped = true;
  }
}
