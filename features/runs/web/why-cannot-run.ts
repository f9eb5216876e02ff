import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import type { RunnerLanguages } from '../contract/runs.ts';

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** Why the code of a lesson can't run on any runner, for its author; null: it can, or that isn't known. */
export function whyCannotRun(
  { language, language_version: version }: Pick<LessonFields, 'language' | 'language_version'>,
  { versions, reason }: RunnerLanguages,
): string | null {
  if (language === null || reason !== null) return language === null ? null : reason;
  if (Object.keys(versions).length === 0) return null;
  const { label } = LANGUAGES[language];
  const offered = versions[language];
  if (offered === undefined) return `No runner has ${label}, so the code of this lesson can’t run.`;
  if (LANGUAGES[language].versions.length === 0 || version === null || offered.includes(version)) return null;
  return `No runner has ${label} ${version}, so the code of this lesson can’t run. Choose ${LIST.format(offered)} in its settings, or ask an administrator to install ${version}.`;
}
