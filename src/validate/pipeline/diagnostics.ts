/** What was found out about shaders that meet, and about a shader and a root signature. */
import { type Diagnostic, diagnostic, fillPlaces, type MessageValues } from '../../base/diagnostics.ts';
import { MAX_DIAGNOSTICS } from '../../base/limits.ts';
import { BASE_MESSAGES } from '../../base/messages.ts';
import type { PipelineRuleRow } from './rule.ts';

/** A diagnostic about one of several inputs; its span counts in that one. */
export interface PipelineDiagnostic extends Diagnostic {
  readonly shader: number;
}

/** Bytes of an input. */
export interface Place {
  readonly shader: number;
  readonly start: number;
  readonly end: number;
}

/** Collects diagnostics; a last one says that there are more than {@link MAX_DIAGNOSTICS}. */
export class PipelineDiagnostics {
  readonly list: PipelineDiagnostic[] = [];
  /** Whether there was an error, listed or not. */
  hasErrors = false;
  /** What is said after every diagnostic about an input, by the index of the input. */
  readonly #notes = new Map<number, readonly string[]>();

  /** Says something after every diagnostic about an input that comes from now on. */
  setNotes(shader: number, notes: readonly string[]): void {
    this.#notes.set(shader, notes);
  }

  /** Reports that `rule` is broken at `place`. */
  add(rule: PipelineRuleRow, place: Place, values: MessageValues = {}): void {
    const { severity = 'error' } = rule;
    if (this.list.length > MAX_DIAGNOSTICS) {
      if (severity === 'error') this.hasErrors = true;
      return;
    }
    this.push({
      shader: place.shader,
      code: rule.code,
      severity,
      message: fillPlaces(rule.text, values),
      span: { unit: 'byte', start: place.start, end: place.end },
      notes: this.#notes.get(place.shader) ?? [],
      hint: rule.hint,
      rule,
    });
  }

  push(one: PipelineDiagnostic): void {
    if (one.severity === 'error') this.hasErrors = true;
    const { shader, span } = one;
    if (this.list.length < MAX_DIAGNOSTICS) this.list.push(one);
    else if (this.list.length === MAX_DIAGNOSTICS)
      this.list.push({ ...diagnostic(BASE_MESSAGES.DX0012, span, { limit: MAX_DIAGNOSTICS }), shader });
  }
}
