import { Button, Kbd, type ButtonProps } from '@mantine/core';
import type { Command } from '../commands.ts';
import { ariaShortcut, shortcutLabel } from '../shortcuts.ts';
import classes from './controls.module.css';

interface CommandButtonProps extends Omit<ButtonProps, 'children' | 'leftSection' | 'rightSection' | 'disabled'> {
  command: Command;
}

/** A command as a button with its label, icon and shortcut. */
export function CommandButton({ command, ...props }: CommandButtonProps) {
  const { icon: Icon, shortcut } = command;
  return (
    <Button
      {...props}
      disabled={command.enabled === false}
      onClick={() => command.run()}
      {...(shortcut ? { 'aria-keyshortcuts': ariaShortcut(shortcut) } : {})}
      leftSection={Icon ? <Icon size={16} aria-hidden /> : null}
      rightSection={
        shortcut ? (
          <Kbd className={classes.key ?? ''} aria-hidden>
            {shortcutLabel(shortcut)}
          </Kbd>
        ) : null
      }
    >
      {command.label}
    </Button>
  );
}
