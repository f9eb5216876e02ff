import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measurePlainReply } from './calls.ts';
import { measure } from './measure.ts';
import type { Comparison } from './report.ts';

const STEPS = 10;
const COURSES_EACH = 12;
/** Numbers of courses and paths that nothing else in the bench uses. */
const FIRST_COURSE = 700_000;
const PATH = 700_000;

/** Opening a path of 10 steps with 12 courses each: the path, and its steps with their courses, as its page requests them. */
export async function measurePathCalls(client: Client<Api>): Promise<Comparison[]> {
  const count = 30;
  const trackId = await makePath(client);
  const open = async () => {
    const [path, outline] = await Promise.all([client.getPath({ params: { trackId } }), client.getPathOutline({ params: { trackId } })]);
    return { path, outline };
  };
  const samples = await measure(open, { count });
  const bytes = JSON.stringify(await open());
  const baseline = await measurePlainReply(bytes, count);
  const what = `opening a path, ${STEPS} steps × ${COURSES_EACH} courses: 2 calls`;
  return [{ what, samples, against: 'the same bytes in one reply from a bare HTTP server', baseline }];
}

async function makePath(client: Client<Api>): Promise<number> {
  const path = await client.createPath({ body: { sequence: PATH, name: 'Measured' } });
  const release_id = path.release_id;
  const numbers = Array.from({ length: STEPS * COURSES_EACH }, (_, index) => FIRST_COURSE + index);
  for (const sequence of numbers) await client.createCourse({ body: { sequence, name: `Course ${sequence}`, release_id } });
  for (let index = 0; index < STEPS; index++) {
    const step = await client.createStep({ body: { name: `Step ${index + 1}`, release_id } });
    const sequences = numbers.slice(index * COURSES_EACH, (index + 1) * COURSES_EACH);
    await client.setStepCourses({ params: { stepId: step.id }, body: { sequences, before: [] } });
    await client.attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
  }
  return path.id;
}
