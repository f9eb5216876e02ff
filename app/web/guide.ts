import { type GuidePicture, readGuide } from '#features/operations/web/help/read-guide.ts';
import sizes from './guide-picture-sizes.json' with { type: 'json' };

// The pages of all features and those of app/guide as they are, so that the guide needs no server and no network. Only the help page
// loads them.
const pages = import.meta.glob<string>(['../guide/*.md', '../../features/*/guide.md', '../../features/*/guide/*.md'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const addresses = import.meta.glob<string>('../guide/images/*.webp', { eager: true, query: '?url&no-inline', import: 'default' });

/** The guide to the product. */
export const GUIDE = readGuide(fromRoot(pages), pictures());

/** The pictures with their sizes, which `npm run screenshots -- guide` writes. */
function pictures(): Record<string, GuidePicture> {
  const named = Object.entries(fromRoot(addresses)).map(([path, address]): [string, GuidePicture] => {
    const [width = 0, height = 0] = (sizes as Readonly<Record<string, number[]>>)[path.slice(path.lastIndexOf('/') + 1)] ?? [];
    return [path, { address, width, height }];
  });
  return Object.fromEntries(named);
}

/** The same files by their paths from the root of the repository. */
function fromRoot(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [new URL(path, 'file:///app/web/').pathname, content]));
}
