export const APPLICATION_MESSAGES = {
  notFetched: 'Couldn’t load the session of this lesson. Try again later.',
  notEnded: 'Could not end the session. Try again later.',
  noPorts: 'This lesson has no application ports. On the lesson page, add the ports that its applications listen on.',
  noSession: 'No session yet. Run code to start one, or use Run and Deploy to start the application as well.',
  noApplication: 'No application is running. Start it with Run and Deploy.',
  endTitle: 'End the session?',
  endText:
    'This discards its variables and running applications. The lesson’s code and files are kept, and the next run starts a new session.',
  projectNotLoaded: 'Error loading project.',
  projectStarting: 'Starting JupyterLab… The first start can take a minute.',
  applicationOpening: 'Opening the application…',
} as const;
