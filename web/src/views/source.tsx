/**
 * The source in the debug information: its lines select the instructions that come from them, and the other way round.
 */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sourceOfBytes } from '../model/debug-source.ts';
import { visibleText } from '../model/format.ts';
import { debugSource, followDebugSource } from '../state/debug-source.ts';
import { selection } from '../state/store.ts';
import { SourceText } from './source-text.tsx';
import './source.css';

export function Source() {
  useEffect(followDebugSource, []);
  /** The file that the user chose; that of the selected instruction otherwise. */
  const chosen = useSignal<number | undefined>(undefined);
  const selected = useComputed(() => {
    const { start, end } = selection.value ?? { start: 0, end: 0 };
    return debugSource.value === undefined ? undefined : sourceOfBytes(debugSource.value, start, end);
  });
  const file = useComputed(() => chosen.value ?? selected.value?.file ?? debugSource.value?.instructions[0]?.file ?? 0);
  useSignalEffect(() => {
    if (selection.value?.origin !== 'source') chosen.value = undefined;
  });
  const data = debugSource.value;
  if (data === undefined) return <p class="message muted">Reading debug information…</p>;
  if (data.files.length === 0)
    return (
      <p class="message muted">
        This shader has no debug information. Compile it with /Zi (D3DCOMPILE_DEBUG) to see its source here.
      </p>
    );
  const current = selected.value?.file === file.value ? selected.value.line : undefined;
  return (
    <div class="source">
      <label class="source-file">
        <span class="muted">File</span>
        <select
          value={file.value}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
          }}
        >
          {data.files.map(({ name }, i) => (
            <option key={i} value={i}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </label>
      {data.files[file.value]?.text === undefined ? (
        <p class="message muted">The debug information has the name of this file, but not its text.</p>
      ) : (
        <SourceText data={data} file={file.value} selected={current} shown={current} />
      )}
    </div>
  );
}
