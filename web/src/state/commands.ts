/**
 * The commands of the page with their keys: the palette, the keyboard and the help are made from this table.
 *
 * Not for: what they do (actions.ts).
 */

import { TABS, type TabName } from '../model/panes.ts';
import { closeAll, newShader, newSource, stepInstruction, stepShader, stepWord } from './actions.ts';
import { moveToDifference } from './comparing.ts';
import * as debug from './debug.ts';
import { editAsHlsl, hlslRefusal, leaveHlsl } from './edit-as-hlsl.ts';
import { downloadShader, edit, editRefusal, revert, toggleEditing } from './editing.ts';
import { hlslSource } from './hlsl.ts';
import { pickFiles } from './pick-files.ts';
import { showsBytes, showsLiveness, showsTranslation, THEMES, theme } from './settings.ts';
import { share } from './sharing.ts';
import { overlay, pane, rows, shader, tab } from './store.ts';
import { startTour } from './tour.ts';

export interface Command {
  readonly title: string;
  /** As in {@link keyOf}; undefined for commands that only the palette has. */
  readonly key?: string;
  /** Why it cannot be used now; undefined when it can. */
  readonly disabled?: () => string | undefined;
  readonly run: () => void;
}

const needsShader = () => (shader.value === undefined ? 'no shader is open' : undefined);
const needsFiles = () => (rows.value.length === 0 ? 'no file is open' : undefined);
const cannotEdit = () => editRefusal.value;
const needsChanges = () => (edit.value === undefined ? 'nothing was changed' : undefined);
const needsComparison = () => (moveToDifference.value === undefined ? 'nothing is compared' : undefined);

const needsTrace = () => (debug.trace.value === undefined ? 'nothing is debugged' : undefined);

const showTab = (name: TabName): Command => ({
  title: `Show ${TABS[name].toLowerCase()}`,
  key: `Alt+${Object.keys(TABS).indexOf(name) + 1}`,
  disabled: needsShader,
  run: () => {
    tab.value = name;
    pane.value = 'details';
  },
});

export const COMMANDS: readonly Command[] = [
  { title: 'Open files', key: 'Ctrl+O', run: pickFiles },
  { title: 'New shader, as text', run: () => void newShader() },
  { title: 'New shader, in HLSL', run: () => void newSource() },
  { title: 'Find a command or a shader', key: 'Ctrl+K', run: () => (overlay.value = 'palette') },
  { title: 'Close all files', disabled: needsFiles, run: closeAll },
  { title: 'Next shader', key: 'Alt+ArrowDown', disabled: needsFiles, run: () => stepShader(1) },
  { title: 'Previous shader', key: 'Alt+ArrowUp', disabled: needsFiles, run: () => stepShader(-1) },
  { title: 'Next instruction', key: 'Alt+ArrowRight', disabled: needsShader, run: () => stepInstruction(1) },
  { title: 'Previous instruction', key: 'Alt+ArrowLeft', disabled: needsShader, run: () => stepInstruction(-1) },
  { title: 'Next DWORD', key: 'Alt+.', disabled: needsShader, run: () => stepWord(1) },
  { title: 'Previous DWORD', key: 'Alt+,', disabled: needsShader, run: () => stepWord(-1) },
  { title: 'Show or hide the bytes of each line', key: 'F2', run: () => (showsBytes.value = !showsBytes.value) },
  {
    title: 'Show or hide the live registers next to the listing',
    key: 'Alt+L',
    disabled: needsShader,
    run: () => (showsLiveness.value = !showsLiveness.value),
  },
  { title: 'Edit the program as text, or stop editing', key: 'Alt+E', disabled: cannotEdit, run: toggleEditing },
  { title: 'Edit the program as HLSL', key: 'Alt+H', disabled: () => hlslRefusal.value, run: () => void editAsHlsl() },
  {
    title: 'Discard the HLSL and bring the program of the file back',
    disabled: () => (hlslSource.value?.original === undefined ? 'no program is edited as HLSL' : undefined),
    run: () => void leaveHlsl(),
  },
  { title: 'Revert all changes of the program', disabled: needsChanges, run: revert },
  { title: 'Download the shader', key: 'Ctrl+S', disabled: needsShader, run: downloadShader },
  { title: 'Share: copy a link to the shader', key: 'Alt+S', disabled: needsShader, run: () => void share() },
  {
    title: 'Show or hide the translation next to the listing',
    key: 'F4',
    disabled: needsShader,
    run: () => {
      showsTranslation.value = !showsTranslation.value;
      pane.value = showsTranslation.value ? 'translation' : 'listing';
    },
  },
  showTab('bytes'),
  showTab('reflection'),
  showTab('diagnostics'),
  showTab('source'),
  showTab('compare'),
  {
    title: 'Compare the shader with another one',
    key: 'Alt+C',
    disabled: needsShader,
    run: () => (overlay.value = 'compare'),
  },
  { title: 'Next difference', key: 'F8', disabled: needsComparison, run: () => moveToDifference.value?.(1) },
  { title: 'Previous difference', key: 'F7', disabled: needsComparison, run: () => moveToDifference.value?.(-1) },
  showTab('run'),
  showTab('graph'),
  showTab('statistics'),
  {
    title: 'Debugger: run to the next breakpoint or the end',
    key: 'F5',
    disabled: needsTrace,
    run: () => debug.runToBreakpoint(1),
  },
  {
    title: 'Debugger: run back to a breakpoint or the start',
    key: 'Shift+F5',
    disabled: needsTrace,
    run: () => debug.runToBreakpoint(-1),
  },
  { title: 'Debugger: step', key: 'F11', disabled: needsTrace, run: () => debug.stepInto(1) },
  { title: 'Debugger: step back', key: 'Shift+F11', disabled: needsTrace, run: () => debug.stepInto(-1) },
  { title: 'Debugger: step over a call', key: 'F10', disabled: needsTrace, run: () => debug.stepOverCall(1) },
  {
    title: 'Debugger: step back over a call',
    key: 'Shift+F10',
    disabled: needsTrace,
    run: () => debug.stepOverCall(-1),
  },
  { title: 'Debugger: run to the selected line', key: 'Ctrl+F10', disabled: needsTrace, run: debug.runToSelection },
  {
    title: 'Set or clear a breakpoint at the selected line',
    key: 'F9',
    disabled: needsShader,
    run: debug.toggleSelectedBreakpoint,
  },
  { title: 'Switch between light, dark and the theme of the system', key: 'Alt+T', run: nextTheme },
  { title: 'Take the tour', run: () => void startTour() },
  { title: 'Show all keys', key: '?', run: () => (overlay.value = 'help') },
];

function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
}

/**
 * The key of an event as the table spells it: `Ctrl+K`, `Alt+ArrowDown`, `Shift+F10`, `?`. The command key of a Mac
 * counts as Ctrl. Shift counts with function keys only, because it changes characters.
 */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  // On a Mac, Alt changes the character.
  const letter =
    altKey && /^(Key|Digit)/.test(code) ? code.replace(/^(Key|Digit)/, '') : key.length === 1 ? key.toUpperCase() : key;
  const shift = shiftKey && /^F\d+$/.test(key) ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift}${letter}`;
}

/** Whether what has the focus takes characters: a field, or a text that is edited. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [data-editable]') !== null;
}

/** Runs the command of a key. Returns whether there is one. */
export function runKey(event: KeyboardEvent): boolean {
  const key = keyOf(event);
  // A single character belongs to the field that has the focus.
  if (isTyping(event) && key.length === 1) return false;
  const command = COMMANDS.find((one) => one.key === key);
  if (command === undefined || command.disabled?.() !== undefined) return false;
  command.run();
  return true;
}
