/** The steps of the tour: what each pane is for, in a minute of reading. */
import type { PaneKey, TabName } from './panes.ts';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Keys for the same, which narrow windows leave out: phones have none. */
  readonly keys?: string;
  /** The subject of the step, as a CSS selector. */
  readonly target: string;
  /** The pane that a narrow window shows. */
  readonly pane: PaneKey;
  /** The tab that is chosen. */
  readonly tab?: TabName;
  /** Whether the translation is shown. */
  readonly showsTranslation?: boolean;
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'What was found',
    text: 'Every shader in the files that you dropped, inside archives and effects, too. Search, sort, choose one.',
    target: '.files',
    pane: 'files',
  },
  {
    title: 'The program',
    text: 'The listing as Microsoft’s tools print it. Choose a line: everything else shows the same place.',
    keys: 'Alt+E edits it.',
    target: '.listing',
    pane: 'listing',
  },
  {
    title: 'Down to the bit',
    text: 'Each DWORD of the line as 32 bits: the fields, their values, and what they mean. Choose a field.',
    target: '.inspector',
    pane: 'inspector',
  },
  {
    title: 'More about the shader',
    text: 'Bytes with a map of the file, buffers and bindings, diagnostics with fixes. Run it, and debug a pixel.',
    target: '.details',
    pane: 'details',
    tab: 'reflection',
  },
  {
    title: 'Other languages',
    text: 'The same shader as HLSL, WGSL, GLSL or SPIR-V. Lines and instructions select each other.',
    keys: 'F4 shows and hides it.',
    target: '.translation',
    pane: 'translation',
    showsTranslation: true,
  },
  {
    title: 'Everything else',
    text: 'Commands finds everything that the explorer can do. Share copies a link that has the shader itself.',
    keys: '? lists the keys.',
    target: '.top',
    pane: 'listing',
  },
];
