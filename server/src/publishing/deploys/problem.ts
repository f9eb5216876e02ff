/** Something that is wrong with a lesson; an `error` keeps it from being deployed. */
export interface Problem {
  readonly level: 'warning' | 'error';
  readonly text: string;
}

export const error = (text: string): Problem => ({ level: 'error', text });
export const warning = (text: string): Problem => ({ level: 'warning', text });
