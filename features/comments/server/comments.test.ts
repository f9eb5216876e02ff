import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { replaceScreens } from '#features/screens/server/replace-screens.ts';
import { listScreenContents } from '#features/screens/server/screens.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { MESSAGES } from './messages.ts';

let server: TestServer;
let sequence = 600;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const as = (role: TestRole) => server.client(role);
const NOBODY_THERE = { params: { id: 999_999 } };

/** A lesson with `count` screens, written by a member of staff. */
async function makeLesson(count = 1, text = 'A loop repeats. A loop ends.') {
  const lesson = await as('staff').createLesson({ body: { sequence: (sequence += 1), title: 'Loops' } });
  const screens: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { newScreenId } = await as('staff').createScreen({ params: { id: lesson.id }, body: { sequence: number } });
    await as('staff').saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { body_markdown: text } });
    screens.push(newScreenId);
  }
  return { id: lesson.id, screens: screens as [number, ...number[]] };
}

const add = (
  screenId: number,
  body: Partial<Parameters<ReturnType<typeof as>['createComment']>[0]['body']> = {},
  role: TestRole = 'staff',
) => as(role).createComment({ params: { id: screenId }, body: { comment: 'Say *why*.', ...body } });
const comments = (screenId: number, role: TestRole = 'staff') => as(role).listScreenComments({ params: { id: screenId } });
const isMandatoryOpen = (lessonId: number, role: TestRole = 'staff') => as(role).hasOpenMandatory({ params: { id: lessonId } });
const complete = (id: number, role: TestRole) => as(role).completeComment({ params: { id } });
const approve = (id: number, role: TestRole) => as(role).approveComment({ params: { id } });
const reopen = (id: number, role: TestRole) => as(role).reopenComment({ params: { id } });
const archive = (id: number, role: TestRole) => as(role).archiveComment({ params: { id } });
const reply = (id: number, message: string, role: TestRole) => as(role).replyToComment({ params: { id }, body: { message } });

describe('writing a comment', () => {
  it('adds it to its screen as safe HTML, with its tags in order', async () => {
    const { screens, id } = await makeLesson();
    const publish = vi.spyOn(server.platform.live, 'publish');
    const made = await add(screens[0], {
      comment: '  Say **why**. <script>alert(1)</script>  ',
      tags: ['Hint', 'Learn', 'Hint'],
      mandatory: true,
    });
    expect(made).toMatchObject({
      user: { id: server.users.staff.id, name: 'Test staff' },
      comment: 'Say **why**. <script>alert(1)</script>',
      tags: ['Learn', 'Hint'],
      mandatory: true,
      completed: false,
      approved: false,
      accepted: false,
      archived: false,
      screen_id: screens[0],
      sequence: 1,
      thread: [],
      quote: null,
      is_detached: false,
    });
    expect(made.comment_html).toContain('<strong>why</strong>');
    expect(made.comment_html).not.toContain('<script');
    expect(await comments(screens[0], 'external')).toEqual([made]);
    expect(publish).toHaveBeenCalledWith(`lesson:${id}`, { type: 'comments-changed', screen_id: screens[0] });
  });

  it('requires an existing screen, text and known tags', async () => {
    const { screens } = await makeLesson();
    await expect(add(NOBODY_THERE.params.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(add(screens[0], { comment: ' \n\t' })).rejects.toMatchObject({ code: 'invalid', message: 'Enter a comment.' });
    await expect(add(screens[0], { comment: 'x'.repeat(20_001) })).rejects.toMatchObject({ code: 'invalid' });
    await expect(add(screens[0], { tags: ['Nothing' as 'Hint'] })).rejects.toMatchObject({ code: 'invalid' });
    for (const field of ['uuid', 'constructor', 'check_output']) {
      const quote = { field, text: 'x', before: '', after: '' };
      await expect(add(screens[0], { quote })).rejects.toMatchObject({ code: 'invalid', message: MESSAGES.unknownField });
    }
    expect(await comments(screens[0])).toEqual([]);
  });

  it('works on published lessons without changing their content', async () => {
    const { id, screens } = await makeLesson();
    const { db } = server.platform;
    const lesson = await as('staff').getLesson({ params: { id } });
    await db.updateTable('releases').set({ is_main: true }).where('id', '=', lesson.release_id).execute();
    try {
      const made = await add(screens[0]);
      expect(await complete(made.id, 'owner')).toMatchObject({ completed: true });
      expect((await as('staff').getLesson({ params: { id } })).revision).toBe(lesson.revision);
    } finally {
      await db.updateTable('releases').set({ is_main: false }).where('id', '=', lesson.release_id).execute();
    }
  });
});

describe('the life of a comment', () => {
  it('is completed by another user, then approved and archived by its author', async () => {
    const { id, screens } = await makeLesson();
    const made = await add(screens[0], { mandatory: true });
    expect(await isMandatoryOpen(id, 'external')).toBe(true);

    await expect(complete(made.id, 'staff')).rejects.toMatchObject({ status: 403, message: MESSAGES.ownComment });
    await expect(approve(made.id, 'staff')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.notCompleted });
    await expect(approve(made.id, 'owner')).rejects.toMatchObject({ status: 403, message: MESSAGES.notApprover });
    await expect(archive(made.id, 'external')).rejects.toMatchObject({ status: 403, message: MESSAGES.notArchivist });

    expect(await complete(made.id, 'external')).toMatchObject({ completed: true, approved: false });
    await expect(complete(made.id, 'owner')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.completed });
    await expect(approve(made.id, 'external')).rejects.toMatchObject({ status: 403 });
    expect(await isMandatoryOpen(id)).toBe(true);

    expect(await approve(made.id, 'staff')).toMatchObject({ completed: true, approved: true, accepted: true });
    await expect(complete(made.id, 'owner')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.approved });
    await expect(approve(made.id, 'staff')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.approved });
    expect(await isMandatoryOpen(id)).toBe(false);

    expect(await archive(made.id, 'staff')).toMatchObject({ archived: true });
    expect(await comments(screens[0])).toEqual([]);
    for (const late of [() => archive(made.id, 'staff'), () => complete(made.id, 'owner'), () => reply(made.id, 'Late', 'owner')])
      await expect(late()).rejects.toMatchObject({ code: 'refused', message: MESSAGES.archived });
  });

  it('resolves a mandatory one when it is archived unfinished', async () => {
    const { id, screens } = await makeLesson();
    const made = await add(screens[0], { mandatory: true });
    await archive(made.id, 'staff');
    expect(await isMandatoryOpen(id)).toBe(false);
  });

  it("is resolved by staff once its author's access is revoked", async () => {
    const { id, screens } = await makeLesson();
    const [done, open] = [await add(screens[0], { mandatory: true }), await add(screens[0], { mandatory: true })];
    await complete(done.id, 'external');
    const setRevoked = (revoked_at: Date | null) =>
      server.platform.db.updateTable('users').set({ revoked_at }).where('id', '=', server.users.staff.id).execute();
    await setRevoked(new Date());
    try {
      expect(await comments(screens[0], 'owner')).toMatchObject([{ is_author_gone: true }, { is_author_gone: true }]);
      for (const end of [approve, archive]) await expect(end(done.id, 'external')).rejects.toMatchObject({ status: 403 });
      await expect(approve(open.id, 'owner')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.notCompleted });
      expect(await approve(done.id, 'owner')).toMatchObject({ approved: true, is_author_gone: true });
      expect(await archive(open.id, 'owner')).toMatchObject({ archived: true });
      expect(await isMandatoryOpen(id, 'owner')).toBe(false);
    } finally {
      await setRevoked(null);
    }
    await expect(archive(done.id, 'owner')).rejects.toMatchObject({ status: 403, message: MESSAGES.notArchivist });
  });

  it('is reopened by anyone until it is approved', async () => {
    const { screens, id } = await makeLesson();
    const made = await add(screens[0], { mandatory: true });
    await expect(reopen(made.id, 'external')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.notReopened });
    await complete(made.id, 'external');
    expect(await reopen(made.id, 'external')).toMatchObject({ completed: false, approved: false });
    await expect(approve(made.id, 'staff')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.notCompleted });
    await complete(made.id, 'external');
    expect(await reopen(made.id, 'staff')).toMatchObject({ completed: false });
    await complete(made.id, 'external');
    await approve(made.id, 'staff');
    await expect(reopen(made.id, 'staff')).rejects.toMatchObject({ code: 'refused', message: MESSAGES.approved });
    expect(await isMandatoryOpen(id)).toBe(false);
  });

  it('succeeds once when two users complete it at the same time', async () => {
    const { screens } = await makeLesson();
    const made = await add(screens[0]);
    const ends = await Promise.allSettled([complete(made.id, 'external'), complete(made.id, 'owner')]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('has a thread that every user can reply to', async () => {
    const { id, screens } = await makeLesson();
    const made = await add(screens[0]);
    const publish = vi.spyOn(server.platform.live, 'publish');
    await reply(made.id, 'Because `for` ends.', 'external');
    const { thread } = await reply(made.id, 'Thank you.', 'staff');
    expect(thread).toMatchObject([
      { message: 'Because `for` ends.', user: { name: 'Test external' } },
      { message: 'Thank you.', user: { name: 'Test staff' } },
    ]);
    expect(thread[0]?.message_html).toContain('<code>for</code>');
    expect(publish).toHaveBeenCalledTimes(2);
    expect(publish).toHaveBeenCalledWith(`lesson:${id}`, { type: 'comments-changed', screen_id: screens[0] });
    await expect(reply(made.id, '  ', 'external')).rejects.toMatchObject({ code: 'invalid', message: 'Enter a comment.' });
    expect((await comments(screens[0]))[0]?.thread).toHaveLength(2);
  });

  it.each([
    'completeComment',
    'reopenComment',
    'approveComment',
    'archiveComment',
    'hasOpenMandatory',
    'listScreenComments',
    'listLessonComments',
  ] as const)('%s refuses an id that does not exist or is no number', async (name) => {
    await expect(as('staff')[name](NOBODY_THERE)).rejects.toMatchObject({ code: 'not_found' });
    await expect(as('staff')[name]({ params: { id: -1 } })).rejects.toMatchObject({ code: 'invalid' });
  });

  it("is hidden from external authors who can't read the version", async () => {
    const { id, screens } = await makeLesson();
    const made = await add(screens[0]);
    // A newer version of the same number hides the older one from their list.
    await as('owner').cloneLesson({ params: { id } });
    const calls = [
      () => comments(screens[0], 'external'),
      () => complete(made.id, 'external'),
      () => reply(made.id, 'Seen', 'external'),
      () => isMandatoryOpen(id, 'external'),
      () => as('external').listLessonComments({ params: { id } }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the comments of a lesson', () => {
  it('are listed by screen, oldest first, and are not copied to a clone', async () => {
    const { id, screens } = await makeLesson(2);
    const [first, second] = screens as unknown as [number, number];
    const made = [await add(second, { comment: 'Two' }), await add(first, { comment: 'One' }), await add(first, { comment: 'One more' })];
    const listed = await as('external').listLessonComments({ params: { id } });
    expect(listed.map(({ comment, sequence: number }) => [number, comment])).toEqual([
      [1, 'One'],
      [1, 'One more'],
      [2, 'Two'],
    ]);
    await archive(made[1]!.id, 'staff');
    expect(await as('staff').listLessonComments({ params: { id } })).toHaveLength(2);
    const copy = await as('owner').cloneLesson({ params: { id } });
    expect(await as('staff').listLessonComments({ params: { id: copy.id } })).toEqual([]);
  });

  it('disappear with a deleted screen and are restored with it', async () => {
    const { id, screens } = await makeLesson(2);
    const made = await add(screens[0], { mandatory: true });
    await as('staff').deleteScreen({ params: { lessonId: id, screenId: screens[0] } });
    expect(await as('staff').listLessonComments({ params: { id } })).toEqual([]);
    expect(await isMandatoryOpen(id)).toBe(false);
    await expect(complete(made.id, 'owner')).rejects.toMatchObject({ code: 'not_found' });
    await as('staff').restoreScreen({ params: { id: screens[0] }, body: {} });
    expect(await isMandatoryOpen(id)).toBe(true);
  });

  it('stay with their screen when git adds other screens', async () => {
    const { id, screens } = await makeLesson(2);
    const made = await add(screens[1]!);
    const { db } = server.platform;
    const contents = await listScreenContents(db, id);
    const swapped = contents.toReversed().map((each) => ({ ...each, fields: { ...each.fields, title: 'From git' } }));
    await db.transaction().execute((tx) => replaceScreens(tx, id, swapped));
    expect(await as('staff').listLessonComments({ params: { id } })).toMatchObject([{ id: made.id, screen_id: screens[1], sequence: 1 }]);
  });
});

describe('a quoted passage', () => {
  it('is found while its field contains it, and reported as missing otherwise', async () => {
    const { id, screens } = await makeLesson();
    const quote = { field: 'body_markdown', text: 'A loop', before: 'repeats. ', after: ' ends.' };
    expect(await add(screens[0], { quote })).toMatchObject({ quote, is_detached: false });
    const isDetached = async () => (await comments(screens[0]))[0]?.is_detached;
    const save = (body_markdown: string) =>
      as('staff').saveScreen({ params: { lessonId: id, screenId: screens[0] }, body: { body_markdown } });
    await save('Intro.\n\nA loop\nends.');
    expect(await isDetached()).toBe(false);
    await save('Recursion ends.');
    expect(await isDetached()).toBe(true);
    await save('A loop ends.');
    expect(await isDetached()).toBe(false);
  });

  it('may be unsaved', async () => {
    const { screens } = await makeLesson();
    const quote = { field: 'initial_code', text: 'for x in y', before: '', after: '' };
    expect(await add(screens[0], { quote })).toMatchObject({ is_detached: true });
  });
});
