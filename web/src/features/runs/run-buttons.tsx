import { IconListCheck, IconPlayerPlay, IconRocket } from '@tabler/icons-react';
import { type Command, useCommands } from '#web/platform/commands.ts';
import { CommandButton } from '#web/ui/command-button.tsx';

export interface RunOffer {
  /** Something can be run now. */
  canRun: boolean;
  /** The open tab holds the script of an application. */
  isDeploy: boolean;
  /** What is run is not what the tab shows: checks and formats are tried on the answer. */
  isAnswer: boolean;
  /** What a run of the open tab is for is the verdict: one button is enough. */
  isForChecks: boolean;
  onRun: (withChecks: boolean) => void;
}

/** Runs the code of the open tab; the second shows the checks of the run. */
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

/** Declares the keys of running; once per page, while the buttons stand on every code tab. */
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
