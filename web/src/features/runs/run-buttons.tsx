import { IconListCheck, IconPlayerPlay } from '@tabler/icons-react';
import { type Command, useCommands } from '#web/platform/commands.ts';
import { CommandButton } from '#web/ui/command-button.tsx';

interface RunButtonsProps {
  canRun: boolean;
  onRun: (withChecks: boolean) => void;
}

/** Runs the code of the open tab; the second shows the checks of the run. */
export function RunButtons({ canRun, onRun }: RunButtonsProps) {
  const commands = runCommands(canRun, onRun);
  return (
    <>
      <CommandButton command={commands.run} size="compact-sm" />
      <CommandButton command={commands.check} size="compact-sm" variant="default" />
    </>
  );
}

/** Declares the keys of running; once per page, while the buttons stand on every code tab. */
export function useRunCommands(isOffered: boolean, canRun: boolean, onRun: (withChecks: boolean) => void): void {
  const { run, check } = runCommands(canRun, onRun);
  useCommands(isOffered ? [run, check] : []);
}

function runCommands(enabled: boolean, onRun: (withChecks: boolean) => void): { run: Command; check: Command } {
  return {
    run: { id: 'run-code', label: 'Run', group: 'Actions', shortcut: 'Mod+Enter', icon: IconPlayerPlay, enabled, run: () => onRun(false) },
    check: {
      id: 'run-and-check',
      label: 'Run and check',
      group: 'Actions',
      shortcut: 'Mod+Shift+Enter',
      icon: IconListCheck,
      enabled,
      run: () => onRun(true),
    },
  };
}
