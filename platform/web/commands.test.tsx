import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startShortcuts, useAllCommands, useCommands, type Command } from './commands.ts';
import { singleKeys } from './single-keys.ts';

function Declare({ commands }: { commands: Command[] }) {
  useCommands(commands);
  return null;
}

function List() {
  return useAllCommands()
    .map((each) => each.label)
    .join(', ');
}

const command = (id: string, change: Partial<Command> = {}): Command => ({ id, label: id, group: 'Actions', run: vi.fn(), ...change });

function press(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event;
}

describe('the command registry', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  let stop: () => void;
  const show = (...groups: Command[][]) =>
    act(() =>
      root.render(
        <>
          {groups.map((commands, index) => (
            <Declare key={index} commands={commands} />
          ))}
          <List />
        </>,
      ),
    );
  beforeEach(() => {
    stop = startShortcuts();
  });
  afterEach(() => {
    stop();
    show();
    document.body.innerHTML = '';
  });

  it('lists the current commands, newest first', () => {
    show([command('shell')], [command('page'), command('shell', { label: 'Mine' })]);
    expect(place.textContent).toBe('page, Mine');
    show([command('shell')]);
    expect(place.textContent).toBe('shell');
  });

  it('leaves plain keys alone once they are turned off', () => {
    const help = command('help', { shortcut: '?' });
    const save = command('save', { shortcut: 'Mod+S' });
    show([help, save]);
    singleKeys.turn(false);
    press('?');
    press('s', { ctrlKey: true });
    expect(help.run).not.toHaveBeenCalled();
    expect(save.run).toHaveBeenCalledOnce();
    singleKeys.turn(true);
    press('?');
    expect(help.run).toHaveBeenCalledOnce();
  });

  it('leaves plain keys to the text while one writes', () => {
    const help = command('help', { shortcut: '?' });
    show([help]);
    const field = document.body.appendChild(document.createElement('input'));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', shiftKey: true, bubbles: true, cancelable: true }));
    expect(help.run).not.toHaveBeenCalled();
    press('?', { shiftKey: true });
    expect(help.run).toHaveBeenCalledOnce();
  });

  it('runs a command by shortcut and keeps the keys from the browser', () => {
    const save = command('save', { shortcut: 'Mod+S' });
    show([save]);
    expect(press('s', { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(press('s').defaultPrevented).toBe(false);
    expect(save.run).toHaveBeenCalledTimes(1);
  });

  it('keeps the keys of a disabled command from the browser', () => {
    const save = command('save', { shortcut: 'Mod+S', enabled: false });
    show([save]);
    expect(press('s', { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(save.run).not.toHaveBeenCalled();
  });

  it('runs the current version of a command', () => {
    const [first, second] = [command('save', { shortcut: 'Mod+S' }), command('save', { shortcut: 'Mod+S' })];
    show([first]);
    show([second]);
    press('s', { ctrlKey: true });
    expect([vi.mocked(first.run).mock.calls.length, vi.mocked(second.run).mock.calls.length]).toEqual([0, 1]);
  });

  it('only runs commands for dialogs while one is open', () => {
    const save = command('save', { shortcut: 'Mod+S' });
    const help = command('help', { shortcut: 'Mod+H', inDialogs: true });
    show([save, help]);
    document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>';
    press('s', { ctrlKey: true });
    press('h', { ctrlKey: true });
    expect([vi.mocked(save.run).mock.calls.length, vi.mocked(help.run).mock.calls.length]).toEqual([0, 1]);
  });
});
