import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { ConsoleCall, ConsoleMethod } from '../contract/console.ts';
import { AnswerView } from './console/answer-view.tsx';
import { knownCallsQuery, useKeepCall } from './console/api.ts';
import { CallForm, SEND_SHORTCUT } from './console/call-form.tsx';
import { CallHistory } from './console/call-history.tsx';
import { cleanPath, findCall } from './console/known-calls.ts';
import { MESSAGES } from './console/messages.ts';
import { isValidBody, sendCall, type Answer } from './console/send-call.ts';
import classes from './audit.module.css';

const route = getRouteApi('/signed-in/shell/console');

/** `/console`: calls any API route as the signed-in user. */
export default function ConsolePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const keep = useKeepCall();
  const [method, setMethod] = useState<ConsoleMethod>(search.method ?? 'GET');
  const [path, setPath] = useState(search.path ?? '');
  const payload = useRef('');
  const [version, setVersion] = useState(0);
  const [error, setError] = useState<{ field: 'path' | 'payload'; text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [sending, setSending] = useState<AbortController | null>(null);
  useEffect(() => () => sending?.abort(), [sending]);

  const check = (): boolean => {
    const found =
      cleanPath(path) === ''
        ? { field: 'path' as const, text: MESSAGES.noPath }
        : method !== 'GET' && !isValidBody(payload.current)
          ? { field: 'payload' as const, text: MESSAGES.invalidBody }
          : null;
    setError(found);
    return found === null;
  };
  const send = () => {
    if (sending !== null || !check()) return;
    if (method === 'DELETE') setIsAsking(true);
    else void make();
  };
  const make = async () => {
    setIsAsking(false);
    const stop = new AbortController();
    const given = payload.current.trim();
    const call = { method, path: cleanPath(path), payload: method === 'GET' || given === '' ? null : given };
    void navigate({ to: '/console', search: { method, path: call.path }, replace: true });
    setSending(stop);
    setFailure(null);
    const began = performance.now();
    let status: number | null = null;
    let took = 0;
    try {
      const got = await sendCall(call, stop.signal);
      [status, took] = [got.status, got.tookMs];
      setAnswer(got);
      // The call may have changed what other pages have cached.
      if (method !== 'GET' && got.status < 400) void client.invalidateQueries();
    } catch {
      took = Math.round(performance.now() - began);
      setAnswer(null);
      setFailure(stop.signal.aborted ? MESSAGES.stopped : MESSAGES.unreachable);
    } finally {
      setSending(null);
      keep.mutate({ ...call, status, took_ms: took });
    }
  };
  const use = (call: ConsoleCall) => {
    setMethod(call.method);
    setPath(call.path);
    payload.current = call.payload ?? '';
    setVersion((last) => last + 1);
    setError(null);
  };
  useCommands([{ id: 'console:send', label: 'Send the call', group: 'Actions', shortcut: SEND_SHORTCUT, run: send }]);
  const known = client.getQueryData(knownCallsQuery.queryKey) ?? [];

  return (
    <Page
      title="Admin API Console"
      layout="report"
      actions={
        <>
          <LinkButton to="/audit" size="xs" variant="default">
            Audit trail
          </LinkButton>
          <LinkButton to="/debug" size="xs" variant="default">
            Debug
          </LinkButton>
        </>
      }
    >
      <div className={classes.page}>
        <div className={classes.main}>
          <CallForm
            method={method}
            path={path}
            readPayload={() => payload.current}
            version={version}
            error={error}
            isSending={sending !== null}
            onMethod={(next) => {
              setMethod(next);
              setError(null);
            }}
            onPath={(next) => {
              setPath(next);
              setError(null);
            }}
            onPayload={(text) => {
              payload.current = text;
            }}
            onSend={send}
            onStop={() => sending?.abort()}
          />
          <ErrorBanner text={failure} />
          <ErrorBanner text={keep.isError ? MESSAGES.notKept : null} />
          {answer ? <AnswerView answer={answer} /> : failure === null ? <p className={classes.note}>{MESSAGES.noAnswerYet}</p> : null}
        </div>
        <CallHistory onUse={use} />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={MESSAGES.deleteTitle}
        text={MESSAGES.deleteText(cleanPath(path), findCall(known, 'DELETE', cleanPath(path))?.summary ?? null)}
        confirmLabel="Send DELETE"
        isDanger
        onConfirm={() => void make()}
        onClose={() => setIsAsking(false)}
      />
    </Page>
  );
}
