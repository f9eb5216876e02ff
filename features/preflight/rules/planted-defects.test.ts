import { describe, expect, it } from 'vitest';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { DEFECTS, GONE_HOST, seededRandom, WRONG_WORD } from '#testing/content/planted-defects.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { checkDocuments } from './check-lesson.ts';
import { checkLinks, checkReferences, type LessonIndex } from './check-release.ts';
import { LessonDocuments } from './lesson-documents.ts';

const LESSONS = 200;
const PLANTED = 400;
const SAMPLES = sampleLessons();

/** A release of copies of the sample lessons. */
function release(length = LESSONS): LessonContent[] {
  return Array.from({ length }, (_, index) => {
    const { lesson } = SAMPLES[index % SAMPLES.length] ?? SAMPLES[0]!;
    return { ...lesson, sequence: 1_000 + index };
  });
}

function findingsOf(lessons: readonly LessonContent[]): Set<string> {
  const unknown = new Map([[WRONG_WORD, null]]);
  const reports = lessons.map((lesson) => ({ lesson, report: checkDocuments(new LessonDocuments(lesson), unknown) }));
  const index: LessonIndex = {
    sequences: new Set([...lessons, ...SAMPLES.map(({ lesson }) => lesson)].map(({ sequence }) => sequence)),
    folders: new Map(reports.map(({ lesson, report }) => [String(lesson.sequence), report])),
    keys: new Map(),
  };
  const gone = { state: 'gone', status: 404, target: null, reason: null } as const;
  const links = reports.flatMap(({ report }) => report.links.map(({ url }) => url));
  const states = new Map(links.filter((url) => new URL(url).host === GONE_HOST).map((url) => [url, gone]));
  return new Set(
    reports.flatMap(({ lesson, report }) =>
      [...report.findings, ...report.misspellings, ...checkReferences(report, index), ...checkLinks(report, states)].map(
        ({ rule, place }) => `${lesson.sequence} ${rule} ${place.file}:${place.line}`,
      ),
    ),
  );
}

/** Plants mistakes of all kinds in turn, each in the next lesson that has a place for it. */
function plant(lessons: LessonContent[]): string[] {
  const random = seededRandom(17);
  const planted: { index: number; rule: string; file: string; marker: string }[] = [];
  for (let number = 0; planted.length < PLANTED; number++) {
    if (number > 100 * PLANTED) throw new Error(`No lesson has a place for mistake ${planted.length % DEFECTS.length}.`);
    const defect = DEFECTS[planted.length % DEFECTS.length];
    const index = number % LESSONS;
    const lesson = lessons[index];
    const done = lesson && defect?.(lesson, random, `m${planted.length}x`);
    if (!done) continue;
    lessons[index] = done.lesson;
    planted.push({ index, rule: done.rule, file: done.file, marker: done.marker });
  }
  const written = lessons.map((lesson) => writeLesson(lesson));
  return planted.map(({ index, rule, file, marker }) => {
    const bytes = written[index]?.get(file);
    const lines = bytes ? decodeUtf8(bytes).split('\n') : [''];
    return `${1_000 + index} ${rule} ${file}:${lines.findIndex((line) => line.includes(marker)) + 1}`;
  });
}

describe('a release of 200 lessons', () => {
  it('has no findings as long as nothing is planted', () => {
    // The next test works on copies and finds nothing but what it plants.
    expect([...findingsOf(release(SAMPLES.length))]).toEqual([]);
  });

  it('shows 99 of 100 planted mistakes of 30 kinds at the right line, and nothing else', () => {
    const lessons = release();
    const planted = plant(lessons);
    expect(new Set(planted).size).toBe(PLANTED);
    expect(new Set(planted.map((each) => each.split(' ')[1])).size).toBe(30);
    const found = findingsOf(lessons);
    const missed = planted.filter((each) => !found.has(each));
    // The list in the message, if there are too many.
    expect(missed.length > PLANTED / 100 ? missed : []).toEqual([]);
    expect([...found].filter((each) => !planted.includes(each))).toEqual([]);
  });
});
