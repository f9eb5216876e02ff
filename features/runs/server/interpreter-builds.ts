/** What exactly the versions of languages are on the runners, such as 3.11.2 for Python 3.11. */

import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { RunnerState } from '#features/runners/server/index.ts';
import { versionOf } from '#platform/contract/languages.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';

/** One version of a language. */
interface Build {
  readonly language: string;
  readonly version: string;
  readonly build: string;
}

/** The builds that the runners had when they were last asked. */
export function listBuilds(handle: Handle): Promise<Build[]> {
  return handle.selectFrom('interpreters').select(['language', 'version', 'build']).execute();
}

/** The build that runs a lesson: all of its language's if the lesson leaves the version open; null: no runner has reported it. */
export function buildOf(builds: readonly Build[], lesson: Pick<LessonFields, 'language' | 'language_version'>): string | null {
  const version = versionOf(lesson);
  const own = builds.filter((each) => each.language === lesson.language && (version === null || each.version === version));
  return own.length === 0
    ? null
    : own
        .map(({ build }) => build)
        .sort()
        .join(',');
}

interface ReportingRunners {
  readonly runners: Pick<Platform['runners'], 'onStates' | 'health'>;
}

/**
 * Keeps the builds of the runners in the database, for all servers and also while no runner responds. While runners differ, as during an
 * upgrade, the known build stays as long as one of them has it.
 */
export function keepBuilds({ db, runners, log }: Pick<Platform, 'db' | 'log'> & ReportingRunners): void {
  let kept = '';
  runners.onStates((states) => {
    const offered = buildsOf(states);
    const now = JSON.stringify(offered);
    if (now === kept) return;
    kept = now;
    putBuilds(db, offered).catch((error: unknown) => {
      kept = '';
      log.warn({ err: error }, 'could not keep the versions of the interpreters');
    });
  });
  // Since the server stopped, a runner may have got another one. The reply goes to the listener.
  void runners.health();
}

/** What the runners that respond offer. Of each version, there may be several builds. */
function buildsOf(states: readonly RunnerState[]): Build[] {
  return states.flatMap(({ health }) =>
    Object.entries(health?.languages ?? {}).flatMap(([language, { builds }]) =>
      Object.entries(builds).map(([version, build]) => ({ language, version, build })),
    ),
  );
}

async function putBuilds(handle: Handle, offered: readonly Build[]): Promise<void> {
  for (const each of offered) {
    const builds = offered.filter(({ language, version }) => language === each.language && version === each.version);
    await handle
      .insertInto('interpreters')
      .values(each)
      .onConflict((conflict) =>
        conflict
          .columns(['language', 'version'])
          .doUpdateSet({ build: each.build })
          .where(
            'interpreters.build',
            'not in',
            builds.map(({ build }) => build),
          ),
      )
      .execute();
  }
}
