/** Texts of packages, for authors. */
export const MESSAGES = {
  noCode: 'This lesson has no language, so there is nothing to build. Choose one in its settings and save.',
  noSqlPackages: 'SQL lessons cannot have packages other than the one for custom answer checking. Remove the others.',
  twice: (name: string) => `“${name}” is in the list twice.`,
  publishedOnlyAsIs: 'This lesson is published, so its packages can only be built as they are. Clone it to change them.',
  publishedWithoutLock:
    'This lesson is published without a lock of its packages, so a build would choose today’s versions. Clone it, build the clone, and merge it: the build writes the lock.',
  otherLock: 'The runner installed other versions than the lock names. Update the runner, then build again.',
  fromLock: 'The lesson is published: exactly the versions of its lock are installed.\n',
  notBuilding: 'No build is running.',
  stopped: (name: string) => `Stopped by ${name}. The previous build stays in use.`,
  replaced: 'Stopped because another build of this lesson was started.',
  resumed: '\nThe server was restarted. The build starts over.\n',
  tooLong: 'The build took longer than 30 minutes and was stopped. The previous build stays in use.',
  shared: 'Another lesson has the same packages. Its versions are reused.\n',
  nothing: 'Nothing to install: the lesson runs in the base environment.\n',
  cut: '\n… (the rest of the log was omitted)\n',
} as const;
