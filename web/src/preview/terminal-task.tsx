import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import type { PreviewCheck } from '#contract/previews.ts';
import { TerminalDisplay } from '#web/features/terminal/terminal-display.ts';
import { TerminalSession } from '#web/features/terminal/terminal-session.ts';
import { stateText, type TerminalState } from '#web/features/terminal/terminal-state.ts';
import { api, failure, token, visitor } from './calls.ts';
import classes from './terminal-task.module.css';
import shared from './shared.module.css';
import type { ScreenProps } from './screen-props.ts';
import { Verdict } from './verdict.tsx';

type CheckOutcome = { readonly verdict: { is_correct: boolean; checks: PreviewCheck[] } | null } | { readonly error: string } | null;

/** A terminal for the task, and Check. */
export default function TerminalTask({ lesson, screen, place, progress }: ScreenProps) {
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ display: TerminalDisplay; session: TerminalSession } | null>(null);
  const checkButton = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<TerminalState>({ kind: 'connecting' });
  const [outcome, setOutcome] = useState<CheckOutcome>(null);
  const [isChecking, setIsChecking] = useState(false);

  useEffect(() => {
    if (!host.current) return undefined;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const display = new TerminalDisplay(host.current, dark.matches ? 'dark' : 'light', {
      onType: (bytes) => session.type(bytes),
      onResize: () => session.resize(),
      onLeave: () => checkButton.current?.focus(),
    });
    const open = (options: { restart: boolean; columns: number; rows: number }) =>
      api.openPreviewTerminal({ params: { token, screen: place }, body: { visitor, ...options } }).then(({ url }) => url);
    const session = new TerminalSession(display, { open, connect: openSocket, errorText: failure }, (next) => {
      display.canType = next.kind === 'open';
      setState(next);
    });
    parts.current = { display, session };
    void session.start(false);
    const wake = () => session.wake();
    const follow = () => {
      display.scheme = dark.matches ? 'dark' : 'light';
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
  }, [place]);

  const check = async () => {
    setIsChecking(true);
    setOutcome(null);
    try {
      const { run_id, verdict } = await api.checkPreviewTerminal({
        params: { token, screen: place },
        body: { visitor, terminal_lines: parts.current?.display.lines() ?? [] },
      });
      progress.submit(place, run_id);
      if (lesson.is_assessment || verdict?.is_correct) progress.finish(place);
      setOutcome({ verdict });
    } catch (error) {
      setOutcome({ error: failure(error) });
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
      <div className={shared.buttons}>
        {screen.is_checked ? (
          <button
            type="button"
            ref={checkButton}
            className={shared.button}
            data-first=""
            disabled={isChecking}
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
        <span className={shared.status}>Ctrl-Shift-Esc leaves the terminal</span>
      </div>
      <div className={shared.result}>
        <div role="status">{outcome && 'verdict' in outcome ? <Verdict verdict={outcome.verdict} /> : null}</div>
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
