/** Starts the page. */
import { render } from 'preact';
import { App } from './app.tsx';
import { followSelection } from './state/actions.ts';
import { openNamedFiles } from './state/opened-files.ts';
import { followAddress } from './state/sharing.ts';
import './theme/tokens.css';
import './theme/page.css';
import './theme/layout.css';

followSelection();
render(<App />, document.getElementById('app')!);
void openNamedFiles().then(followAddress);
