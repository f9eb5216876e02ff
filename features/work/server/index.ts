export { workHandlers } from './routes.ts';
