/** Errors of applications, for authors. */
export const MESSAGES = {
  noProject: 'This lesson has no JupyterLab. Turn on the JupyterLab feature of a Python lesson on the lesson page.',
  runnerAway: 'The runner is not responding, and your open applications may be gone. Try again in a moment.',
  /** Shown for the address of an application that doesn't exist. */
  ended: 'Application not found. It may have ended; start it again from its lesson.',
  dotSegments: 'Paths with “.” or “..” segments are not allowed. Use the path without them.',
  notUp: 'The application is not responding. It may still be starting or have ended. If it stays like this, run it again from its lesson.',
} as const;
