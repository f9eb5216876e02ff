import { describe, expect, it } from 'vitest';
import { FOLDER_FILES_MAX } from '#features/git/server/folder-reader.ts';
import type { FileBytes } from '#platform/server/file-bytes.ts';
import { findZipLessons } from './zip-lessons.ts';

const EMPTY = Buffer.alloc(0);

function zipOf(lessonFiles: number): ReadonlyMap<string, FileBytes> {
  const files = new Map<string, FileBytes>([['1-a/lesson.yaml', Buffer.from('sequence: 1\n')]]);
  for (let at = 1; at < lessonFiles; at += 1) files.set(`1-a/files/${at}`, EMPTY);
  return files;
}

describe('the lessons of a zip', () => {
  it('may have as many files as can be read from a commit', () => {
    const [lesson] = findZipLessons(zipOf(FOLDER_FILES_MAX), new Map()).lessons;
    expect(lesson?.files.size).toBe(FOLDER_FILES_MAX);
  });

  it('are refused before anything is written when one has more', () => {
    expect(() => findZipLessons(zipOf(FOLDER_FILES_MAX + 1), new Map())).toThrow(
      expect.objectContaining({ code: 'too_large', message: expect.stringContaining('1-a has more than 20,000 files') }),
    );
  });
});
