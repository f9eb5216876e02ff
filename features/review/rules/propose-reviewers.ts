import type { ReviewerCandidate } from '../contract/pull-requests.ts';

/** Most people who are proposed: a row of buttons. */
const PROPOSALS_MAX = 5;

interface Proposal {
  readonly id: number;
  readonly name: string;
  /** Why they are proposed; empty: they are here. */
  readonly reason: string;
}

type Ticked = ReadonlySet<number> | 'all';

/** How many of the lessons are ticked. */
function countTicked(lessons: readonly number[], ticked: Ticked): number {
  return ticked === 'all' ? lessons.length : lessons.filter((id) => ticked.has(id)).length;
}

/** The reviewers of the ticked lessons, who are chosen at first. */
export function chosenAtFirst(candidates: readonly ReviewerCandidate[], ticked: Ticked): number[] {
  return candidates.filter(({ reviews }) => countTicked(reviews, ticked) > 0).map(({ id }) => id);
}

/**
 * Who can be asked with one press: the reviewers of the ticked lessons, then who wrote in them before, then others. Those whose approval
 * wouldn't count, because they changed something in this release, come last.
 */
export function proposeReviewers(candidates: readonly ReviewerCandidate[], ticked: Ticked): Proposal[] {
  const weighed = candidates.map(({ id, name, reviews, wrote, is_writer }) => ({
    id,
    name,
    is_writer,
    reviewed: countTicked(reviews, ticked),
    written: countTicked(wrote, ticked),
  }));
  return weighed
    .toSorted(
      (one, other) =>
        Number(one.is_writer) - Number(other.is_writer) ||
        other.reviewed - one.reviewed ||
        other.written - one.written ||
        one.name.localeCompare(other.name),
    )
    .slice(0, PROPOSALS_MAX)
    .map(({ id, name, ...facts }) => ({ id, name, reason: reasonOf(facts) }));
}

function reasonOf({ is_writer, reviewed, written }: { is_writer: boolean; reviewed: number; written: number }): string {
  if (is_writer) return 'changed something here, so an approval wouldn’t count';
  if (reviewed > 0) return reviewed === 1 ? 'reviewer of the lesson' : `reviewer of ${reviewed} lessons`;
  if (written > 0) return written === 1 ? 'worked on the lesson before' : `worked on ${written} of the lessons before`;
  return '';
}
