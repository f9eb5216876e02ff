import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measureCall } from './calls.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const STEPS = 10;
const COURSES_EACH = 12;
const CALLS = 30;
/** Numbers of courses and paths that nothing else in the bench uses. */
const FIRST_COURSE = 700_000;
const PATH = 700_000;

/** Opening a path of 10 steps with 12 courses each: the path, and its steps with their courses, as its page requests them. */
export async function measurePathCalls({ client, sizes }: Bench): Promise<Line[]> {
  const [steps, courses] = [sizes.of(STEPS, 2), sizes.of(COURSES_EACH, 2)];
  const trackId = await makePath(client, steps, courses);
  const open = async () => {
    const [path, outline] = await Promise.all([client.getPath({ params: { trackId } }), client.getPathOutline({ params: { trackId } })]);
    return { path, outline };
  };
  return [await measureCall(`path of ${steps} steps × ${courses} courses, opened by 2 calls`, open, sizes, CALLS)];
}

async function makePath(client: Client<Api>, steps: number, courses: number): Promise<number> {
  const path = await client.createPath({ body: { sequence: PATH, name: 'Measured' } });
  const release_id = path.release_id;
  const numbers = Array.from({ length: steps * courses }, (_, index) => FIRST_COURSE + index);
  for (const sequence of numbers) await client.createCourse({ body: { sequence, name: `Course ${sequence}`, release_id } });
  for (let index = 0; index < steps; index++) {
    const step = await client.createStep({ body: { name: `Step ${index + 1}`, release_id } });
    const sequences = numbers.slice(index * courses, (index + 1) * courses);
    await client.setStepCourses({ params: { stepId: step.id }, body: { sequences, before: [] } });
    await client.attachStep({ params: { trackId: path.id, stepId: step.id }, body: {} });
  }
  return path.id;
}
