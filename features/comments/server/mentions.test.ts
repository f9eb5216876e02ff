import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countQueries } from '#testing/count-queries.ts';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { addLearnerReport } from './learner-reports.ts';
import { mentionKeys, usersByMention } from './mentions.ts';

describe('the key of a user', () => {
  const users = ['sam@example.org', 'Ada@example.org', 'ada@elsewhere.example'].map((email, id) => ({ id, email }));

  it('is the first part of the address, or all of it if others share that part', () => {
    expect([...mentionKeys(users).values()]).toEqual(['sam', 'ada@example.org', 'ada@elsewhere.example']);
  });

  it('is unambiguous; the whole address always works', () => {
    const found = usersByMention(users);
    expect(['sam', 'sam@example.org', 'ada', 'ada@example.org', 'eve'].map((key) => found.get(key))).toEqual([
      0,
      0,
      undefined,
      1,
      undefined,
    ]);
  });
});

let server: TestServer;
let sequence = 650;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server?.close());
beforeEach(() => server.platform.db.deleteFrom('notifications').execute());

const as = (role: TestRole) => server.client(role);
const inbox = async (role: TestRole) => (await as(role).listNotifications({ query: {} })).notifications;
const kinds = async (role: TestRole) => (await inbox(role)).map(({ kind }) => kind);

async function makeScreen() {
  const lesson = await as('staff').createLesson({ body: { sequence: (sequence += 1), title: 'Loops' } });
  const { newScreenId } = await as('staff').createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  return { lesson, screenId: newScreenId };
}
const add = (screenId: number, comment: string) => as('staff').createComment({ params: { id: screenId }, body: { comment } });
const reply = (role: TestRole, id: number, message: string) => as(role).replyToComment({ params: { id }, body: { message } });

const report = async (lessonId: number, screenId: number) => {
  const screen = await as('staff').getScreen({ params: { lessonId, screenId } });
  await addLearnerReport(server.platform, { lessonId, screenUuid: screen.uuid, sharedBy: server.users.staff.id, text: 'It says 3.' });
};

describe('a comment', () => {
  it('notifies the mentioned users, with a link to the comment', async () => {
    const { lesson, screenId } = await makeScreen();
    const made = await add(screenId, 'Ask @owner and @external@example.org, not `@staff`, and not @nobody.');
    expect(made.comment_html).toBe(
      '<p>Ask <span class="mention">@owner</span> and <span class="mention">@external@example.org</span>, not <code>@staff</code>, and not @nobody.</p>\n',
    );
    for (const role of ['owner', 'external'] as const)
      expect(await inbox(role)).toMatchObject([
        {
          kind: 'mention',
          actor: { name: 'Test staff' },
          details: { lesson: { sequence: lesson.sequence }, screen: { sequence: 1 }, excerpt: expect.stringContaining('Ask @owner') },
          target: { lesson_id: lesson.id, screen_id: screenId, comment_id: made.id },
        },
      ]);
    expect(await inbox('staff')).toEqual([]);
  });

  it('waits for the mentioned, and on a lesson for its owner, until it is read or completed', async () => {
    const { lesson, screenId } = await makeScreen();
    await as('staff').saveLesson({ params: { id: lesson.id }, body: { owner: server.users.owner.email } });
    const waiting = async () => (await as('owner').listWork()).flatMap(({ why, excerpt }) => (excerpt === null ? [] : [[why, excerpt]]));
    const [mention, plain] = [await add(screenId, '@owner, **look**.'), await add(screenId, 'A typo.')];
    expect(await waiting()).toEqual([
      ['comment', 'A typo.'],
      ['mention', '@owner, look.'],
    ]);
    const [unread] = await inbox('owner');
    await as('owner').readNotification({ params: { id: unread?.id ?? 0 } });
    await as('owner').completeComment({ params: { id: plain.id } });
    expect(await waiting()).toEqual([['comment', '@owner, look.']]);
    expect((await as('staff').listWork()).map(({ why, by }) => [why, by])).toContainEqual(['completed', 'Test owner']);
    expect(mention.completed).toBe(false);
  });

  it('does not notify users of their own comment, or who may not see the lesson', async () => {
    const { lesson, screenId } = await makeScreen();
    const newer = await as('owner').cloneLesson({ params: { id: lesson.id } });
    await server.platform.db.updateTable('lessons').set({ sequence: lesson.sequence }).where('id', '=', newer.id).execute();
    await add(screenId, '@staff @external');
    expect(await server.platform.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  it('with replies notifies those who wrote in the thread, once each', async () => {
    const { screenId } = await makeScreen();
    const { id } = await add(screenId, 'Why?');
    await reply('external', id, 'Because.');
    expect([await kinds('staff'), await kinds('external'), await kinds('owner')]).toEqual([['reply'], [], []]);
    await reply('owner', id, 'I agree with @external, and @external is right.');
    expect([await kinds('staff'), await kinds('external'), await kinds('owner')]).toEqual([['reply', 'reply'], ['mention'], []]);
  });
});

describe('a report of a learner', () => {
  it('is refused while many are open, but those on screens in the trash don’t count', async () => {
    const { lesson, screenId } = await makeScreen();
    const { newScreenId } = await as('staff').createScreen({ params: { id: lesson.id }, body: { sequence: 2 } });
    const open = { screen_id: screenId, user_id: server.users.staff.id, is_from_learner: true, comment: 'x', tags: '[]', mandatory: false };
    await server.platform.db
      .insertInto('comments')
      .values(Array.from({ length: 200 }, () => open))
      .execute();
    await expect(report(lesson.id, newScreenId)).rejects.toMatchObject({ code: 'too_many' });
    await as('staff').deleteScreen({ params: { lessonId: lesson.id, screenId } });
    await report(lesson.id, newScreenId);
    expect(await as('staff').listScreenComments({ params: { id: newScreenId } })).toHaveLength(1);
  });

  it('notifies the owner of the lesson, or the user who made the link if the owner may not see it', async () => {
    const { lesson, screenId } = await makeScreen();
    await as('staff').saveLesson({ params: { id: lesson.id }, body: { owner: server.users.external.email } });
    await report(lesson.id, screenId);
    expect([await kinds('external'), await kinds('staff')]).toEqual([['reply'], []]);
    const newer = await as('owner').cloneLesson({ params: { id: lesson.id } });
    await server.platform.db.updateTable('lessons').set({ sequence: lesson.sequence }).where('id', '=', newer.id).execute();
    await report(lesson.id, screenId);
    expect(await kinds('staff')).toEqual(['reply']);
  });

  it('doesn’t notify the user who made the link of replies', async () => {
    const { lesson, screenId } = await makeScreen();
    await as('staff').saveLesson({ params: { id: lesson.id }, body: { owner: server.users.external.email } });
    await report(lesson.id, screenId);
    const [comment] = await as('owner').listScreenComments({ params: { id: screenId } });
    await reply('external', comment?.id ?? 0, 'I see.');
    await reply('owner', comment?.id ?? 0, 'Mended.');
    expect([await kinds('staff'), (await kinds('external')).length]).toEqual([[], 2]);
  });
});

describe('the people of a lesson', () => {
  const people = (role: TestRole, id: number) => as(role).listLessonPeople({ params: { id } });

  it('are those who may see it and have joined, by name', async () => {
    const { lesson } = await makeScreen();
    await buildUser(server.platform.db, { name: null });
    const keys = (await people('external', lesson.id)).map(({ name, key }) => `${name} @${key}`);
    expect(keys).toEqual(['Test external @external', 'Test owner @owner', 'Test staff @staff']);
    const newer = await as('owner').cloneLesson({ params: { id: lesson.id } });
    await server.platform.db.updateTable('lessons').set({ sequence: lesson.sequence }).where('id', '=', newer.id).execute();
    expect((await people('staff', lesson.id)).map(({ key }) => key)).toEqual(['owner', 'staff']);
    await expect(people('external', lesson.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('take as many queries for a large team as for a small one', async () => {
    const { lesson } = await makeScreen();
    const listed = { url: `/api/lesson/${lesson.id}/people`, headers: server.headers('staff') };
    const queries = () => countQueries(async () => expect((await server.inject(listed)).statusCode).toBe(200));
    const few = await queries();
    for (let index = 0; index < 20; index++) await buildUser(server.platform.db, { role: 'staff' });
    expect(await queries()).toBeLessThan(few + 10);
  });
});
