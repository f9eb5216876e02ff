/**
 * History: every save of a lesson, screen, file, course and path as a version that can be shown, compared and restored, who wrote a line,
 * and what changed since a person's last visit. Triggers write the versions (server/migrations/0035-history.sql); this module reads them.
 */

export { historyModule } from './routes.ts';
