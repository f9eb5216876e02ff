/** What this feature tells authors. */
export const APPLICATION_MESSAGES = {
  notFetched: 'Could not look at the session of this lesson. Try again later.',
  notEnded: 'Could not end the session. Try again later.',
  noPorts: 'This lesson has no application ports. Add the ports on which its applications listen on the lesson page.',
  noSession: 'No session is open. It opens with the first run of this lesson, and Run and Deploy starts the application in it.',
  noApplication: 'No application listens yet. Start it with Run and Deploy.',
  endTitle: 'End the session?',
  endText: 'Its variables and applications are gone then. Code and files of the lesson stay as they are, and the next run begins afresh.',
  /** B §2. */
  projectNotLoaded: 'Error loading project.',
  projectStarting: 'Starting JupyterLab… The first time this can take a minute.',
  applicationOpening: 'Opening the application…',
} as const;
