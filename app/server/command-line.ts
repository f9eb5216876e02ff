import { closeIdleGitHost } from '#features/git/server/index.ts';
import { runAdministratorCommand } from './commands.ts';

// The commands for administrators as a program: `node app/server/command-line.ts`.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  if (!(await runAdministratorCommand(process.argv.slice(2), process.env, print))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  // git's helper process would keep this one alive for a while.
  await closeIdleGitHost();
}
