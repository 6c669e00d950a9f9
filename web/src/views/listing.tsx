/** The pane with the listing. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { diagnosticLines } from '../model/diagnostic-lines.ts';
import { bytesOfLine, linesOfBytes } from '../model/listing.ts';
import type { Origin } from '../state/selection.ts';
import { showsBytes, showsTranslation } from '../state/settings.ts';
import { diagnostics, failure, select, selection, shader } from '../state/store.ts';
import { styleNonce } from '../ui/style-nonce.ts';
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
};

export function Listing() {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ListingEditor | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void import('./listing-editor.ts').then(({ ListingEditor }) => {
      if (isGone || box.current === null) return;
      editor.current = new ListingEditor({
        label: 'Listing',
        parent: box.current,
        nonce: styleNonce(),
        onLine: (line) => {
          const listing = shader.peek()?.listing;
          const bytes = listing === undefined ? undefined : bytesOfLine(listing, line);
          if (bytes !== undefined) select(bytes.start, bytes.end, 'listing');
        },
      });
      showAll();
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);

  const showShader = () => {
    const data = shader.value;
    if (data !== undefined) editor.current?.show(data.listing, data.bytes as Uint8Array<ArrayBuffer>);
  };
  const showSelection = () => {
    const data = shader.value;
    const selected = selection.value;
    if (data === undefined || selected === undefined) return;
    editor.current?.selectLines(linesOfBytes(data.listing, selected.start, selected.end), SCROLLS[selected.origin]);
  };
  const showDiagnostics = () => {
    const data = shader.value;
    if (data !== undefined) editor.current?.showDiagnostics(diagnosticLines(data.listing, diagnostics.value));
  };
  const showBytes = () => {
    // Read before the editor is loaded, too: an effect follows what it reads.
    const shows = showsBytes.value;
    editor.current?.showBytes(shows);
  };
  const showAll = () => {
    showShader();
    showBytes();
    showSelection();
    showDiagnostics();
  };
  useSignalEffect(showShader);
  useSignalEffect(showBytes);
  useSignalEffect(showSelection);
  useSignalEffect(showDiagnostics);

  const data = shader.value;
  const isEmpty = data?.listing.text.trim() === '';
  return (
    <section class="pane listing" aria-label="Listing">
      <div class="pane-title">
        <h2>Listing</h2>
        <span class="muted">{data?.profile ?? data?.format ?? ''}</span>
        <button
          type="button"
          class="end"
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
          class="wide-only"
          aria-pressed={showsTranslation.value}
          title="Show the shader in another language beside the listing (F4)"
          onClick={() => {
            showsTranslation.value = !showsTranslation.value;
          }}
        >
          Translation
        </button>
      </div>
      {failure.value !== undefined && (
        <p class="message error" role="alert">
          The explorer failed on this shader: {failure.value}
        </p>
      )}
      {isEmpty && (
        <div class="message" role="status">
          <p>There is no listing of this file. Its bytes are shown below.</p>
          {data.diagnostics.map(({ code, message, hint }) => (
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
