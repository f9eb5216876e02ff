/** What is sent to the model about a screen: read from the database, and shown before it is sent. */

import { createHash } from 'node:crypto';
import { listCheckers } from '#features/environments/server/index.ts';
import { findFileNamed } from '#features/lesson-files/server/index.ts';
import { getLessonFor, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { detectStoredImages, readCleanImage } from '#features/lessons/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { BUILT_MARKDOWN } from '#features/screens/contract/screen-texts.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { getScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { ModelConfig } from '#platform/server/model-config.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { ModelTask } from '../contract.ts';
import { whyNotDrafted } from '../language-model.policy.ts';
import { draftOf, IMAGES_MAX, UnusableReply, type Draft, type Material, type ShownImage } from '../rules/drafts.ts';
import type { BareImage } from '../rules/markdown-parts.ts';
import { requestBody } from '../rules/request-body.ts';
import { MESSAGES } from './messages.ts';
import { countToday } from './queries.ts';

/** Characters of a request without its pictures: more than models read well. */
const TEXT_MAX = 200_000;
/** Larger pictures and drawings aren't sent. */
const PICTURE_BYTES = 1024 * 1024;
const DRAWING_BYTES = 50 * 1024;

export interface AskedScreen {
  readonly lessonId: number;
  readonly screenId: number;
}

interface Prepared {
  readonly screen: Screen;
  readonly draft: Draft;
  readonly body: string;
  readonly hash: string;
}

/** The endpoint, if the release of a lesson allows it. */
export async function findModelFor({ db, config }: Platform, actor: Actor, lessonId: number): Promise<ModelConfig | null> {
  const lesson = await getLessonFor(db, actor, lessonId);
  return config.model !== null && (await getRelease(db, lesson.release_id)).model_allowed ? config.model : null;
}

/** @throws AppError `not_found`; `refused` if there is none, or it isn't allowed */
export async function getModelFor(platform: Platform, actor: Actor, lessonId: number): Promise<ModelConfig> {
  await requireEditableLesson(platform, actor, lessonId);
  const model = await findModelFor(platform, actor, lessonId);
  if (model === null) throw refused(platform.config.model === null ? MESSAGES.off : MESSAGES.notAllowed);
  return model;
}

/** What would be sent, and to whom. Sends nothing. @throws AppError as {@link prepareRequest} */
export async function showRequest(platform: Platform, actor: Actor, address: AskedScreen, task: ModelTask) {
  const endpoint = await getModelFor(platform, actor, address.lessonId);
  const { body, hash } = await prepareRequest(platform, actor, address, task);
  const left = Math.max(0, endpoint.perDay - (await countToday(platform.db, actor.id)));
  return { ...endpointReply(endpoint), body, hash, left };
}

/** What is said of an endpoint. Its path may hold a secret. */
export function endpointReply({ model, url, perDay }: ModelConfig) {
  return { model, host: new URL(url).host, per_day: perDay };
}

/** @throws AppError `not_found`; `refused` if there is nothing to draft, or too much to send */
export async function prepareRequest(
  platform: Platform,
  actor: Actor,
  { lessonId, screenId }: AskedScreen,
  task: ModelTask,
): Promise<Prepared> {
  const { fields: lesson } = await getLessonFor(platform.db, actor, lessonId);
  const screen = await getScreen(platform, actor, lessonId, screenId);
  const why = whyNotDrafted(screen, lesson.language, task);
  if (why !== null) throw refused(why);
  const material: Material = {
    screen,
    language: lesson.language,
    checkers: listCheckers().filter((checker) => checker.language.some((language) => language === lesson.language)),
    images: task.kind === 'alt-text' ? await readImages(platform, screen) : [],
  };
  const draft = draftOrRefuse(material, task);
  if (draft.texts.reduce((sum, [, text]) => sum + text.length, 0) > TEXT_MAX) throw refused(MESSAGES.tooLong);
  const body = requestBody(platform.config.model?.model ?? '', draft);
  return { screen, draft, body, hash: createHash('sha256').update(body).digest('hex') };
}

function draftOrRefuse(material: Material, task: ModelTask): Draft {
  try {
    return draftOf(material, task);
  } catch (error) {
    if (error instanceof UnusableReply) throw refused(error.message);
    throw error;
  }
}

async function readImages({ db, blobs }: Platform, screen: Screen): Promise<ShownImage[]> {
  const texts = BUILT_MARKDOWN.map((field) => [field, screen[field]] as const);
  const bare = await requireTextTask('findBareImages', [texts], MESSAGES.tooExpensive);
  const shown: ShownImage[] = [];
  for (const image of bare as BareImage<(typeof BUILT_MARKDOWN)[number]>[]) {
    if (shown.length === IMAGES_MAX) break;
    const file = await findFileNamed(db, { lesson_id: screen.lesson_id, kind: 'image', file_name: image.file_name });
    if (!file || file.size > PICTURE_BYTES) continue;
    const [look] = await detectStoredImages(blobs, [file]);
    if (look) shown.push({ ...image, url: `data:image/${look.type};base64,${(await readCleanImage(blobs, file)).toString('base64')}` });
    else if (/\.svg$/i.test(file.file_name) && file.size <= DRAWING_BYTES)
      shown.push({ ...image, source: Buffer.from(await blobs.get(file.sha256)).toString('utf8') });
  }
  if (shown.length === 0) throw refused(MESSAGES.noImages);
  return shown;
}
