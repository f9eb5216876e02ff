import { useEffect, useMemo, useState } from 'react';
import { questionName } from '#features/content-model/rules/question-name.ts';
import type { QuestionFields, Screen } from '#features/screens/contract/screens.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { errorText } from '#platform/web/error-text.ts';
import { EditList, type ListItem, type ListState } from '#platform/web/ui/editing/edit-list.ts';
import { conflictOf } from '#platform/web/ui/editing/edit-session.ts';
import { type DraftStatus, useDraft } from '#platform/web/ui/editing/use-draft.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useStore } from '#platform/web/use-store.ts';
import { newUuid } from '#platform/web/uuid.ts';
import type { QuestionTask } from '../contract/kinds/tasks.ts';
import { fieldsOf, useQuestionCalls } from './api.ts';
import { MESSAGES } from './messages.ts';

export type QuestionItem = ListItem<QuestionFields>;

export interface QuestionEditing {
  list: EditList<QuestionFields>;
  state: ListState<QuestionFields>;
  draft: DraftStatus;
  /** Adds a new one, which the page opens and writes next; without a blank task, a multiple choice question. */
  add: (task?: QuestionTask) => void;
  /** The key of the one that was added last on this page. */
  added: string | null;
  /** Keys of the questions that are being deleted or moved. */
  busy: ReadonlySet<string>;
  /** Why the last call for a question failed. */
  failureOf: (question: QuestionItem) => string | null;
  remove: (key: string) => Promise<void>;
  /** Moves a saved question past its neighbour. */
  move: (key: string, by: -1 | 1) => Promise<void>;
}

const EMPTY_QUESTION: QuestionFields = { question: '', select_type: 'single', answer_options: [], task: null, skill_id: null };

/** The questions of the screen that is open, while they are edited. Light: the page has it before the editor of questions is loaded. */
export function useQuestions(screen: Screen, userId: number, isReadOnly: boolean, onAutomatic: () => void): QuestionEditing {
  const calls = useQuestionCalls({ lessonId: screen.lesson_id, screenId: screen.id });
  const saved = useMemo(
    () => screen.multipleChoiceQuestions.map((question) => ({ id: question.id, ...fieldsOf(question) })),
    [screen.multipleChoiceQuestions],
  );
  /** As they were added: nothing is written in them. The kinds themselves are loaded with the editor. */
  const [blankTasks] = useState(() => new Set<string>());
  const [list] = useState(
    () =>
      new EditList<QuestionFields>({
        saved,
        names: ['question', 'select_type', 'answer_options', 'task', 'skill_id'],
        empty: EMPTY_QUESTION,
        isBlank: ({ question, answer_options, task }) =>
          question.trim() === '' && answer_options.length === 0 && (!task || blankTasks.has(JSON.stringify(task))),
        send: async (save) => {
          const saved = await calls.save(save);
          if (save.isAutomatic) onAutomatic();
          return saved;
        },
      }),
  );
  const state = useStore(list);
  useEffect(() => list.take(saved), [list, saved]);
  const draft = useDraft(list, { key: draftKey(userId, 'questions', screen.id), restoresItself: true, isOff: isReadOnly });
  const [added, setAdded] = useState<string | null>(null);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());

  async function attempt(key: string, text: string, call: () => Promise<void>): Promise<void> {
    if (busy.has(key)) return;
    setBusy((all) => new Set([...all, key]));
    setFailures((all) => new Map([...all].filter(([name]) => name !== key)));
    try {
      await call();
    } catch (error) {
      setFailures((all) => new Map([...all, [key, failureText(error, text)]]));
    } finally {
      setBusy((all) => new Set([...all].filter((name) => name !== key)));
    }
  }

  async function remove(key: string): Promise<void> {
    const item = list.item(key);
    if (!item) return;
    const message = MESSAGES.deleted(questionName(item.fields.question));
    const { id } = item;
    if (id === null) {
      const edits = list.remove(key);
      if (edits) showOffer({ message, label: 'Undo', onClick: () => list.restoreItem(key, edits) });
      return;
    }
    await attempt(key, MESSAGES.notDeleted, async () => {
      const deleted = await calls.remove(id);
      const edits = list.remove(key);
      if (deleted === null) return showResult(message);
      const undo = async () => {
        try {
          await calls.restore(deleted);
          if (edits) list.restoreItem(String(id), edits);
          showResult(MESSAGES.restored);
        } catch (error) {
          showOffer({ color: 'red', message: errorText(error, MESSAGES.notRestored), label: 'Try again', onClick: () => void undo() });
        }
      };
      return showOffer({ message, label: 'Undo', onClick: () => void undo() });
    });
  }

  async function move(key: string, by: -1 | 1): Promise<void> {
    const number = state.items.findIndex((question) => question.key === key) + 1;
    const id = list.item(key)?.id ?? null;
    if (id !== null) await attempt(key, MESSAGES.notMoved, async () => showResult(MESSAGES.moved(number, await calls.move(id, by))));
  }

  function add(task?: QuestionTask): void {
    const key = `new-${newUuid()}`;
    list.add(key);
    if (task) {
      blankTasks.add(JSON.stringify(task));
      list.edit(key, { task });
    }
    setAdded(key);
  }

  return {
    list,
    add,
    added,
    state,
    draft: state.isDirty ? draft : { ...draft, restoredAt: null },
    busy,
    failureOf: ({ key, id, failure }) =>
      failure && !conflictOf(failure)
        ? failureText(failure, id === null ? MESSAGES.notCreated : MESSAGES.notSaved)
        : (failures.get(key) ?? null),
    remove,
    move,
  };
}

/** The text that the specification gives, and behind it the server's own, where there is one. */
function failureText(error: unknown, text: string): string {
  const reason = errorText(error, '');
  return `${text}${reason === '' ? '.' : `: ${reason}`} ${MESSAGES.kept}`;
}
