import type { Step } from '#contract/paths.ts';

/** What people know a step by: its name, or its place where it has none. */
export function stepName(steps: readonly Pick<Step, 'id' | 'name'>[], id: number): string {
  const index = steps.findIndex((step) => step.id === id);
  const name = steps[index]?.name.trim() ?? '';
  return name === '' ? `Step ${index + 1}` : name;
}
