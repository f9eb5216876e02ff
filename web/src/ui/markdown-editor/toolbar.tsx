import { ActionIcon, Tooltip } from '@mantine/core';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { ariaShortcut, shortcutLabel } from '#web/platform/shortcuts.ts';
import { FORMATTING, type Formatting } from './formatting.ts';
import classes from './markdown-editor.module.css';

interface ToolbarProps {
  label: string;
  isDisabled: boolean;
  onFormat: (formatting: Formatting) => void;
}

const ALL = FORMATTING.flat();

/** The buttons above a markdown source: one stop of the Tab key, arrows within (WAI-ARIA toolbar). */
export function Toolbar({ label, isDisabled, onFormat }: ToolbarProps) {
  const [stop, setStop] = useState(0);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = nextStop(event.key, stop);
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div className={classes.toolbar} role="toolbar" tabIndex={-1} aria-label={`Formatting of ${label}`} onKeyDown={move}>
      {FORMATTING.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <span className={classes.divider} aria-hidden />}
          {group.map((formatting) => {
            const name = formatting.shortcut === null ? formatting.label : `${formatting.label} (${shortcutLabel(formatting.shortcut)})`;
            return (
              <Tooltip key={formatting.id} label={name} openDelay={400} withArrow>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={formatting.label}
                  aria-keyshortcuts={formatting.shortcut === null ? undefined : ariaShortcut(formatting.shortcut)}
                  disabled={isDisabled}
                  tabIndex={ALL.indexOf(formatting) === stop ? 0 : -1}
                  onFocus={() => setStop(ALL.indexOf(formatting))}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onFormat(formatting)}
                >
                  <formatting.icon size={17} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}

function nextStop(key: string, stop: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (stop + 1) % ALL.length;
    case 'ArrowLeft':
      return (stop - 1 + ALL.length) % ALL.length;
    case 'Home':
      return 0;
    case 'End':
      return ALL.length - 1;
    default:
      return null;
  }
}
