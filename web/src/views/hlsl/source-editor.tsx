/** The editor of the HLSL source, with colors and the errors of the compiler. */
import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { diagnosticLines } from '../../model/diagnostic-lines.ts';
import type { ListingData } from '../../model/listing.ts';
import { changeSource, compiled, hlslSource } from '../../state/hlsl.ts';
import { styleNonce } from '../../ui/style-nonce.ts';
import { ListingEditor } from '../listing-editor.ts';

const NO_BYTES = new Uint8Array(0);

export function SourceEditor({ editor }: { editor: RefObject<ListingEditor | undefined> }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<number | undefined>(undefined);
  const showSource = () => {
    const source = hlslSource.value;
    const state = compiled.value;
    if (source === undefined || editor.current === null || editor.current === undefined) return;
    const isNew = shown.current !== source.id;
    shown.current = source.id;
    // Typed text moves the roles of the last answer until the next one comes.
    if (state === undefined || state.text !== source.text) {
      if (isNew) editor.current.show(sourceListing(source.text, new Int32Array(0)), NO_BYTES);
      return;
    }
    const listing = sourceListing(source.text, state.roles);
    editor.current.show(listing, NO_BYTES);
    const local = state.diagnostics.filter(({ file }) => file === source.name);
    editor.current.showDiagnostics(diagnosticLines(listing, local));
    editor.current.showTextDiagnostics(local);
  };
  useEffect(() => {
    editor.current = new ListingEditor({
      parent: box.current!,
      label: 'HLSL source',
      nonce: styleNonce(),
      hasLineNumbers: true,
      onLine: () => {},
      onChange: changeSource,
    });
    editor.current.setEditable(true);
    showSource();
    return () => {
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, []);
  useSignalEffect(showSource);
  return <div class="editor" ref={box} />;
}

/** A text as a listing whose lines have no bytes. */
function sourceListing(text: string, roles: Int32Array): ListingData {
  const none = new Int32Array(text.split('\n').length).fill(-1);
  const numbers = none.map((_, line) => line + 1);
  return { text, numbers, starts: none, ends: none, roles };
}
