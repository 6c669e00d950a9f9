/**
 * The source in the debug information: its lines select the instructions that come from them, and the other way round.
 */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { instructionsOfLines, sourceOfBytes } from '../model/debug-source.ts';
import { visibleText } from '../model/format.ts';
import { debugSource, followDebugSource } from '../state/debug-source.ts';
import { select, selection } from '../state/store.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import './source.css';

const ROW = 20;
/** Characters of a line that are shown. */
const MAX_LINE = 1000;

export function Source() {
  useEffect(followDebugSource, []);
  /** The file that the user chose; that of the selected instruction otherwise. */
  const chosen = useSignal<number | undefined>(undefined);
  const selected = useComputed(() => {
    const { start, end } = selection.value ?? { start: 0, end: 0 };
    return debugSource.value === undefined ? undefined : sourceOfBytes(debugSource.value, start, end);
  });
  const file = useComputed(() => chosen.value ?? selected.value?.file ?? debugSource.value?.instructions[0]?.file ?? 0);
  const lines = useComputed(() =>
    debugSource.value === undefined ? undefined : instructionsOfLines(debugSource.value, file.value),
  );
  const text = useComputed(() => debugSource.value?.files[file.value]?.text?.split(/\r\n|\r|\n/));
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
      {text.value === undefined ? (
        <p class="message muted">The debug information has the name of this file, but not its text.</p>
      ) : (
        <VirtualList
          count={text.value.length}
          rowHeight={ROW}
          shown={current === undefined ? undefined : current - 1}
          class="source-lines code"
          label="Source; a line selects its first instruction"
          role="region"
          row={(i) => (
            <Line
              key={i}
              number={i + 1}
              text={text.value![i]!}
              instructions={lines.value?.get(i + 1)}
              isSelected={i + 1 === current}
            />
          )}
        />
      )}
    </div>
  );
}

interface LineProps {
  readonly number: number;
  readonly text: string;
  readonly instructions: readonly { readonly start: number; readonly end: number }[] | undefined;
  readonly isSelected: boolean;
}

function Line({ number, text, instructions = [], isSelected }: LineProps) {
  const [first] = instructions;
  const shown = visibleText(text.replaceAll('\t', '    '), MAX_LINE);
  return (
    <div class={`source-line ${isSelected ? 'selected' : ''}`} style={{ height: `${ROW}px` }}>
      <span class="muted number">{number}</span>
      {first === undefined ? (
        <span class="text">{shown}</span>
      ) : (
        <button
          type="button"
          class="text"
          aria-pressed={isSelected}
          title={instructions.length === 1 ? '1 instruction' : `${instructions.length} instructions`}
          onClick={() => select(first.start, first.end, 'source')}
        >
          {shown}
        </button>
      )}
    </div>
  );
}
