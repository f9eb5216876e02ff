import { CommandRefused } from '../command.ts';
import { errorLine, type Clone } from './clone.ts';
import type { ReleaseBranch } from './release-branch.ts';

const NEWER = 'The server has newer changes. Run lessonwright pull, then push again.';
const KEPT = 'Your changes are kept in the clone.';

/** Fetches the branch of a release. Returns its commit. @throws CommandRefused if the server doesn't give it. */
export async function fetchRelease(clone: Clone, { name, tracking }: ReleaseBranch): Promise<string> {
  const { address, config } = await clone.remote();
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', address, `+refs/heads/${name}:${tracking}`];
  const { exitCode, stderr } = await clone.git(args, { config, answers: [1, 128] });
  if (exitCode !== 0) throw new CommandRefused(`Couldn’t fetch ${name}: ${fetchProblem(stderr)} Nothing was changed.`);
  return clone.text(['rev-parse', '--verify', tracking]);
}

/** Pushes a commit to the branch of a release. @throws CommandRefused with what the server says if it refuses. */
export async function pushRelease(clone: Clone, { name, tracking }: ReleaseBranch, commit: string): Promise<void> {
  const { address, config } = await clone.remote();
  const args = ['push', '--porcelain', '--', address, `${commit}:refs/heads/${name}`];
  const { exitCode, stdout, stderr } = await clone.git(args, { config, answers: [1, 128] });
  if (exitCode !== 0) throw new CommandRefused(`Couldn’t push ${name}: ${pushProblem(stdout.toString(), stderr)} ${KEPT}`);
  await clone.finish(['update-ref', tracking, commit]);
}

/** Why git couldn't fetch, as a sentence. */
function fetchProblem(stderr: string): string {
  if (stderr.includes("couldn't find remote ref"))
    return 'the server has no such branch. Check out the branch of a release with git switch.';
  return remoteProblem(stderr);
}

/** Why a server refused a push, as a sentence. */
function pushProblem(report: string, stderr: string): string {
  // `!<tab>from:to<tab>[remote rejected] (reason)`
  const refused = report.split('\n').find((each) => each.startsWith('!')) ?? '';
  const [, how = '', reason = ''] = /^!\t[^\t]*\t\[([\w ]+)\](?: \((.*)\))?$/.exec(refused) ?? [];
  if (how === 'rejected') return NEWER;
  const said = remoteLines(stderr);
  if (how === '') return remoteProblem(stderr);
  return sentence(said.length > 0 ? said.join(' ') : reason);
}

function remoteProblem(stderr: string): string {
  const isSignedOut = /Authentication failed|could not read (?:Username|Password)|returned error: 401/.test(stderr);
  if (isSignedOut) return 'the server doesn’t accept the token. Set LESSONWRIGHT_TOKEN to a personal token from Account and tokens.';
  const said = remoteLines(stderr);
  return sentence(said.length > 0 ? said.join(' ') : errorLine(stderr));
}

/** What the server says itself. */
function remoteLines(stderr: string): string[] {
  return [...stderr.matchAll(/^remote: (.*)$/gm)].map(([, text = '']) => text.trim()).filter(Boolean);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
