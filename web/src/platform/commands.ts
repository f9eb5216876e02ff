import { useEffect, useId, useSyncExternalStore, type ComponentType } from 'react';
import { matchesShortcut } from './shortcuts.ts';

/**
 * The one registry of what a person can do on the page. A command is declared once and feeds its button, its menu
 * entry, its shortcut and the palette. Commands live as long as the component that declares them.
 */
export interface Command {
  id: string;
  /** What a person reads, in sentence case. */
  label: string;
  /** Heading in the palette. */
  group: 'Actions' | 'Go to' | 'Settings';
  /** Keys in the form `Mod+S`, `Alt+ArrowUp`; Mod is Ctrl, and Cmd on a Mac. */
  shortcut?: string;
  /** Further words that the palette finds it by. */
  keywords?: string;
  icon?: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
  /** Absent: enabled. A disabled command keeps its keys from the browser all the same. */
  enabled?: boolean;
  /** True: its keys work while a dialog is open, too. */
  inDialogs?: boolean;
  run: () => unknown;
}

type Listener = () => void;

const registered = new Map<string, readonly Command[]>();
const listeners = new Set<Listener>();
let snapshot: readonly Command[] = [];

/** Later declared commands come first: a page's own win over the shell's, for keys and ids alike. */
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
    // Nothing that is shown has changed: only what they do is taken over, without painting anything again.
    const fresh = new Map(commands.map((command) => [command.id, command]));
    snapshot = snapshot.map((command) => (before.includes(command) ? (fresh.get(command.id) ?? command) : command));
    return;
  }
  refresh();
}

function unregister(owner: string): void {
  if (registered.delete(owner)) refresh();
}

/** Declares commands for as long as the calling component is mounted. May be called with new ones on every render. */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  useEffect(() => register(owner, commands));
  useEffect(() => () => unregister(owner), [owner]);
}

/** Every command that can be found now, newest declared first. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Runs a command as it is now; what it does may have changed since it was listed. */
export function runCommand(id: string): void {
  const command = snapshot.find((candidate) => candidate.id === id);
  if (command && command.enabled !== false) command.run();
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}

/** A terminal wants Ctrl K and Ctrl S for itself: inside `data-own-keys` only shortcuts with Shift are ours. */
function isForElsewhere({ target, shiftKey }: KeyboardEvent): boolean {
  return !shiftKey && target instanceof Element && target.closest('[data-own-keys]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (isForElsewhere(event)) return;
  const command = snapshot.find((candidate) => candidate.shortcut !== undefined && matchesShortcut(candidate.shortcut, event));
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  if (command.enabled === false || event.repeat) return;
  if (command.inDialogs !== true && isDialogOpen()) return;
  command.run();
}

/** Makes shortcuts work, in editors too: it listens before they do. Called once; answers how to stop. */
export function startShortcuts(): () => void {
  globalThis.addEventListener('keydown', onKeyDown, { capture: true });
  return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
}
