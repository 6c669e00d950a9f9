/** The panes of the page when something is open. */
import { hlslSource } from '../state/hlsl.ts';
import { paneSizes, showsTranslation } from '../state/settings.ts';
import { pane } from '../state/store.ts';
import { lazy } from '../ui/lazy.tsx';
import { Separator } from '../ui/separator.tsx';
import { Details, detailsPane } from './details.tsx';
import { Files } from './files.tsx';
import { Inspector } from './inspector.tsx';
import { Listing } from './listing.tsx';

const Translation = lazy(async () => (await import('./translation/translation.tsx')).Translation);

const Hlsl = lazy(async () => (await import('./hlsl/hlsl.tsx')).Hlsl);

const percent = (part: number) => `${100 * part}%`;

export function Workspace() {
  return (
    <>
      <Files size={percent(paneSizes.files.value)} />
      <Separator pane="files" label="Width of the list of shaders" direction="vertical" />
      <div class="columns">
        <div class="adjacent">
          {hlslSource.value !== undefined && (
            <>
              <Hlsl />
              <Separator pane="hlsl" label="Width of the HLSL" direction="vertical" />
            </>
          )}
          <div class="adjacent">
            <Listing />
            {(showsTranslation.value || pane.value === 'translation') && (
              <>
                <Separator pane="translation" label="Width of the translation" direction="vertical" isAfter />
                <Translation />
              </>
            )}
          </div>
        </div>
        <Separator pane={detailsPane()} label="Height of the details" direction="horizontal" isAfter />
        <Details />
      </div>
      <Separator pane="inspector" label="Width of the inspector" direction="vertical" isAfter />
      <Inspector size={percent(paneSizes.inspector.value)} />
    </>
  );
}
