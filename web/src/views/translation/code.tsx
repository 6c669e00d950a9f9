/** The code of a translation, whose lines are selected with the instructions that they come from. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { diagnosticLines } from '../../model/diagnostic-lines.ts';
import { bytesOfLine, linesOfBytes } from '../../model/listing.ts';
import { select, selection, shader } from '../../state/store.ts';
import { translation } from '../../state/translation.ts';
import { styleNonce } from '../../ui/style-nonce.ts';
import { ListingEditor } from '../listing-editor.ts';

export function Code() {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ListingEditor | undefined>(undefined);
  const showCode = () => {
    const { code, diagnostics = [] } = translation.value ?? {};
    const bytes = shader.peek()?.bytes;
    if (code === undefined || bytes === undefined) return;
    editor.current?.show(code, bytes as Uint8Array<ArrayBuffer>);
    editor.current?.showDiagnostics(diagnosticLines(code, diagnostics));
  };
  const showSelection = () => {
    const code = translation.value?.code;
    const selected = selection.value;
    if (code === undefined || selected === undefined) return;
    const scrolls = selected.origin === 'translation' ? undefined : 'nearest';
    editor.current?.selectLines(linesOfBytes(code, selected.start, selected.end), scrolls);
  };
  useEffect(() => {
    editor.current = new ListingEditor({
      parent: box.current!,
      label: 'Translation',
      nonce: styleNonce(),
      onLine: (line) => {
        const code = translation.peek()?.code;
        const bytes = code === undefined ? undefined : bytesOfLine(code, line);
        if (bytes !== undefined) select(bytes.start, bytes.end, 'translation');
      },
    });
    showCode();
    showSelection();
    return () => editor.current?.destroy();
  }, []);
  useSignalEffect(showCode);
  useSignalEffect(showSelection);
  return <div class="editor" ref={box} hidden={translation.value?.code === undefined} />;
}
