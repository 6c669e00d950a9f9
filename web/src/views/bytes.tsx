/** The bytes of the shader with the map of its chunks: the parts of the file to scale, and a row for every 16 bytes. */
import { useComputed } from '@preact/signals';
import { asciiOf, hexByte } from '../model/bytes.ts';
import { hexText, sizeText, visibleText } from '../model/format.ts';
import { stepWord } from '../state/actions.ts';
import { select, selection, shader } from '../state/store.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import type { SectionData } from '../worker/protocol.ts';
import './bytes.css';

const PER_ROW = 16;
const ROW = 20;

export function Bytes() {
  const data = shader.value;
  const row = useComputed(() =>
    selection.value === undefined ? undefined : Math.floor(selection.value.start / PER_ROW),
  );
  if (data === undefined) return null;
  const { bytes, sections } = data;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey) return;
    const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 4, ArrowUp: -4 }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    stepWord(move);
  };
  return (
    <div class="bytes">
      <FileMap sections={sections} size={bytes.byteLength} />
      <VirtualList
        count={Math.ceil(bytes.byteLength / PER_ROW)}
        rowHeight={ROW}
        shown={row.value}
        class="hex code"
        label="Bytes; the arrow keys select a DWORD"
        role="region"
        onKeyDown={onKeyDown}
        row={(i) => <HexRow key={i} bytes={bytes} start={i * PER_ROW} sections={sections} />}
      />
    </div>
  );
}

/** The sections to scale; each is wide enough to be seen and clicked. */
function FileMap({ sections, size }: { sections: readonly SectionData[]; size: number }) {
  return (
    <ul class="map" aria-label="Map of the file">
      {sections.map((section) => {
        const { title, chunk, offset, size: length, isProgram } = section;
        const { start = -1 } = selection.value ?? {};
        const isSelected = start >= offset && start < offset + length;
        const name = isProgram ? 'program' : (chunk ?? title);
        return (
          <li key={offset} style={{ flexGrow: Math.max(length / Math.max(size, 1), 0.02) }}>
            <button
              type="button"
              class={`${isSelected ? 'selected' : ''} ${isProgram ? 'program' : ''}`}
              aria-pressed={isSelected}
              title={`${visibleText(title)}\n${hexText(offset, 4)}, ${sizeText(length)}`}
              onClick={() => select(offset, Math.min(offset + 4, offset + length), 'map')}
            >
              {visibleText(name)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function HexRow({ bytes, start, sections }: { bytes: Uint8Array; start: number; sections: readonly SectionData[] }) {
  const words: number[] = [];
  for (let at = start; at < Math.min(start + PER_ROW, bytes.byteLength); at += 4) words.push(at);
  return (
    <div class="hex-row" style={{ height: `${ROW}px` }}>
      <span class="muted offset">{start.toString(16).padStart(6, '0')}</span>
      {words.map((at) => (
        <HexWord key={at} bytes={bytes} at={at} isOdd={sectionOf(sections, at) % 2 === 1} />
      ))}
      <span class="ascii muted" aria-hidden="true">
        {Array.from(bytes.subarray(start, start + PER_ROW), asciiOf).join('')}
      </span>
    </div>
  );
}

function HexWord({ bytes, at, isOdd }: { bytes: Uint8Array; at: number; isOdd: boolean }) {
  const selected = selection.value;
  const end = Math.min(at + 4, bytes.byteLength);
  const isSelected = selected !== undefined && selected.start < end && at < selected.end;
  const text = Array.from(bytes.subarray(at, end), hexByte).join(' ');
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`hex-word ${isSelected ? 'selected' : ''} ${isOdd ? 'odd' : ''}`}
      aria-label={`${hexText(at, 4)}: ${text}`}
      aria-pressed={isSelected}
      onClick={() => select(at, end, 'bytes')}
    >
      {text}
    </button>
  );
}

function sectionOf(sections: readonly SectionData[], at: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (sections[middle]!.offset <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
