import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyLessonFields, type LessonFields } from '#contract/lessons.ts';
import { MESSAGES } from './messages.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import { useLessonSaving, type LessonSaving } from './use-lesson-saving.ts';

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

/** Saving beside an editor whose fields the test sets; a save succeeds at once. */
function startSaving(change: Partial<LessonFields>, isDirty = true) {
  const save = vi.fn((_message?: string, onDone?: () => void) => onDone?.());
  const editor = { fields: { ...emptyLessonFields({ title: '', author: '' }), ...change }, isDirty, isSaving: false, save };
  let current: LessonSaving | undefined;
  function Host() {
    const saving = useLessonSaving(editor as unknown as LessonEditor, false);
    useEffect(() => {
      current = saving;
    });
    return null;
  }
  act(() => root.render(<Host />));
  const saving = (): LessonSaving => {
    if (!current) throw new Error('The hook has not run.');
    return current;
  };
  return { save, saving, press: () => act(() => void saving().save.run()) };
}

it('warns at the first Save of what is typed and not added, and stores without it at the second (B §4)', () => {
  const { save, saving, press } = startSaving({ type: 'practice_problem' });
  act(() => saving().typePending('objectives', 'one'));
  act(() => saving().typePending('skill_topics', 'loops'));
  press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().incomplete).toEqual(['Objectives', 'Practice skill topics']);
  press();
  expect(save).toHaveBeenCalledTimes(1);
  expect(saving().pending).toEqual({});
});

it('warns anew when something else is in progress by then', () => {
  const { save, saving, press } = startSaving({});
  act(() => saving().typePending('objectives', 'one'));
  press();
  act(() => saving().typePending('objectives', 'one more'));
  expect(saving().incomplete).toEqual([]);
  press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().incomplete).toEqual(['Objectives']);
});

it('drops what is in progress where nothing else is to be stored', () => {
  const { save, saving, press } = startSaving({}, false);
  expect(saving().save.enabled).toBe(false);
  act(() => saving().typePending('objectives', 'one'));
  expect(saving().save.enabled).toBe(true);
  press();
  press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().pending).toEqual({});
});

it('sends no assessment without its related lesson, and says so at the field (B §5)', () => {
  const { save, saving, press } = startSaving({ type: 'assessment' });
  expect(saving().problems).toEqual({});
  press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().problems).toEqual({ related_lesson: MESSAGES.relatedLessonMissing });
});

it('sends an assessment with its related lesson', () => {
  const { save, press } = startSaving({ type: 'assessment', related_lesson: 0 });
  press();
  expect(save).toHaveBeenCalledTimes(1);
});
