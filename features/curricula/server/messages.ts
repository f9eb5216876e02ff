import type { CurriculumKind } from './kind.ts';

type Names = Pick<CurriculumKind, 'name' | 'title'>;

interface Named {
  readonly sequence: number;
  readonly name: string;
}

/** Why the server refuses to create, save, restore or rearrange courses and paths. */
export const MESSAGES = {
  readOnly: ({ name }: Names) => `This ${name} is read only.`,
  mainRelease: ({ title }: Names) => `${title}s are published by merging a release, not created in the main release.`,
  inRelease: ({ title }: Names, { sequence, name }: Named, release: string) =>
    `${title} ${sequence} is already in ${release}${quoted(name)}.`,
  inMain: ({ title }: Names, { sequence, name }: Named) =>
    `${title} ${sequence} already exists${quoted(name)}. Copy it to change it, or choose another number.`,
  releaseDeleted: ({ title }: Names, sequence: number, release: string) =>
    `${title} ${sequence} cannot be restored: its release ${release} was deleted.`,
  numberReused: (kind: Names, { sequence, name }: Named, release: string) =>
    `${release} has another ${kind.name} ${sequence}${quoted(name)}. Delete that one first, then restore this one.`,
  has: (owner: string, item: string, number: number) => `The ${owner} already has ${item} ${number}.`,
  twice: (owner: string, item: string) => `A ${owner} can have each ${item} only once.`,
  elsewhere: (item: string, number: number, release: string) =>
    `${item} ${number} is neither in ${release} nor published. Copy it to ${release} first.`,
  noNeighbour: (item: string) => `There is no ${item} to swap with.`,
  stepInPath: 'The step is already in a path.',
  stepElsewhere: 'The step belongs to another release than the path.',
} as const;

function quoted(name: string): string {
  return name === '' ? '' : `: “${name}”`;
}
