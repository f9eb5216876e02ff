export { replaceModule } from './routes.ts';
