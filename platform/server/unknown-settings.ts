import { editDistance } from '#platform/contract/edit-distance.ts';
import { RUNNER_SETTINGS } from '#platform/contract/runner-settings.ts';
import { SETTINGS } from './config.ts';

const PREFIX = 'LESSONWRIGHT_';
/** Read by scripts around the server, or set by the product for its own processes. */
const ELSEWHERE = ['LESSONWRIGHT_INSTALL', 'LESSONWRIGHT_SUPERVISOR', 'LESSONWRIGHT_HEARTBEAT', 'LESSONWRIGHT_REPLACED'];
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...RUNNER_SETTINGS, ...ELSEWHERE]);
/** Names that differ in more characters are not taken for a slip. */
const FARTHEST = 4;

/** Variables with our prefix that nothing reads: each as a sentence, with the setting that was probably meant. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN.has(name))
    .sort()
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting and has no effect.${meant === null ? '' : ` Did you mean ${meant}?`}`;
    });
}

function nearestSetting(name: string): string | null {
  const [best] = [...KNOWN].map((known) => ({ known, far: editDistance(name, known) })).sort((one, other) => one.far - other.far);
  return best !== undefined && best.far <= FARTHEST ? best.known : null;
}
