export { historyModule } from './routes.ts';
