/**
 * Search over every text: lessons, screens, questions, checks, files, comments, courses and paths. Triggers of the database queue what
 * was written, and {@link SearchIndex} keeps one table of texts up to date; searches find candidates in it by their trigrams and match
 * them in a thread of their own.
 */

export { searchModule } from './routes.ts';
export { SearchIndex } from './search-index.ts';
export { findTexts, type FoundText } from './search.ts';
