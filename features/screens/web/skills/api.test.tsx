import { QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { LatestQueryClient } from '#platform/web/query-client.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { Skill } from '../../contract/skills.ts';
import { useSaveSkill, useSkills } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

const ADDRESS = { lessonId: 3, screenId: 7 };
const LOOPS: Skill = { id: 1, name: 'Loops', point_value: 1 };

it('a skill that was added is listed, also when the screen had its new revision before the reply came', async () => {
  const created = Promise.withResolvers<Response>();
  let lists = 0;
  vi.stubGlobal('fetch', (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') return created.promise;
    lists += 1;
    // The list of the new revision is still being waited for when the reply comes.
    if (lists === 2) return new Promise<Response>(() => undefined);
    return Promise.resolve(Response.json(lists === 1 ? [] : [LOOPS]));
  });
  let save: ReturnType<typeof useSaveSkill> | undefined;
  let shown: readonly Skill[] | undefined;
  function Host({ revision }: { revision: number }) {
    const skills = useSkills(ADDRESS, revision, true);
    const saving = useSaveSkill(ADDRESS);
    useEffect(() => {
      save = saving;
      shown = skills.data;
    });
    return null;
  }
  const client = new LatestQueryClient();
  const root = createRoot(document.createElement('div'));
  const show = (revision: number) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Host revision={revision} />
        </QueryClientProvider>,
      ),
    );
  await show(1);
  await untilRendered(() => expect(shown).toEqual([]));
  let adding: Promise<Skill> | undefined;
  await act(async () => {
    adding = save?.mutateAsync({ id: null, fields: { name: 'Loops', point_value: 1 } });
  });
  await show(2);
  created.resolve(Response.json(LOOPS));
  await act(async () => void (await adding));
  await untilRendered(() => expect(shown).toEqual([LOOPS]));
  act(() => root.unmount());
});
