/** The texts of skills. The server's reason follows those of a failed call, which the specification dictates. */
export const MESSAGES = {
  notLoaded: 'A problem occurred while loading the assessment skills.',
  notSaved: 'A problem occurred while saving the assessment skills.',
  notDeleted: 'A problem occurred while deleting the assessment skills.',
  empty: 'This screen has no assessment skills yet. Options of its questions can name the skill that they show.',
  deleteSkill: (name: string, options: number) =>
    options === 0
      ? `Delete the skill “${name}”? No option names it.`
      : `Delete the skill “${name}”? ${options === 1 ? '1 option names it and will' : `${options} options name it and will`} name none.`,
} as const;
