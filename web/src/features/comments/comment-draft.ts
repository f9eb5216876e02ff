import type { Quote } from '#contract/comments.ts';
import { draftKey } from '#web/platform/drafts.ts';
import type { NewComment } from './api.ts';
import { KeptForm } from './kept-form.ts';

const EMPTY: NewComment = { comment: '', tags: [], mandatory: false, quote: null };

/** The new comment of a screen while it is written, by whichever part of the page. */
export class CommentDraft extends KeptForm<NewComment> {
  #wantsFocus = false;

  constructor(userId: number, screenId: number) {
    super(draftKey(userId, 'comment', screenId), EMPTY);
  }

  /** Begins a comment on a passage; what is written already stays. */
  quote(quote: Quote): void {
    this.#wantsFocus = true;
    this.change({ quote });
  }

  /** Whether a passage was quoted since it was asked last: then the cursor belongs into the text of the comment. */
  takeFocus(): boolean {
    const wants = this.#wantsFocus;
    this.#wantsFocus = false;
    return wants;
  }
}
