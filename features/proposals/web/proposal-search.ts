/** What addresses say of proposals: the one that is open. */
export interface ProposalSearch {
  proposal?: number;
}

/** Takes over what it knows and leaves out the rest. */
export function parseProposalSearch(search: Record<string, unknown>): ProposalSearch {
  const proposal = Number(search['proposal']);
  return Number.isSafeInteger(proposal) && proposal > 0 ? { proposal } : {};
}
