import type { SearchKind } from '../contract/search-kinds.ts';
import type { SearchMatch } from '../contract/search.ts';
import type { TextRange } from '../rules/matcher.ts';
import type { CandidateText, FoundScreen } from './find-texts.ts';

/** Most characters of a line that are shown on each side of a match, and of a match. */
const SHOWN = { before: 80, match: 400, after: 200, line: 240 } as const;

/** A match with its place and the lines around. */
export function showMatch(candidate: CandidateText & FoundScreen, kind: SearchKind, { from, to }: TextRange): SearchMatch {
  const { text } = candidate;
  const lineFrom = text.lastIndexOf('\n', from - 1) + 1;
  const lineTo = endOfLine(text, to);
  const start = positionOf(text, from);
  const end = positionOf(text, to);
  return {
    place: {
      document: candidate.document,
      id: candidate.document_id,
      lesson_id: candidate.lesson_id,
      screen_id: candidate.screen_id,
      curriculum: curriculumOf(candidate),
      field: candidate.field,
      from,
      to,
      line: start.line,
      column: start.column,
      end_line: end.line,
      end_column: end.column,
    },
    kind,
    label: kind === 'alt' ? `${candidate.label}, alternative text` : candidate.label,
    screen_sequence: candidate.screen_sequence,
    screen_title: candidate.screen_title,
    before: cutStart(text.slice(lineFrom, from), SHOWN.before),
    match: cutEnd(text.slice(from, to), SHOWN.match),
    after: cutEnd(text.slice(to, lineTo), SHOWN.after),
    line_before: lineFrom === 0 ? null : cutEnd(text.slice(text.lastIndexOf('\n', lineFrom - 2) + 1, lineFrom - 1), SHOWN.line),
    line_after: lineTo >= text.length ? null : cutEnd(text.slice(lineTo + 1, endOfLine(text, lineTo + 1)), SHOWN.line),
  };
}

function curriculumOf({ course_id, path_id }: CandidateText): SearchMatch['place']['curriculum'] {
  if (course_id !== null) return { kind: 'course', id: course_id };
  return path_id === null ? null : { kind: 'path', id: path_id };
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function cutStart(text: string, max: number): string {
  return text.length <= max ? text : `…${text.slice(-max).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

function cutEnd(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
