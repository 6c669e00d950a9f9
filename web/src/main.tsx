/** Starts the page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { followSelection } from './state/actions.ts';
import { keepForOffline } from './state/offline.ts';
import { openNamedFiles } from './state/opened-files.ts';
import { worker } from './state/session.ts';
import { followAddress } from './state/sharing.ts';
import './theme/tokens.css';
import './theme/page.css';
import './theme/layout.css';

/** Milliseconds from the load of the page until parts that the first file needs are loaded. */
const LOAD_AHEAD_DELAY = 200;

followSelection();
render(<App />, document.getElementById('app')!);
void openNamedFiles().then(followAddress);
addEventListener('load', () => setTimeout(loadMore, LOAD_AHEAD_DELAY), { once: true });

/** Loads parts that the first view does not need. */
function loadMore(): void {
  loadAhead();
  keepForOffline();
}

/** Loads what the first file needs before it comes. What fails is loaded again when it is needed. */
function loadAhead(): void {
  worker();
  const parts = [import('./views/workspace.tsx'), import('./views/listing-editor.ts')];
  for (const part of parts) part.catch(() => undefined);
}
