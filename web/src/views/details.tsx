/** The tabs below the listing. */
import type { ComponentType } from 'preact';
import { TABS, type TabName } from '../model/panes.ts';
import { type PaneName, paneSizes } from '../state/settings.ts';
import { diagnostics, tab } from '../state/store.ts';
import { lazy } from '../ui/lazy.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Bytes } from './bytes.tsx';
import { Diagnostics } from './diagnostics.tsx';

const VIEWS: Readonly<Record<TabName, ComponentType>> = {
  bytes: Bytes,
  reflection: lazy(async () => (await import('./reflection.tsx')).Reflection),
  diagnostics: Diagnostics,
  source: lazy(async () => (await import('./source.tsx')).Source),
  compare: lazy(async () => (await import('./compare/compare.tsx')).Compare),
  run: lazy(async () => (await import('./run/run.tsx')).Run),
  graph: lazy(async () => (await import('./graph/flow-graph.tsx')).FlowGraphView),
  statistics: lazy(async () => (await import('./statistics/statistics.tsx')).Statistics),
};

/** Pictures, tables of registers and graphs need more space than the rest. */
const HIGH: ReadonlySet<TabName> = new Set(['run', 'graph']);

/** The name of the size of the details, which depends on the tab. */
export function detailsPane(): PaneName {
  return HIGH.has(tab.value) ? 'high' : 'bottom';
}

export function Details() {
  const View = VIEWS[tab.value];
  return (
    <section class="pane details" aria-label="Details" style={{ '--size': `${100 * paneSizes[detailsPane()].value}%` }}>
      <div class="pane-title">
        <h2 class="visually-hidden">Details</h2>
        <Tabs
          label="Details"
          names={TABS}
          selected={tab.value}
          controls="details-panel"
          counts={{ diagnostics: diagnostics.value.length }}
          onSelect={(name) => {
            tab.value = name;
          }}
        />
      </div>
      <div id="details-panel" class="tab-panel" role="tabpanel" aria-label={TABS[tab.value]}>
        <View />
      </div>
    </section>
  );
}
