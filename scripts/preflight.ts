import { runPreflight } from './run-preflight.ts';

// `npm run preflight -- --folder PATH`: what is wrong with the lessons of a content repository. Needs no server and no database.

// npm changes the folder, and says where it was called.
const { code, stdout, stderr } = await runPreflight(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
