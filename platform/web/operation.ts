import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#platform/contract/client.ts';
import { api } from './api.ts';
import { subscribe } from './live.ts';
import { newUuid } from './uuid.ts';

/** The progress of an operation (platform/contract/operations.ts). */
export interface OperationProgress {
  /** The current step as text; empty until the server reports it. */
  doing: string;
  done: number;
  /** Null: not known yet. */
  total: number | null;
}

/** What an operation's function receives. */
export interface OperationContext {
  /** Sent with the call as `operation_id`. */
  operationId: string;
  /** Aborted by Stop while only this page is working, for example uploading. */
  signal: AbortSignal;
  /** Reports progress that this page measures: bytes sent. Stop then aborts locally. */
  reportProgress: (progress: OperationProgress) => void;
  /** From now on the server is working, and Stop asks the server. */
  handOver: () => void;
}

/** A dialog's operation; at most one at a time. */
export interface OperationState {
  isRunning: boolean;
  progress: OperationProgress;
  /** Start time in milliseconds since the epoch. */
  startedAt: number;
  isStopping: boolean;
  /** Requests the end. The call then returns what was completed. */
  stop: () => void;
}

const NOTHING_YET: OperationProgress = { doing: '', done: 0, total: null };
const ASK_AGAIN_MS = 400;

interface Running {
  id: string;
  aborting: AbortController;
  isHere: boolean;
}

/** Runs long calls as operations: assigns an id, follows progress, and stops them. `run` returns and throws what the call does. */
export function useOperation(): OperationState & { run: <T>(work: (context: OperationContext) => Promise<T>) => Promise<T> } {
  const [state, setState] = useState({ isRunning: false, isStopping: false, progress: NOTHING_YET, startedAt: 0 });
  const running = useRef<Running | null>(null);
  const unsubscribe = useRef<() => void>(() => undefined);

  useEffect(() => () => unsubscribe.current(), []);

  const run = useCallback(async <T>(work: (context: OperationContext) => Promise<T>): Promise<T> => {
    const operation: Running = { id: newUuid(), aborting: new AbortController(), isHere: false };
    running.current = operation;
    const report = (progress: OperationProgress) => {
      if (running.current === operation) setState((known) => ({ ...known, progress }));
    };
    setState({ isRunning: true, isStopping: false, progress: NOTHING_YET, startedAt: Date.now() });
    const stopListening = subscribe(`operation:${operation.id}`, (event) => {
      if (event.type === 'progress') report({ doing: event.doing, done: event.done, total: event.total });
    });
    unsubscribe.current = stopListening;
    try {
      return await work({
        operationId: operation.id,
        signal: operation.aborting.signal,
        reportProgress: (progress) => {
          operation.isHere = true;
          report(progress);
        },
        handOver: () => {
          operation.isHere = false;
        },
      });
    } finally {
      stopListening();
      if (running.current === operation) {
        running.current = null;
        setState((known) => ({ ...known, isRunning: false, isStopping: false }));
      }
    }
  }, []);

  const stop = useCallback(() => {
    const operation = running.current;
    if (operation === null) return;
    setState((known) => ({ ...known, isStopping: true }));
    if (operation.isHere) operation.aborting.abort();
    else void stopOnServer(operation.id, () => running.current === operation);
  }, []);

  return { ...state, stop, run };
}

/** The server may not know the operation yet, while the call is on its way or queued: retry until the call has returned. */
async function stopOnServer(operationId: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    try {
      await api.stopOperation({ params: { operationId } });
      return;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/** Whether the call ended because the user pressed Stop, so that no error is shown. */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}
