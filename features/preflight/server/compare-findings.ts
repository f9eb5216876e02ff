import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { getLessonFor, listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { unavailable } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Finding } from '../contract/finding.ts';
import { requestLinks } from './links/check-links.ts';
import { MESSAGES } from './messages.ts';
import { checkWithinLimits } from './read-reports.ts';
import { storedReport } from './stored-report.ts';
import { findingsOf, readSurroundings } from './surroundings.ts';

/** What preflight finds in a lesson before and after an edit that isn't saved. */
export interface ComparedFindings {
  readonly before: readonly Finding[];
  readonly after: readonly Finding[];
  /** Links of other sites that the edit adds. */
  readonly newLinks: readonly string[];
  /** Whether these were requested: the settings may turn it off. */
  readonly areRequested: boolean;
}

/**
 * Looks at a lesson before and after an edit. Stores no report; new links are requested as when a user asks for it, at most `linksMax`.
 *
 * @throws AppError `not_found`; `unavailable` if the server is too busy to check both; the signal's reason if it was stopped.
 */
export async function compareFindings(
  deps: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  lessonId: number,
  { before, after, linksMax }: { readonly before: LessonContent; readonly after: LessonContent; readonly linksMax: number },
  operation: Operation,
): Promise<ComparedFindings> {
  const { db, config } = deps;
  const lesson = await getLessonFor(db, actor, lessonId);
  const release = await getRelease(db, lesson.release_id);
  const lessons = await listReleaseLessons(db, release.id);
  const reportOf = async (content: LessonContent) => {
    const { report, isWhole } = await checkWithinLimits(content);
    // Without the dictionary or the rules, nothing would be found, and nothing shown.
    if (!isWhole) throw unavailable(MESSAGES.busy);
    return storedReport(content, report);
  };
  const [old, edited] = [await reportOf(before), await reportOf(after)];
  const known = new Set(old.links.map(({ url }) => url));
  const newLinks = [...new Set(edited.links.map(({ url }) => url))].filter((url) => !known.has(url));
  const areRequested = config.linkChecks && newLinks.length <= linksMax;
  if (areRequested && newLinks.length > 0) await requestLinks(deps, newLinks, operation);
  const findings = async (report: typeof old): Promise<Finding[]> => {
    const surroundings = await readSurroundings(db, release, lessons, new Map([[lessonId, report]]), lessonId);
    return findingsOf(lessonId, report, surroundings).map(({ changes: _changes, ...finding }) => finding);
  };
  return { before: await findings(old), after: await findings(edited), newLinks, areRequested };
}
