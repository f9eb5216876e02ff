/** Why a comment action is refused; each text says who can do it. */
export const MESSAGES = {
  notArchivist: 'Only the author of a comment can archive it, or staff when the author has left.',
  notApprover: 'Only the author of a comment can approve it, or staff when the author has left.',
  ownComment: 'Whoever wrote a comment cannot complete it: somebody else does, then its author approves.',
  archived: 'This comment is archived. Load the comments anew to see what is left.',
  completed: 'This comment is completed already.',
  approved: 'This comment is approved already.',
  notCompleted: 'This comment is not completed yet. It can be approved once somebody has completed it.',
  unknownField: 'A passage is quoted from a text of the screen; there is none of this name.',
} as const;
