/**
 * Rehearsals of upgrades: a job runs the code screens of a release with today's packages and with others, what differs is grouped by its
 * cause, and the lessons that came out well go into a release with the new packages. Copies lessons between releases, so it comes after
 * content-sync.
 */

export { rehearsalsModule } from './routes.ts';
export { startRehearsalWorkers } from './workers.ts';
