import type { Api } from '#app/contract/api.ts';
import type { Language } from '#features/lessons/contract/lessons.ts';
import type { Client } from '#platform/contract/client.ts';

/** Creates a code screen and returns a function that runs code there: POST /api/run-code, from the call to the judged result. */
export async function openRunScreen(
  client: Client<Api>,
  { sequence, language }: { sequence: number; language: Language },
): Promise<(code: string) => Promise<void>> {
  const lesson = await client.createLesson({ body: { sequence, title: `Measured in ${language}` } });
  if (language !== 'python') await client.saveLesson({ params: { id: lesson.id }, body: { language, language_version: null } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code' } });
  return async (code) => {
    const reply = await client.runCode({ body: { lesson_id: lesson.id, screen_id: newScreenId, code } });
    if (reply.status !== 'done' || reply.error !== null)
      throw new Error(`The run returned no result: ${JSON.stringify(reply).slice(0, 500)}`);
  };
}
