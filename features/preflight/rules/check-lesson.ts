import type { AcceptedFinding, Files, LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonLinkOf } from '#platform/content/lesson-link.ts';
import type { Finding } from '../contract/finding.ts';
import type { PreflightChange } from '../contract/preflight-changes.ts';
import { PREFLIGHT_RULES, type PreflightRuleId } from '../contract/preflight-rules.ts';
import { CODE_RULES } from './code-rules.ts';
import { externalLinks, type FoundLink } from './external-links.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LessonDocuments, type Found, type LessonText } from './lesson-documents.ts';
import { namesIn } from './lesson-names.ts';
import { LESSON_RULES } from './lesson-rules.ts';
import { QUESTION_RULES } from './question-rules.ts';
import type { MarkdownElement } from './read-markdown.ts';
import { foreignTexts, misspellings, spelledWords, type UnknownWords } from './spelling.ts';
import { relativeLinks, resolveLink, shortLinks, TEXT_RULES } from './text-rules.ts';
import { VALUE_RULES } from './value-rules.ts';

/** A finding with the changes that its fix makes. */
export interface ReportedFinding extends Finding {
  readonly changes: readonly PreflightChange[];
}

/** What refers to another lesson. Which of the findings counts depends on whether the lesson exists. */
export interface Reference {
  /** By folder, with a path in it, by number, or by the keys of short links. */
  readonly to:
    | { readonly folder: string; readonly path: string }
    | { readonly sequence: number }
    | { readonly key: string; readonly screen: string | null };
  readonly ifMissing: ReportedFinding;
  readonly ifPresent: ReportedFinding | null;
}

/** A link of another site. Whether it works is not known from the lesson's content. */
export interface ReportedLink {
  readonly url: string;
  /** How it is reported once it is gone. */
  readonly ifGone: ReportedFinding;
  readonly rewrite: FoundLink['rewrite'];
}

/** Everything that preflight knows of one lesson. It depends on the lesson's content alone, so it is stored under its hash. */
export interface LessonReport {
  readonly findings: readonly ReportedFinding[];
  /** Unknown words. The reader leaves out those in the word lists of other lessons. */
  readonly misspellings: readonly ReportedFinding[];
  readonly references: readonly Reference[];
  readonly links: readonly ReportedLink[];
  /** What others can refer to. */
  readonly folders: readonly string[];
  readonly images: readonly string[];
  readonly files: readonly string[];
  /** Keys of screens. */
  readonly screens: readonly string[];
  readonly accepted: readonly AcceptedFinding[];
}

/** Spelling itself needs a dictionary. */
const SPELLING_RULES: Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Iterable<Found>>> = {
  'spelling-language': foreignTexts,
};

const TABLES = [TEXT_RULES, SPELLING_RULES, QUESTION_RULES, CODE_RULES, VALUE_RULES, LESSON_RULES];

/** The rules that look at one lesson, in the order of `PREFLIGHT_RULES`. Several parts of a lesson may have the same rule. */
const RULES = (Object.keys(PREFLIGHT_RULES) as PreflightRuleId[]).flatMap((rule) =>
  TABLES.flatMap((table) => {
    const check = table[rule];
    return check ? [{ rule, check }] : [];
  }),
);

/**
 * Runs the rules over one lesson. Pure: equal lessons have equal reports.
 *
 * @param files of the lesson in git, where authors may have written YAML by hand; absent: as the product writes them
 */
export function checkLesson(lesson: LessonContent, files: Files | null = null): LessonReport {
  return checkDocuments(new LessonDocuments(lesson, files), new Map());
}

/**
 * {@link checkLesson} of documents that were read, with spelling.
 * @param unknown which of the words ({@link spelledWords}) the dictionary doesn't know
 */
export function checkDocuments(documents: LessonDocuments, unknown: UnknownWords): LessonReport {
  const { lesson } = documents;
  const report = reporter();
  const findings = RULES.flatMap(({ check }) => [...check(documents)]).map(report);
  return {
    findings: inOrder(lesson, findings),
    misspellings: unknown.size === 0 ? [] : misspellings(spelledWords(documents), unknown).map(reportWord).filter(isNew(findings)),
    references: [...linksToLessons(documents), ...relatedLessons(documents)].map(({ to, missing, present }) => ({
      to,
      ifMissing: report(missing),
      ifPresent: present && report(present),
    })),
    links: [...externalLinks(documents)].map(({ url, gone, rewrite }) => ({ url, ifGone: report(gone), rewrite })),
    ...namesIn(lesson),
    accepted: lesson.accepted,
  };
}

/** One text in another language is named, and not also the words of another. */
const isNew =
  (findings: readonly Finding[]) =>
  ({ rule }: Finding): boolean =>
    rule === 'spelling' || findings.every((each) => each.rule !== rule);

/** A word has one fingerprint everywhere: once it is accepted in a lesson, all lessons may use it. */
function reportWord(found: Found): ReportedFinding {
  return { ...reporter()(found), fingerprint: fingerprintOf(found.rule, [found.about]) };
}

/** Gives findings of one lesson their fingerprints: the second of two equal ones has another. */
function reporter(): (found: Found) => ReportedFinding {
  const counts = new Map<string, number>();
  return ({ rule, place, message, about, fix }) => {
    const same = JSON.stringify([rule, place.screen, place.field, about]);
    const count = counts.get(same) ?? 0;
    counts.set(same, count + 1);
    return {
      rule,
      severity: PREFLIGHT_RULES[rule].severity,
      place,
      message,
      fingerprint: fingerprintOf(rule, [place.screen, place.field, about, ...(count === 0 ? [] : [count])]),
      fix: fix?.label ?? null,
      changes: fix?.changes ?? [],
    };
  };
}

/** In the order in which authors read: the lesson, then its screens, each file from top to bottom. */
function inOrder(lesson: LessonContent, findings: readonly ReportedFinding[]): ReportedFinding[] {
  const screens = new Map(lesson.screens.map(({ uuid }, index) => [uuid, index]));
  const at = ({ place }: Finding) => (place.screen === null ? -1 : (screens.get(place.screen) ?? -1));
  return findings.toSorted(
    (a, b) =>
      at(a) - at(b) ||
      (a.place.file < b.place.file ? -1 : a.place.file > b.place.file ? 1 : 0) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column,
  );
}

interface FoundReference {
  readonly to: Reference['to'];
  readonly missing: Found;
  readonly present: Found | null;
}

function* linksToLessons(documents: LessonDocuments): Iterable<FoundReference> {
  for (const text of documents.texts) {
    for (const { link, href, file } of relativeLinks(text)) {
      const target = resolveLink(href, file);
      if (target === null || target.lesson === null) continue;
      const { lesson: folder, path } = target;
      const { missing, fix } = brokenLink(text, link, href);
      yield {
        to: { folder, path },
        missing,
        // The path of a screen or a lesson.yaml leads where a short link does.
        present:
          lessonLinkOf(href) === null
            ? text.found('link-relative', link.span, `“${href}” works in git, but learners can’t open it.`, fix)
            : null,
      };
    }
    for (const { link, href, to } of shortLinks(text))
      yield { to: { key: to.key, screen: to.screen }, missing: brokenLink(text, link, href).missing, present: null };
  }
}

function brokenLink(text: LessonText, link: MarkdownElement, href: string): { missing: Found; fix: Found['fix'] } {
  const source = text.source.slice(link.span.start, link.span.end);
  const label = /^\[([^[\]]+)\]\(/.exec(source)?.[1];
  const fix = link.isExact && label !== undefined ? text.fix('Keep only the text', link.span, label) : null;
  return { missing: text.found('link-broken', link.span, `“${href}” leads to a lesson or a screen that doesn’t exist.`, fix), fix };
}

function* relatedLessons(documents: LessonDocuments): Iterable<FoundReference> {
  const { related_lesson, related_lessons } = documents.lesson.fields;
  const found = (sequence: number, path: readonly (string | number)[], fix: Found['fix']): FoundReference => ({
    to: { sequence },
    missing: {
      rule: 'related-lesson-missing',
      place: documents.setting(null, path),
      message: `The related lesson ${sequence} doesn’t exist.`,
      about: String(sequence),
      fix: fix ?? null,
    },
    present: null,
  });
  if (related_lesson !== null) yield found(related_lesson, ['related_lesson'], null);
  for (const [index, sequence] of related_lessons.entries()) {
    const to = related_lessons.filter((_, other) => other !== index);
    const change = { kind: 'related-lessons', from: related_lessons, to } as const;
    yield found(sequence, ['related_lessons', index], { label: `Remove lesson ${sequence}`, changes: [change] });
  }
}
