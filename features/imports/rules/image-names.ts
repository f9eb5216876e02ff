import { slug } from '#features/documents/rules/folder-name.ts';

/** Returns an image name that is safe on every system and differs from all of `taken`: `Fig. 1.PNG` becomes `fig-1.png`. */
export function uniqueImageName(given: string, taken: ReadonlySet<string>): string {
  const dot = given.lastIndexOf('.');
  const ending = /^\.(png|jpe?g|gif|webp|avif|svg)$/i.test(given.slice(Math.max(dot, 0))) ? given.slice(dot).toLowerCase() : '.png';
  const base = slug(dot > 0 ? given.slice(0, dot) : given, 'image');
  for (let number = 1; ; number++) {
    const name = `${base}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!taken.has(name)) return name;
  }
}
