/** A problem of a lesson; an `error` blocks its deploy. */
export interface DeployProblem {
  readonly level: 'warning' | 'error';
  readonly text: string;
}

export const error = (text: string): DeployProblem => ({ level: 'error', text });
export const warning = (text: string): DeployProblem => ({ level: 'warning', text });
