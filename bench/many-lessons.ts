import { sql } from 'kysely';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { openDatabase } from '#platform/server/database/database.ts';

/** Without digits: searches for numbers would find them. */
const RELEASES = ['Spring', 'Summer', 'Autumn'] as const;

/** Inserts `numbers` lessons with three versions each into the database of a stopped server. */
export async function insertManyLessons(dataFolder: string, numbers: number): Promise<void> {
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  const { db } = database;
  try {
    const fields = JSON.stringify(emptyLessonFields({ title: '', author: '' }));
    for (const [index, name] of RELEASES.entries()) {
      const release = index + 1;
      const { id } = await db
        .insertInto('releases')
        .values({ name, branch_name: `bench/release-${release}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`
        insert into lessons (uuid, release_id, sequence, folder, title, type, author, language, fields, content_hash, screens_hash, updated_at)
        select gen_random_uuid(), ${id}, n, 'lesson-' || n, title, type, author, language,
          ${fields}::jsonb || jsonb_build_object('title', title, 'type', type, 'author', author, 'language', language),
          md5(n::text || ${release}::text), md5(''), now() - n * interval '1 minute' - ${release} * interval '1 day'
        from (
          select n,
            (array['Reading', 'Cleaning', 'Joining', 'Plotting', 'Testing'])[1 + n % 5] || ' '
              || (array['data frames', 'text files', 'tables', 'time series', 'functions', 'distributions'])[1 + n % 6] || ' ' || n as title,
            (array['mission', 'project', 'practice_problem', 'assessment'])[1 + n % 4] as type,
            (array['Ada Quill', 'Ben Carver', 'Chi Okafor', 'Dora Lind'])[1 + n % 4] as author,
            (array['python', 'sql', 'r', 'cli'])[1 + n % 4] as language
          from generate_series(1, ${numbers}::int) as n
        ) as numbered`.execute(db);
    }
    await sql`analyze`.execute(db);
  } finally {
    await database.close();
  }
}
