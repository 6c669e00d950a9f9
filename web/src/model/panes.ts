/** The panes of the page and the tabs below the listing: their keys and names. */

/** The tabs below the listing. */
export const TABS = {
  bytes: 'Bytes',
  reflection: 'Reflection',
  diagnostics: 'Diagnostics',
  source: 'Source',
  compare: 'Compare',
  run: 'Run and debug',
  graph: 'Flow graph',
  statistics: 'Statistics',
} as const;

export type TabName = keyof typeof TABS;

/** The pane that a narrow window shows. */
export const PANES = {
  files: 'Files',
  hlsl: 'HLSL',
  listing: 'Listing',
  translation: 'Translation',
  inspector: 'Inspector',
  details: 'Details',
} as const;

export type PaneKey = keyof typeof PANES;
