/** The tab with the control flow graph of a program. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { blockAt } from '../../model/flow-graph.ts';
import { countText, visibleText } from '../../model/format.ts';
import { flowPrograms, followFlow } from '../../state/shader-facts.ts';
import { select, selection, shader } from '../../state/store.ts';
import { isAbort, WorkerClient } from '../../worker/client.ts';
import type { GraphCalls } from '../../worker/graph/graph-protocol.ts';
import { BlockList } from './block-list.tsx';
import { drawingOf, type LaidOut } from './drawing.ts';
import { type CanvasActions, GraphCanvas } from './graph-canvas.tsx';
import './flow-graph.css';

/** Whether the blocks are shown as a list; remembered while the page is open. */
let startsAsList = false;

function startWorker(): { readonly client: WorkerClient<GraphCalls>; readonly end: () => void } {
  const worker = new Worker(new URL('../../worker/worker.ts', import.meta.url), { type: 'module', name: 'graph' });
  return { client: new WorkerClient<GraphCalls>(worker), end: () => worker.terminate() };
}

export function FlowGraphView() {
  useEffect(followFlow, []);
  const layouts = useRef<ReturnType<typeof startWorker> | undefined>(undefined);
  useEffect(() => () => layouts.current?.end(), []);
  const actions = useRef<CanvasActions | undefined>(undefined);
  const isList = useSignal(startsAsList);
  const chosen = useSignal(0);
  const drawn = useSignal<LaidOut | undefined>(undefined);
  const failed = useSignal<string | undefined>(undefined);
  /** The block around which a part of a large graph is shown. */
  const center = useSignal(0);
  const program = useComputed(() => flowPrograms.value?.[chosen.value] ?? flowPrograms.value?.[0]);
  const block = useComputed(() => {
    const selected = selection.value;
    return program.value === undefined || selected === undefined ? -1 : blockAt(program.value, selected.start);
  });

  // The selection is in another program.
  useSignalEffect(() => {
    const { start } = selection.value ?? {};
    const index = start === undefined ? -1 : (flowPrograms.value?.findIndex((one) => blockAt(one, start) >= 0) ?? -1);
    if (index >= 0) chosen.value = index;
  });
  useSignalEffect(() => {
    const index = block.value;
    const shown = drawn.value;
    if (index < 0 || shown?.blocks.some((one) => one.block === index)) return;
    center.value = index;
  });
  useSignalEffect(() => {
    const shown = program.value;
    const listing = shader.value?.listing;
    const around = center.value;
    drawn.value = undefined;
    failed.value = undefined;
    if (shown === undefined || listing === undefined || isList.value || shown.blocks.length === 0) return;
    const drawing = drawingOf(shown, listing, around);
    const controller = new AbortController();
    layouts.current ??= startWorker();
    layouts.current.client.call('layOut', drawing.toLayOut, { signal: controller.signal }).then(
      (layout) => {
        drawn.value = { ...drawing, layout };
      },
      (error: unknown) => {
        if (!isAbort(error)) failed.value = String(error);
      },
    );
    return () => controller.abort();
  });

  const programs = flowPrograms.value;
  const data = program.value;
  const listing = shader.value?.listing;
  if (programs === undefined || listing === undefined) return <p class="message muted">Reading the program…</p>;
  if (data === undefined || data.blocks.length === 0)
    return <p class="message muted">This file has no program of shader models 1 to 5.1, so it has no control flow.</p>;
  const counts = `${countText(data.blocks.length, 'block')}, ${countText(data.edges.length, 'edge')}`;
  const graph = drawn.value;
  return (
    <div class="flow">
      <div class="flow-bar">
        {programs.length > 1 && (
          <select
            aria-label="Program"
            value={programs.indexOf(data)}
            onChange={({ currentTarget }) => {
              const { blocks } = programs[Number(currentTarget.value)]!;
              chosen.value = Number(currentTarget.value);
              if (blocks[0] !== undefined) select(blocks[0].start, blocks[0].end, 'graph');
            }}
          >
            {programs.map(({ profile }, i) => (
              <option key={i} value={i}>
                {`${i + 1}: ${visibleText(profile)}`}
              </option>
            ))}
          </select>
        )}
        <span class="muted">{counts}</span>
        <span class="end">
          <button
            type="button"
            aria-pressed={isList.value}
            title="Show the blocks as a list"
            onClick={() => {
              isList.value = !isList.value;
              startsAsList = isList.value;
            }}
          >
            List
          </button>
          <button type="button" disabled={isList.value} title="Zoom out (-)" onClick={() => actions.current?.zoom(0.8)}>
            <span aria-hidden="true">−</span>
            <span class="visually-hidden">Zoom out</span>
          </button>
          <button type="button" disabled={isList.value} title="Zoom in (+)" onClick={() => actions.current?.zoom(1.25)}>
            <span aria-hidden="true">+</span>
            <span class="visually-hidden">Zoom in</span>
          </button>
          <button
            type="button"
            disabled={isList.value}
            title="Show the whole graph (0)"
            onClick={() => actions.current?.fit()}
          >
            Fit
          </button>
        </span>
      </div>
      {graph?.isPart && !isList.value && (
        <p class="flow-note" role="status">
          This graph is too large to be read as a whole: {data.blocks.length} blocks. Here are the {graph.blocks.length}{' '}
          nearest to the selected one; the list has all of them.
        </p>
      )}
      {failed.value !== undefined && (
        <p class="message error" role="alert">
          The graph cannot be laid out: {failed.value}. The list has its blocks.
        </p>
      )}
      {isList.value ? (
        <BlockList program={data} listing={listing} selected={block.value} />
      ) : graph === undefined ? (
        <p class="message muted">{failed.value === undefined && 'Laying out the graph…'}</p>
      ) : (
        <GraphCanvas
          graph={graph}
          selected={graph.blocks.findIndex((one) => one.block === block.value)}
          isFromGraph={selection.value?.origin === 'graph'}
          label={`Control flow graph with ${counts}. Arrow keys move between blocks, Enter selects one. The list has the same.`}
          actions={actions}
          onSelect={({ start, end }) => select(start, end, 'graph')}
        />
      )}
    </div>
  );
}
