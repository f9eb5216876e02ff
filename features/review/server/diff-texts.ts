/** Compares files that are not in git. */

import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { compareWithinLimits } from '#features/documents/server/index.ts';
import { directionOfLanguage } from '#platform/content/language-direction.ts';
import { diffWithinLimits } from '#platform/server/markdown/render-markdown.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { reviewedKind, screenOfFile } from '../rules/review-files.ts';
import { diffQuestions } from './diff-questions.ts';

/** Lines per file, including those around changes. */
const LINES_MAX = 5_000;

interface Shown {
  /** Where the images of its texts are; null: it has none. */
  readonly imagesAt: string | null;
  /** The language of its texts; null: not stated. */
  readonly language: string | null;
}

/** What differs between two states of the files of a part. Files that are the same are left out. */
export async function diffFiles(
  { config }: Pick<Platform, 'config'>,
  { before, after }: { readonly before: Files; readonly after: Files },
  shown: Shown,
): Promise<FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, current] = [before.get(path), after.get(path)];
    if (old && current && Buffer.compare(old, current) === 0) continue;
    diffs.push(await diffText({ config }, path, { before: textOf(old), after: textOf(current) }, shown));
  }
  return diffs;
}

function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes).toString();
}

async function diffText(
  { config }: Pick<Platform, 'config'>,
  path: string,
  { before, after }: { before: string | null; after: string | null },
  { imagesAt, language }: Shown,
): Promise<FileDiff> {
  const kind = reviewedKind(path);
  const context = { imagesAt, videoHosts: config.videoHosts, direction: directionOfLanguage(language) };
  const { hunks, is_cut } = await shownHunks(before, after);
  return {
    ...fileHead(path, {
      before: before === null ? null : Buffer.byteLength(before),
      after: after === null ? null : Buffer.byteLength(after),
    }),
    kind,
    hunks,
    is_cut,
    rendered: kind === 'text' ? await diffWithinLimits(before, after, context) : null,
    text_language: language,
    questions: kind === 'questions' ? await diffQuestions(before, after, (old, current) => diffWithinLimits(old, current, context)) : null,
  };
}

/** A file of a diff, without what it holds. */
export function fileHead(path: string, size: FileDiff['size']): FileDiff {
  return {
    path,
    from: null,
    change: size.before === null ? 'added' : size.after === null ? 'deleted' : 'changed',
    kind: 'other',
    screen: screenOfFile(path),
    is_binary: false,
    size,
    hunks: [],
    is_cut: false,
    rendered: null,
    questions: null,
    text_language: null,
    source: null,
  };
}

/** The lines that differ. Cut to nothing if the texts take too long to compare. */
export async function shownHunks(before: string | null, after: string | null): Promise<Pick<FileDiff, 'hunks' | 'is_cut'>> {
  const hunks = await compareWithinLimits(before ?? '', after ?? '');
  return hunks === null ? { hunks: [], is_cut: true } : cutHunks(hunks);
}

function cutHunks(hunks: FileDiff['hunks']): Pick<FileDiff, 'hunks' | 'is_cut'> {
  let left = LINES_MAX;
  const kept = hunks.flatMap(({ header, lines }) => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ header, lines: shown }];
  });
  return { hunks: kept, is_cut: hunks.reduce((sum, { lines }) => sum + lines.length, 0) > LINES_MAX };
}
