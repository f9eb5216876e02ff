import { useEffect, useRef, useState } from 'react';
import type { PreviewResult } from '#features/publishing/contract/previews.ts';
import { finishRun } from './finish-run.ts';
import { useLearnerCalls } from './learner-calls.ts';

export type CodeRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'going'; readonly isSubmitted: boolean; readonly queuePosition: number }
  | { readonly kind: 'done'; readonly isSubmitted: boolean; readonly result: PreviewResult }
  | { readonly kind: 'failed'; readonly text: string };

interface UsedCodeRun {
  run: CodeRun;
  start: (code: string, isSubmitted: boolean, inputs?: string) => Promise<PreviewResult | null>;
  stop: () => void;
}

/** Runs the code of a screen, one run at a time. A submission is followed to its verdict even if its screen is left meanwhile. */
export function useCodeRun(screen: number): UsedCodeRun {
  const calls = useLearnerCalls();
  const [run, setRun] = useState<CodeRun>({ kind: 'idle' });
  const current = useRef<{ id: string | null; isLeft: boolean } | null>(null);
  useEffect(
    () => () => {
      if (current.current) current.current.isLeft = true;
    },
    [],
  );

  const start = async (code: string, isSubmitted: boolean, inputs?: string): Promise<PreviewResult | null> => {
    const own: { id: string | null; isLeft: boolean } = { id: null, isLeft: false };
    current.current = own;
    setRun({ kind: 'going', isSubmitted, queuePosition: 0 });
    try {
      const result = await finishRun(calls, await calls.run(screen, code, isSubmitted, inputs), {
        isLeft: () => own.isLeft && !isSubmitted,
        onPending: ({ run_id, queue_position }) => {
          own.id = run_id;
          setRun({ kind: 'going', isSubmitted, queuePosition: queue_position });
        },
      });
      if (result !== null) setRun({ kind: 'done', isSubmitted, result });
      return result;
    } catch (error) {
      if (!own.isLeft) setRun({ kind: 'failed', text: calls.errorText(error) });
      return null;
    }
  };
  const stop = () => {
    const id = current.current?.id;
    // A run that finishes at once is over before anyone could stop it.
    if (id) void calls.stopRun(id).catch(() => undefined);
  };
  return { run, start, stop };
}
