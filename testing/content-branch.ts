import { join } from 'node:path';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { writeCommit } from '#features/git/server/commit-writer.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { ObjectReader } from '#features/git/server/object-reader.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';

/** The files of a lesson with one text screen per text. */
export function lessonFiles(sequence: number, title: string, ...texts: string[]): Map<string, Uint8Array> {
  const screens = texts.map((body_markdown, index) => ({
    uuid: derivedUuid('screen', String(sequence), String(index)),
    folder: `screen-${index}`,
    fields: { ...emptyScreenFields(), title: `Screen ${index}`, body_markdown },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
  }));
  const fields = emptyLessonFields({ title, author: 'Ada' });
  const uuid = derivedUuid('lesson', String(sequence));
  return writeLesson({
    uuid,
    sequence,
    fields,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens,
  });
}

/** The built-in code host of a test's data folder, as a user of plain git sees it. */
export class ContentRepository {
  readonly git: GitRepository;

  constructor(dataFolder: string) {
    this.git = new GitRepository(join(dataFolder, 'content.git'));
  }

  /** The commit of a branch; null if it doesn't exist. */
  async head(branch: string): Promise<string | null> {
    const { exitCode, stdout } = await this.git.run(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], { answers: [1] });
    return exitCode === 0 ? stdout.toString().trim() : null;
  }

  /** Commits lesson folders (null: deletes them) to a branch; a new branch starts at main. Returns the commit. */
  async push(branch: string, folders: Readonly<Record<string, ReadonlyMap<string, Uint8Array> | null>>): Promise<string> {
    if ((await this.head(branch)) === null)
      await this.git.run(['update-ref', `refs/heads/${branch}`, await this.git.text(['rev-parse', 'main'])]);
    const reader = new ObjectReader(this.git.directory);
    try {
      return await writeCommit(this.git, reader, {
        branch,
        expectedHead: await this.head(branch),
        author: { name: 'Grace', email: 'grace@example.org' },
        message: 'Edit with plain git',
        date: new Date(),
        deletes: Object.keys(folders).map((folder) => `lessons/${folder}`),
        writes: new Map(
          Object.entries(folders).flatMap(([folder, files]) =>
            [...(files ?? [])].map(([path, bytes]) => [`lessons/${folder}/${path}`, bytes] as const),
          ),
        ),
      });
    } finally {
      await reader.close();
    }
  }

  /** The tree below a path of a branch; '' for everything. */
  async tree(branch: string, path = ''): Promise<string> {
    return this.git.text(['rev-parse', `refs/heads/${branch}:${path}`]);
  }

  /** The text of a file; null if it doesn't exist. */
  async read(branch: string, path: string): Promise<string | null> {
    const { exitCode, stdout } = await this.git.run(['show', `refs/heads/${branch}:${path}`], { answers: [128] });
    return exitCode === 0 ? stdout.toString() : null;
  }
}
