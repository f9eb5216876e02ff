import type { PullRequest, ReviewerCandidate } from '../contract/pull-requests.ts';

/** Whom somebody chooses to ask: ids of users and of groups. */
export interface Asking {
  readonly reviewers: readonly number[];
  readonly groups: readonly number[];
}

export const NOBODY: Asking = { reviewers: [], groups: [] };

export function isNobody({ reviewers, groups }: Asking): boolean {
  return reviewers.length === 0 && groups.length === 0;
}

interface Members {
  readonly id: number;
  readonly name: string;
  readonly members: readonly { readonly id: number }[];
}

/** The groups in which somebody can be asked, with how many. */
export function askableGroups(groups: readonly Members[], candidates: readonly Pick<ReviewerCandidate, 'id'>[]) {
  const able = new Set(candidates.map(({ id }) => id));
  return groups.flatMap(({ id, name, members }) => {
    const count = members.filter((member) => able.has(member.id)).length;
    return count === 0 ? [] : [{ id, name, count }];
  });
}

/** A choice as the values of one list of people and groups. */
export function toValues({ reviewers, groups }: Asking): string[] {
  return [...groups.map((id) => `group ${id}`), ...reviewers.map((id) => `user ${id}`)];
}

/** {@link toValues} back. */
export function fromValues(values: readonly string[]): Asking {
  const idsOf = (kind: string) => values.flatMap((value) => (value.startsWith(`${kind} `) ? [Number(value.slice(kind.length + 1))] : []));
  return { reviewers: idsOf('user'), groups: idsOf('group') };
}

type Reviewer = PullRequest['reviewers'][number];

/** Those of a group who haven't answered. */
interface WaitingGroup {
  readonly id: number;
  readonly name: string;
  readonly asked_at: string;
  readonly names: readonly string[];
}

/** Who was asked, for a list: groups as one entry for those who haven't answered, then people alone or with an answer. */
export function listAsked(reviewers: readonly Reviewer[]): { groups: WaitingGroup[]; people: Reviewer[] } {
  const isInGroup = ({ verdict, group }: Reviewer) => verdict === null && group !== null;
  const waiting = Map.groupBy(reviewers.filter(isInGroup), ({ group }) => group?.id ?? 0);
  const groups = [...waiting.values()].flatMap((members) => {
    const [first] = members;
    return first?.group ? [{ ...first.group, asked_at: first.asked_at, names: members.map(({ name }) => name) }] : [];
  });
  return { groups, people: reviewers.filter((reviewer) => !isInGroup(reviewer)) };
}
