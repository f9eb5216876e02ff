import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { api } from './api.ts';
import { subscribe } from './live.ts';
import { newUuid } from './uuid.ts';

/** How far long work is (contract/src/operations.ts). */
export interface OperationProgress {
  /** What is being done now, in words; empty before the server has said. */
  doing: string;
  done: number;
  /** Null: not known yet. */
  total: number | null;
}

/** What the work of an operation is given. */
export interface OperationContext {
  /** Sent along with the call as `operation_id`. */
  operationId: string;
  /** Aborted by Stop while nothing but this page is at work: an upload that is still on its way. */
  signal: AbortSignal;
  /** Tells progress that this page itself knows: bytes sent. Marks the work as still stoppable here. */
  tellHere: (progress: OperationProgress) => void;
  /** From now on the server is at work: Stop asks it. */
  handOver: () => void;
}

/** Long work of a dialog: at most one at a time. */
export interface OperationState {
  isRunning: boolean;
  progress: OperationProgress;
  /** When it began, in milliseconds since the epoch. */
  startedAt: number;
  isStopping: boolean;
  /** Asks for the end of it. The call itself then answers what was kept. */
  stop: () => void;
}

const NOTHING_YET: OperationProgress = { doing: '', done: 0, total: null };
const ASK_AGAIN_MS = 400;

interface Running {
  id: string;
  aborting: AbortController;
  isHere: boolean;
}

/**
 * Runs long calls as operations: makes their id, listens to their progress, and stops them. `run` answers what the call
 * answers, and throws what it throws.
 */
export function useOperation(): OperationState & { run: <T>(work: (context: OperationContext) => Promise<T>) => Promise<T> } {
  const [state, setState] = useState({ isRunning: false, isStopping: false, progress: NOTHING_YET, startedAt: 0 });
  const running = useRef<Running | null>(null);
  const unsubscribe = useRef<() => void>(() => undefined);

  useEffect(() => () => unsubscribe.current(), []);

  const run = useCallback(async <T>(work: (context: OperationContext) => Promise<T>): Promise<T> => {
    const operation: Running = { id: newUuid(), aborting: new AbortController(), isHere: false };
    running.current = operation;
    const tell = (progress: OperationProgress) => {
      if (running.current === operation) setState((known) => ({ ...known, progress }));
    };
    setState({ isRunning: true, isStopping: false, progress: NOTHING_YET, startedAt: Date.now() });
    const stopListening = subscribe(`operation:${operation.id}`, (event) => {
      if (event.type === 'progress') tell({ doing: event.doing, done: event.done, total: event.total });
    });
    unsubscribe.current = stopListening;
    try {
      return await work({
        operationId: operation.id,
        signal: operation.aborting.signal,
        tellHere: (progress) => {
          operation.isHere = true;
          tell(progress);
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

/**
 * The call may be on its way, or wait for its turn, so that the server knows of no such operation yet: asked again for as
 * long as the call is not answered.
 */
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

/** True when Stop, pressed here, is why a call ended: then there is nothing to tell. */
export function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}
