import '@xterm/xterm/css/xterm.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TerminalDisplay } from '#features/terminals/web/terminal-display.ts';
import { TerminalSession } from '#features/terminals/web/terminal-session.ts';
import { stateText, type TerminalState } from '#features/terminals/web/terminal-state.ts';
import { type TaskVerdict, useLearnerCalls } from './learner-calls.ts';
import { tasksOf } from './progress.ts';
import type { TaskProps } from './screen-props.ts';
import { revealResult } from './shown-verdict.ts';
import { Solution } from './solution.tsx';
import { Verdict } from './verdict.tsx';
import classes from './code-task.module.css';
import shared from './shared.module.css';

type CheckOutcome = { readonly verdict: TaskVerdict } | { readonly error: string } | null;

/** A terminal for the task, and Check. */
export default function TerminalTask({ lesson, screen, number, progress, isLastSolved, onSolved, onVerdict }: TaskProps) {
  const calls = useLearnerCalls();
  const open = useEffectEvent(calls.openTerminal);
  const errorText = useEffectEvent(calls.errorText);
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ display: TerminalDisplay; session: TerminalSession } | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<TerminalState>({ kind: 'connecting' });
  const [outcome, setOutcome] = useState<CheckOutcome>(null);
  const [isChecking, setIsChecking] = useState(false);

  useEffect(() => {
    if (!host.current) return undefined;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const { colorScheme } = getComputedStyle(host.current);
    // Authors can override the scheme of their system.
    const scheme = () => (colorScheme === 'dark' || (colorScheme !== 'light' && dark.matches) ? 'dark' : 'light');
    const display = new TerminalDisplay(host.current, scheme(), {
      onType: (bytes) => session.type(bytes),
      onResize: () => session.resize(),
      // Not every task can be checked, and while one is, its button is off.
      onLeave: () => buttons.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus(),
    });
    const session = new TerminalSession(
      display,
      { open: (options) => open(number, options), connect: openSocket, errorText: (error) => errorText(error) },
      (next) => {
        display.canType = next.kind === 'open';
        setState(next);
      },
    );
    parts.current = { display, session };
    void session.start(false);
    const wake = () => session.wake();
    const follow = () => {
      display.scheme = scheme();
    };
    globalThis.addEventListener('online', wake);
    dark.addEventListener('change', follow);
    return () => {
      globalThis.removeEventListener('online', wake);
      dark.removeEventListener('change', follow);
      parts.current = null;
      session.leave();
      display.dispose();
    };
  }, [number]);

  useEffect(() => {
    if (outcome !== null) revealResult(result.current);
  }, [outcome]);
  const check = async () => {
    if (isChecking) return;
    setIsChecking(true);
    setOutcome(null);
    onVerdict?.(null);
    try {
      const { run_id, verdict } = await calls.checkTerminal(number, parts.current?.display.lines() ?? []);
      if (run_id !== null) progress.submit(number, run_id);
      const isCorrect = verdict?.is_correct ?? null;
      if (isCorrect === false) progress.countTry(number);
      if (lesson.is_assessment || isCorrect === true) {
        progress.setTask(number, 'code', { isDone: true, all: tasksOf(screen, lesson) });
        onSolved();
      }
      onVerdict?.({ isCorrect, show: () => revealResult(result.current) });
      setOutcome({ verdict });
    } catch (error) {
      setOutcome({ error: calls.errorText(error) });
    }
    setIsChecking(false);
  };
  const restart = () => {
    setOutcome(null);
    void parts.current?.session.start(true);
    parts.current?.display.focus();
  };

  return (
    <>
      <p className={shared.label} role="status">
        {stateText(state)}
      </p>
      <div className={classes.terminal} data-own-keys="">
        <div ref={host} style={{ height: '100%' }} />
      </div>
      <div className={shared.buttons} ref={buttons}>
        {screen.is_checked ? (
          <button
            type="button"
            className={shared.button}
            data-first={progress.now.done.includes(number) ? undefined : ''}
            aria-disabled={isChecking || undefined}
            onClick={() => void check()}
          >
            {isChecking ? 'Checking…' : 'Check'}
          </button>
        ) : null}
        <button type="button" className={shared.button} onClick={restart}>
          Start over
        </button>
        {state.kind === 'elsewhere' ? (
          <button type="button" className={shared.button} onClick={() => parts.current?.session.reconnect()}>
            Use it here
          </button>
        ) : null}
        <span className={`${shared.status} ${classes.keys}`}>Ctrl-Shift-Esc or Ctrl-Shift-↓ leaves the terminal</span>
      </div>
      <div className={shared.result} ref={result} tabIndex={-1}>
        <div role="status">
          {outcome && 'verdict' in outcome ? <Verdict verdict={outcome.verdict} isLastSolved={isLastSolved} /> : null}
        </div>
        <Solution screen={screen} number={number} progress={progress} readOwn={null} />
        {outcome && 'error' in outcome ? (
          <p className={shared.said} data-right="false" role="alert">
            {outcome.error}
          </p>
        ) : null}
      </div>
    </>
  );
}

function openSocket(path: string): WebSocket {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  return socket;
}
