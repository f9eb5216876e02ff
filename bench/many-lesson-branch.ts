import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { writeCommit } from '#features/git/server/commit-writer.ts';
import type { GitRepository } from '#features/git/server/git.ts';
import { ObjectReader } from '#features/git/server/object-reader.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';

/** Text and code screens in turn, with three files each on average, as in real lessons. */
function screenOf(lesson: number, index: number, edition: string): ScreenContent {
  const isCode = index % 2 === 1;
  const text = `Screen ${index} of lesson ${lesson}${edition}.\n\n${'A line of text as authors write them, with some *emphasis*.\n'.repeat(12)}`;
  const code = { instructions_markdown: `Print ${lesson}.\n`, answer_code: `value = ${lesson}\nprint(value)\n` };
  return {
    uuid: derivedUuid('bench screen', String(lesson), String(index)),
    folder: `screen-${index}`,
    fields: {
      ...emptyScreenFields(),
      title: `Screen ${index}`,
      type: isCode ? 'code' : 'text',
      body_markdown: text,
      ...(isCode ? code : {}),
    },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
  };
}

interface ManyLessons {
  readonly branch: string;
  readonly lessons: number;
  readonly screens: number;
  /** The head of the branch; null: it is a new one. */
  readonly head?: string | null;
  /** Part of every text, so that it differs from that of another commit. */
  readonly edition?: string;
}

/** Commits `lessons` lessons with `screens` screens each to a branch. Returns the number of files. */
export async function writeManyLessons(
  repository: GitRepository,
  { branch, lessons, screens, head = null, edition = '' }: ManyLessons,
): Promise<number> {
  const writes = new Map<string, Uint8Array>();
  for (let sequence = 1; sequence <= lessons; sequence++) {
    const files = writeLesson({
      uuid: derivedUuid('bench lesson', String(sequence)),
      sequence,
      fields: emptyLessonFields({ title: `Lesson ${sequence}`, author: 'Ada Quill' }),
      packages: [],
      packages_lock: null,
      datasets: [],
      accepted: [],
      data_files: [],
      images: [],
      screens: Array.from({ length: screens }, (_, index) => screenOf(sequence, index, edition)),
    });
    for (const [path, bytes] of files) writes.set(`lessons/${sequence}-lesson/${path}`, bytes);
  }
  const reader = new ObjectReader(repository.directory);
  try {
    await writeCommit(repository, reader, {
      branch,
      expectedHead: head,
      author: { name: 'Ada Quill', email: 'ada@lessons.example' },
      message: `Lay in ${lessons} lessons`,
      date: new Date(),
      writes,
      deletes: [],
    });
  } finally {
    await reader.close();
  }
  return writes.size;
}
