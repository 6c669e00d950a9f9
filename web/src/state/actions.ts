/**
 * The actions of the user, as functions: open files, show a shader, move between shaders. They call the worker and
 * write the results to the store.
 *
 * Not for: keys and menus (commands.ts).
 */
import { batch, effect } from '@preact/signals';
import { type ArchivePart, baseName, withParts } from '../model/archive-parts.ts';
import { listingWithText } from '../model/edited-listing.ts';
import type { ShaderId, ShaderRow } from '../model/shader-row.ts';
import { isAbort } from '../worker/client.ts';
import type { FindReport, FindResult, ShaderData } from '../worker/protocol.ts';
import { compareWithOriginal } from './comparing.ts';
import { draftOf, editSource, forgetDrafts, leaveShader, showEdit } from './editing.ts';
import {
  addSource,
  compileAgain,
  compileInput,
  forgetSources,
  leaveSource,
  refresh,
  showCompiled,
  sourceOf,
} from './hlsl.ts';
import { refreshFacts, worker } from './session.ts';
import * as store from './store.ts';

/** A file with the name that is shown. */
export interface NamedFile {
  readonly name: string;
  /** The file, or what gets it when its turn comes. */
  readonly file: Blob | (() => Promise<Blob>);
  /** Sibling files with a part of its data, in addition to those among the files that are opened with it. */
  readonly parts?: readonly ArchivePart[];
}

/**
 * Searches files for shaders, one after the other, and shows the first shader. A file without shaders is shown as bytes
 * where it is the only one; of several, such files are counted.
 */
export async function openFiles(files: readonly NamedFile[]): Promise<void> {
  store.progress.peek()?.cancel();
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort();
  let shown: Promise<void> | undefined;
  const show = ([row]: readonly ShaderRow[]) => {
    if (row !== undefined) shown ??= showShader(row.id);
  };
  const without: string[] = [];
  const searched = withParts(files);
  for (const { file: one, parts: others } of searched) {
    const { name, file, parts = [] } = one;
    store.progress.value = { file: name, count: 0, cancel };
    try {
      const onReport = ({ rows, count }: FindReport) => {
        batch(() => {
          addRows(rows);
          store.progress.value = { file: name, count, cancel };
        });
        show(rows);
      };
      const content = file instanceof Blob ? file : await file();
      const result = await worker().call(
        'find',
        { name, file: content, parts: [...parts, ...(await partsOf(others))] },
        { signal, onReport },
      );
      if (result.count === 0 && searched.length > 1) without.push(name);
      else noteProblems(name, result);
      if (result.raw === undefined || searched.length > 1) continue;
      addRows([result.raw]);
      show([result.raw]);
    } catch (error) {
      if (isAbort(error)) break;
      addProblem({ file: name, text: error instanceof Error ? error.message : String(error), diagnostics: [] });
    }
  }
  noteFilesWithout(without, searched.length);
  // Another search may have begun.
  if (store.progress.peek()?.cancel === cancel) store.progress.value = undefined;
  await shown;
  if (searched.length > 1) await compileAgain();
}

/** The program that a new shader begins with: a white pixel. */
const NEW_SHADER = `ps_5_0
dcl_output o0.xyzw
mov o0.xyzw, l(1.000000, 1.000000, 1.000000, 1.000000)
ret
`;

/** Opens a small shader as text, to be edited. */
export async function newShader(): Promise<void> {
  await openFiles([{ name: 'new.asm', file: new Blob([NEW_SHADER]) }]);
}

/** The source that a new shader in HLSL begins with: a picture that changes with the time. */
const NEW_SOURCE = `// fxc /T ps_5_0 /E main

cbuffer Frame : register(b0)
{
  float time;
};

float4 main(float4 position : SV_Position, float2 uv : TEXCOORD) : SV_Target
{
  float wave = 0.5 + 0.5 * sin(12 * length(uv - 0.5) - time);
  return float4(uv * wave, 1 - wave, 1);
}
`;

/** Opens a small pixel shader in HLSL, to be edited. */
export async function newSource(): Promise<void> {
  await openFiles([{ name: 'new.hlsl', file: new Blob([NEW_SOURCE]) }]);
}

function partsOf(files: readonly NamedFile[]): Promise<ArchivePart[]> {
  return Promise.all(
    files.map(async ({ name, file }) => ({
      name: baseName(name),
      content: file instanceof Blob ? file : await file(),
    })),
  );
}

function addRows(rows: readonly ShaderRow[]): void {
  for (const { id, file, text, source } of rows) {
    if (text !== undefined) editSource(id, text);
    if (source !== undefined) addSource(id, { name: file, text: source });
  }
  store.rows.value = [...store.rows.peek(), ...rows];
}

/** Names of files without shaders that are listed. */
const MAX_NAMES = 20;

function noteFilesWithout(names: readonly string[], count: number): void {
  if (names.length === 0) return;
  const listed = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  addProblem({ file: `${names.length} of ${count} files`, text: `have no shader: ${listed}${more}`, diagnostics: [] });
}

function noteProblems(file: string, { count, diagnostics, raw }: FindResult): void {
  if (count > 0 && diagnostics.length === 0) return;
  const text =
    count > 0
      ? `${diagnostics.length} members or parts could not be searched.`
      : raw === undefined
        ? 'The file is empty.'
        : 'No shader was found. Searched for token streams of models 1 to 3, DXBC containers, effects, C arrays with one of them, and archives that hold such files.';
  addProblem({ file, text, diagnostics });
}

function addProblem(problem: store.FileProblem): void {
  store.problems.value = [...store.problems.peek(), problem];
}

/** Forgets all files. */
export function closeAll(): void {
  store.progress.peek()?.cancel();
  forgetDrafts();
  forgetSources();
  compareWithOriginal();
  batch(() => {
    store.rows.value = [];
    store.problems.value = [];
    store.current.value = undefined;
    store.resetShader();
  });
  void worker().call('clear', undefined);
}

let viewing: AbortController | undefined;

/** Shows a shader: its listing first, then what validation says and its reflection. */
export async function showShader(id: ShaderId): Promise<void> {
  viewing?.abort();
  leaveShader();
  leaveSource();
  const controller = new AbortController();
  const { signal } = controller;
  viewing = controller;
  store.current.value = id;
  try {
    const source = sourceOf(id);
    const sourceText = source?.text ?? '';
    const compiled = source && (await worker().call('compile', compileInput(source), { signal }));
    const text = source === undefined ? draftOf(id) : undefined;
    const result = text === undefined ? undefined : await worker().call('edit', { id, text }, { signal });
    const data = compiled?.shader ?? result?.shader ?? withDraft(await worker().call('view', id, { signal }), text);
    batch(() => {
      store.resetShader();
      store.shader.value = data;
      if (result !== undefined) showEdit(id, result);
      if (source !== undefined && compiled !== undefined) showCompiled(source, sourceText, compiled);
      if (store.pane.peek() === 'files') store.pane.value = source === undefined ? 'listing' : 'hlsl';
      const start = firstInstruction(data.listing.starts) ?? 0;
      const line = data.listing.starts.indexOf(start);
      store.select(start, line < 0 ? Math.min(4, data.bytes.byteLength) : data.listing.ends[line]!, 'open');
    });
    await (source === undefined ? refreshFacts(id, signal) : refresh());
  } catch (error) {
    if (isAbort(error)) return;
    batch(() => {
      store.resetShader();
      store.failure.value = error instanceof Error ? error.message : String(error);
    });
  }
}

/** A shader with a text that has errors, so that the worker has no shader for it. */
function withDraft(data: ShaderData, text: string | undefined): ShaderData {
  return text === undefined ? data : { ...data, listing: listingWithText(data.listing, text) };
}

/** Where the first line with bytes begins. */
function firstInstruction(starts: Int32Array): number | undefined {
  return starts.find((start) => start >= 0);
}

/** Shows the shader `step` rows after the one that is shown. */
export function stepShader(step: number): void {
  const rows = store.rows.peek();
  const index = rows.findIndex(({ id }) => id === store.current.peek());
  const row = rows[Math.min(Math.max(index + step, 0), rows.length - 1)];
  if (row !== undefined && row.id !== store.current.peek()) void showShader(row.id);
}

/** Selects the line of the listing that is `step` lines with bytes after the selected one. */
export function stepInstruction(step: 1 | -1): void {
  const listing = store.shader.peek()?.listing;
  const selected = store.selection.peek();
  if (listing === undefined || selected === undefined) return;
  const { starts, ends } = listing;
  const lines = [...starts.keys()].filter((line) => starts[line]! >= 0);
  const before = lines.findLastIndex((line) => starts[line]! <= selected.start);
  const line = lines[Math.min(Math.max(before + step, 0), lines.length - 1)];
  if (line !== undefined) store.select(starts[line]!, ends[line]!, 'keys');
}

/** Selects the DWORD that is `step` DWORDs after the selected one. */
export function stepWord(step: number): void {
  const size = store.shader.peek()?.bytes.byteLength ?? 0;
  const selected = store.selection.peek();
  if (size < 4 || selected === undefined) return;
  const start = Math.min(Math.max((selected.start & ~3) + 4 * step, 0), (size - 1) & ~3);
  store.select(start, Math.min(start + 4, size), 'keys');
}

/** Keeps the explanation of what is selected up to date. */
export function followSelection(): void {
  let explaining: AbortController | undefined;
  effect(() => {
    const id = store.shader.value?.id;
    const selected = store.selection.value;
    explaining?.abort();
    if (id === undefined || selected === undefined) return;
    const known = store.part.peek();
    if (
      known !== undefined &&
      selected.start >= known.start &&
      selected.end <= known.end &&
      known.words.some((word) => selected.start >= word.offset && selected.start < word.offset + word.size)
    )
      return;
    explaining = new AbortController();
    worker()
      .call('explain', { id, offset: selected.start }, { signal: explaining.signal })
      .then(
        (part) => {
          store.part.value = part;
        },
        (error: unknown) => {
          if (!isAbort(error)) store.failure.value = String(error);
        },
      );
  });
}
