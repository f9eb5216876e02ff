import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SyncedFile } from './calls.ts';
import { measureInTurn, timed, type TimedWork } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const ROUNDS = 60;
const WARM_UP = 60;
const run = promisify(execFile);

/** A save of a text screen of 4 kB, from the call to its acknowledgement. */
export async function measureSaves({ server, client, sizes }: Bench): Promise<Line[]> {
  const lesson = await client.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const params = { lessonId: lesson.id, screenId: newScreenId };
  await using disk = await SyncedFile.open(server.dataFolder);
  await using git = await PlainCommits.open();
  const samples = await measureInTurn(
    {
      ours: timed(() => client.saveScreen({ params, body: { body_markdown: textOf() } })),
      git: git.commit,
      disk: disk.append(textOf()),
    },
    // As after a minute of work: the first saves of a process take 50% longer.
    { rounds: sizes.times(ROUNDS), warmUp: sizes.times(WARM_UP) },
  );
  const what = 'save of 4 kB, acknowledged';
  return [
    { what, samples: samples.ours, against: `git commit of the same, ${await git.version()}`, baseline: samples.git },
    { what, samples: samples.ours, against: 'the same bytes appended and synced to disk', baseline: samples.disk },
  ];
}

let version = 0;

export function textOf(): string {
  return `Version ${(version += 1)}\n${'A line of text as authors write them.\n'.repeat(105)}`;
}

/** Commits of one file in a repository of its own, as an author makes them on the command line. */
class PlainCommits implements AsyncDisposable {
  readonly commit: TimedWork;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.commit = async () => {
      await writeFile(join(folder, 'body.md'), textOf());
      return timed(() => this.#git('commit', '--quiet', '--all', '--message', 'Measured'))();
    };
  }

  static async open(): Promise<PlainCommits> {
    const commits = new PlainCommits(await mkdtemp(join(tmpdir(), 'lessonwright-commits-')));
    await commits.#git('init', '--quiet');
    await writeFile(join(commits.#folder, 'body.md'), textOf());
    await commits.#git('add', '.');
    return commits;
  }

  async version(): Promise<string> {
    return (await this.#git('--version')).trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  async #git(...words: string[]): Promise<string> {
    // Its own settings only, and synced to disk as a save is.
    const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@lessons.example', '-c', 'core.fsync=all', '-c', 'gc.auto=0'];
    const env = { PATH: process.env['PATH'], HOME: this.#folder, GIT_CONFIG_NOSYSTEM: '1' };
    return (await run('git', ['-C', this.#folder, ...settings, ...words], { env })).stdout;
  }
}
