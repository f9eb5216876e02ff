import type { LessonFields } from '#contract/lessons.ts';
import type { PreviewScreen } from '#contract/previews.ts';
import type { ScreenFields } from '#contract/screens.ts';

type OfLesson = Pick<LessonFields, 'language' | 'enabled_features'>;
type OfScreen = Pick<ScreenFields, 'type' | 'remote_run_code' | 'remote_run_only'>;

/** What is opened beside the code of a screen where its lesson is written (A §2 Run and Deploy, B §2 project view), and in no build. */
export function applicationOf({ language, enabled_features }: OfLesson, screen: OfScreen): PreviewScreen['application'] {
  if (screen.type !== 'code' || language === null) return null;
  if (screen.remote_run_code !== null) return 'run-and-deploy';
  return enabled_features.includes('JupyterLab') ? 'jupyterlab' : null;
}

/** Whether the code of a screen can be run in a build. */
export function canRunInBuild({ language }: Pick<OfLesson, 'language'>, screen: OfScreen): boolean {
  return language !== null && isRunInBuild(screen);
}

/** {@link canRunInBuild} of a lesson that has a language: not where the code is meant to run as an application alone. */
export function isRunInBuild({ type, remote_run_code, remote_run_only }: OfScreen): boolean {
  return type === 'code' && !(remote_run_code !== null && remote_run_only);
}
