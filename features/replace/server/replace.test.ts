import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { SearchQuery, type SearchQueryInput } from '#features/search/contract/search.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { untilSearched } from '#testing/until-searched.ts';
import type { ChosenText, ReplacePreview } from '../contract.ts';
import { reasonOf } from './apply-plan.ts';
import { KIND_REASONS, MESSAGES } from './messages.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
});
afterAll(() => server.close());

const staff = () => server.client('staff');
let sequence = 800;
const signal = () => AbortSignal.timeout(300_000);

/** A lesson with one code screen whose output is checked. */
async function makeLesson(word: string) {
  const lesson = await staff().createLesson({ body: { sequence: (sequence += 1), title: `About ${word}` } });
  const { newScreenId } = await staff().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const place = { lessonId: lesson.id, screenId: newScreenId };
  await staff().saveScreen({
    params: place,
    body: {
      type: 'code',
      title: 'Print',
      body_markdown: `The ${word} here.\n\nAnother ${word}.\n\nThe end.`,
      initial_code: '# write code',
      answer_code: `${word} = 2\nprint(2)`,
      multipleChoiceQuestions: [{ question: `What is ${word}?`, select_type: 'single', answer_options: [{ label: word, valid: true }] }],
    },
  });
  await staff().saveOutput({ params: place, body: { stdout: '2\n', check_output: true } });
  return { ...place, release_id: lesson.release_id };
}

const query = (given: SearchQueryInput) => SearchQuery.parse(given);

async function preview(given: SearchQueryInput, replacement: string): Promise<ReplacePreview> {
  await untilSearched(server.platform.db);
  return staff().previewReplace({ body: { query: query(given), replacement } });
}

function chosen({ lessons }: ReplacePreview): ChosenText[] {
  return lessons.flatMap(({ id, texts }) =>
    texts.map(({ screen_id, field, hash, changes }) => ({
      lesson_id: id,
      screen_id,
      field,
      hash,
      ranges: changes.map(({ from, to }) => ({ from, to })),
    })),
  );
}

const hashes = async (place: { lessonId: number; screenId: number }) => {
  const { db } = server.platform;
  const lesson = await db.selectFrom('lessons').select('content_hash').where('id', '=', place.lessonId).executeTakeFirstOrThrow();
  const screen = await db.selectFrom('screens').select('content_hash').where('id', '=', place.screenId).executeTakeFirstOrThrow();
  return [lesson.content_hash, screen.content_hash];
};

describe('replacing', () => {
  it('shows each change, saves it in one commit, and is undone to the same content', async () => {
    const lessons = [await makeLesson('wugone'), await makeLesson('wugone')];
    const [first] = lessons;
    if (!first) throw new Error('No lesson was made.');
    await commitChanges(server.platform, first.release_id, signal());
    const before = await Promise.all(lessons.map(hashes));
    const shown = await preview({ text: 'wugone' }, 'blick');
    expect(shown.lessons).toHaveLength(2);
    expect(shown.lessons[0]?.texts.map(({ field, changes }) => [field.replace(/\/[0-9a-f-]{36}\//, '/…/'), changes.length])).toEqual([
      ['title', 1],
      ['body_markdown', 2],
      ['answer_code', 1],
      ['questions/…/question', 1],
      ['questions/…/options/0/label', 1],
    ]);
    const head = (await server.platform.git.head('drafts/staff-example-org')) ?? '';
    const saved = await staff().replace({
      body: { query: query({ text: 'wugone' }), replacement: 'blick', texts: chosen(shown), message: 'Say blick' },
    });
    expect(saved).toMatchObject({ edit: { kind: 'replace', lessons: 2, documents: 4 }, left: [] });
    expect((await staff().getScreen({ params: first })).body_markdown).toBe('The blick here.\n\nAnother blick.\n\nThe end.');
    await commitChanges(server.platform, first.release_id, signal());
    const working = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
    expect(await working.text(['log', '--format=%s', `${head}..drafts/staff-example-org`])).toBe('Say blick');

    await staff().undoBulkEdit({ params: { id: saved.edit?.id ?? 0 }, body: {} });
    expect(await Promise.all(lessons.map(hashes))).toEqual(before);
  });

  it('runs the checks of touched code first, and says which fail', async () => {
    const fine = await makeLesson('wugtwo');
    const broken = await makeLesson('wugtwo');
    await staff().saveScreen({ params: broken, body: { answer_code: 'wugtwo = 2\nprint(len("wugtwo") - 4)' } });
    const failing = await makeLesson('wugtwo');
    await staff().saveScreen({ params: failing, body: { answer_code: 'wugtwo = 3\nprint(3)' } });
    const shown = await preview({ text: 'wugtwo' }, 'blicktwo');
    const { screens } = await staff().checkReplace({
      body: { query: query({ text: 'wugtwo' }), replacement: 'blicktwo', texts: chosen(shown) },
    });
    expect(new Map(screens.map(({ screen_id, state }) => [screen_id, state]))).toEqual(
      new Map([
        [fine.screenId, 'passes'],
        [broken.screenId, 'fails'],
        [failing.screenId, 'failed_before'],
      ]),
    );
    expect(screens.find(({ state }) => state === 'fails')?.message).toContain('wouldn’t pass');
    // Nothing was saved.
    expect((await staff().getScreen({ params: fine })).answer_code).toContain('wugtwo');
  });

  it('leaves a text alone that changed since its preview, and replaces the others', async () => {
    const lesson = await makeLesson('wugthree');
    const shown = await preview({ text: 'wugthree' }, 'x');
    await staff().saveScreen({ params: lesson, body: { body_markdown: 'Now wugthree is elsewhere.' } });
    const saved = await staff().replace({ body: { query: query({ text: 'wugthree' }), replacement: 'x', texts: chosen(shown) } });
    expect(saved.left).toMatchObject([{ screen_id: lesson.screenId, field: 'body_markdown', reason: MESSAGES.changedSince }]);
    expect(await staff().getScreen({ params: lesson })).toMatchObject({
      body_markdown: 'Now wugthree is elsewhere.',
      answer_code: 'x = 2\nprint(2)',
    });
  });

  it('leaves texts alone whose matches take too long to find, and keeps no other call waiting', async () => {
    const place = await makeLesson('wugeight');
    const text = 'a'.repeat(30_000);
    await staff().saveScreen({ params: place, body: { body_markdown: text } });
    const body = {
      query: query({ text: 'a(?:.*b)?', mode: 'regex' }),
      replacement: 'c',
      texts: [
        {
          lesson_id: place.lessonId,
          screen_id: place.screenId,
          field: 'body_markdown',
          hash: contentHash(text),
          ranges: [{ from: 0, to: 1 }],
        },
      ],
    };
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    const { edit, left } = await staff().replace({ body });
    clearInterval(counting);
    expect([edit, left.map(({ reason }) => reason)]).toEqual([null, [MESSAGES.tooExpensive.regex]]);
    expect(turns).toBeGreaterThan(20);
    expect((await staff().getScreen({ params: place })).body_markdown).toBe(text);
  });

  it.each([
    ['too expensive', 'regex', 'simpler pattern'],
    ['too expensive', 'plain', 'on its own page'],
    ['out of time', 'plain', 'Preview it again'],
    ['busy', 'regex', 'in a minute'],
  ] as const)('says what to do if a text is %s (%s)', (reason, mode, advice) => {
    expect(reasonOf(reason, { mode })).toContain(advice);
  });

  it('is merged with the draft of a colleague that began before it', async () => {
    const lesson = await makeLesson('wugfour');
    const { revision } = await staff().getScreen({ params: lesson });
    const shown = await preview({ text: 'wugfour' }, 'blickfour');
    await staff().replace({ body: { query: query({ text: 'wugfour' }), replacement: 'blickfour', texts: chosen(shown) } });
    await staff().saveScreen({
      params: lesson,
      body: { revision, body_markdown: 'The wugfour here.\n\nAnother wugfour.\n\nThe very end.' },
    });
    expect((await staff().getScreen({ params: lesson })).body_markdown).toBe('The blickfour here.\n\nAnother blickfour.\n\nThe very end.');
  });

  it('names what it does not replace', async () => {
    const lesson = await makeLesson('wugfive');
    await staff().createComment({ params: { id: lesson.screenId }, body: { comment: 'Why wugfive?', tags: ['Learn'], mandatory: false } });
    const shown = await preview({ text: 'wugfive' }, 'x');
    expect(shown.others).toMatchObject([{ lesson_id: lesson.lessonId, matches: 1, reason: KIND_REASONS.comment }]);
  });

  it('replaces groups of regular expressions, and refuses what a field can’t hold', async () => {
    const lesson = await makeLesson('wugsix');
    const given: SearchQueryInput = { text: '(wug)(six)', mode: 'regex' };
    const shown = await preview(given, '$2$1');
    expect(shown.lessons[0]?.texts[0]?.changes[0]).toMatchObject({ removed: 'wugsix', added: 'sixwug' });
    const saved = await staff().replace({ body: { query: query(given), replacement: 'a\nb', texts: chosen(shown) } });
    expect(saved.left).toMatchObject([{ lesson_id: lesson.lessonId, field: 'title', reason: MESSAGES.notValid(MESSAGES.oneLine) }]);
  });

  it('is for staff only', async () => {
    const body = { query: query({ text: 'wug' }), replacement: 'x' };
    const texts: ChosenText[] = [{ lesson_id: 1, screen_id: null, field: 'title', hash: '0'.repeat(64), ranges: [{ from: 0, to: 1 }] }];
    const external = server.client('external');
    await expect(external.previewReplace({ body })).rejects.toMatchObject({ status: 403 });
    await expect(external.checkReplace({ body: { ...body, texts } })).rejects.toMatchObject({ status: 403 });
    await expect(external.replace({ body: { ...body, texts } })).rejects.toMatchObject({ status: 403 });
  });
});
