export { searchModule } from './routes.ts';
export { SearchIndex } from './search-index.ts';
export { type FoundText, findTexts } from './search.ts';
