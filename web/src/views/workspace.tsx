/** The panes of the page when something is open. */
import { paneSizes } from '../state/settings.ts';
import { Separator } from '../ui/separator.tsx';
import { Details } from './details.tsx';
import { Files } from './files.tsx';
import { Inspector } from './inspector.tsx';
import { Listing } from './listing.tsx';

const percent = (part: number) => `${100 * part}%`;

export function Workspace() {
  return (
    <>
      <Files size={percent(paneSizes.files.value)} />
      <Separator pane="files" label="Width of the list of shaders" direction="vertical" />
      <main class="columns">
        <Listing />
        <Separator pane="bottom" label="Height of the details" direction="horizontal" isAfter />
        <Details />
      </main>
      <Separator pane="inspector" label="Width of the inspector" direction="vertical" isAfter />
      <Inspector size={percent(paneSizes.inspector.value)} />
    </>
  );
}
