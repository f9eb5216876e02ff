import { SearchQuery } from '#features/search/contract/search.ts';
import { pngBytes } from '../png-bytes.ts';
import { sendFile } from '../send-file.ts';
import { untilSearched } from '../until-searched.ts';
import { requireDone, type Action, type World } from './world.ts';

// What people change on the pages of lessons and screens.

const TEXTS = ['body_markdown', 'instructions_markdown', 'hint_markdown', 'answer_code'] as const;

async function someLesson(world: World) {
  return world.pick(await world.live('lessons'));
}

async function someScreen(world: World) {
  const lesson = await someLesson(world);
  const screens = lesson ? await world.staff.listScreens({ params: { id: lesson.id } }) : [];
  const screen = world.pick(screens);
  if (!lesson || !screen) return null;
  return { lesson, screen, screens, params: { lessonId: lesson.id, screenId: screen.id } };
}

async function saveText(world: World): Promise<void> {
  const found = await someScreen(world);
  if (!found) return;
  const { params, screen } = found;
  world.opened.push({ ...params, revision: screen.revision });
  const field = world.pick(TEXTS) ?? 'body_markdown';
  const lines = screen[field].split('\n');
  // Mostly a line of a text, so that stale saves merge.
  const text = world.random(3) === 0 ? world.text() : lines.with(world.random(lines.length), world.text(1)).join('\n');
  await world.someone.saveScreen({ params, body: { [field]: text } });
}

async function saveStale(world: World): Promise<void> {
  const from = world.pick(world.opened.slice(-30));
  if (!from) return;
  const { revision, ...params } = from;
  await world.someone.saveScreen({ params, body: { revision, [world.pick(TEXTS) ?? 'hint_markdown']: world.text() } });
}

const option = (world: World, valid: boolean) => ({ label: world.text(2), valid, feedback_message: world.word(), skill_id: null });

const addQuestion: Action = async (world) => {
  const found = await someScreen(world);
  const answer_options = [option(world, true), option(world, false)];
  const body = { question: world.text(2), select_type: 'single' as const, answer_options };
  if (found) await world.someone.createQuestion({ params: found.params, body });
};

const saveQuestions: Action = async (world) => {
  const found = await someScreen(world);
  if (!found) return;
  const questions = found.screen.multipleChoiceQuestions.map(({ id, question, select_type, answer_options }) => ({
    id,
    question: world.random(2) === 0 ? question : world.text(2),
    select_type,
    answer_options,
  }));
  await world.someone.saveScreen({ params: found.params, body: { multipleChoiceQuestions: questions.toReversed() } });
};

const deleteQuestion: Action = async (world) => {
  const found = await someScreen(world);
  const question = world.pick(found?.screen.multipleChoiceQuestions ?? []);
  if (found && question) await world.someone.deleteQuestion({ params: found.params, body: { questionId: question.id } });
};

const restoreTrash =
  (...kinds: string[]): Action =>
  async (world) => {
    const item = world.pick((await world.staff.listTrash()).filter(({ kind }) => kinds.includes(kind)));
    if (!item) return;
    if (item.kind === 'screen') await world.staff.restoreScreen({ params: { id: item.id }, body: {} });
    else if (item.kind === 'lesson') await world.staff.restoreLesson({ params: { id: item.id } });
    else await world.staff.restoreItem({ params: { id: item.id } });
  };

async function upload(world: World, kind: 'datafile' | 'image', name: string, bytes: Uint8Array | string): Promise<void> {
  const lesson = await someLesson(world);
  if (!lesson) return;
  const url = `/api/lesson/${lesson.id}/${kind}`;
  requireDone(await sendFile(world.server, { url, name, bytes, fields: { overwrite: 'true' } }));
}

const color = (world: World) => [world.random(256), world.random(256), world.random(256)] as const;

const deleteFile: Action = async (world) => {
  const lesson = await someLesson(world);
  if (!lesson) return;
  const params = { id: lesson.id };
  if (world.random(2) === 0) {
    const file = world.pick(await world.staff.listDataFiles({ params }));
    if (file) await world.someone.deleteDataFile({ params: { fileId: file.id } });
  } else {
    const image = world.pick(await world.staff.listImages({ params }));
    if (image) await world.someone.deleteImage({ params: { id: image.id } });
  }
};

const saveFile: Action = async (world) => {
  const lesson = await someLesson(world);
  const file = lesson && world.pick(await world.staff.listDataFiles({ params: { id: lesson.id } }));
  const body = { alias: `alias-${world.random(9)}.csv`, preview: world.random(2) === 0, display_first: world.random(2) === 0 };
  if (file) await world.someone.saveDataFile({ params: { fileId: file.id }, body });
};

const replaceWord: Action = async (world) => {
  await untilSearched(world.db);
  const query = SearchQuery.parse({ text: world.pick(['loops', 'repeat', 'until', 'stop']) ?? 'loops' });
  const replacement = world.pick(['while', 'for', '“loop”', 'ß']) ?? 'while';
  const { lessons } = await world.staff.previewReplace({ body: { query, replacement } });
  const texts = lessons.flatMap(({ id, texts: found }) =>
    found.map(({ screen_id, field, hash, changes }) => ({
      lesson_id: id,
      screen_id,
      field,
      hash,
      ranges: changes.map(({ from, to }) => ({ from, to })),
    })),
  );
  const chosen = texts.filter(() => world.random(3) > 0);
  if (chosen.length > 0) await world.staff.replace({ body: { query, replacement, texts: chosen, message: `Say ${replacement}` } });
};

const undoBulkEdit: Action = async (world) => {
  const { edits } = await world.staff.listBulkEdits({ query: {} });
  const edit = world.pick(edits.slice(0, 6).filter(({ state }) => state === 'done'));
  if (edit) await world.staff.undoBulkEdit({ params: { id: edit.id }, body: { leave_changed: true } });
};

const editSettings: Action = async (world) => {
  const lesson_ids = (await world.live('lessons')).map(({ id }) => id).filter(() => world.random(2) === 0);
  if (lesson_ids.length === 0) return;
  await world.staff.editSettings({ body: { lesson_ids, edit: { set: 'author', author: world.title() } } });
};

/** A version of anything, as a whole or one part of it. */
const restoreVersion: Action = async (world) => {
  const { owner, version } = world.pick(world.acknowledged) ?? {};
  if (!owner || version === undefined) return;
  const params = { ...owner, version };
  const { version: of } = await world.staff.getVersionDiff({ params, query: {} });
  const part = owner.kind === 'lesson' && world.random(2) === 0 ? world.pick(of.parts)?.part : undefined;
  await world.someone.restoreVersion({ params, body: part === undefined ? {} : { part } });
};

const MANY_LESSONS = 16;

export const LESSON_ACTIONS: Readonly<Record<string, readonly [weight: number, action: Action]>> = {
  'save a text': [60, saveText],
  'save from an older state': [16, saveStale],
  'name a screen': [
    6,
    async (world) => {
      const found = await someScreen(world);
      const body = { title: world.title(), type: world.random(2) === 0 ? ('code' as const) : ('text' as const) };
      if (found) await world.someone.saveScreen({ params: found.params, body });
    },
  ],
  'add a screen': [
    8,
    async (world) => {
      const lesson = await someLesson(world);
      if (lesson) await world.someone.createScreen({ params: { id: lesson.id }, body: { sequence: 1 + world.random(4) } });
    },
  ],
  'duplicate a screen': [
    2,
    async (world) => {
      const found = await someScreen(world);
      if (found) await world.someone.duplicateScreen({ params: { id: found.screen.id } });
    },
  ],
  'move a screen': [
    6,
    async (world) => {
      const found = await someScreen(world);
      if (found) await world.someone.moveScreen({ params: found.params, body: { sequence: 1 + world.random(found.screens.length) } });
    },
  ],
  'delete a screen': [
    8,
    async (world) => {
      const found = await someScreen(world);
      if (found && found.screens.length > 1) await world.someone.deleteScreen({ params: found.params });
    },
  ],
  'restore a deleted screen': [3, restoreTrash('screen')],
  'add a question': [6, addQuestion],
  'save questions': [3, saveQuestions],
  'delete a question': [4, deleteQuestion],
  'restore a deleted question or file': [4, restoreTrash('question', 'data-file', 'image')],
  'add a lesson': [
    2,
    async (world) => {
      if ((await world.live('lessons')).length >= MANY_LESSONS) return;
      const release_id = (await world.release()).id;
      await world.staff.createLesson({ body: { sequence: world.nextSequence, title: world.title(), release_id, first_screen: true } });
    },
  ],
  'name a lesson': [
    6,
    async (world) => {
      const lesson = await someLesson(world);
      const body = { title: world.title(), description: world.text(3), skills: [world.word().trim() || 'x'] };
      if (lesson) await world.someone.saveLesson({ params: { id: lesson.id }, body });
    },
  ],
  'delete a lesson': [
    1,
    async (world) => {
      const lessons = await world.live('lessons');
      const lesson = world.pick(lessons);
      if (lesson && lessons.length > 4) await world.someone.deleteLesson({ params: { id: lesson.id } });
    },
  ],
  'restore a deleted lesson': [2, restoreTrash('lesson')],
  'upload a file': [8, (world) => upload(world, 'datafile', `data-${world.random(3)}.csv`, world.text())],
  'upload an image': [3, (world) => upload(world, 'image', `image-${world.random(3)}.png`, pngBytes(2, 2, color(world)))],
  'save a file’s settings': [4, saveFile],
  'delete a file': [4, deleteFile],
  'replace a word': [2, replaceWord],
  'undo a bulk edit': [2, undoBulkEdit],
  'set the author of many': [1, editSettings],
  'restore a version': [8, restoreVersion],
};
