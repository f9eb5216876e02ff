/**
 * Replace: what was found is previewed with its replacements, the checks of touched code run before anything is saved, and the chosen
 * changes are one bulk edit of lessons (server/src/lessons/bulk-edits), which is undone as a whole.
 */

export { replaceModule } from './routes.ts';
