import { join } from 'node:path';
import type { CourseSummary } from '#features/curricula/contract/courses.ts';
import type { PathSummary } from '#features/curricula/contract/paths.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { ApiError } from '#platform/contract/client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const SAMPLE = join(import.meta.dirname, '../app/server/sample-content');

/** A server with the sample content in main, and another release; nothing is committed automatically. */
export interface CourseServer {
  readonly server: TestServer;
  readonly main: Release;
  readonly release: Release;
  /** One version of a course, by its number and the name of its release. */
  course(sequence: number, release: string): Promise<CourseSummary>;
  path(sequence: number, release: string): Promise<PathSummary>;
}

export async function startCourseServer(): Promise<CourseServer> {
  const server = await startTestServer({ sampleFolder: SAMPLE, hasWorkers: false });
  await importMain(server.platform, AbortSignal.timeout(300_000));
  const client = server.client('staff');
  const release = await client.createRelease({ body: { name: 'Spring', version_major: 'spring', create_new: true } });
  const main = (await client.listReleases()).find(({ is_main }) => is_main);
  if (!main) throw new Error('There is no main release.');
  const pick = <R extends { sequence: number; release_name: string }>(rows: readonly R[], sequence: number, name: string): R => {
    const row = rows.find((each) => each.sequence === sequence && each.release_name === name);
    if (!row) throw new Error(`${name} has no ${sequence}.`);
    return row;
  };
  return {
    server,
    main,
    release,
    course: async (sequence, name) => pick(await client.listCourses(), sequence, name),
    path: async (sequence, name) => pick(await client.listPaths(), sequence, name),
  };
}

/** Returns the error of a rejected call. @throws Error if it succeeds */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('The call should have been rejected.', { cause: error });
}
