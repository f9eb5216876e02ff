import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { ariaShortcut, shortcutLabel } from '#web/platform/shortcuts.ts';
import classes from './markdown-editor.module.css';

/** A toolbar button and its shortcut, in the product's format. */
export interface ToolbarItem {
  id: string;
  label: string;
  icon: Icon;
  shortcut: string | null;
  isDisabled: boolean;
  run: () => void;
}

interface ToolbarProps {
  label: string;
  /** Each inner list is a group. */
  groups: readonly (readonly ToolbarItem[])[];
}

/** The toolbar above a markdown source: one tab stop, arrow keys within (WAI-ARIA toolbar). */
export function Toolbar({ label, groups }: ToolbarProps) {
  const [chosen, setChosen] = useState('');
  const all = groups.flat();
  // A disabled button can't be the tab stop.
  const enabled = all.filter((item) => !item.isDisabled);
  const stop = enabled.find((item) => item.id === chosen) ?? enabled[0];

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = nextStop(event.key, enabled, stop);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-item="${next.id}"]`)?.focus();
  }

  return (
    <div className={classes.toolbar} role="toolbar" tabIndex={-1} aria-label={`Formatting of ${label}`} onKeyDown={move}>
      {groups.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <span className={classes.divider} aria-hidden />}
          {group.map((item) => (
            <ToolbarButton key={item.id} item={item} isStop={item === stop} onFocus={() => setChosen(item.id)} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function ToolbarButton({ item, isStop, onFocus }: { item: ToolbarItem; isStop: boolean; onFocus: () => void }) {
  const { id, label, icon: Sign, shortcut, isDisabled, run } = item;
  return (
    <Tooltip label={shortcut === null ? label : `${label} (${shortcutLabel(shortcut)})`} openDelay={400} withArrow>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        data-item={id}
        aria-label={label}
        aria-keyshortcuts={shortcut === null ? undefined : ariaShortcut(shortcut)}
        disabled={isDisabled}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        <Sign size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

function nextStop(key: string, enabled: readonly ToolbarItem[], stop: ToolbarItem | undefined): ToolbarItem | undefined {
  const at = stop ? enabled.indexOf(stop) : 0;
  switch (key) {
    case 'ArrowRight':
      return enabled[(at + 1) % enabled.length];
    case 'ArrowLeft':
      return enabled.at(at - 1);
    case 'Home':
      return enabled[0];
    case 'End':
      return enabled.at(-1);
    default:
      return undefined;
  }
}
