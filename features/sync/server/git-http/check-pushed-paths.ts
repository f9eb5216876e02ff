import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { contentPathProblem } from '#platform/server/content-path.ts';

// Git runs this before it accepts a push (pre-receive): stdin has a line `{before} {after} {ref}` per ref. The new
// objects are visible only to this hook, and discarded if it fails. Its output is shown to the user who pushed.

const NO_OBJECT = /^0+$/;
/** Most problems that are reported. */
const TOLD_MAX = 10;

/** The paths in new commits that the product could not write. */
async function findProblems(commits: readonly string[]): Promise<string[]> {
  const args = ['log', '-c', '-z', '--format=', '--name-only', '--no-renames', '--stdin', '--not', '--all'];
  const git = spawn('git', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  git.stdin.end(`${commits.join('\n')}\n`);
  const ended = once(git, 'close');
  const problems = new Set<string>();
  let rest = '';
  git.stdout.setEncoding('utf8');
  for await (const chunk of git.stdout) {
    const paths = `${rest}${chunk as string}`.split('\0');
    rest = paths.pop() ?? '';
    for (const path of paths) {
      const problem = path === '' ? null : contentPathProblem(path);
      if (problem !== null) problems.add(`${problem} (${JSON.stringify(path.slice(0, 100))})`);
    }
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error('Couldn’t read the pushed commits.');
  return [...problems];
}

const commits = (await text(process.stdin)).split('\n').flatMap((line) => {
  const after = line.split(' ')[1];
  return after === undefined || NO_OBJECT.test(after) ? [] : [after];
});
const problems = commits.length === 0 ? [] : await findProblems(commits);
for (const problem of problems.slice(0, TOLD_MAX)) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
