export { collectionHandlers, importFileHandlers } from './routes.ts';
