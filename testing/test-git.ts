import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentGit, type OpenOptions } from '#features/git/server/content-git.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { copyFirstContent } from './first-content.ts';

const SILENT = { info: () => {}, warn: () => {} };

export interface TestGit {
  readonly git: ContentGit;
  readonly dataFolder: string;
  /** The built-in code host, as seen by someone who cloned it. */
  readonly content: GitRepository;
  readonly working: GitRepository;
  /** Closes and opens again, like a restart. */
  reopen(options?: Partial<OpenOptions>): Promise<ContentGit>;
  /** Closes and removes everything. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface TestGitOptions extends Partial<OpenOptions> {
  /** True: create the repositories here, instead of copying prepared ones. */
  isFirstStart?: boolean;
}

/** The content repositories of a new product, in their own folder. */
export async function startTestGit({ isFirstStart = false, ...options }: TestGitOptions = {}): Promise<TestGit> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-git-'));
  if (!isFirstStart && !options.remote && !options.sampleFolder) await copyFirstContent(dataFolder);
  const open = (more: Partial<OpenOptions> = {}) => ContentGit.open({ dataFolder, sampleFolder: null, log: SILENT, ...options, ...more });
  let git = await open();
  return {
    get git() {
      return git;
    },
    dataFolder,
    content: new GitRepository(join(dataFolder, 'content.git')),
    working: new GitRepository(join(dataFolder, 'working.git')),
    async reopen(more) {
      await git.close();
      git = await open(more);
      return git;
    },
    async [Symbol.asyncDispose]() {
      await git.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Converts texts to files. */
export function files(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
}
