import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measure, type Samples } from './measure.ts';
import type { Comparison } from './report.ts';

/** How long a minimal server takes to reply with the same bytes. */
export async function measurePlainReply(body: string, count: number): Promise<Samples> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await measure(async () => (await fetch(`http://127.0.0.1:${port}`)).json(), { count });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** How long it takes to append the same bytes to a file and flush it to disk. */
export async function measureDisk(folder: string, body: string, count: number): Promise<Samples> {
  const file = await open(join(folder, 'bench-disk'), 'a');
  try {
    return await measure(
      async () => {
        await file.appendFile(body);
        await file.datasync();
      },
      { count },
    );
  } finally {
    await file.close();
  }
}

/** The calls that list every version of every lesson: as rows, and as columns, which the page uses. */
export async function measureListCalls(client: Client<Api>): Promise<Comparison[]> {
  const count = 15;
  const against = 'the same bytes from a bare HTTP server';
  const rows = await measure(() => client.listLessons(), { count });
  const lessons = await client.listLessons();
  const plainRows = await measurePlainReply(JSON.stringify(lessons), count);
  const columns = await measure(() => client.listLessonColumns(), { count });
  const plainColumns = await measurePlainReply(JSON.stringify(await client.listLessonColumns()), count);
  return [
    { what: `GET /api/lessons, ${lessons.length} rows`, samples: rows, against, baseline: plainRows },
    { what: `GET /api/lessons/columns, ${lessons.length} rows`, samples: columns, against, baseline: plainColumns },
  ];
}

/** A save of a text screen, from the call to its acknowledgement. */
export async function measureSave(client: Client<Api>, dataFolder: string): Promise<Comparison> {
  const count = 60;
  const lesson = await client.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  let version = 0;
  const textOf = (): string => `Version ${(version += 1)}\n${'A line of text as authors write them.\n'.repeat(100)}`;
  const params = { lessonId: lesson.id, screenId: newScreenId };
  // As after a minute of work: the first saves of a process take 50% longer.
  const samples = await measure(() => client.saveScreen({ params, body: { body_markdown: textOf() } }), { count, warmUp: count });
  const baseline = await measureDisk(dataFolder, textOf(), count);
  return { what: 'PUT screen, 4 kB of text', samples, against: 'the same bytes appended and synced to disk', baseline };
}
