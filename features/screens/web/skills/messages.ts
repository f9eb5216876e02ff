/** The texts of skills. The server's reason follows those of a failed call, which the specification dictates. */
export const MESSAGES = {
  notLoaded: 'A problem occurred while loading the assessment skills.',
  notSaved: 'A problem occurred while saving the assessment skills.',
  notDeleted: 'A problem occurred while deleting the assessment skills.',
  noName: 'A skill needs a name.',
  empty: 'This screen has no assessment skills yet. Add one, then choose it for the options of the questions.',
  deleteSkill: (name: string, options: number) =>
    options === 0
      ? `Delete the skill “${name}”? No option uses it.`
      : `Delete the skill “${name}”? ${options === 1 ? '1 option uses it' : `${options} options use it`} and will have no skill.`,
} as const;
