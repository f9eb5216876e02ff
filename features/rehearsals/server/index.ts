export { rehearsalsModule } from './routes.ts';
export { startRehearsalWorkers } from './workers.ts';
