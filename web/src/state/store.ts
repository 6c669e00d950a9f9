/**
 * The state of the page. Views read these signals, and change them through the functions here and in actions.ts.
 *
 * Not for: what the browser remembers (settings.ts).
 */

import { batch, computed, signal } from '@preact/signals';
import type { Diagnostic } from 'dxlens';
import type { ReflectionResult } from 'dxlens/reflect';
import type { PaneKey, TabName } from '../model/panes.ts';
import type { ShaderId, ShaderRow } from '../model/shader-row.ts';
import type { CheckData, ExplainedPart, ShaderData } from '../worker/protocol.ts';
import type { BitRange, Origin, Selection } from './selection.ts';

/** A search that runs. */
export interface Progress {
  readonly file: string;
  readonly count: number;
  readonly cancel: () => void;
}

/** A file that could not be read, or in which nothing was found. */
export interface FileProblem {
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** All shaders of the session, in the order in which they were found. */
export const rows = signal<readonly ShaderRow[]>([]);
export const progress = signal<Progress | undefined>(undefined);
export const problems = signal<readonly FileProblem[]>([]);

/** The shader that is shown. */
export const current = signal<ShaderId | undefined>(undefined);
export const shader = signal<ShaderData | undefined>(undefined);
/** Why the shader cannot be shown: a fault of the page. */
export const failure = signal<string | undefined>(undefined);
export const check = signal<CheckData | undefined>(undefined);
export const reflection = signal<ReflectionResult | undefined>(undefined);

export const selection = signal<Selection | undefined>(undefined);
/** The explained part at the selection. */
export const part = signal<ExplainedPart | undefined>(undefined);
export const tab = signal<TabName>('bytes');
export const pane = signal<PaneKey>('files');

/** The dialog that is open above the page. */
export const overlay = signal<'palette' | 'compare' | 'help' | 'link' | undefined>(undefined);

export const currentRow = computed(() => rows.value.find(({ id }) => id === current.value));

/** Everything that is wrong with the shader, once. */
export const diagnostics = computed<readonly Diagnostic[]>(
  () => check.value?.diagnostics ?? shader.value?.diagnostics ?? [],
);

/** Selects a range of bytes. */
export function select(start: number, end: number, origin: Origin, bits?: BitRange): void {
  const before = selection.peek();
  if (
    before?.start === start &&
    before.end === end &&
    before.bits?.low === bits?.low &&
    before.bits?.width === bits?.width
  )
    return;
  selection.value = bits === undefined ? { start, end, origin } : { start, end, bits, origin };
}

/** Forgets the shader that is shown. */
export function resetShader(): void {
  batch(() => {
    shader.value = undefined;
    failure.value = undefined;
    check.value = undefined;
    reflection.value = undefined;
    selection.value = undefined;
    part.value = undefined;
  });
}
