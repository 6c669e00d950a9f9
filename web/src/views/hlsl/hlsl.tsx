/** The pane with the HLSL source of the shader, which is compiled while it is edited. */
import { useRef } from 'preact/hooks';
import { hasFirstLine, withFirstLine } from '../../model/hlsl/options.ts';
import { fileName, saveFile } from '../../model/save-file.ts';
import { leaveHlsl } from '../../state/edit-as-hlsl.ts';
import { chooseEntry, hlslSource } from '../../state/hlsl.ts';
import { paneSizes } from '../../state/settings.ts';
import { currentRow } from '../../state/store.ts';
import type { ListingEditor } from '../listing-editor.ts';
import { EntryControls } from './entry-controls.tsx';
import { Result } from './result.tsx';
import { SourceEditor } from './source-editor.tsx';
import './hlsl.css';

export function Hlsl() {
  const editor = useRef<ListingEditor | undefined>(undefined);
  const source = hlslSource.value;
  if (source === undefined) return null;
  const isProgram = source.original !== undefined;
  return (
    <section class="pane hlsl" aria-label="HLSL" style={{ '--size': `${100 * paneSizes.hlsl.value}%` }}>
      <div class="pane-title">
        <h2>HLSL</h2>
        <EntryControls
          isFixed={isProgram}
          onChoose={(choice) => {
            // A first line counts more than a choice, so the choice is written there.
            if (hasFirstLine(source.text)) editor.current?.replaceText(withFirstLine(source.text, choice));
            else chooseEntry(choice);
          }}
        />
        <span class="end">
          {isProgram && (
            <button type="button" title="Bring the program of the file back" onClick={() => void leaveHlsl()}>
              Discard
            </button>
          )}
          <button type="button" title="Download the source" onClick={() => saveFile(sourceName(), sourceBlob())}>
            Save
          </button>
        </span>
      </div>
      <SourceEditor editor={editor} />
      <Result
        onGoTo={(position) => editor.current?.goTo(position)}
        onUndo={() => editor.current?.undo()}
        onRedo={() => editor.current?.redo()}
      />
    </section>
  );
}

function sourceName(): string {
  const { file = 'shader', path = '', offset = 0 } = currentRow.peek() ?? {};
  return `${fileName(file, path, offset)}.hlsl`;
}

function sourceBlob(): Blob {
  return new Blob([hlslSource.peek()?.text ?? ''], { type: 'text/plain' });
}
