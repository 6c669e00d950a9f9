/**
 * Settings that the browser remembers: sizes of panes, theme, columns. A browser that forbids storage gets the
 * defaults.
 *
 * Not for: the state of a session (store.ts).
 */
import { effect, type Signal, signal } from '@preact/signals';
import type { EntryChoice } from '../model/hlsl/options.ts';

const PREFIX = 'dxlens.';

/** A signal whose value is stored under `name`. A stored value that `isValid` does not accept is ignored. */
function remembered<Value>(name: string, initial: Value, isValid: (value: unknown) => value is Value): Signal<Value> {
  const setting = signal<Value>(initial);
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    if (isValid(value)) setting.value = value;
  } catch {
    // No storage, or something else wrote there.
  }
  effect(() => {
    const text = JSON.stringify(setting.value);
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // The setting lasts as long as the page.
    }
  });
  return setting;
}

const isSize = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

/** Parts of the width or height of the page that panes take. */
export const paneSizes = {
  files: remembered('pane.files', 0.18, isSize),
  inspector: remembered('pane.inspector', 0.32, isSize),
  hlsl: remembered('pane.hlsl', 0.5, isSize),
  translation: remembered('pane.translation', 0.5, isSize),
  bottom: remembered('pane.bottom', 0.34, isSize),
  /** Instead of `bottom`, for details that need more space. */
  high: remembered('pane.high', 0.6, isSize),
};
export type PaneName = keyof typeof paneSizes;

export const theme = remembered<Theme>('theme', 'system', isTheme);
/** Whether the listing has a column with the bytes of each line. */
export const showsBytes = remembered('bytes', false, isFlag);
/** Whether the live ranges of registers are shown next to the listing. */
export const showsLiveness = remembered('liveness', false, isFlag);
/** Whether a translation is shown next to the listing. */
export const showsTranslation = remembered('translation', false, isFlag);
const isEntries = (value: unknown): value is Readonly<Record<string, EntryChoice>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one?.profile === 'string' && typeof one?.entry === 'string');

/** Profiles and entry points that were chosen for HLSL files, by their names; the last ones. */
export const entryChoices = remembered('entries', {}, isEntries);
const MAX_ENTRIES = 50;

/** Remembers the profile and the entry point of a file. */
export function rememberEntry(name: string, choice: EntryChoice): void {
  const others = Object.entries(entryChoices.peek()).filter(([other]) => other !== name);
  entryChoices.value = Object.fromEntries([...others.slice(1 - MAX_ENTRIES), [name, choice]]);
}

/** Whether the tour was taken or skipped. */
export const tourSeen = remembered('tour', false, isFlag);
