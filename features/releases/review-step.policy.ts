import { isOpenReview } from './state-labels.policy.ts';

/** The step between content in a release and its readers: sending it, and then the state of its pull request. */
export interface ReviewStep {
  readonly state: 'open' | 'waiting';
  readonly text: string;
  /** False: it is sent first. */
  readonly hasPull: boolean;
}

export function reviewStep(status: string | null): ReviewStep {
  if (!isOpenReview(status)) return { state: 'open', text: 'Send it for review', hasPull: false };
  switch (status) {
    case 'Changes requested':
      return { state: 'open', text: 'Make the requested changes', hasPull: true };
    case 'Approved':
      return { state: 'open', text: 'Merge the approved pull request', hasPull: true };
    case 'In review':
      return { state: 'waiting', text: 'In review', hasPull: true };
  }
}
