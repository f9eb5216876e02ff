import type { Note } from '../cells.ts';

/** What questions of other systems have and ours don't, as a sentence for the report. */
const COUNTED = {
  penalties: 'Points off for wrong tries were left out: an answer is right or wrong here.',
  points: 'Points of questions were left out.',
  partial: 'Answers that give a part of the points count as wrong.',
  negative: 'Negative points were left out: such an answer is wrong.',
  general: 'Feedback on every answer was left out: learners read feedback on the answers that they gave.',
  right: 'Feedback on right answers was left out.',
  other: 'Feedback on all other wrong answers was left out.',
  hints: 'Hints were left out.',
  tags: 'Tags were left out.',
  limits: 'Limits of time and tries were left out.',
  hidden: 'Hidden questions were left out.',
  categories: 'Descriptions of categories were left out: only teachers read them.',
  drawn: 'Questions that a test draws at random were all imported.',
} as const;

export type Counted = keyof typeof COUNTED;

/** Places that are named in a sum. */
const NAMED_MAX = 5;

/** Notes on questions. What many of them have in common is one note with their number. */
export class QuestionReport {
  readonly #note: Note;
  readonly #counts = new Map<Counted, Set<string>>();

  constructor(note: Note) {
    this.#note = note;
  }

  note(place: string, reason: string): void {
    this.#note(place, reason);
  }

  count(what: Counted, place: string): void {
    const places = this.#counts.get(what) ?? new Set();
    places.add(place);
    this.#counts.set(what, places);
  }

  /** Adds the sums. */
  finish(): void {
    for (const [what, places] of this.#counts) {
      const named = [...places].slice(0, NAMED_MAX).join(', ');
      const more = places.size > NAMED_MAX ? `${named} and ${places.size - NAMED_MAX} more` : named;
      this.#note(more, COUNTED[what]);
    }
  }
}
