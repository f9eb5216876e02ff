import { useState } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { coupleChecking, type AnswerChecking } from '#contract/packages.policy.ts';
import { afterBuild, isChanged, savedChecking, withPackage } from './checking.ts';
import { useStartBuild } from './api.ts';

/** Packages and answer checking of a lesson while they are edited. They are stored by Build. */
export interface CheckingEditor {
  readonly shown: AnswerChecking;
  readonly isDirty: boolean;
  /** What is typed and not added yet. */
  readonly pending: string;
  readonly setPending: (text: string) => void;
  readonly addPending: () => void;
  /** Wishes for something; what hangs together with it follows (A §4). */
  readonly wish: (change: Partial<AnswerChecking>) => void;
  readonly discard: () => void;
  readonly build: () => void;
  readonly isStarting: boolean;
  /** Why Build could not even begin. */
  readonly failure: Error | null;
}

export function useChecking(lesson: Lesson): CheckingEditor {
  const [edits, setEdits] = useState<AnswerChecking | null>(null);
  const [pending, setPending] = useState('');
  const starting = useStartBuild(lesson.id);
  const saved = savedChecking(lesson);
  const shown = edits ?? saved;
  const wish = (change: Partial<AnswerChecking>) => setEdits(coupleChecking(lesson.language, shown, { ...shown, ...change }));
  return {
    shown,
    isDirty: isChanged(shown, saved),
    pending,
    setPending,
    addPending: () => {
      wish({ packages: withPackage(shown.packages, pending) });
      setPending('');
    },
    wish,
    discard: () => setEdits(null),
    build: () =>
      starting.mutate(shown, {
        onSuccess: () => {
          // What was edited while the call was under way stays.
          setEdits((now) => afterBuild(now, shown));
          setPending('');
        },
      }),
    isStarting: starting.isPending,
    failure: starting.error,
  };
}
