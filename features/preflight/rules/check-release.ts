import type { LinkState } from '../contract/preflight-links.ts';
import { PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import type { LessonReport, ReportedFinding } from './check-lesson.ts';
import { linkMessage, writtenUrl } from './external-links.ts';
import { fingerprintOf } from './fingerprint.ts';
import { existsInLesson } from './lesson-names.ts';

/** The lessons that others can refer to: those of a release, and those of main that it hasn't changed. */
export interface LessonIndex {
  readonly sequences: ReadonlySet<number>;
  /** By folder; null: its screens and files aren't known. */
  readonly folders: ReadonlyMap<string, Pick<LessonReport, 'folders' | 'images' | 'files'> | null>;
  /** By the key of short links; null: its screens aren't known. */
  readonly keys: ReadonlyMap<string, Pick<LessonReport, 'screens'> | null>;
}

/** The unknown words of a lesson without those that another lesson accepts. Its own stay, so that they can be taken back. */
export function unknownWords({ misspellings, accepted }: LessonReport, words: ReadonlySet<string>): ReportedFinding[] {
  const own = new Set(accepted.map(({ fingerprint }) => fingerprint));
  return misspellings.filter(({ fingerprint }) => own.has(fingerprint) || !words.has(fingerprint));
}

/** What a lesson's references to other lessons are worth among these. */
export function checkReferences(report: Pick<LessonReport, 'references'>, index: LessonIndex): ReportedFinding[] {
  return report.references.flatMap(({ to, ifMissing, ifPresent }) => {
    const found = exists(to, index) ? ifPresent : ifMissing;
    return found === null ? [] : [found];
  });
}

function exists(to: LessonReport['references'][number]['to'], { sequences, folders, keys }: LessonIndex): boolean {
  if ('sequence' in to) return sequences.has(to.sequence);
  if ('key' in to) {
    const lesson = keys.get(to.key);
    return lesson === null || (lesson !== undefined && (to.screen === null || lesson.screens.includes(to.screen)));
  }
  const known = folders.get(to.folder);
  return known === null || (known !== undefined && existsInLesson(to.path, known));
}

/** What a lesson's links of other sites are worth, by what requests said. Those that were not requested yet are left out. */
export function checkLinks({ links }: Pick<LessonReport, 'links'>, states: ReadonlyMap<string, LinkState>): ReportedFinding[] {
  return links.flatMap(({ url, ifGone, rewrite }): ReportedFinding[] => {
    const known = states.get(url);
    const message = known ? linkMessage(url, known) : null;
    if (!known || message === null) return [];
    if (known.state === 'gone') return [{ ...ifGone, message }];
    const rule = known.state === 'moved' ? 'link-moved' : 'link-unsure';
    const { severity } = PREFLIGHT_RULES[rule];
    const found = { ...ifGone, fix: null, changes: [], rule, severity, message, fingerprint: fingerprintOf(rule, [ifGone.fingerprint]) };
    if (rule === 'link-unsure' || rewrite === null || known.target === null) return [found];
    const change = { ...rewrite, insert: writtenUrl(known.target, rewrite.remove) };
    return [{ ...found, fix: 'Use the new address', changes: [change] }];
  });
}
