import { getUsers } from '#features/accounts/server/index.ts';
import { addLearnerReport } from '#features/comments/server/index.ts';
import { listLessonTitles } from '#features/lesson-store/server/index.ts';
import { findMainRelease } from '#features/releases/server/index.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret } from '#platform/server/secrets.ts';
import type { NextLessons } from '../../contract/previews.ts';
import { findStoredBuild } from '../deploys/deploys.ts';
import { readSnapshot } from '../deploys/read-snapshot.ts';
import { MESSAGES } from './messages.ts';
import { nextLessons } from './next-lessons.ts';
import type { OpenBuild } from './open-build.ts';
import { findLinkByHash, markLinkOpened, type StoredLink } from './queries.ts';

/** Where the builds of previews come from, and what they lead to. */
export interface Builds {
  /** @throws AppError `not_found` with a text that says why nothing can be opened */
  open(token: string): Promise<OpenBuild>;
  /** Whether a token still opens something. */
  isOpen(token: string): Promise<boolean>;
  /** Somebody looks at a build. Returns where its lesson leads. */
  show(build: OpenBuild): Promise<NextLessons>;
  /** The published title of a lesson; null: there is none. */
  titleOf(sequence: number): Promise<string | null>;
  /** Passes on what a learner reports. @throws AppError `refused`, `too_many` */
  report(build: OpenBuild, screenUuid: string, text: string): Promise<void>;
}

/** The builds of deploys, by the links that open them. */
export class StoredBuilds implements Builds {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async open(token: string): Promise<OpenBuild> {
    const { db, blobs } = this.#platform;
    const link = await findLinkByHash(db, hashSecret(token));
    if (!link) throw new AppError('not_found', MESSAGES.unknown);
    const ended = await this.#endOf(link);
    if (ended !== null) throw new AppError('not_found', ended);
    const deploy = await findStoredBuild(db, link.deploy_id);
    if (!deploy) throw new AppError('not_found', MESSAGES.removed);
    return { link, deploy, snapshot: await readSnapshot(blobs, deploy.snapshot) };
  }

  async isOpen(token: string): Promise<boolean> {
    const link = await findLinkByHash(this.#platform.db, hashSecret(token));
    return link !== undefined && (await this.#endOf(link)) === null;
  }

  async show({ link, snapshot }: OpenBuild): Promise<NextLessons> {
    await markLinkOpened(this.#platform.db, link.id);
    return nextLessons(this.#platform.db, snapshot.sequence);
  }

  async titleOf(sequence: number): Promise<string | null> {
    const { db } = this.#platform;
    const main = await findMainRelease(db);
    const published = main ? await listLessonTitles(db, main.id) : [];
    return published.find((lesson) => lesson.sequence === sequence)?.title ?? null;
  }

  report({ link, deploy }: OpenBuild, screenUuid: string, text: string): Promise<void> {
    return addLearnerReport(this.#platform, { lessonId: deploy.lesson_id, screenUuid, sharedBy: link.created_by, text });
  }

  /** Why a link is no longer valid; null if it is. A user's links end with their access. */
  async #endOf(link: StoredLink): Promise<string | null> {
    if (link.revoked_at !== null) return MESSAGES.revoked;
    if (link.expires_at.getTime() <= Date.now()) return MESSAGES.expired;
    const author = (await getUsers(this.#platform.db, [link.created_by])).get(link.created_by);
    return author?.revoked_at === null ? null : MESSAGES.revoked;
  }
}
