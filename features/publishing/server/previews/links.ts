import { getUserNames } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonToDeploy } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import type { ShareLink } from '../../contract/deploys.ts';
import { getBuildToOpen, listBuildNumbers } from '../deploys/deploys.ts';
import { findLink, insertAuthorLink, insertShareLink, listOpenLinks, markLinkRevoked, type StoredLink } from './queries.ts';

/** How long an author's own preview address is valid. */
const AUTHOR_MS = 12 * 60 * 60_000;

/** The credential of a link's connections, so that they can be ended with it. */
export function credentialOf({ id }: Pick<StoredLink, 'id'>): string {
  return `preview-link:${id}`;
}

/** Returns an address of a build for the author. @throws AppError `not_found`; `refused` if it can't be opened. */
export async function openPreview(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  { id, buildNumber }: { id: number; buildNumber: number },
): Promise<{ url: string; expires_at: string }> {
  const build = await getBuildToOpen(db, actor, id, buildNumber);
  const token = newSecret();
  const expires_at = new Date(Date.now() + AUTHOR_MS);
  await insertAuthorLink(db, { deploy_id: build.id, created_by: actor.id, expires_at, token_hash: hashSecret(token) });
  return { url: addressOf(config, token), expires_at: expires_at.toISOString() };
}

/**
 * Creates a link to a build for visitors without an account.
 *
 * @throws AppError `not_found`; `forbidden` for an external author if the lesson isn't in their drafts; `refused` if it can't be opened.
 */
export async function createShareLink(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  lessonId: number,
  { build_number, days }: { build_number: number; days: number },
): Promise<ShareLink & { url: string }> {
  const token = newSecret();
  const link = await db.transaction().execute(async (tx) => {
    const lesson = await getLessonToDeploy(tx, actor, lessonId);
    const build = await getBuildToOpen(tx, actor, lessonId, build_number);
    const expires_at = new Date(Date.now() + days * DAY_MS);
    const inserted = await insertShareLink(tx, lesson, {
      deploy_id: build.id,
      created_by: actor.id,
      expires_at,
      token_hash: hashSecret(token),
    });
    await recordAudit(tx, {
      actor,
      action: 'preview.share',
      subject: `lesson:${lessonId}`,
      details: { link: inserted.id, build_number, days },
    });
    return inserted;
  });
  return { ...toShareLink(link, build_number, actor.name), url: addressOf(config, token) };
}

/** The valid share links of a lesson, newest first. @throws AppError `not_found` */
export async function listShareLinks(handle: Handle, actor: Actor, lessonId: number): Promise<ShareLink[]> {
  const numbers = await listBuildNumbers(handle, actor, lessonId);
  const links = await listOpenLinks(handle, [...numbers.keys()]);
  const names = await getUserNames(
    handle,
    links.map(({ created_by }) => created_by),
  );
  return links.map((link) => toShareLink(link, numbers.get(link.deploy_id) ?? 0, names.get(link.created_by) ?? null));
}

/**
 * Revokes a link at once, with the terminals opened through it. Returns the remaining links. @throws AppError
 * `not_found`, `forbidden`
 */
export async function revokeShareLink(
  { db, live }: Pick<Platform, 'db' | 'live'>,
  actor: Actor,
  { id, linkId }: { id: number; linkId: number },
): Promise<ShareLink[]> {
  const remaining = await db.transaction().execute(async (tx) => {
    await getLessonToDeploy(tx, actor, id);
    const numbers = await listBuildNumbers(tx, actor, id);
    const link = await findLink(tx, linkId);
    if (!link || link.kind !== 'share' || !numbers.has(link.deploy_id) || !(await markLinkRevoked(tx, linkId))) throw notFound('link');
    await recordAudit(tx, { actor, action: 'preview.unshare', subject: `lesson:${id}`, details: { link: linkId } });
    return listShareLinks(tx, actor, id);
  });
  live.endCredential(credentialOf({ id: linkId }));
  return remaining;
}

function addressOf({ applicationsUrl }: Pick<Platform['config'], 'applicationsUrl'>, token: string): string {
  return `${applicationsUrl}/preview/${token}`;
}

function toShareLink(link: StoredLink, build_number: number, created_by: string | null): ShareLink {
  return {
    id: link.id,
    build_number,
    created_by,
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
    opened_at: link.opened_at?.toISOString() ?? null,
  };
}
