/**
 * The HLSL source of a shader: one that the user opened, or the decompiled source of a shader that becomes its program
 * when it is changed. Each change is compiled by the worker after a moment, and a source without errors becomes the
 * shader that the page shows.
 *
 * Not for: the editor (views/hlsl), which has the history of changes.
 */
import { batch, computed, signal } from '@preact/signals';
import type { NamedText } from '../model/hlsl/detect.ts';
import type { EntryChoice } from '../model/hlsl/options.ts';
import type { ShaderId } from '../model/shader-row.ts';
import { isAbort } from '../worker/client.ts';
import type { CompileData, CompileInput } from '../worker/protocol.ts';
import { refreshFacts, worker } from './session.ts';
import { entryChoices, rememberEntry } from './settings.ts';
import * as store from './store.ts';

/** Milliseconds without a change after which the source is compiled. */
const DELAY = 120;

/** A source with its text, which changes as the user types. */
export interface HlslSource {
  readonly id: ShaderId;
  readonly name: string;
  text: string;
  /** The decompiled text of the shader as it was found; undefined for a source that was opened. */
  readonly original: string | undefined;
  choice: EntryChoice | undefined;
}

/** The result of compiling the source that is shown. */
export type CompileState = Omit<CompileData, 'shader' | 'values'> & {
  readonly id: ShaderId;
  /** The text that was compiled. */
  readonly text: string;
  /** Whether the shader that is shown is that of the text. */
  readonly isCompiled: boolean;
};

const sources = new Map<ShaderId, HlslSource>();
let timer: ReturnType<typeof setTimeout> | undefined;
let facts: AbortController | undefined;
let isRunning = false;
let isWaiting = false;

/** The source of the shader that is shown; undefined where it has none. */
export const hlslSource = signal<HlslSource | undefined>(undefined);
/** Undefined until the worker has answered. */
export const compiled = signal<CompileState | undefined>(undefined);

/** Whether the source has never been compiled: the other views have the bytes of its text only. */
export const hasNoShader = computed(() => hlslSource.value !== undefined && store.shader.value?.format === 'unknown');

/** Takes a source that the user opened. */
export function addSource(id: ShaderId, { name, text }: NamedText): void {
  sources.set(id, { id, name, text, original: undefined, choice: entryChoices.peek()[name] });
}

/** Takes the decompiled HLSL of a shader. */
export function addDecompiled(id: ShaderId, text: string): HlslSource {
  const source: HlslSource = { id, name: 'shader.hlsl', text, original: text, choice: undefined };
  sources.set(id, source);
  return source;
}

export function sourceOf(id: ShaderId): HlslSource | undefined {
  return sources.get(id);
}

/** The input of the worker's call for a source. */
export function compileInput({ id, text, original, choice }: HlslSource): CompileInput {
  const target = original === undefined ? 'shader' : text === original ? 'original' : 'program';
  return { id, text, choice, target };
}

/** Takes the text of the editor after a change. */
export function changeSource(text: string): void {
  const source = hlslSource.peek();
  if (source === undefined || source.text === text) return;
  source.text = text;
  clearTimeout(timer);
  timer = setTimeout(() => void compileShown(), DELAY);
}

/** Compiles the source for another profile or entry point, and remembers them for files of its name. */
export function chooseEntry(choice: EntryChoice): void {
  const source = hlslSource.peek();
  if (source === undefined) return;
  source.choice = choice;
  if (source.original === undefined) rememberEntry(source.name, choice);
  void compileShown();
}

/** Compiles the text of the source that is shown. One call runs at a time; what changes during it is compiled next. */
async function compileShown(): Promise<void> {
  isWaiting = isRunning;
  if (isRunning) return;
  isRunning = true;
  try {
    do {
      isWaiting = false;
      const source = hlslSource.peek();
      if (source === undefined) return;
      const { text } = source;
      const result = await worker().call('compile', compileInput(source));
      if (hlslSource.peek() === source) showCompiled(source, text, result);
    } while (isWaiting);
  } catch (error) {
    store.failure.value = String(error);
  } finally {
    isRunning = false;
  }
  await refresh();
}

/** Compiles a source with errors again: a file that it includes may have been opened after it. */
export async function compileAgain(): Promise<void> {
  if (compiled.peek()?.isCompiled === false) await compileShown();
}

/** Validates and reflects the shader of the source that is shown. */
export async function refresh(): Promise<void> {
  facts?.abort();
  facts = new AbortController();
  const { id } = store.shader.peek() ?? {};
  // The text of a source without a shader is no shader with faults.
  if (hasNoShader.peek()) store.check.value = { valid: undefined, diagnostics: [] };
  try {
    if (id !== undefined && !hasNoShader.peek()) await refreshFacts(id, facts.signal);
  } catch (error) {
    if (!isAbort(error)) store.failure.value = String(error);
  }
}

/**
 * Shows what the worker made of a text. Of a text that has changed since, the shader is shown, because the worker
 * answers for it, but not its diagnostics.
 */
export function showCompiled(source: HlslSource, text: string, { shader, values, ...result }: CompileData): void {
  const { id, original } = source;
  const isEdited = original !== undefined && text !== original;
  batch(() => {
    hlslSource.value = source;
    if (text === source.text) compiled.value = { ...result, id, text, isCompiled: shader !== undefined };
    if (shader === undefined) return;
    store.part.value = undefined;
    store.shader.value = shader;
    store.rows.value = store.rows.peek().map((row) => (row.id === id ? { ...row, values, isEdited } : row));
  });
}

/** Forgets what belongs to the shader that was shown. Its source stays. */
export function leaveSource(): void {
  clearTimeout(timer);
  facts?.abort();
  batch(() => {
    hlslSource.value = undefined;
    compiled.value = undefined;
  });
}

/** Brings the program of the original back, without the source. */
export async function discardSource(id: ShaderId): Promise<void> {
  const source = sources.get(id);
  if (source?.original === undefined) return;
  leaveSource();
  sources.delete(id);
  const { values } = await worker().call('compile', compileInput({ ...source, text: source.original }));
  store.rows.value = store.rows.peek().map((row) => (row.id === id ? { ...row, values, isEdited: false } : row));
}

/** Forgets all sources. */
export function forgetSources(): void {
  leaveSource();
  sources.clear();
}
