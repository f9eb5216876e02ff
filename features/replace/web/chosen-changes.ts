import type { ChosenText, PreviewedReplacement, PreviewedText, ReplacePreview } from '../contract.ts';

/** The name of a previewed change, unique in its preview. */
export function changeKey(lessonId: number, { screen_id, field }: Pick<PreviewedText, 'screen_id' | 'field'>, from: number): string {
  return `${lessonId}/${screen_id ?? ''}/${field}/${from}`;
}

/** The names of all changes of a lesson. */
export function keysOf({ id, texts }: PreviewedReplacement): string[] {
  return texts.flatMap((text) => text.changes.map(({ from }) => changeKey(id, text, from)));
}

/** The changes that are not left out, by their texts. */
export function chosenTexts(
  { lessons }: Pick<ReplacePreview, 'lessons'>,
  leftOut: ReadonlySet<string>,
  leftOutScreens: ReadonlySet<number> = new Set(),
): ChosenText[] {
  return lessons.flatMap(({ id, texts }) =>
    texts.flatMap((text): ChosenText[] => {
      if (text.screen_id !== null && leftOutScreens.has(text.screen_id)) return [];
      const ranges = text.changes.filter(({ from }) => !leftOut.has(changeKey(id, text, from))).map(({ from, to }) => ({ from, to }));
      const { screen_id, field, hash } = text;
      return ranges.length === 0 ? [] : [{ lesson_id: id, screen_id, field, hash, ranges }];
    }),
  );
}

/** How many changes and lessons were chosen. */
export function countChosen(texts: readonly ChosenText[]): { changes: number; lessons: number } {
  const changes = texts.reduce((sum, { ranges }) => sum + ranges.length, 0);
  return { changes, lessons: new Set(texts.map(({ lesson_id }) => lesson_id)).size };
}

/** The set after these keys were all added or all removed. */
export function withKeys(known: ReadonlySet<string>, keys: readonly string[], isIn: boolean): ReadonlySet<string> {
  const next = new Set(known);
  for (const key of keys)
    if (isIn) next.add(key);
    else next.delete(key);
  return next;
}
