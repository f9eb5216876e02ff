/** A problem of a lesson; an `error` blocks its deploy. */
export interface Problem {
  readonly level: 'warning' | 'error';
  readonly text: string;
}

export const error = (text: string): Problem => ({ level: 'error', text });
export const warning = (text: string): Problem => ({ level: 'warning', text });
