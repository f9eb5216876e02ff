import { setTimeout as sleep } from 'node:timers/promises';
import { api, type Api } from '#app/contract/api.ts';
import { createToken } from '#features/accounts/server/tokens.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import type { Db } from '#platform/server/database/database.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { buildUser } from '#testing/factories.ts';

/** Who saves and runs their own screen, with a page open. */
export interface Person {
  readonly id: number;
  readonly lessonId: number;
  readonly screenId: number;
  readonly client: Client<Api>;
  readonly headers: Readonly<Record<string, string>>;
}

const PEOPLE_IN_A_LESSON = 5;
const AT_ONCE = 4;
const RUNNERS_LIMIT_MS = 120_000;
const FIRST_NUMBER = 1_000;

/** Creates people with a screen each, and waits until every runner has run code. */
export async function createPeople(db: Db, url: string, count: number): Promise<Person[]> {
  const users = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = await buildUser(db, {
        role: index === 0 ? 'owner' : 'staff',
        email: `person${index}@lessons.example`,
        name: `Person ${index}`,
      });
      const { token } = await createToken({ db }, toActor(user), { name: 'chaos', address: 'bench' });
      const headers = { authorization: `Bearer ${token}` };
      return { id: user.id, headers, client: createClient(api, { baseUrl: url, headers }) };
    }),
  );
  const people: Person[] = [];
  let lessonId = 0;
  for (const [index, user] of users.entries()) {
    if (index % PEOPLE_IN_A_LESSON === 0)
      lessonId = (await user.client.createLesson({ body: { sequence: FIRST_NUMBER + index, title: `Lesson ${index}` } })).id;
    const { newScreenId: screenId } = await user.client.createScreen({
      params: { id: lessonId },
      body: { sequence: (index % PEOPLE_IN_A_LESSON) + 1, type: 'code' },
    });
    people.push({ ...user, lessonId, screenId });
  }
  return people;
}

/** Runs code for everybody, until the runners that announced themselves have their interpreters ready. */
export async function warmUp(people: readonly Person[], runners: number): Promise<void> {
  const [first] = people;
  const end = performance.now() + RUNNERS_LIMIT_MS;
  const countUp = async () => (await first?.client.getDebug())?.runners.filter(({ up }) => up).length ?? 0;
  while ((await countUp()) < runners) {
    if (performance.now() > end) throw new Error('The runners did not announce themselves.');
    await sleep(500);
  }
  for (let round = 0; round < 3; round += 1)
    await inParallel(people, AT_ONCE, async ({ client, lessonId, screenId }) => {
      await client.runCode({ body: { lesson_id: lessonId, screen_id: screenId, code: 'print("warm")' } });
    });
}
