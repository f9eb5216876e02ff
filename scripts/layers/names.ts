import type { SourceFile } from './imports.ts';
import { FREE_FILES, matchesAny } from './rules.ts';

/** What can import one another: in each, a name that is exported has one meaning. Editors offer all of them where one is typed. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  contracts: ['platform/contract/**', 'app/contract/**', 'features/*/contract.ts', 'features/*/contract/**', 'features/*/*.policy.ts'],
  rules: ['platform/content/**', 'features/*/rules/**'],
  server: ['platform/server/**', 'app/server/**', 'features/*/server/**'],
  web: ['platform/web/**', 'app/web/**', 'features/*/web/**'],
  runner: ['runner/**'],
};

/** A `messages.ts` holds the texts of its folder. Where another folder's are needed too, they are imported under another name. */
const isTextsOfFolder = (name: string, path: string): boolean => name === 'MESSAGES' && path.endsWith('messages.ts');

/** Names that several files of one side declare and export. A re-export is none. */
export function findSharedNames(files: readonly SourceFile[]): string[] {
  return Object.entries(SIDES).flatMap(([side, patterns]) => {
    const inSide = files.filter(({ path }) => matchesAny(path, patterns) && !matchesAny(path, FREE_FILES));
    const homes = Map.groupBy(
      inSide.flatMap(({ path, declares }) => declares.filter((name) => !isTextsOfFolder(name, path)).map((name) => ({ name, path }))),
      ({ name }) => name,
    );
    return [...homes]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `several files of the ${side} export ${name}: ${paths.map(({ path }) => path).join(', ')}`);
  });
}
