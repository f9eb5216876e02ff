import '@xterm/xterm/css/xterm.css';
import { Button, Checkbox } from '@mantine/core';
import { IconChecklist, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { CheckResults } from './check-results.tsx';
import { TERMINAL_MESSAGES } from './messages.ts';
import type { TerminalPaneProps } from './terminal-props.ts';
import { stateText } from './terminal-state.ts';
import { useTerminalCheck } from './use-terminal-check.ts';
import { useTerminal } from './use-terminal.ts';
import classes from './terminal.module.css';

/** A terminal with its state, checks and keys. Loaded by `TerminalPane`. */
export default function TerminalView(props: TerminalPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const checkButton = useRef<HTMLButtonElement>(null);
  const readerBox = useRef<HTMLInputElement>(null);
  // A busy button can't be focused.
  const leave = () => (checkButton.current?.disabled ? readerBox : checkButton).current?.focus();
  const terminal = useTerminal(props, host, leave);
  const { view, check, clear } = useTerminalCheck(props.screenId);
  const [isAsking, setIsAsking] = useState(false);
  const { state } = terminal;

  const restart = () => {
    setIsAsking(false);
    clear();
    terminal.restart();
  };
  const runChecks = () => {
    const { setup_code: _setup, runs_after: _after, ...draft } = props.isReadOnly ? {} : props.readDraft();
    return check(terminal.lines(), draft);
  };

  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <span className={classes.state} role="status" data-kind={state.kind}>
          {stateText(state)}
        </span>
        {state.kind === 'elsewhere' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlugConnected size={15} aria-hidden />}
            onClick={() => terminal.reconnect()}
          >
            Use it here
          </Button>
        )}
        <Checkbox ref={readerBox} label="Screen reader" onChange={(event) => terminal.setForScreenReaders(event.currentTarget.checked)} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={state.kind === 'connecting'}
          onClick={() => (terminal.hasTyped() && state.kind !== 'ended' ? setIsAsking(true) : restart())}
        >
          Restart
        </Button>
        <Button
          size="xs"
          ref={checkButton}
          leftSection={<IconChecklist size={15} aria-hidden />}
          loading={view.isChecking}
          onClick={() => void runChecks()}
        >
          Check
        </Button>
      </div>
      <section className={classes.screen} aria-label="Terminal" data-own-keys="">
        <div ref={host} className={classes.host} />
      </section>
      <p className={classes.keys}>
        <kbd>Ctrl Shift Esc</kbd> or <kbd>Ctrl Shift ↓</kbd> leaves the terminal, <kbd>Ctrl Shift C</kbd> copies, <kbd>Ctrl Shift V</kbd>{' '}
        pastes
      </p>
      <CheckResults view={view} />
      <ConfirmDialog
        isOpen={isAsking}
        title={TERMINAL_MESSAGES.restartTitle}
        text={TERMINAL_MESSAGES.restartText}
        confirmLabel="Restart"
        isDanger
        onConfirm={restart}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
