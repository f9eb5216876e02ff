import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { libraryRoutes } from '../contract.ts';
import { getLibraryFindings, getLibraryReport } from './library-report.ts';
import { getLibrarySkills } from './library-skills.ts';

/** The routes of the library report. */
export const libraryHandlers = (platform: Platform): Handlers<typeof libraryRoutes> => ({
  getLibraryReport: () => getLibraryReport(platform),
  getLibraryFindings: () => getLibraryFindings(platform),
  getLibrarySkills: () => getLibrarySkills(platform),
});
