import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { OUTPUT_REASONS, runMissingOutputs, writeOutputs } from './record-outputs.ts';

let server: TestServer;
let author: Person;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
  author = await server.newPerson();
});
afterAll(() => server.close());

const staff = () => author.client;
let sequence = 5_500;

/** A lesson with a screen for each of these answers, whose output is checked and was never recorded. */
async function makeLesson(...answers: string[]) {
  const { id } = await staff().createLesson({ body: { sequence: (sequence += 1), title: 'Outputs' } });
  const screens: number[] = [];
  for (const [index, answer_code] of answers.entries()) {
    const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: index + 1 } });
    const params = { lessonId: id, screenId: newScreenId };
    await staff().saveScreen({ params, body: { type: 'code', answer_code, check_output: true } });
    screens.push(newScreenId);
  }
  return { id, screens };
}

const screenOf = (lessonId: number, screenId: number | undefined) => staff().getScreen({ params: { lessonId, screenId: screenId ?? 0 } });

describe('missing outputs', () => {
  it('are recorded in one bulk edit and undone; screens whose code fails are named', async () => {
    const lesson = await makeLesson('print(2 + 2)', 'print(nothing)', ' ', 'print(6)');
    const known = { stdout: '7\n', stderr: '', images: [] };
    const last = { lessonId: lesson.id, screenId: lesson.screens[3] ?? 0 };
    await staff().saveOutput({ params: last, body: { ...known, check_output: true } });

    const { edit, left } = await staff().recordOutputs({ body: { lesson_ids: [lesson.id] } });
    expect(edit).toMatchObject({ kind: 'settings', summary: 'Record the output of 1 screen', lessons: 1, documents: 1 });
    expect(left.toSorted((one, other) => (one.screen_sequence ?? 0) - (other.screen_sequence ?? 0))).toMatchObject([
      { lesson_id: lesson.id, screen_id: lesson.screens[1], screen_sequence: 2, reason: expect.stringContaining('NameError') },
      { screen_id: lesson.screens[2], reason: OUTPUT_REASONS.noAnswer },
    ]);
    expect((await screenOf(lesson.id, lesson.screens[0])).answer_output).toEqual({ stdout: '4\n', stderr: '', images: [] });
    expect((await screenOf(lesson.id, lesson.screens[1])).answer_output).toBeNull();
    expect((await screenOf(lesson.id, lesson.screens[3])).answer_output).toEqual(known);

    const undone = await staff().undoBulkEdit({ params: { id: edit?.id ?? 0 }, body: {} });
    expect(undone).toMatchObject({ edit: { documents: 1 }, left: [] });
    expect((await screenOf(lesson.id, lesson.screens[0])).answer_output).toBeNull();
  });

  it('are not recorded once they are there, or where nothing checks them', async () => {
    const lesson = await makeLesson('print(4)');
    const params = { lessonId: lesson.id, screenId: lesson.screens[0] ?? 0 };
    await staff().saveScreen({ params, body: { check_output: false } });
    expect(await staff().recordOutputs({ body: { lesson_ids: [lesson.id] } })).toEqual({ edit: null, left: [] });
  });

  it('stay missing on a screen that was saved while its answer ran', async () => {
    const lesson = await makeLesson('print(4)');
    const operation = { signal: new AbortController().signal, progress: () => undefined };
    const { recorded } = await runMissingOutputs(server.platform, author.actor, [lesson.id], operation);
    const params = { lessonId: lesson.id, screenId: lesson.screens[0] ?? 0 };
    await staff().saveScreen({ params, body: { answer_code: 'print(5)' } });
    const written = await writeOutputs(server.platform, author.actor, recorded, operation);
    expect(written).toMatchObject({ id: null, left: [{ screen_id: lesson.screens[0], reason: OUTPUT_REASONS.changedSince }] });
    expect((await screenOf(lesson.id, lesson.screens[0])).answer_output).toBeNull();
  });

  it('stay missing if the work is stopped, which ends the running answers', async () => {
    const lesson = await makeLesson('print(1)', 'while True: pass');
    const stopping = new AbortController();
    const progress = vi.fn((_doing: string, done?: number) => {
      if (done === 1) stopping.abort();
    });
    const operation = { signal: stopping.signal, progress };
    await expect(runMissingOutputs(server.platform, author.actor, [lesson.id], operation)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await screenOf(lesson.id, lesson.screens[0])).answer_output).toBeNull();
  });

  it('are recorded by staff only', async () => {
    await expect(server.client('external').recordOutputs({ body: { lesson_ids: [1] } })).rejects.toMatchObject({ status: 403 });
  });
});
