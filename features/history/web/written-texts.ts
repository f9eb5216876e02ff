import { textsWith } from '#features/screens/contract/screen-texts.ts';

/** The texts of a screen whose lines have authors, in the order of the fields. */
export const WRITTEN_TEXTS = textsWith({ hasLineAuthors: true });
