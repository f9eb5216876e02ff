import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_OPERATION } from '#platform/server/operations.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { Preflight } from '../../contract/preflight.ts';
import { MESSAGES } from '../messages.ts';
import { checkReleaseLinks } from '../release-preflight.ts';
import type { CheckLinksOptions } from './check-links.ts';
import { deleteLinkChecksBefore } from './queries.ts';

let server: TestServer;
let site: Server;
let port: number;
let sequence = 600;
let requested: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
const replies = new Map<string, { status: number; location?: string }>();

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
  site = createServer((request, response) => {
    if (request.url !== '/robots.txt') requested.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
    setImmediate(() => {
      atOnce--;
      const { status, location } = replies.get(request.url ?? '') ?? { status: 200 };
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  ({ port } = site.address() as AddressInfo);
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await server.close();
});
beforeEach(async () => {
  requested = [];
  mostAtOnce = 0;
  replies.clear();
  await deleteLinkChecksBefore(server.platform.db, new Date(Date.now() + 60_000));
});

const client = () => server.client('staff');
/** Names of the test's own site. */
const options: CheckLinksOptions = {
  pauseMs: 0,
  isAllowed: (address) => address === '127.0.0.1',
  resolve: (host) =>
    host.endsWith('.org') ? Promise.resolve(['127.0.0.1']) : Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' })),
};
const linkTo = (path: string, host = 'site.org') => `[Read](http://${host}:${port}${path})`;

async function makeLesson(body_markdown: string) {
  const release = await client().createRelease({
    body: { name: `Links ${sequence}`, version_major: `links-${sequence}`, create_new: true, lessons: [] },
  });
  const lesson = await client().createLesson({ body: { sequence: (sequence += 1), title: 'Linked', release_id: release.id } });
  const { newScreenId: screenId } = await client().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client().saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title: 'One', body_markdown } });
  return { id: lesson.id, releaseId: lesson.release_id, screenId };
}

const found = ({ findings }: Preflight) => findings.map(({ rule, place }) => `${rule} ${place.line}`);
const check = (releaseId: number, given: CheckLinksOptions = options) => checkReleaseLinks(server.platform, releaseId, NO_OPERATION, given);

describe('links of a release to other sites', () => {
  it('are requested once, and what is wrong with them is found and fixed', async () => {
    replies.set('/gone', { status: 404 }).set('/old', { status: 301, location: '/new' }).set('/closed', { status: 403 });
    const texts = ['/fine', '/gone', '/old', '/closed', '/fine'].map((path) => linkTo(path));
    const { id, releaseId, screenId } = await makeLesson(texts.join('\n'));
    const before = await client().getReleasePreflight({ params: { id: releaseId } });
    expect(before.links).toEqual({ total: 4, due: 4, is_on: true });
    expect(before.findings).toEqual([]);
    const after = await check(releaseId);
    expect(found(after)).toEqual(['link-gone 2', 'link-moved 3', 'link-unsure 4']);
    expect(after.links).toEqual({ total: 4, due: 0, is_on: true });
    expect(mostAtOnce).toBe(1);
    requested = [];
    await check(releaseId);
    expect(requested).toEqual([]);

    const moved = after.findings.find(({ rule }) => rule === 'link-moved');
    await client().fixFinding({ params: { id }, body: { fingerprint: moved?.fingerprint ?? '' } });
    const { body_markdown } = await client().getScreen({ params: { lessonId: id, screenId } });
    expect(body_markdown).toBe(texts.with(2, linkTo('/new')).join('\n'));
    expect(found(await client().getLessonPreflight({ params: { id } }))).toEqual(['link-gone 2', 'link-unsure 4']);
  });

  it('are requested again after days', async () => {
    const { releaseId } = await makeLesson(`${linkTo('/fine')} ${linkTo('/gone')}`);
    replies.set('/gone', { status: 410 });
    await check(releaseId);
    const age = (days: number) =>
      server.platform.db
        .updateTable('link_checks')
        .set({ checked_at: new Date(Date.now() - days * 86_400_000) })
        .execute();
    await age(2);
    requested = [];
    replies.clear();
    expect((await check(releaseId)).findings).toEqual([]);
    expect(new Set(requested)).toEqual(new Set(['site.org/gone']));
    await age(8);
    requested = [];
    await check(releaseId);
    expect(requested.toSorted()).toEqual(['site.org/fine', 'site.org/gone']);
  });

  it('keep what was found before Stop', async () => {
    const { releaseId } = await makeLesson(`${linkTo('/a')} ${linkTo('/b')} ${linkTo('/c')}`);
    const stopping = new AbortController();
    const operation = {
      signal: stopping.signal,
      progress: (_doing: string, done: number) => {
        if (done === 2) stopping.abort();
      },
    };
    await expect(checkReleaseLinks(server.platform, releaseId, operation, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect((await client().getReleasePreflight({ params: { id: releaseId } })).links).toMatchObject({ total: 3, due: 1 });
  });

  it('leave a host alone that asks for fewer requests', async () => {
    replies.set('/a', { status: 429 });
    const { releaseId } = await makeLesson(`${linkTo('/a')} ${linkTo('/b')} ${linkTo('/c', 'other.org')}`);
    const { links } = await check(releaseId);
    expect(requested.toSorted()).toEqual(['other.org/c', 'site.org/a']);
    expect(links).toMatchObject({ total: 3, due: 1 });
  });

  it('aren’t gone as long as no name at all can be resolved', async () => {
    const { releaseId } = await makeLesson(linkTo('/a', 'nowhere.net'));
    expect(found(await check(releaseId))).toEqual(['link-unsure 1']);
    const { releaseId: second } = await makeLesson(`${linkTo('/a', 'nowhere.com')} ${linkTo('/fine')}`);
    expect(found(await check(second))).toEqual(['link-gone 1']);
  });

  it('never lead the server into its own network', async () => {
    const { id } = await makeLesson('[Inside](http://10.0.0.1/) and [metadata](http://169.254.169.254/latest)');
    expect(found(await client().checkLessonLinks({ params: { id }, body: {} }))).toEqual(['link-unsure 1', 'link-unsure 1']);
  });

  it('aren’t requested if the settings turn it off', async () => {
    const { releaseId } = await makeLesson(linkTo('/a'));
    const platform = { ...server.platform, config: { ...server.platform.config, linkChecks: false } };
    await expect(checkReleaseLinks(platform, releaseId, NO_OPERATION, options)).rejects.toMatchObject({ message: MESSAGES.linksOff });
    expect(requested).toEqual([]);
  });
});
