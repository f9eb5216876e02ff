import { measureFirstLoad, measureKeystrokes, measureOpenings } from './authoring.ts';
import { measureChecks } from './checked-runs.ts';
import { measureCliPreview } from './cli-preview.ts';
import { measureCommandLine } from './command-line.ts';
import { measureCrowd } from './crowd.ts';
import { measureDatasets } from './datasets.ts';
import { measureDeploy } from './deploys.ts';
import { measureEarlierCode } from './earlier-code.ts';
import { measureExports } from './exports.ts';
import { measureFirstRun } from './first-run.ts';
import { measureGrowth } from './growth.ts';
import { measureHistory } from './history.ts';
import { measureImport } from './import-collection.ts';
import { measureLearnerPage } from './learner-page.ts';
import { measureLessonsPage } from './lessons-page.ts';
import { measureLibrary } from './library.ts';
import { measureLiveView } from './live-view.ts';
import { measureMarkdown } from './markdown.ts';
import { measureMemory } from './memory.ts';
import type { Part, PartAlone } from './part.ts';
import { measurePathCalls } from './paths.ts';
import { measurePreflight } from './preflight.ts';
import { measurePullRequest } from './pull-requests.ts';
import { measureR } from './r-runs.ts';
import { measureRehearsal } from './rehearsal.ts';
import { measureReleases } from './releases.ts';
import { measureRepeats } from './repeats.ts';
import { measureReplace } from './replace.ts';
import { measureRunLatency } from './run-latency.ts';
import { measureRunners } from './runners.ts';
import { measureSaves } from './saves.ts';
import { measureSearch } from './search.ts';
import { measureSql } from './sql-runs.ts';
import { measureStart } from './start.ts';
import { measureTerminal } from './terminal-prompt.ts';

const NO_SAMPLE = { LESSONWRIGHT_SAMPLE: '0' } as const;

/** The parts of `npm run bench`, in their order. */
export const PARTS: Readonly<Record<string, Part | PartAlone>> = {
  start: { measureAlone: measureStart },
  memory: { measureAlone: measureMemory },
  saves: { measure: measureSaves },
  pages: { measure: measureLessonsPage },
  paths: { measure: measurePathCalls },
  openings: { measure: measureOpenings },
  keystrokes: { measure: measureKeystrokes },
  live: { measure: measureLiveView },
  load: { measure: measureFirstLoad },
  learner: { measure: measureLearnerPage },
  'cli-preview': { measureAlone: measureCliPreview },
  exports: { measure: measureExports },
  markdown: { measureAlone: measureMarkdown },
  python: { runsCode: true, measure: measureRunLatency },
  'first-run': { measureAlone: measureFirstRun },
  checks: { runsCode: true, measure: measureChecks },
  'command-line': { runsCode: true, settings: NO_SAMPLE, measure: measureCommandLine },
  crowd: { runsCode: true, measure: measureCrowd },
  earlier: { runsCode: true, measure: measureEarlierCode },
  r: { runsCode: true, measure: measureR },
  sql: { runsCode: true, measure: measureSql },
  terminal: { runsCode: true, measure: measureTerminal },
  deploy: { runsCode: true, measure: measureDeploy },
  runners: { measureAlone: measureRunners },
  search: { settings: NO_SAMPLE, measure: measureSearch },
  history: { measureAlone: measureHistory },
  releases: { settings: NO_SAMPLE, measure: measureReleases },
  import: { settings: NO_SAMPLE, measure: measureImport },
  library: { measureAlone: measureLibrary },
  preflight: { settings: NO_SAMPLE, measure: measurePreflight },
  'pull-requests': { measureAlone: measurePullRequest },
  replace: { runsCode: true, settings: NO_SAMPLE, measure: measureReplace },
  rehearsal: { measureAlone: measureRehearsal },
  repeats: { runsCode: true, settings: NO_SAMPLE, measure: measureRepeats },
  growth: { measureAlone: measureGrowth },
  datasets: { measure: measureDatasets },
};
