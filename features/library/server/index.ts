export { libraryHandlers } from './routes.ts';
