import { useState } from 'react';
import type { Lesson, Package } from '#features/lessons/contract/lessons.ts';
import { applyCheckingChange, type AnswerChecking } from '../packages.policy.ts';
import { useStartBuild } from './api.ts';
import { checkingOf, isCheckingEdited, shownChecking, withPackage } from './checking.ts';

type EditableChecking = Partial<Omit<AnswerChecking, 'packages'>> & { packages?: Package[] };

/** The editor of the lesson page, which saves packages and answer checking with the rest. */
interface LessonForm {
  base: AnswerChecking;
  dirty: readonly string[];
  fields: AnswerChecking;
  edit: (change: EditableChecking) => void;
}

/** Packages and answer checking of a lesson while they are edited. */
export interface CheckingEditor {
  readonly shown: AnswerChecking;
  readonly isDirty: boolean;
  /** Entered but not added yet. */
  readonly pending: string;
  readonly setPending: (text: string) => void;
  readonly addPending: () => void;
  /** Changes a flag together with those that depend on it. */
  readonly wish: (change: Partial<AnswerChecking>) => void;
  readonly discard: () => void;
  /** Builds the saved state; the page saves first. */
  readonly build: () => void;
  readonly isStarting: boolean;
  /** Why the build could not be started. */
  readonly failure: Error | null;
}

export function useChecking(lesson: Lesson, { base, dirty, fields, edit }: LessonForm): CheckingEditor {
  const [pending, setPending] = useState('');
  const starting = useStartBuild(lesson.id);
  const store = ({ packages, ...flags }: AnswerChecking) => edit({ ...flags, packages: [...packages] });
  const wish = (change: Partial<AnswerChecking>) =>
    store(applyCheckingChange(lesson.language, checkingOf(fields), { ...checkingOf(fields), ...change }));
  return {
    shown: shownChecking(fields, lesson.packages),
    isDirty: isCheckingEdited(dirty),
    pending,
    setPending,
    addPending: () => {
      wish({ packages: withPackage(fields.packages, pending) });
      setPending('');
    },
    wish,
    discard: () => store(checkingOf(base)),
    build: () => starting.mutate(checkingOf(fields), { onSuccess: () => setPending('') }),
    isStarting: starting.isPending,
    failure: starting.error,
  };
}
