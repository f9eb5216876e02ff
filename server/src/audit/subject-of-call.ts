/** What a name in an address stands for in the audit trail. B §7 calls paths tracks. */
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

/** The last thing that the address of a call names by its id, as the audit trail writes it: `screen:7`; null: it names none. */
export function subjectOfCall(path: string, params: Readonly<Record<string, unknown>>): string | null {
  const named = [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/g)].flatMap(([, word = '', name = '']) => {
    const noun = NOUNS[word];
    const id = params[name];
    return noun !== undefined && typeof id === 'number' ? [`${noun}:${id}`] : [];
  });
  return named.at(-1) ?? null;
}
