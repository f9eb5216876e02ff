import { moveContent } from './move-content.ts';

// A process of its own, because memory that PGlite took is given back only when its process ends.
// Arguments: the data folder. What goes wrong is written to standard error, for people.

const [dataFolder = ''] = process.argv.slice(2);
await moveContent(dataFolder).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
