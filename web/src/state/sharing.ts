/**
 * Links to the shader that is shown: made with the view, and opened. The fragment of the address is the link as long as
 * its shader is shown.
 *
 * Not for: the text of links (model/link.ts), which is loaded when one is made or opened.
 */

import { batch, effect, signal } from '@preact/signals';
import type { SharedView } from '../model/link.ts';
import { PANES, type PaneKey, TABS, type TabName } from '../model/panes.ts';
import type { ShaderId } from '../model/shader-row.ts';
import { openFiles } from './actions.ts';
import { compiled, hlslSource } from './hlsl.ts';
import { showsBytes, showsTranslation } from './settings.ts';
import * as store from './store.ts';
import { choice } from './translation.ts';

/** The result of sharing: a link, or why there is none. */
export interface SharedLink {
  /** Undefined where the shader is too large. */
  readonly address: string | undefined;
  /** Bytes of the shader in the link, and what a link can have. */
  readonly size: number;
  readonly limit: number;
  readonly isCopied: boolean;
  /** Whether the address is of a server that only this machine has, as long as it runs. */
  readonly isLocal: boolean;
}

/** The contents of the link dialog: the link that was made, or why one could not be opened. */
export const link = signal<SharedLink | { readonly problem: string } | undefined>(undefined);

/** The shader that the fragment of the address is for. */
let linked: ShaderId | undefined;

const loadLinks = () => import('../model/link.ts');

/** Makes a link to the shader that is shown, copies it, and shows it. */
export async function share(): Promise<void> {
  const data = store.shader.peek();
  if (data === undefined) return;
  const { packLink, MAX_PACKED, MAX_SHARED } = await loadLinks();
  const bytes = (await sourceBytes()) ?? (data.bytes as Uint8Array<ArrayBuffer>);
  const { text, size } = packLink({ view: currentView(), bytes });
  const limit = size > MAX_SHARED ? MAX_SHARED : MAX_PACKED;
  const isLocal = document.querySelector('meta[name="opened-files"]') !== null;
  let address: string | undefined;
  if (text !== undefined) {
    linked = data.id;
    address = `${location.href.replace(/#.*/, '')}#${text}`;
    history.replaceState(null, '', `#${text}`);
  }
  const isCopied = address !== undefined && (await copyText(address));
  link.value = { address, size, limit, isCopied, isLocal };
  store.overlay.value = 'link';
}

/** The HLSL that the user opened, with its profile and entry point; undefined for another shader. */
async function sourceBytes(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const source = hlslSource.peek();
  if (source === undefined || source.original !== undefined) return undefined;
  const { textWithChoice } = await import('../model/hlsl/options.ts');
  const { functions = [], choice: entry } = compiled.peek() ?? {};
  return new TextEncoder().encode(textWithChoice(source.text, functions, entry));
}

/** Copies a text. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function currentView(): SharedView {
  const { file = 'shader', path = '' } = store.currentRow.peek() ?? {};
  const { start, end, bits } = store.selection.peek() ?? { start: 0, end: 0, bits: undefined };
  return {
    name: (path === '' ? file : path).split('/').at(-1)!,
    tab: store.tab.peek(),
    pane: store.pane.peek(),
    selection: bits === undefined ? { start, end } : { start, end, bits },
    showsBytes: showsBytes.peek(),
    translation: showsTranslation.peek() ? choice.peek() : undefined,
  };
}

/** Opens the shader of a fragment as it was shown, or says why it cannot be opened. */
export async function openLink(fragment: string): Promise<void> {
  const { unpackLink } = await loadLinks();
  const found = unpackLink(fragment);
  if ('problem' in found) {
    clearFragment();
    link.value = found;
    store.overlay.value = 'link';
    return;
  }
  const { view, bytes } = found;
  const before = new Set(store.rows.peek().map(({ id }) => id));
  await openFiles([{ name: view.name, file: new Blob([bytes]) }]);
  const row = store.rows.peek().find(({ id }) => !before.has(id));
  if (row === undefined) return;
  linked = row.id;
  whenShown(row.id, () => restore(view));
}

/** Runs `action` once a shader is shown; never, where another one is chosen before. */
function whenShown(id: ShaderId, action: () => void): void {
  let isDone = false;
  const stop = effect(() => {
    if (isDone || store.shader.value?.id !== id) return;
    isDone = true;
    queueMicrotask(() => {
      stop();
      action();
    });
  });
}

function restore({ tab, pane, selection, showsBytes: bytes, translation }: SharedView): void {
  batch(() => {
    if (Object.hasOwn(TABS, tab)) store.tab.value = tab as TabName;
    if (Object.hasOwn(PANES, pane)) store.pane.value = pane as PaneKey;
    showsBytes.value = bytes;
    showsTranslation.value = translation !== undefined;
    if (translation !== undefined) choice.value = translation;
    const size = store.shader.peek()?.bytes.byteLength ?? 0;
    if (selection === undefined || selection.start >= size) return;
    store.select(selection.start, Math.min(selection.end, size), 'open', selection.bits);
  });
}

/** Opens the link of the address, now and whenever it changes, and removes it when another shader is shown. */
export function followAddress(): void {
  const openHash = () => {
    const fragment = location.hash.slice(1);
    if (/^s\d+\./.test(fragment)) void openLink(fragment);
  };
  addEventListener('hashchange', openHash);
  effect(() => {
    const shown = store.current.value;
    if (store.progress.value !== undefined || linked === undefined || shown === linked) return;
    linked = undefined;
    clearFragment();
  });
  openHash();
}

function clearFragment(): void {
  history.replaceState(null, '', location.href.replace(/#.*/, ''));
}
