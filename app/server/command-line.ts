import { runAdministratorCommand } from './commands.ts';

// The commands for administrators as a program: `node app/server/command-line.ts`.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

runAdministratorCommand(process.argv.slice(2), process.env, print).then(
  (isFine) => {
    if (!isFine) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
