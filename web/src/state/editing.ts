/**
 * The text that is edited instead of the listing of a shader: each change is assembled by the worker after a moment,
 * and a text without errors becomes the shader that the page shows. The edited text of other shaders is preserved for
 * the session.
 *
 * Not for: the editor (views/listing-editor.ts), which has the history of changes.
 */
import { batch, computed, signal } from '@preact/signals';
import type { Diagnostic } from 'dxlens';
import { fileName, saveFile } from '../model/save-file.ts';
import type { ShaderId } from '../model/shader-row.ts';
import { isAbort } from '../worker/client.ts';
import type { ChangedWords, EditData } from '../worker/protocol.ts';
import { hlslSource } from './hlsl.ts';
import { refreshFacts, worker } from './session.ts';
import * as store from './store.ts';

/** Milliseconds without a change after which the text is assembled. */
const DELAY = 150;

/** The text of a shader that differs from its listing. */
interface Draft {
  readonly original: string;
  readonly text: string;
  /** The shader comes from the text, which is preserved when nothing was changed. */
  readonly isSource?: true;
}

/** The worker's result for the text of the current shader. */
export interface EditState {
  readonly id: ShaderId;
  /** Spans are characters of the text. */
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly ChangedWords[];
  readonly removed: number;
  /** Whether the shader that is shown is that of the text. */
  readonly isAssembled: boolean;
}

/** The interface of the editor for other modules. */
export interface EditorHandle {
  /** Replaces the entire text, as a step that can be undone. */
  replaceText(text: string): void;
  /** Replaces characters of a line, 0-based, as a step that can be undone. */
  replaceInLine(line: number, from: number, to: number, insert: string): void;
  lineText(line: number): string;
  undo(): void;
  redo(): void;
  goTo(position: number): void;
}

const drafts = new Map<ShaderId, Draft>();
let editor: EditorHandle | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Whether the text can be changed. */
export const isEditing = signal(false);
/** Undefined where the current shader was not edited. */
export const edit = signal<EditState | undefined>(undefined);

/** Why the program of the current shader cannot be edited; undefined when it can. */
export const editRefusal = computed(() =>
  store.shader.value === undefined
    ? 'no shader is open'
    : hlslSource.value !== undefined
      ? 'the shader comes from its HLSL: change that'
      : store.shader.value.isEditable
        ? undefined
        : 'this format has no program that a listing can replace',
);

/** Makes the editor known. Returns the function that forgets it. */
export function attachEditor(handle: EditorHandle): () => void {
  editor = handle;
  return () => {
    if (editor === handle) editor = undefined;
  };
}

/** Runs `action` with the editor, which exists once a listing was shown. */
export function withEditor(action: (handle: EditorHandle) => void): void {
  if (editor !== undefined) action(editor);
}

/** Allows or ends changes of the text. What was changed stays. */
export function toggleEditing(): void {
  if (editRefusal.peek() === undefined) isEditing.value = !isEditing.peek();
}

/** The text of a shader that was edited before; undefined for its listing. */
export function draftOf(id: ShaderId): string | undefined {
  return drafts.get(id)?.text;
}

/** Takes the assembly that a shader comes from, to be edited. */
export function editSource(id: ShaderId, text: string): void {
  drafts.set(id, { original: text, text, isSource: true });
  isEditing.value = true;
}

/** Takes the text of the editor after a change. */
export function changeText(text: string): void {
  const data = store.shader.peek();
  if (data === undefined) return;
  const { id, listing } = data;
  drafts.set(id, { original: listing.text, ...drafts.get(id), text });
  clearTimeout(timer);
  running?.abort();
  timer = setTimeout(() => void assembleText(id, text), DELAY);
}

async function assembleText(id: ShaderId, text: string): Promise<void> {
  const controller = new AbortController();
  running = controller;
  try {
    const result = await worker().call('edit', { id, text }, { signal: controller.signal });
    if (store.current.peek() !== id) return;
    showEdit(id, result);
    if (result.shader !== undefined) await refreshFacts(id, controller.signal);
  } catch (error) {
    if (!isAbort(error)) store.failure.value = String(error);
  }
}

/** Shows what the worker made of a text. */
export function showEdit(id: ShaderId, { shader, values, diagnostics, changes, removed }: EditData): void {
  const isAssembled = shader !== undefined;
  const before = edit.peek();
  const isSame = isAssembled && changes.length === 0 && removed === 0;
  const draft = drafts.get(id);
  if (isSame && draft?.original === draft?.text && !draft?.isSource) drafts.delete(id);
  batch(() => {
    edit.value = isAssembled
      ? { id, diagnostics, changes, removed, isAssembled }
      : { id, diagnostics, changes: before?.changes ?? [], removed: before?.removed ?? 0, isAssembled };
    if (shader === undefined) return;
    store.part.value = undefined;
    store.shader.value = shader;
    store.rows.value = store.rows.peek().map((row) => (row.id === id ? { ...row, values, isEdited: !isSame } : row));
  });
}

/** Forgets what belongs to the shader that was shown. Its text stays. */
export function leaveShader(): void {
  clearTimeout(timer);
  running?.abort();
  edit.value = undefined;
}

/** Forgets all edited text. */
export function forgetDrafts(): void {
  leaveShader();
  drafts.clear();
  isEditing.value = false;
}

/** Brings the listing of the original back, as a change that can be undone. */
export function revert(): void {
  const id = store.current.peek();
  const draft = id === undefined ? undefined : drafts.get(id);
  if (draft !== undefined) editor?.replaceText(draft.original);
}

/** Saves the shader that is shown as a file. */
export function downloadShader(): void {
  const data = store.shader.peek();
  if (data === undefined) return;
  const { file = 'shader', path = '', offset = 0, isEdited = false } = store.currentRow.peek() ?? {};
  const bytes = data.bytes as Uint8Array<ArrayBuffer>;
  saveFile(`${fileName(file, path, offset)}${isEdited ? '-edited' : ''}.cso`, new Blob([bytes]));
}
