/** The entire page. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { sizeText, visibleText } from './model/format.ts';
import { PANES, type PaneKey } from './model/panes.ts';
import { LIST_COLUMNS } from './model/shader-row.ts';
import { isTyping, runKey } from './state/commands.ts';
import { hasNoShader, hlslSource } from './state/hlsl.ts';
import { openTransfer } from './state/pick-files.ts';
import { showsBytes, showsLiveness, theme } from './state/settings.ts';
import { share } from './state/sharing.ts';
import { check, currentRow, diagnostics, overlay, pane, problems, progress, rows, shader, tab } from './state/store.ts';
import { tourStep } from './state/tour.ts';
import { lazy } from './ui/lazy.tsx';
import { LiveStatus } from './views/live-status.tsx';
import { Overlays } from './views/overlays.tsx';
import { Start } from './views/start.tsx';

const Tour = lazy(async () => (await import('./views/tour.tsx')).Tour);
const Workspace = lazy(async () => (await import('./views/workspace.tsx')).Workspace);

export function App() {
  const isDropping = useSignal(false);
  useSignalEffect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
  // With the first render: what is dropped before the first frame is not lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && runKey(event)) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event)) return;
      if (event.clipboardData !== null) void openTransfer(event.clipboardData);
    };
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      isDropping.value = true;
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) isDropping.value = false;
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      isDropping.value = false;
      if (event.dataTransfer !== null) void openTransfer(event.dataTransfer);
    };
    addEventListener('keydown', onKeyDown);
    addEventListener('paste', onPaste);
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('paste', onPaste);
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);
  const hasFiles = rows.value.length > 0 || problems.value.length > 0;
  return (
    <>
      <Top />
      <main class={`main ${isDropping.value ? 'dropping' : ''}`} data-pane={shownPane()}>
        {hasFiles ? <Workspace /> : <Start />}
      </main>
      <Status />
      {hasFiles && <PaneBar />}
      {tourStep.value !== undefined && <Tour />}
      <Overlays />
    </>
  );
}

/** The pane that a narrow window shows: that of HLSL only for a shader that has a source. */
function shownPane(): PaneKey {
  return pane.value === 'hlsl' && hlslSource.value === undefined ? 'listing' : pane.value;
}

function Top() {
  const row = currentRow.value;
  const { file = '', path = '' } = row ?? {};
  const crumbs = [...file.split('/').slice(-1), ...path.split('/')].filter(Boolean);
  const profile = shader.value?.profile;
  return (
    <header class="top">
      <h1>dxlens</h1>
      <nav class="crumbs" aria-label="Shader that is shown">
        {crumbs.map((name, i) => (
          <span key={i}>
            {i > 0 && ' > '}
            {i === crumbs.length - 1 ? <b>{visibleText(name)}</b> : visibleText(name)}
          </span>
        ))}
        {profile !== undefined && profile !== null && <code> {profile}</code>}
      </nav>
      <button
        type="button"
        class="bordered"
        title="Find a command or a shader (Ctrl+K)"
        onClick={() => {
          overlay.value = 'palette';
        }}
      >
        Commands <kbd class="wide-only">Ctrl+K</kbd>
      </button>
      {shader.value !== undefined && (
        <button type="button" class="bordered" title="Copy a link to this shader (Alt+S)" onClick={() => void share()}>
          Share
        </button>
      )}
      <button
        type="button"
        title="Keys (?)"
        aria-label="Keys"
        onClick={() => {
          overlay.value = 'help';
        }}
      >
        ?
      </button>
    </header>
  );
}

const SLOTS = LIST_COLUMNS.indexOf('slots');

function Status() {
  const data = shader.value;
  const running = progress.value;
  const slots = currentRow.value?.values[SLOTS];
  const errors = diagnostics.value.filter(({ severity }) => severity === 'error').length;
  const { valid } = check.value ?? {};
  return (
    <footer class="status">
      {running !== undefined && (
        <span>
          <progress aria-label={`Searching ${running.file}`} /> {visibleText(running.file, 60)}: {running.count} found{' '}
          <button type="button" onClick={running.cancel}>
            Cancel
          </button>
        </span>
      )}
      {data !== undefined && (
        <>
          <span>{data.profile ?? (hasNoShader.value ? 'HLSL' : data.format)}</span>
          {typeof slots === 'number' && <span>{slots} instruction slots</span>}
          <span>{sizeText(data.bytes.byteLength)}</span>
          {showsLiveness.value && <LiveStatus />}
          {check.value !== undefined && (
            <button
              type="button"
              class={valid === false ? 'error' : ''}
              onClick={() => {
                tab.value = 'diagnostics';
              }}
            >
              {valid === undefined ? 'not validated' : valid ? '✓ valid' : `× ${errors} errors`}
            </button>
          )}
        </>
      )}
      {data !== undefined && (
        <span class="end">
          <button
            type="button"
            aria-pressed={showsBytes.value}
            onClick={() => {
              showsBytes.value = !showsBytes.value;
            }}
          >
            Bytes of lines <kbd>F2</kbd>
          </button>
        </span>
      )}
    </footer>
  );
}

function PaneBar() {
  return (
    <nav class="panes" aria-label="Panes">
      {(Object.keys(PANES) as PaneKey[])
        .filter((name) => name !== 'hlsl' || hlslSource.value !== undefined)
        .map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={shownPane() === name}
            onClick={() => {
              pane.value = name;
            }}
          >
            {PANES[name]}
          </button>
        ))}
    </nav>
  );
}
