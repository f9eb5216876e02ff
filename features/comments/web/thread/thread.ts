import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { Quote } from '../../contract.ts';
import type { Lines } from '../../rules/line-anchor.ts';

/** A passage of a text of a screen. */
export interface PassageAnchor {
  readonly kind: 'passage';
  readonly quote: Quote;
  /** The server no longer finds the passage. */
  readonly isDetached: boolean;
}

/** Lines of a file in a comparison of two states. */
export interface LinesAnchor {
  readonly kind: 'lines';
  readonly path: string;
  readonly side: 'before' | 'after';
  /** Where they are in the current state of the file; null: the file as a whole, or the lines have changed since. */
  readonly lines: Lines | null;
  /** The passage of the rendered text; empty: the lines as a whole. */
  readonly quote: string;
  /** The lines as they were. */
  readonly source: string;
  /** The lines have changed since, or the file no longer exists. */
  readonly isOutdated: boolean;
}

/** What one user wrote in a thread. */
export interface ThreadMessage {
  readonly id: number;
  /** The name of the user. */
  readonly by: string;
  readonly at: string;
  /** Markdown. */
  readonly text: string;
  /** The text as the server rendered it; null: the page renders it. */
  readonly html: SafeHtml | null;
  /** What the commented lines should be replaced with; null: nothing is suggested. */
  readonly suggestion: string | null;
  readonly isEdited: boolean;
  /** Only its author sees it. */
  readonly isPending: boolean;
  /** Its author deleted it; it stays because of its replies. */
  readonly isDeleted: boolean;
}

/**
 * A comment with its replies, whatever it is about. `anchor` null: a screen as a whole. What users may do in it is in the policy of
 * its kind (`ThreadPolicy` in comments.policy.ts).
 */
export interface Thread<
  A extends PassageAnchor | LinesAnchor | null = PassageAnchor | LinesAnchor | null,
  M extends ThreadMessage = ThreadMessage,
> {
  readonly anchor: A;
  readonly first: M;
  readonly replies: readonly M[];
}
