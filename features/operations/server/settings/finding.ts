/** `error`: the product would not start, or a setting has no effect. `warning`: it starts, but a part won't work. */
export interface Finding {
  readonly kind: 'ok' | 'warning' | 'error';
  readonly text: string;
}

export const okFinding = (text: string): Finding => ({ kind: 'ok', text });
export const warningFinding = (text: string): Finding => ({ kind: 'warning', text });
export const errorFinding = (text: string): Finding => ({ kind: 'error', text });

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
