import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { TERMINAL_MESSAGES } from './messages.ts';
import { TerminalDisplay } from './terminal-display.ts';
import type { TerminalPaneProps } from './terminal-props.ts';
import { TerminalSession } from './terminal-session.ts';
import type { TerminalState } from './terminal-state.ts';

interface UsedTerminal {
  state: TerminalState;
  /** Whether a restart would discard something the user typed. */
  hasTyped: () => boolean;
  restart: () => void;
  reconnect: () => void;
  lines: () => string[];
  setForScreenReaders: (isOn: boolean) => void;
}

/**
 * A terminal for as long as the component is mounted.
 *
 * @param host The element to draw in. @param onLeave Called when the shortcut for leaving is pressed.
 */
export function useTerminal(
  { lessonId, screenId, readDraft, isReadOnly }: TerminalPaneProps,
  host: RefObject<HTMLDivElement | null>,
  onLeave: () => void,
): UsedTerminal {
  const [state, setState] = useState<TerminalState>({ kind: 'connecting' });
  const parts = useRef<{ display: TerminalDisplay; session: TerminalSession } | null>(null);
  const scheme = useComputedColorScheme('light');
  const firstScheme = useEffectEvent(() => scheme);
  const leave = useEffectEvent(onLeave);
  const open = useEffectEvent(async (options: { restart: boolean; columns: number; rows: number }) => {
    const { setup_code, runs_after } = isReadOnly ? {} : readDraft();
    const draft = { ...(setup_code !== undefined && { setup_code }), ...(runs_after !== undefined && { runs_after }) };
    return (await api.getRunnerConnection({ body: { lesson_id: lessonId, screen_id: screenId, ...draft, ...options } })).url;
  });

  useEffect(() => {
    if (!host.current) return undefined;
    const display = new TerminalDisplay(host.current, firstScheme(), {
      onType: (bytes) => session.type(bytes),
      onResize: () => session.resize(),
      onLeave: () => leave(),
    });
    const session = new TerminalSession(
      display,
      { open: (options) => open(options), connect: openSocket, errorText: (error) => errorText(error, TERMINAL_MESSAGES.notOpened) },
      (next) => {
        display.canType = next.kind === 'open';
        setState(next);
      },
    );
    parts.current = { display, session };
    void session.start(false);
    const wake = () => session.wake();
    globalThis.addEventListener('online', wake);
    return () => {
      globalThis.removeEventListener('online', wake);
      parts.current = null;
      session.leave();
      display.dispose();
    };
  }, [host]);

  useEffect(() => {
    if (parts.current) parts.current.display.scheme = scheme;
  }, [scheme]);

  return {
    state,
    hasTyped: () => parts.current?.session.hasTyped ?? false,
    restart: () => {
      void parts.current?.session.start(true);
      parts.current?.display.focus();
    },
    reconnect: () => parts.current?.session.reconnect(),
    lines: () => parts.current?.display.lines() ?? [],
    setForScreenReaders: (isOn) => {
      if (parts.current) parts.current.display.isForScreenReaders = isOn;
    },
  };
}

function openSocket(path: string): WebSocket {
  const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
  socket.binaryType = 'arraybuffer';
  return socket;
}
