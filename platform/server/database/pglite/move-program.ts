import { moveContent } from './move-content.ts';

// Runs as a separate process, because memory used by PGlite is only returned when its process ends. Argument: the data
// folder. Errors are written to standard error for the operator.

const [dataFolder = ''] = process.argv.slice(2);
await moveContent(dataFolder).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
