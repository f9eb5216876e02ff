/** The texts of skills. The server's reason follows those of a failed call, which the specification dictates. */
export const MESSAGES = {
  notLoaded: 'A problem occurred while loading the assessment skills.',
  notSaved: 'A problem occurred while saving the assessment skills.',
  notDeleted: 'A problem occurred while deleting the assessment skills.',
  noName: 'A skill needs a name.',
  empty: 'This screen has no assessment skills yet. Add one, then choose it in the questions.',
  deleteSkill: (name: string, uses: number) =>
    uses === 0
      ? `Delete the skill “${name}”? No question uses it.`
      : `Delete the skill “${name}”? ${uses === 1 ? 'Its use in a question is' : `Its ${uses} uses in questions are`} removed.`,
} as const;
