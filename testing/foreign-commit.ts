import { join } from 'node:path';
import { headOf, writeCommit } from '#features/git/server/commit-writer.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { ObjectReader } from '#features/git/server/object-reader.ts';

/** A user of plain git, as the built-in code host sees them. */
export const GRACE = { name: 'Grace', email: 'grace@example.org' } as const;

/**
 * Commits files (null: deletes them) to a branch of the repository in `directory`, as another user would push them. Returns the
 * commit.
 *
 * @param onto start of the branch; if omitted, its current head
 */
export async function commitElsewhere(
  directory: string,
  branch: string,
  texts: Readonly<Record<string, string | null>>,
  { onto, message = 'From elsewhere' }: { onto?: string; message?: string } = {},
): Promise<string> {
  const repository = new GitRepository(directory);
  if (onto !== undefined) await repository.run(['update-ref', `refs/heads/${branch}`, onto]);
  const reader = new ObjectReader(directory);
  try {
    const entries = Object.entries(texts);
    return await writeCommit(repository, reader, {
      branch,
      expectedHead: await headOf(repository, branch),
      author: GRACE,
      message,
      date: new Date(),
      writes: new Map(entries.flatMap(([path, text]) => (text === null ? [] : [[path, Buffer.from(text)] as const]))),
      deletes: entries.flatMap(([path, text]) => (text === null ? [path] : [])),
    });
  } finally {
    await reader.close();
  }
}

/** The built-in code host of a data folder. */
export function contentOf(dataFolder: string): GitRepository {
  return new GitRepository(join(dataFolder, 'content.git'));
}
