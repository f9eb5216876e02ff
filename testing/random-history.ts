import { canonicalJson } from '#content/content-hash.ts';
import { commitChanges } from '#server/releases/changes/commit-changes.job.ts';
import { pushBranch } from '#server/releases/changes/push-branch.job.ts';
import { mergeRemoteBranch } from '#server/content-sync/sync/merge-remote-branch.ts';
import { newestVersion, readParts } from '#server/history/queries.ts';
import { join } from 'node:path';
import { commitElsewhere, contentOf } from './foreign-commit.ts';
import { sendFile } from './send-file.ts';
import type { TestServer } from './test-server.ts';

/** A lesson as it was after a save that was acknowledged. */
export interface Acknowledged {
  readonly lessonId: number;
  readonly version: number;
  readonly action: string;
  readonly state: string;
}

const FIELDS = ['title', 'body_markdown', 'instructions_markdown', 'hint_markdown', 'answer_code'] as const;
const WORDS = ['loops', 'repeat', 'until', 'nothing', 'is', 'left', 'and', 'then', 'stop', '–', '“why”', '\u2028', 'ß', '𝒳', '\\n'];
const LONG_MS = 120_000;

/** A generator of numbers that is the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** A whole lesson as its rows have it. */
export async function storedState({ platform: { db } }: TestServer, lessonId: number): Promise<string> {
  const lesson = await db.selectFrom('lessons').select(['fields', 'attached']).where('id', '=', lessonId).executeTakeFirstOrThrow();
  const screens = await db
    .selectFrom('screens')
    .select(['uuid', 'fields', 'attached'])
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
  const files = await db
    .selectFrom('lesson_files')
    .select(['kind', 'file_name', 'sha256', 'settings'])
    .where('lesson_id', '=', lessonId)
    .execute();
  return canonicalJson({ lesson, screens, files: files.map((file) => canonicalJson(file)).toSorted() });
}

/** The same as the history has it after a version. */
export async function shownState({ platform: { db } }: TestServer, lessonId: number, version: number): Promise<string> {
  const parts = await readParts(db, { kind: 'lesson', id: lessonId }, { at: version });
  const own = parts.get('');
  const screens = (own?.screen_order ?? []).map((uuid) => {
    const part = parts.get(`screen:${uuid}`);
    return { uuid, fields: part?.fields, attached: part?.attached };
  });
  const files = [...parts.values()].flatMap(({ part, is_deleted, sha256, fields: settings }) => {
    const [, kind, file_name] = /^(data|image):(.*)$/s.exec(part) ?? [];
    return kind === undefined || is_deleted ? [] : [canonicalJson({ kind, file_name, sha256, settings })];
  });
  return canonicalJson({ lesson: { fields: own?.fields, attached: own?.attached }, screens, files: files.toSorted() });
}

/**
 * Edits a lesson at random: fields by two people from states of varying age, questions, files, new, moved and deleted screens, restores
 * from the trash, new titles, and pushes with git. Returns every state that was acknowledged.
 */
export async function editAtRandom(server: TestServer, seed: number, edits: number): Promise<Acknowledged[]> {
  const random = randomFrom(seed);
  const text = () =>
    Array.from({ length: 1 + random(12) }, () => `${WORDS[random(WORDS.length)]} ${WORDS[random(WORDS.length)]}`).join('\n');
  const clients = [server.client('staff'), server.client('owner')] as const;
  const lesson = await clients[0].createLesson({ body: { sequence: 10_000 + seed, title: 'Loops' } });
  const { id: lessonId, release_id: releaseId } = lesson;
  const release = await server.platform.db.selectFrom('releases').selectAll().where('id', '=', releaseId).executeTakeFirstOrThrow();
  const acknowledged: Acknowledged[] = [];
  const open: { screenId: number; revision: number }[] = [];

  const screens = () => clients[0].listScreens({ params: { id: lessonId } });
  const someScreen = async () => {
    const all = await screens();
    return all[random(all.length)];
  };
  const actions: Record<string, () => Promise<unknown>> = {
    create: async () => clients[random(2)]?.createScreen({ params: { id: lessonId }, body: { sequence: 1 + random(4) } }),
    save: async () => {
      const screen = await someScreen();
      if (!screen) return;
      open.push({ screenId: screen.id, revision: screen.revision });
      const field = FIELDS[random(FIELDS.length)] ?? 'title';
      const value = field === 'title' ? text().replaceAll(/[\n\u2028]/g, ' ') : text();
      await clients[random(2)]?.saveScreen({ params: { lessonId, screenId: screen.id }, body: { [field]: value } });
    },
    'save from an older state': async () => {
      const from = open[random(Math.max(1, open.length))];
      if (!from) return;
      const body = { revision: from.revision, [FIELDS[1 + random(FIELDS.length - 1)] ?? 'hint_markdown']: text() };
      await clients[random(2)]?.saveScreen({ params: { lessonId, screenId: from.screenId }, body });
    },
    question: async () => {
      const screen = await someScreen();
      if (!screen) return;
      const option = (valid: boolean) => ({ label: text(), valid, feedback_message: '', skill_id: null });
      const question = { question: text(), select_type: 'single' as const, answer_options: [option(true), option(false)] };
      await clients[0].saveScreen({ params: { lessonId, screenId: screen.id }, body: { multipleChoiceQuestions: [question] } });
    },
    settings: () =>
      clients[random(2)]!.saveLesson({ params: { id: lessonId }, body: { description: text(), title: `Loops ${random(9)}` } }),
    move: async () => {
      const screen = await someScreen();
      if (screen) await clients[0].moveScreen({ params: { lessonId, screenId: screen.id }, body: { sequence: 1 + random(4) } });
    },
    delete: async () => {
      const all = await screens();
      const screen = all[random(all.length)];
      if (screen && all.length > 2) await clients[0].deleteScreen({ params: { lessonId, screenId: screen.id } });
    },
    'from the trash': async () => {
      const item = (await clients[0].listTrash()).find(({ kind, lesson_id }) => kind === 'screen' && lesson_id === lessonId);
      if (item) await clients[0].restoreScreen({ params: { id: item.id }, body: {} });
    },
    file: () =>
      sendFile(server, {
        url: `/api/lesson/${lessonId}/datafile`,
        name: `data-${random(3)}.csv`,
        bytes: text(),
        fields: { overwrite: 'true' },
      }),
    push: async () => {
      const signal = AbortSignal.timeout(LONG_MS);
      await commitChanges(server.platform, releaseId, signal);
      await pushBranch(server.platform, releaseId, signal);
      const content = contentOf(server.platform.config.dataFolder);
      const { folder } = await server.platform.db
        .selectFrom('lessons')
        .select('folder')
        .where('id', '=', lessonId)
        .executeTakeFirstOrThrow();
      const paths = (await content.text(['ls-tree', '-r', '-z', '--name-only', release.branch_name, '--', `lessons/${folder}/screens`]))
        .split('\0')
        .filter((path) => path.endsWith('learn.md'));
      const path = paths[random(Math.max(1, paths.length))];
      if (path === undefined) return;
      const directory = join(server.platform.config.dataFolder, 'content.git');
      await commitElsewhere(directory, release.branch_name, { [path]: `${text().replaceAll('\r', '')}\n` });
      // Half of the time a save is made before the push is merged.
      if (random(2) === 1) await actions['save']?.();
      await mergeRemoteBranch(server.platform, releaseId, signal);
    },
  };
  const names = [
    'create',
    'save',
    'save',
    'save',
    'save',
    'save from an older state',
    'question',
    'settings',
    'move',
    'delete',
    'from the trash',
    'file',
  ];
  for (let edit = 0; edit < edits; edit++) {
    const action = random(40) === 0 ? 'push' : (names[random(names.length)] ?? 'save');
    try {
      await actions[action]?.();
    } catch (error) {
      // A conflict, a screen that is gone, an edge: refused, so nothing was acknowledged.
      if (!(error instanceof Error && 'status' in error && Number(error.status) < 500)) throw error;
    }
    const version = await newestVersion(server.platform.db, lessonId);
    if (version !== acknowledged.at(-1)?.version)
      acknowledged.push({ lessonId, version, action, state: await storedState(server, lessonId) });
  }
  return acknowledged;
}
