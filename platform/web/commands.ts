import { useEffect, useId, useSyncExternalStore, type ComponentType } from 'react';
import { isPlainKey, matchesShortcut } from './shortcuts.ts';
import { singleKeys } from './single-keys.ts';

/**
 * The registry of everything a user can do on the page. A command is declared once and feeds its button, menu entry, shortcut and palette
 * entry. It exists while the component that declares it is mounted.
 */
export interface Command {
  id: string;
  /** The visible text, in sentence case. */
  label: string;
  /** Heading in the palette. */
  group: 'Actions' | 'Go to' | 'Settings';
  /** Keys like `Mod+S` or `Alt+ArrowUp`; Mod is Ctrl, or Cmd on a Mac. */
  shortcut?: string;
  /** Additional search words for the palette. */
  keywords?: string;
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** Missing: enabled. The shortcut of a disabled command is still kept from the browser. */
  enabled?: boolean;
  /** True: the shortcut also works while a dialog is open. */
  inDialogs?: boolean;
  run: () => unknown;
}

type Listener = () => void;

const registered = new Map<string, readonly Command[]>();
const listeners = new Set<Listener>();
let snapshot: readonly Command[] = [];

/** Newest first: a page's commands override the shell's, for shortcuts and ids alike. */
function refresh(): void {
  const seen = new Set<string>();
  const all: Command[] = [];
  for (const command of [...registered.values()].reverse().flat()) {
    if (!seen.has(command.id)) all.push(command);
    seen.add(command.id);
  }
  snapshot = all;
  for (const listener of listeners) listener();
}

function isSame(left: Command, right: Command | undefined): boolean {
  return (
    right !== undefined &&
    left.id === right.id &&
    left.label === right.label &&
    left.group === right.group &&
    left.shortcut === right.shortcut &&
    left.enabled === right.enabled
  );
}

function register(owner: string, commands: readonly Command[]): void {
  const before = registered.get(owner) ?? [];
  registered.set(owner, commands);
  if (before.length === commands.length && before.every((command, index) => isSame(command, commands[index]))) {
    // Only the actions changed, nothing visible: no render needed.
    const fresh = new Map(commands.map((command) => [command.id, command]));
    snapshot = snapshot.map((command) => (before.includes(command) ? (fresh.get(command.id) ?? command) : command));
    return;
  }
  refresh();
}

function unregister(owner: string): void {
  if (registered.delete(owner)) refresh();
}

/** Declares commands while the calling component is mounted. May be called with new ones on every render. */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  useEffect(() => register(owner, commands));
  useEffect(() => () => unregister(owner), [owner]);
}

/** Every available command, newest first. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Runs the current version of a command, which may have changed since it was listed. */
export function runCommand(id: string): void {
  const command = snapshot.find((candidate) => candidate.id === id);
  if (command && command.enabled !== false) command.run();
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/**
 * Terminals need Ctrl K and Ctrl S: inside `data-own-keys`, only shortcuts with Shift are ours. `data-own-keys="Mod+Enter"` keeps just
 * that one.
 */
function isForElsewhere(event: KeyboardEvent): boolean {
  const own = event.target instanceof Element ? event.target.closest('[data-own-keys]')?.getAttribute('data-own-keys') : null;
  if (own === null || own === undefined) return false;
  return own === '' ? !event.shiftKey : own.split(' ').some((shortcut) => matchesShortcut(shortcut, event));
}

/** Whether keys write into it: a field, an editor or a terminal. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], [data-own-keys]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (isForElsewhere(event)) return;
  const command = snapshot.find(
    ({ shortcut }) =>
      shortcut !== undefined &&
      matchesShortcut(shortcut, event) &&
      !(isPlainKey(shortcut) && (!singleKeys.state() || takesText(event.target))),
  );
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  if (command.enabled === false || event.repeat) return;
  if (command.inDialogs !== true && isDialogOpen()) return;
  command.run();
}

/** Handles shortcuts, also in editors, by listening in the capture phase. Call once; returns a function that stops it. */
export function startShortcuts(): () => void {
  globalThis.addEventListener('keydown', onKeyDown, { capture: true });
  return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
}
