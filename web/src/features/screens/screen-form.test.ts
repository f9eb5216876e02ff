import { describe, expect, it } from 'vitest';
import { emptyScreenFields, type Screen, type ScreenFields } from '#contract/screens.ts';
import { ScreenForm } from './screen-form.ts';

function screen(fields: Partial<ScreenFields> = {}, revision = 4): Screen {
  return {
    ...emptyScreenFields('code'),
    title: 'Rows',
    body_markdown: 'one\ntwo',
    answer_code: 'x = 1',
    ...fields,
    id: 7,
    uuid: '6f9d3a52-6a3c-4c0e-9f5b-0a4f3f0e7f11',
    lesson_id: 3,
    sequence: 2,
    body_html: '',
    instructions_html: '',
    hint_html: '',
    chat_prompt_html: '',
    answer_output: null,
    answer_variables: [],
    multipleChoiceQuestions: [],
    revision,
    last_updated: '2026-01-01T00:00:00Z',
    updated_by: null,
    commit_status: null,
  };
}

/** A long text that fails the test when somebody reads it. */
function unreadable(length: number) {
  return {
    length,
    toString: (): string => {
      throw new Error('a key in a long text read the whole text');
    },
  };
}

describe('what is edited', () => {
  it('is nothing at first, and nothing again after an undone edit', () => {
    const form = new ScreenForm(screen());
    form.edit('title', 'Columns');
    form.edit('error_okay', true);
    form.type('answer_code', 'x = 2');
    expect(form.changes()).toEqual({ title: 'Columns', error_okay: true, answer_code: 'x = 2' });
    form.edit('title', 'Rows');
    form.edit('error_okay', false);
    form.type('answer_code', 'x = 1');
    expect([form.isDirty, form.changes()]).toEqual([false, {}]);
  });

  it('is not a difference in line ends', () => {
    const form = new ScreenForm(screen({ body_markdown: 'one\r\ntwo' }));
    form.type('body_markdown', 'one\ntwo!');
    form.type('body_markdown', 'one\ntwo');
    expect(form.isDirty).toBe(false);
  });

  it('is nothing when Run and Deploy was switched off and on again', () => {
    const form = new ScreenForm(screen({ remote_run_code: 'serve()' }));
    form.toggleRemoteRun(false, '# standard');
    expect(form.changes()).toEqual({ remote_run_code: null });
    form.toggleRemoteRun(true, '# standard');
    expect([form.isDirty, form.read('remote_run_code')]).toEqual([false, 'serve()']);
  });

  it('is the typed script when Run and Deploy was switched off and on again, even when that was saved', () => {
    const form = new ScreenForm(screen({ remote_run_code: 'serve()' }));
    form.type('remote_run_code', 'serve(8050)');
    form.toggleRemoteRun(false, '# standard');
    form.toggleRemoteRun(true, '# standard');
    expect(form.changes()).toEqual({ remote_run_code: 'serve(8050)' });
    form.toggleRemoteRun(false, '# standard');
    form.replace(screen({ remote_run_code: null }));
    form.toggleRemoteRun(true, '# standard');
    expect(form.changes()).toEqual({ remote_run_code: 'serve(8050)' });
  });

  it('is the standard script when Run and Deploy is switched on for the first time', () => {
    const form = new ScreenForm(screen());
    form.toggleRemoteRun(true, '# standard');
    expect(form.changes()).toEqual({ remote_run_code: '# standard' });
  });

  it('is a key in a script that was never saved', () => {
    const form = new ScreenForm(screen());
    form.toggleRemoteRun(true, '# standard');
    expect(form.state().hasRemoteRun).toBe(true);
    form.type('remote_run_code', '');
    expect([form.changes(), form.state().hasRemoteRun]).toEqual([{ remote_run_code: '' }, true]);
    form.toggleRemoteRun(false, '# standard');
    expect([form.isDirty, form.state().hasRemoteRun]).toEqual([false, false]);
  });

  it('is told without reading long texts or painting again', () => {
    const form = new ScreenForm(screen());
    form.type('body_markdown', unreadable(100));
    const painted = form.state();
    form.type('body_markdown', unreadable(101));
    expect(form.state()).toBe(painted);
    expect(painted.dirty).toEqual(['body_markdown']);
  });

  it('is told to watchers at every key', () => {
    const form = new ScreenForm(screen());
    let keys = 0;
    form.watch(() => keys++);
    form.type('body_markdown', 'a');
    form.type('body_markdown', 'ab');
    expect(keys).toBe(2);
  });
});

describe('a screen that was saved meanwhile', () => {
  it('by somebody else in other fields goes under the edits', () => {
    const form = new ScreenForm(screen());
    form.edit('title', 'Mine');
    expect(form.rebase(screen({ body_markdown: 'theirs' }, 5))).toBe(true);
    expect([form.revision, form.read('title'), form.read('body_markdown'), form.changes()]).toEqual([
      5,
      'Mine',
      'theirs',
      { title: 'Mine' },
    ]);
  });

  it('in a field under edit is left to the server to merge, from the revision that the edit began on', () => {
    const form = new ScreenForm(screen());
    form.edit('title', 'Mine');
    expect(form.rebase(screen({ title: 'Theirs' }, 5))).toBe(false);
    expect([form.revision, form.changes()]).toEqual([4, { title: 'Mine' }]);
  });

  it('of its questions or skills alone is told from one of its fields', () => {
    const form = new ScreenForm(screen());
    form.edit('title', 'Mine');
    expect(form.hasSameFields(screen({}, 5))).toBe(true);
    expect(form.hasSameFields(screen({ title: 'Theirs' }, 5))).toBe(false);
  });

  it('by its author replaces the form', () => {
    const form = new ScreenForm(screen());
    form.type('answer_code', 'x = 2');
    form.replace(screen({ answer_code: 'x = 2', body_markdown: 'merged' }, 6));
    expect([form.isDirty, form.revision, form.read('body_markdown')]).toEqual([false, 6, 'merged']);
  });
});

describe('a kept draft', () => {
  it('is saved from the revision that it began on', () => {
    const form = new ScreenForm(screen({}, 9));
    form.restore({ answer_code: 'x = 3' }, 4);
    expect([form.revision, form.changes()]).toEqual([4, { answer_code: 'x = 3' }]);
  });

  it('that was saved after all leaves nothing to save', () => {
    const form = new ScreenForm(screen());
    form.restore({ answer_code: 'x = 1' }, 3);
    expect(form.isDirty).toBe(false);
  });

  it('can be thrown away', () => {
    const form = new ScreenForm(screen());
    form.type('answer_code', 'x = 2');
    const { version } = form.state();
    form.discard();
    expect([form.isDirty, form.read('answer_code'), form.state().version > version]).toEqual([false, 'x = 1', true]);
  });
});

describe('a conflict', () => {
  function conflicted() {
    const form = new ScreenForm(screen());
    form.edit('title', 'Mine');
    form.type('body_markdown', 'ONE\ntwo');
    const { title: _, ...merged } = { ...emptyScreenFields('code'), body_markdown: 'ONE\nTWO', answer_code: 'theirs' };
    const details = {
      base: { title: 'Rows' },
      mine: { title: 'Mine' },
      theirs: { title: 'Theirs' },
      merged,
      revision: 8,
      changed_by: 'Ann',
    };
    return { form, details };
  }

  it('decided for mine sends it with what was merged, on the new revision', () => {
    const { form, details } = conflicted();
    form.resolve(details, { title: 'Mine' });
    expect(form.changes()).toEqual({ title: 'Mine', body_markdown: 'ONE\nTWO' });
    expect([form.revision, form.read('answer_code')]).toEqual([8, 'theirs']);
  });

  it('decided for theirs sends the rest only', () => {
    const { form, details } = conflicted();
    form.resolve(details, { title: 'Theirs' });
    expect(form.changes()).toEqual({ body_markdown: 'ONE\nTWO' });
  });
});
