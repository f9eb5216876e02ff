export { deleteModelRequestsBefore } from './queries.ts';
export { languageModelHandlers } from './routes.ts';
