import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import type { ConflictDetails } from '#contract/errors.ts';
import type { QuestionFields } from '#contract/screens.ts';
import { questionName } from '#content/question-name.ts';
import { errorText } from '#web/platform/error-text.ts';
import { showOffer } from '#web/ui/offer-toast.tsx';
import { showResult } from '#web/ui/toast.ts';
import { type ScreenAddress, useQuestionCalls } from './api.ts';
import { MESSAGES } from './messages.ts';
import type { QuestionEdits } from './question-edits.ts';

interface OpenConflict {
  key: string;
  details: ConflictDetails;
  message: string | undefined;
}

/** Saves and deletes the questions of a screen, and tells what came of it. Questions are named by their keys. */
export function useQuestionActions(address: ScreenAddress, edits: QuestionEdits) {
  const calls = useQuestionCalls(address);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [conflict, setConflict] = useState<OpenConflict | null>(null);

  /** Answers whether it went well; why not is told at the question. */
  async function attempt(key: string, text: string, call: () => Promise<void>): Promise<boolean> {
    if (busy.has(key)) return false;
    setBusy((all) => new Set([...all, key]));
    try {
      await call();
      setFailures((all) => new Map([...all].filter(([name]) => name !== key)));
      return true;
    } catch (error) {
      setFailures((all) => new Map([...all, [key, failure(error, text)]]));
      return false;
    } finally {
      setBusy((all) => new Set([...all].filter((name) => name !== key)));
    }
  }

  /** `asked`: somebody else saved the same, and the author is asked what holds. */
  async function send(key: string, message?: string): Promise<'saved' | 'failed' | 'asked'> {
    const [edit, id] = [edits.edit(key), edits.shown(key)?.id ?? null];
    if (!edit) return 'saved';
    let isAsked = false;
    const isDone = await attempt(key, id === null ? MESSAGES.notCreated : MESSAGES.notSaved, async () => {
      try {
        edits.settle(key, await calls.save(id, edit, message));
      } catch (error) {
        const details = conflictOf(error);
        if (!details) throw error;
        isAsked = true;
        setConflict({ key, details, message });
      }
    });
    if (isAsked) return 'asked';
    return isDone ? 'saved' : 'failed';
  }

  async function save(key: string, message?: string): Promise<boolean> {
    return (await send(key, message)) === 'saved';
  }

  /** Saves every question that has edits, up to the first that asks something. True when nothing is left unsaved. */
  async function saveAll(message?: string): Promise<boolean> {
    let isAllSaved = true;
    for (const { key } of edits.state().questions.filter(({ isDirty }) => isDirty)) {
      // One call at a time: they change the same screen.
      const outcome = await send(key, message);
      if (outcome === 'asked') return false;
      isAllSaved &&= outcome === 'saved';
    }
    return isAllSaved;
  }

  async function remove(key: string): Promise<void> {
    const shown = edits.shown(key);
    if (!shown) return;
    const message = MESSAGES.deleted(questionName(shown.fields.question));
    const { id } = shown;
    if (id === null) {
      const edit = edits.discard(key);
      if (edit && shown.isDirty) showOffer({ message, label: 'Undo', onClick: () => edits.put(key, edit) });
      return;
    }
    await attempt(key, MESSAGES.notDeleted, async () => {
      const edit = edits.edit(key);
      const deleted = await calls.remove(id);
      edits.discard(key);
      if (deleted === null) return showResult(message);
      const undo = async () => {
        try {
          await calls.restore(deleted);
          if (edit) edits.put(key, edit);
          showResult(MESSAGES.restored);
        } catch (error) {
          showOffer({ color: 'red', message: errorText(error, MESSAGES.notRestored), label: 'Try again', onClick: () => void undo() });
        }
      };
      return showOffer({ message, label: 'Undo', onClick: () => void undo() });
    });
  }

  /** Moves a saved question past its neighbour. Answers whether it went well. */
  async function move(key: string, by: -1 | 1): Promise<boolean> {
    const { questions } = edits.state();
    const place = questions.findIndex((question) => question.key === key) + 1;
    const id = questions[place - 1]?.id ?? null;
    if (id === null) return false;
    return attempt(key, MESSAGES.notMoved, async () => showResult(MESSAGES.moved(place, await calls.move(id, by))));
  }

  /** Decides the conflict, and saves. */
  function resolve(chosen: Partial<QuestionFields>): void {
    if (!conflict) return;
    edits.resolve(conflict.key, conflict.details, chosen);
    setConflict(null);
    void save(conflict.key, conflict.message);
  }

  return { busy, failures, conflict, save, saveAll, remove, move, resolve, postpone: () => setConflict(null) };
}

export type QuestionActions = ReturnType<typeof useQuestionActions>;

/** The text of A §8, and behind it the server's own words where it had some. */
function failure(error: unknown, text: string): string {
  const reason = errorText(error, '');
  return `${text}${reason === '' ? '.' : `: ${reason}`} ${MESSAGES.kept}`;
}

function conflictOf(error: unknown): ConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return (error.details as ConflictDetails | undefined) ?? null;
}
