import type { ScreenFields } from '#contract/screens.ts';
import { contentHash } from '#content/content-hash.ts';
import { hashedScreen } from '#content/content-documents.ts';
import type { ScreenContent } from '#content/lesson-content.ts';
import type { ScreenAttached, StoredScreen } from '#server/lessons/screen-queries.ts';

/** A new screen's content besides its fields. */
export function emptyAttached(): ScreenAttached {
  return { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
}

/** A stored screen in the form of its files. */
export function screenContentOf(screen: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>): ScreenContent {
  return { ...screen.attached, uuid: screen.uuid, folder: screen.folder, fields: screen.fields };
}

/** Splits a screen's content into the columns of the table. */
export function splitScreenContent({ uuid, folder, fields, ...attached }: ScreenContent): {
  uuid: string;
  folder: string;
  fields: ScreenFields;
  attached: ScreenAttached;
} {
  return { uuid, folder, fields, attached };
}

/** Hash of a screen's whole content. */
export function screenHash(content: ScreenContent): string {
  return contentHash(hashedScreen(content));
}
