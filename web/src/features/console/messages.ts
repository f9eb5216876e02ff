/** The texts of the Admin API console (B §2, §8). */
export const MESSAGES = {
  /** B §8. */
  invalidBody: 'Invalid body',
  noPath: 'Type the address of a call, such as lessons.',
  unreachable:
    'No answer came: the server could not be reached, or the connection was lost. Whether the call was carried out is not known.',
  stopped: 'Stopped. The server may have carried the call out all the same.',
  noAnswerYet: 'Nothing was sent yet. The answer appears here.',
  noPayload: 'A GET is sent without a payload.',
  historyEmpty: 'Your calls appear here, the last of them first. Passwords and tokens in them are not kept.',
  historyFailed: 'Your earlier calls could not be loaded.',
  notKept: 'The call was made, but it could not be added to your history.',
  cleared: 'Your history is empty.',
  unknownCall: 'This address is in no description of the API. It is sent as it stands.',
  deleteTitle: 'Send this DELETE?',
  deleteText: (path: string, summary: string | null) =>
    `DELETE /api/${path}${summary === null ? '' : `\n${summary}.`}\n\nThe console asks nothing else, and has no Undo.`,
  large: (size: string) => `The answer has ${size} and is not shown. Download it.`,
} as const;
