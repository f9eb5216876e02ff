/** Errors of applications, for authors. */
export const MESSAGES = {
  noProject: 'This lesson has no JupyterLab. Turn on the JupyterLab feature of a Python lesson on the lesson page.',
  runnerAway: 'The runner does not answer. What you had open there may be gone: try again in a moment.',
  /** Shown for the address of an application that doesn't exist. */
  ended: 'This application has ended, or was never here. Start it again from its lesson.',
  dotSegments: 'This address has a segment of dots (“..”), which applications are not asked for. Write the path without it.',
  notUp: 'The application does not answer. It may still be starting, or have ended: run it again from its lesson.',
} as const;
