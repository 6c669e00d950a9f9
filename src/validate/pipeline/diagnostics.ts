/** Diagnostics about the shaders of a pipeline, and about a shader and a root signature. */

import { type Diagnostic, diagnostic, fillPlaceholders, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_DIAGNOSTICS } from '../../base/limits.ts';
import { DX0012 } from '../../base/messages.ts';
import type { PipelineRuleRow } from './rule.ts';

/** A diagnostic about one of several inputs; its span counts in that one. */
export interface PipelineDiagnostic extends Diagnostic {
  readonly shader: number;
}

/** A range of bytes of one input. */
export interface ShaderSpan {
  readonly shader: number;
  readonly start: number;
  readonly end: number;
}

/** Collects diagnostics; after {@link MAX_DIAGNOSTICS} of them, a last one says that there are more. */
export class PipelineDiagnostics {
  readonly list: PipelineDiagnostic[] = [];
  /** Whether there was an error, listed or not. */
  hasErrors = false;
  /** Notes of every diagnostic about an input, by the index of the input. */
  readonly #notes = new Map<number, readonly string[]>();

  /** Adds notes to every later diagnostic about an input. */
  setNotes(shader: number, notes: readonly string[]): void {
    this.#notes.set(shader, notes);
  }

  /** Reports that `rule` is broken at `span`. */
  add(rule: PipelineRuleRow, span: ShaderSpan, values: MessageValues = {}): void {
    const { severity = 'error' } = rule;
    if (this.list.length > MAX_DIAGNOSTICS) {
      if (severity === 'error') this.hasErrors = true;
      return;
    }
    this.push({
      shader: span.shader,
      code: rule.code,
      severity,
      message: fillPlaceholders(rule.text, values),
      span: { unit: 'byte', start: span.start, end: span.end },
      notes: this.#notes.get(span.shader) ?? [],
      hint: fillPlaceholders(rule.hint, values),
      rule,
    });
  }

  push(one: PipelineDiagnostic): void {
    if (one.severity === 'error') this.hasErrors = true;
    const { shader, span } = one;
    if (this.list.length < MAX_DIAGNOSTICS) this.list.push(one);
    else if (this.list.length === MAX_DIAGNOSTICS)
      this.list.push({ ...diagnostic(DX0012, span, { limit: MAX_DIAGNOSTICS }), shader });
  }
}
