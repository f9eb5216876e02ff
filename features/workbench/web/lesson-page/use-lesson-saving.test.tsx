import { MantineProvider } from '@mantine/core';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import type { HowToSave } from '#platform/web/ui/editing/edit-session.ts';
import { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useLessonSaving, type LessonSaving } from './use-lesson-saving.ts';

let root: Root;
beforeEach(() => {
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

/** Saving beside an editor whose fields the test sets; a save succeeds at once. */
function startSaving(change: Partial<LessonFields>, isDirty = true, packageText = '') {
  const save = vi.fn((_how?: HowToSave) => Promise.resolve(true));
  const fields = { ...emptyLessonFields({ title: '', author: '' }), packages: [], ...change };
  const parts = new UnsavedParts();
  parts.set('lesson', { name: 'the lesson', state: isDirty ? 'unsaved' : 'saved', save });
  const forget = vi.fn();
  let current: LessonSaving | undefined;
  function Host() {
    const saving = useLessonSaving({
      editor: { fields, conflict: null, save },
      parts,
      packageName: { text: packageText, forget },
      isReadOnly: false,
    });
    useEffect(() => {
      current = saving;
    });
    return <MantineProvider>{saving.dialog}</MantineProvider>;
  }
  act(() => root.render(<Host />));
  const saving = (): LessonSaving => {
    if (!current) throw new Error('The hook has not run.');
    return current;
  };
  return { save, saving, forget, press: () => act(async () => void saving().save.run()) };
}

it('warns at the first Save of what is typed and not added, and stores without it at the second', async () => {
  const { save, saving, press } = startSaving({ type: 'practice_problem' });
  act(() => saving().unfinished.type('objectives', 'one'));
  act(() => saving().unfinished.type('skill_topics', 'loops'));
  await press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().unfinished.warning).toBe(MESSAGES.incompleteFields(['Objectives', 'Practice skill topics']));
  await press();
  expect(save).toHaveBeenCalledTimes(1);
  expect(saving().unfinished.texts).toEqual({});
});

it('warns again when something else is in progress by then', async () => {
  const { save, saving, press } = startSaving({});
  act(() => saving().unfinished.type('objectives', 'one'));
  await press();
  act(() => saving().unfinished.type('objectives', 'one more'));
  expect(saving().unfinished.warning).toBeNull();
  await press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().unfinished.warning).toBe(MESSAGES.incompleteFields(['Objectives']));
});

it('drops what is in progress where nothing else is to be stored', async () => {
  const { save, saving, press } = startSaving({}, false);
  expect(saving().save.enabled).toBe(false);
  act(() => saving().unfinished.type('objectives', 'one'));
  expect(saving().save.enabled).toBe(true);
  await press();
  await press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().unfinished.texts).toEqual({});
});

it('sends no assessment without its related lesson, and says so at the field', async () => {
  const { save, saving, press } = startSaving({ type: 'assessment' });
  expect(saving().problems).toEqual({});
  await press();
  expect(save).not.toHaveBeenCalled();
  expect(saving().problems).toEqual({ related_lesson: MESSAGES.relatedLessonMissing });
});

it('sends an assessment with its related lesson', async () => {
  const { save, press } = startSaving({ type: 'assessment', related_lesson: 0 });
  await press();
  expect(save).toHaveBeenCalledTimes(1);
});

it('counts a package that is typed and not added, and forgets it when it is left out', async () => {
  const { save, saving, forget, press } = startSaving({}, false, 'humanize');
  expect(saving()).toMatchObject({ state: 'unsaved', isDirty: true });
  await press();
  expect(saving().unfinished.warning).toBe(MESSAGES.incompleteFields(['Packages']));
  expect(forget).not.toHaveBeenCalled();
  await press();
  expect(forget).toHaveBeenCalledTimes(1);
  expect(save).not.toHaveBeenCalled();
});

it('saves before what needs it saved, and does it only after a save that went well', async () => {
  const { save, saving } = startSaving({});
  const build = vi.fn();
  await act(async () => saving().saveFirst(build));
  expect(save).toHaveBeenCalledTimes(1);
  expect(build).toHaveBeenCalledTimes(1);
  save.mockResolvedValue(false);
  await act(async () => saving().saveFirst(build));
  expect(build).toHaveBeenCalledTimes(1);
});
