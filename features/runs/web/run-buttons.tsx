import { IconListCheck, IconPlayerPlay, IconRocket } from '@tabler/icons-react';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { CommandButton } from '#platform/web/ui/command-button.tsx';

export interface RunOffer {
  /** Whether something can be run now. */
  canRun: boolean;
  /** The open tab contains an application's script. */
  isDeploy: boolean;
  /** The run uses the answer instead of the open tab: checks and formats are tested on it. */
  isAnswer: boolean;
  /** A run of the open tab is only about its verdict, so one button is enough. */
  isForChecks: boolean;
  onRun: (withChecks: boolean) => void;
}

/** Runs the code of the open tab; the second button shows the checks. */
export function RunButtons(offer: RunOffer) {
  const [first, ...others] = runCommands(offer).filter(({ id }) => !(offer.isForChecks && id === 'run-code'));
  return (
    <>
      {first && <CommandButton command={first} size="compact-sm" />}
      {others.map((command) => (
        <CommandButton key={command.id} command={command} size="compact-sm" variant="default" />
      ))}
    </>
  );
}

/** Declares the shortcuts. Once per page, since every code tab has the buttons. */
export function useRunCommands(isOffered: boolean, offer: RunOffer): void {
  useCommands(isOffered ? runCommands(offer) : []);
}

function runCommands({ canRun, isDeploy, isAnswer, onRun }: RunOffer): Command[] {
  const run: Command = {
    id: 'run-code',
    label: isDeploy ? 'Run and Deploy' : isAnswer ? 'Run answer' : 'Run',
    group: 'Actions',
    shortcut: 'Mod+Enter',
    icon: isDeploy ? IconRocket : IconPlayerPlay,
    enabled: canRun,
    run: () => onRun(false),
  };
  const check: Command = {
    id: 'run-and-check',
    label: isAnswer ? 'Check answer' : 'Run and check',
    group: 'Actions',
    shortcut: 'Mod+Shift+Enter',
    icon: IconListCheck,
    enabled: canRun,
    run: () => onRun(true),
  };
  return isDeploy ? [run] : [run, check];
}
