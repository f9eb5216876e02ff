/** What the runners of the product can run, and what they can't. */

import { LANGUAGE_NAMES, LANGUAGES, versionFor, type Language, type OfferedVersions } from '#platform/contract/languages.ts';
import type { RunnerState } from './runner-health.ts';

/** The versions of languages on the runners that can run code. */
export function versionsOn(states: readonly RunnerState[]): OfferedVersions {
  const able = states.flatMap(({ health }) => (health?.sandbox.ok ? [health] : []));
  return Object.fromEntries(
    LANGUAGE_NAMES.flatMap((language) => {
      const offering = able.flatMap(({ languages }) => (languages[language].available ? languages[language].versions : []));
      return able.some(({ languages }) => languages[language].available) ? [[language, [...new Set(offering)]]] : [];
    }),
  );
}

/** Why no code at all can run; null: some can. */
export function whyNoCode(states: readonly RunnerState[]): string | null {
  if (states.some(({ health }) => health?.sandbox.ok)) return null;
  const [first] = states;
  return `No code can run: ${first === undefined ? 'there is no runner.' : (first.health?.sandbox.reason ?? first.reason)}`;
}

/** Which lessons can't run on these runners, and why: one sentence for the operator each. */
export function whatCannotRun(states: readonly RunnerState[]): string[] {
  const nothing = whyNoCode(states);
  if (nothing !== null) return [nothing];
  const offered = versionsOn(states);
  return LANGUAGE_NAMES.flatMap((language) => {
    const { label } = LANGUAGES[language];
    const known = states.flatMap(({ health }) => (health?.sandbox.ok ? [health.languages[language]] : []));
    if (!known.some(({ available }) => available)) return [`${label} lessons can’t run: ${known[0]?.reason}`];
    return missingVersions(language, offered);
  });
}

/** The versions that lessons are expected to use, and no runner has. */
function missingVersions(language: Language, offered: OfferedVersions): string[] {
  const { label, listedVersions, defaultVersion } = LANGUAGES[language];
  const own = offered[language] ?? [];
  const missing = listedVersions.filter((version) => !own.includes(version));
  if (missing.length === 0) return [];
  const usual = versionFor(language, null, offered);
  const changed = usual === defaultVersion ? '' : ` New lessons use ${usual}.`;
  return [`Lessons with ${label} ${OR.format(missing)} can’t run: the runners have ${AND.format(own)}.${changed}`];
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const AND = new Intl.ListFormat('en', { type: 'conjunction' });
