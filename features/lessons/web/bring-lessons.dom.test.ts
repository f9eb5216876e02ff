import { afterEach, describe, expect, it, vi } from 'vitest';
import { bringLessonsTo } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

const lessons = [
  { id: 1, sequence: 11, release_id: 7 },
  { id: 2, sequence: 12, release_id: 7 },
  { id: 3, sequence: 13, release_id: 8 },
];

/** Replies to the calls in their order, and keeps which lessons they were for. */
function serve(...replies: { invalidLessons?: Record<string, string>; leftLessons?: number[] }[]): unknown[] {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { lessons_list, from_release } = JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>;
    asked.push([from_release, lessons_list]);
    return Response.json({ invalidLessons: {}, leftLessons: [], ...replies[asked.length - 1] });
  });
  return asked;
}

describe('moving lessons of several releases', () => {
  const move = () => bringLessonsTo({ id: 9 }, lessons, { move: true, operationId: '0199a3c0-607b-766b-91b0-b66a62733701' });

  it('is one call for each release, and names what was refused', async () => {
    const asked = serve({ invalidLessons: { 12: 'It was deleted.' } });
    const { refused, left } = await move();
    expect(asked).toEqual([
      [7, [11, 12]],
      [8, [13]],
    ]);
    expect([[...refused], [...left]]).toEqual([[[2, 'It was deleted.']], []]);
  });

  it('ends where it was stopped', async () => {
    const asked = serve({ leftLessons: [12] });
    const { refused, left } = await move();
    expect(asked).toEqual([[7, [11, 12]]]);
    expect([[...refused], [...left]]).toEqual([[], [2, 3]]);
  });
});
