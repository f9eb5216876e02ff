import type { LessonFields } from '#contract/lessons.ts';
import type { PreviewScreen } from '#contract/previews.ts';
import type { ScreenFields } from '#contract/screens.ts';

type OfLesson = Pick<LessonFields, 'language' | 'enabled_features'>;
type OfScreen = Pick<ScreenFields, 'type' | 'remote_run_code' | 'remote_run_only'>;

/** The application that opens beside a screen's code while the lesson is edited, but in no build. */
export function applicationOf({ language, enabled_features }: OfLesson, screen: OfScreen): PreviewScreen['application'] {
  if (screen.type !== 'code' || language === null) return null;
  if (screen.remote_run_code !== null) return 'run-and-deploy';
  return enabled_features.includes('JupyterLab') ? 'jupyterlab' : null;
}

/** Whether a screen's code can be run in a build. */
export function canRunInBuild({ language }: Pick<OfLesson, 'language'>, screen: OfScreen): boolean {
  return language !== null && isRunInBuild(screen);
}

/** {@link canRunInBuild} for a lesson with a language: false if the code only runs as an application. */
export function isRunInBuild({ type, remote_run_code, remote_run_only }: OfScreen): boolean {
  return type === 'code' && !(remote_run_code !== null && remote_run_only);
}
