/** Texts of packages, for authors. */
export const MESSAGES = {
  noCode: 'This lesson has no language, so that there is nothing to build. Choose one in its settings and save.',
  noSqlPackages: 'A lesson of language SQL has no packages beside custom answer checking. Remove the others.',
  twice: (name: string) => `“${name}” is in the list twice.`,
  notBuilding: 'Nothing is being built.',
  stopped: (name: string) => `Stopped by ${name}. What was built before stays in use.`,
  replaced: 'Stopped, because another build of this lesson was started.',
  resumed: '\nThe product was restarted meanwhile. The build begins again.\n',
  tooLong: 'The build took longer than 30 minutes and was ended. What was built before stays in use.',
  shared: 'Another lesson has the same packages: their versions are used here as well.\n',
  nothing: 'Nothing is to be installed: the lesson runs in the base environment.\n',
  cut: '\n… (the rest of the log is not kept)\n',
} as const;
