export const MESSAGES = {
  invalidBody: 'Invalid body',
  noPath: 'Enter the path of a call, such as lessons.',
  unreachable: 'No response: couldn’t reach the server, or the connection was lost. The call may have been carried out.',
  stopped: 'Stopped. The call may still have been carried out.',
  noAnswerYet: 'Send a call to see its response here.',
  noPayload: 'GET calls have no payload.',
  historyEmpty: 'Your calls appear here, newest first. Passwords and tokens in them are not stored.',
  historyFailed: 'Couldn’t load your earlier calls.',
  notKept: 'The call was sent, but couldn’t be added to your history.',
  unknownCall: 'The API description has no such path. The call is sent as is.',
  deleteTitle: 'Send this DELETE?',
  deleteText: (path: string, summary: string | null) =>
    `DELETE /api/${path}${summary === null ? '' : `\n${summary}.`}\n\nYou can’t undo this from the console.`,
  large: (size: string) => `The response (${size}) is too large to show. Download it.`,
} as const;
