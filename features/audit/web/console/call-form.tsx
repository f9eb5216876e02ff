import { Autocomplete, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import { CONSOLE_METHODS, type ConsoleMethod } from '../../contract/console.ts';
import { knownCallsQuery } from './api.ts';
import { cleanPath, findCall } from './known-calls.ts';
import { MESSAGES } from './messages.ts';
import classes from '../audit.module.css';

export const SEND_SHORTCUT = 'Mod+Enter';
/** Number of suggested paths. */
const OFFERED = 12;
const FREE = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

interface CallFormProps {
  method: ConsoleMethod;
  path: string;
  /** A payload set from outside; `version` increases with each. */
  readPayload: () => string;
  version: number;
  error: { field: 'path' | 'payload'; text: string } | null;
  isSending: boolean;
  onMethod: (method: ConsoleMethod) => void;
  onPath: (path: string) => void;
  onPayload: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
}

/** URL after /api/, method and JSON payload (disabled for GET). */
export function CallForm(props: CallFormProps) {
  const { method, path, error, isSending } = props;
  const known = useQuery(knownCallsQuery);
  const offered = useMemo(
    () => [...new Set((known.data ?? []).filter((call) => call.method === method).map((call) => call.path))],
    [known.data, method],
  );
  const call = findCall(known.data ?? [], method, cleanPath(path));
  const isUnknown = known.data !== undefined && call === null && path.trim() !== '';
  return (
    <form
      className={classes.form}
      aria-label="Call"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSend();
      }}
    >
      <div className={classes.fields}>
        <NativeSelect
          label="Method"
          className={classes.methodField ?? ''}
          data={[...CONSOLE_METHODS]}
          value={method}
          onChange={(event) => props.onMethod(event.currentTarget.value as ConsoleMethod)}
        />
        <Autocomplete
          label="URL after /api/"
          className={classes.pathField ?? ''}
          placeholder="lessons"
          data={offered}
          limit={OFFERED}
          value={path}
          onChange={props.onPath}
          error={error?.field === 'path' ? error.text : null}
          {...FREE}
        />
        {isSending ? (
          <Button variant="default" onClick={props.onStop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" aria-keyshortcuts={ariaShortcut(SEND_SHORTCUT)}>
            Send <span className={classes.keys}>{shortcutLabel(SEND_SHORTCUT)}</span>
          </Button>
        )}
      </div>
      <p className={classes.note} role="status">
        {call?.summary ?? (isUnknown ? MESSAGES.unknownCall : ' ')}
      </p>
      <div className={classes.payload} data-disabled={method === 'GET' || undefined} data-invalid={error?.field === 'payload' || undefined}>
        <span className={classes.label}>JSON payload</span>
        <LazyCodeEditor
          label="JSON payload"
          language="json"
          read={props.readPayload}
          version={props.version}
          onChange={(text) => props.onPayload(text.toString())}
          isReadOnly={method === 'GET'}
        />
      </div>
      <p className={classes.error} role="alert">
        {error?.field === 'payload' ? error.text : null}
      </p>
      {method === 'GET' ? <p className={classes.note}>{MESSAGES.noPayload}</p> : null}
    </form>
  );
}
