/** Names of path parameters in the audit trail. The API calls paths tracks. */
const NOUNS: Readonly<Record<string, string>> = {
  lesson: 'lesson',
  lessons: 'lesson',
  screen: 'screen',
  release: 'release',
  comments: 'comment',
  archive: 'comment',
  complete: 'comment',
  approve: 'comment',
  dataset: 'dataset',
  course: 'course',
  courses: 'course',
  track: 'path',
  step: 'step',
};

/** The last id in a call's address in the audit trail's form, `screen:7`; null if there is none. */
export function subjectOfCall(path: string, params: Readonly<Record<string, unknown>>): string | null {
  const named = [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].flatMap(([, word = '', name = '']) => {
    const noun = NOUNS[word];
    const id = params[name];
    return noun !== undefined && typeof id === 'number' ? [`${noun}:${id}`] : [];
  });
  return named.at(-1) ?? null;
}
