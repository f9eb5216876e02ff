import type { AttachedDataset, Dataset } from '#contract/datasets.ts';

/** Datasets that can be attached to a lesson: not archived, not attached, and matching the search words. */
export function pickable(
  datasets: readonly Dataset[],
  attached: readonly Pick<AttachedDataset, 'name'>[],
  query: string,
): readonly Dataset[] {
  const names = new Set(attached.map(({ name }) => name));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return datasets.filter(({ name, description, archived }) => {
    const text = `${name}\n${description}`.toLowerCase();
    return !archived && !names.has(name) && words.every((word) => text.includes(word));
  });
}
