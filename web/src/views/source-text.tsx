/**
 * The text of a file of the source: a line selects its first instruction, and can have a breakpoint; the line that the
 * debugger executes next is marked.
 */
import { useMemo } from 'preact/hooks';
import { instructionsOfLines, type SourceData } from '../model/debug-source.ts';
import { visibleText } from '../model/format.ts';
import { hoverParts } from '../model/run/hover-values.ts';
import { lineBreakpoints, lineKey, nextLine, toggleLineBreakpoint } from '../state/debug.ts';
import { select } from '../state/store.ts';
import { VirtualList } from '../ui/virtual-list.tsx';

const ROW = 20;
/** Characters of a line that are shown. */
const MAX_LINE = 1000;

interface Props {
  readonly data: SourceData;
  readonly file: number;
  /** The selected line, from 1. */
  readonly selected: number | undefined;
  /** The line that stays in view. */
  readonly shown: number | undefined;
  /** Values of variables by their names, which the pointer shows. */
  readonly values?: ReadonlyMap<string, string>;
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

export function SourceText({ data, file, selected, shown, values = NO_VALUES }: Props) {
  const text = data.files[file]?.text;
  const rows = useMemo(() => text?.split(/\r\n|\r|\n/) ?? [], [text]);
  const lines = useMemo(() => instructionsOfLines(data, file), [data, file]);
  const next = nextLine.value?.file === file ? nextLine.value.line : undefined;
  return (
    <VirtualList
      count={rows.length}
      rowHeight={ROW}
      shown={shown === undefined ? undefined : shown - 1}
      class="source-lines code"
      label="Source; a line selects its first instruction"
      role="region"
      row={(i) => (
        <Line
          key={i}
          file={file}
          number={i + 1}
          text={rows[i]!}
          instructions={lines.get(i + 1)}
          isSelected={i + 1 === selected}
          isNext={i + 1 === next}
          values={values}
        />
      )}
    />
  );
}

interface LineProps {
  readonly file: number;
  readonly number: number;
  readonly text: string;
  readonly instructions: readonly { readonly start: number; readonly end: number }[] | undefined;
  readonly isSelected: boolean;
  readonly isNext: boolean;
  readonly values: ReadonlyMap<string, string>;
}

function Line({ file, number, text, instructions = [], isSelected, isNext, values }: LineProps) {
  const [first] = instructions;
  const shown = hoverParts(visibleText(text.replaceAll('\t', '    '), MAX_LINE), values).map((part, i) =>
    part.value === undefined ? (
      part.text
    ) : (
      <span key={i} class="variable" title={part.value}>
        {part.text}
      </span>
    ),
  );
  const hasBreakpoint = lineBreakpoints.value.has(lineKey(file, number));
  return (
    <div
      class={`source-line ${isSelected ? 'selected' : ''} ${isNext ? 'line-next' : ''}`}
      style={{ height: `${ROW}px` }}
      aria-current={isNext ? 'step' : undefined}
    >
      {first === undefined ? (
        <span class="source-mark" />
      ) : (
        <button
          type="button"
          class="source-mark"
          aria-label={`Breakpoint at line ${number}`}
          aria-pressed={hasBreakpoint}
          title={hasBreakpoint ? 'Clear the breakpoint' : 'Set a breakpoint'}
          onClick={() => toggleLineBreakpoint(file, number)}
        >
          {isNext ? '▶' : hasBreakpoint ? '●' : '○'}
        </button>
      )}
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
