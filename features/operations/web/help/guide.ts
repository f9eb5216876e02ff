import { readGuide } from './read-guide.ts';

// The files of docs/guide as they are, so that the guide needs no server and no network. Only the help page loads them.
const files = import.meta.glob<string>('../../../../docs/guide/*.md', { eager: true, query: '?raw', import: 'default' });
const pictures = import.meta.glob<string>('../../../../docs/guide/images/*.webp', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

/** The guide to the product. */
export const GUIDE = readGuide(files, pictures);
