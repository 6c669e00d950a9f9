/** The pane with the listing. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { diagnosticLines } from '../model/diagnostic-lines.ts';
import { bytesOfLine, linesOfBytes } from '../model/listing.ts';
import { LaneTable } from '../model/liveness.ts';
import { breakpoints, nextOffset, toggleBreakpoint } from '../state/debug.ts';
import { attachEditor, changeText, edit, editRefusal, isEditing, toggleEditing } from '../state/editing.ts';

import { hasNoShader } from '../state/hlsl.ts';
import type { Origin } from '../state/selection.ts';
import { showsBytes, showsLiveness, showsTranslation } from '../state/settings.ts';
import { followLiveness, liveness } from '../state/shader-facts.ts';
import { currentRow, diagnostics, failure, problems, select, selection, shader } from '../state/store.ts';
import { styleNonce } from '../ui/style-nonce.ts';
import { EditBar } from './edit-bar.tsx';
import type { ListingEditor } from './listing-editor.ts';
import './listing.css';

/** How a selection scrolls the listing, by the view that it comes from. */
const SCROLLS: Readonly<Record<Origin, 'start' | 'nearest' | undefined>> = {
  open: 'start',
  listing: undefined,
  keys: 'nearest',
  inspector: 'nearest',
  bytes: 'nearest',
  map: 'start',
  reflection: 'nearest',
  diagnostics: 'nearest',
  translation: 'nearest',
  source: 'nearest',
  compare: 'nearest',
  graph: 'start',
  debug: 'nearest',
};

export function Listing() {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ListingEditor | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    let detach: (() => void) | undefined;
    void import('./listing-editor.ts').then(({ ListingEditor }) => {
      if (isGone || box.current === null) return;
      editor.current = new ListingEditor({
        label: 'Listing',
        parent: box.current,
        nonce: styleNonce(),
        onLine: selectLine,
        onBreakpoint: toggleBreakpoint,
        onChange: changeText,
      });
      detach = attachEditor(editor.current);
      showAll();
    });
    return () => {
      isGone = true;
      detach?.();
      editor.current?.destroy();
    };
  }, []);

  const selectLine = (line: number) => {
    const listing = editor.current?.listing;
    const bytes = listing === undefined ? undefined : bytesOfLine(listing, line);
    if (bytes !== undefined) select(bytes.start, bytes.end, 'listing');
  };
  const shownId = useRef<number | undefined>(undefined);
  const showShader = () => {
    const data = shader.value;
    if (data === undefined || editor.current === undefined) return;
    editor.current.show(data.listing, data.bytes as Uint8Array<ArrayBuffer>);
    // After an edit, the instruction at the cursor may have moved.
    if (shownId.current === data.id) selectLine(editor.current.line);
    shownId.current = data.id;
  };
  const showSelection = () => {
    const listing = shader.value === undefined ? undefined : (editor.current?.listing ?? shader.value.listing);
    const selected = selection.value;
    if (listing === undefined || selected === undefined) return;
    editor.current?.selectLines(linesOfBytes(listing, selected.start, selected.end), SCROLLS[selected.origin]);
  };
  const showDiagnostics = () => {
    const data = shader.value;
    const edited = edit.value;
    const shown = edited?.isAssembled === false ? [] : diagnostics.value;
    if (data === undefined || editor.current === undefined) return;
    const { listing = data.listing } = editor.current;
    editor.current.showDiagnostics(diagnosticLines(listing, [...(edited?.diagnostics ?? []), ...shown]));
    editor.current.showTextDiagnostics(edited?.diagnostics ?? []);
  };
  const showEdit = () => {
    const changes = edit.value?.changes;
    editor.current?.showChanges(changes);
  };
  const showMode = () => {
    const isEditable = isEditing.value && editRefusal.value === undefined;
    editor.current?.setEditable(isEditable);
  };
  const showBytes = () => {
    // Read before the editor is loaded, too: an effect follows what it reads.
    const shows = showsBytes.value;
    editor.current?.showBytes(shows);
  };
  const showLanes = () => {
    const data = showsLiveness.value ? liveness.value : undefined;
    editor.current?.showLanes(data && new LaneTable(data));
  };
  const showDebugger = () => {
    const starts = shader.value?.listing.starts;
    const set = breakpoints.value;
    const next = nextOffset.value;
    if (starts === undefined) return;
    const lines = [...starts.keys()].filter((line) => set.has(starts[line]!));
    editor.current?.showDebugger({ breakpoints: new Set(lines), next: next === undefined ? -1 : starts.indexOf(next) });
  };
  const showAll = () => {
    showShader();
    showBytes();
    showLanes();
    showDebugger();
    showSelection();
    showDiagnostics();
    showEdit();
    showMode();
  };
  useSignalEffect(showShader);
  useSignalEffect(showBytes);
  useSignalEffect(showLanes);
  useSignalEffect(() => (showsLiveness.value ? followLiveness() : undefined));
  useSignalEffect(showDebugger);
  useSignalEffect(showSelection);
  useSignalEffect(showDiagnostics);
  useSignalEffect(showEdit);
  useSignalEffect(showMode);

  const data = shader.value;
  const isEmpty = data?.listing.text.trim() === '';
  return (
    <section class="pane listing" aria-label="Listing">
      <div class="pane-title">
        <h2>Listing</h2>
        <span class="muted narrow-only">{data?.profile ?? data?.format ?? ''}</span>
        <button
          type="button"
          class="end"
          aria-pressed={isEditing.value}
          disabled={editRefusal.value !== undefined}
          title={`Change the program as text (Alt+E)${editRefusal.value === undefined ? '' : `: ${editRefusal.value}`}`}
          onClick={toggleEditing}
        >
          Edit
        </button>
        <button
          type="button"
          aria-pressed={showsBytes.value}
          title="Show the bytes of each line (F2)"
          onClick={() => {
            showsBytes.value = !showsBytes.value;
          }}
        >
          Bytes
        </button>
        <button
          type="button"
          aria-pressed={showsLiveness.value}
          title="Show where registers are live (Alt+L)"
          onClick={() => {
            showsLiveness.value = !showsLiveness.value;
          }}
        >
          Live
        </button>
        <button
          type="button"
          class="wide-only"
          aria-pressed={showsTranslation.value}
          title="Show the shader in another language next to the listing (F4)"
          onClick={() => {
            showsTranslation.value = !showsTranslation.value;
          }}
        >
          Translation
        </button>
      </div>
      {(isEditing.value || edit.value !== undefined) && editRefusal.value === undefined && <EditBar />}
      {failure.value !== undefined && (
        <p class="message error" role="alert">
          The explorer failed on this shader: {failure.value}
        </p>
      )}
      {isEmpty && (
        <div class="message" role="status">
          {problems.value
            .filter(({ file }) => file === currentRow.value?.file)
            .map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          <p>
            {hasNoShader.value
              ? 'The listing is here as soon as the HLSL can be compiled.'
              : 'There is no listing of this file. Its bytes are shown below.'}
          </p>
          {!hasNoShader.value &&
            data.diagnostics.map(({ code, message, hint }) => (
              <p key={code + message}>
                <code class="error">{code}</code> {message} {hint}
              </p>
            ))}
        </div>
      )}
      <div class="editor" ref={box} hidden={data === undefined || isEmpty} />
    </section>
  );
}
