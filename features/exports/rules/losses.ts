import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { questionText } from '#features/imports/rules/question-texts.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import {
  MARKDOWN_TEXTS,
  SCREEN_TEXT_FIELDS,
  SCREEN_TEXTS,
  textsWith,
  type ScreenText,
  type ScreenTextField,
} from '#features/screens/contract/screen-texts.ts';
import { startScreenOf } from '#features/screens/rules/start-code.ts';
import { kernelFor } from '#platform/contract/languages.ts';
import type { ExportFormat, ExportLoss } from '../contract.ts';
import { exportedImageNames, shownImages } from './image-names.ts';
import { listedFiles, listedPackages, runsInJupyter } from './lesson-parts.ts';
import { type DocumentEnding, lessonLinksIn, targetOf } from './links.ts';
import type { ProjectLesson } from './project.ts';
import { questionLosses } from './questions/question-losses.ts';

/** Formats that an import reads again. */
type Document = Exclude<ExportFormat, 'website' | 'moodle' | 'qti'>;

const THING = { notebook: 'the notebook', myst: 'the page', quarto: 'the page' } as const satisfies Record<Document, string>;

const ENDINGS = { notebook: 'ipynb', myst: 'md', quarto: 'qmd' } as const satisfies Record<Document, DocumentEnding>;

/** Settings that documents have. */
type Held =
  | 'title'
  | 'author'
  | 'overview'
  | 'objectives'
  | 'language'
  | 'language_version'
  | 'show_last_value'
  | 'custom_check_enabled'
  | 'legacy_check_enabled';

/** The others, by what they are called in the form. Those of a new lesson are no loss. */
const SETTINGS: Readonly<Record<Exclude<keyof LessonFields, Held>, string>> = {
  meta_title: 'meta title',
  meta_description: 'meta description',
  description: 'description',
  preview: 'preview',
  is_beta: 'beta',
  allowed_plans: 'plans',
  skill_level: 'skill level',
  type: 'type',
  related_lesson: 'related lesson',
  related_lessons: 'related lessons',
  skill_topics: 'skill topics',
  tools: 'tools',
  skill_requirements: 'skill requirements',
  solution_notebook: 'solution notebook',
  enabled_features: 'features',
  text_language: 'language of the texts',
  code_run_timeout: 'time limit',
  sql_max_rows: 'row limit',
  app_ports: 'ports',
  mode: 'mode',
  assessment_tries: 'number of tries',
  show_expected_values: 'values of the answer in feedback',
  owner: 'owner',
  reviewer: 'reviewer',
  due: 'due date',
  stage: 'stage',
};

/**
 * What a lesson has and the format can't hold, in the order of its screens.
 *
 * @param lessons that are exported together, itself among them
 */
export function exportLosses(lesson: LessonContent, format: ExportFormat, lessons: readonly ProjectLesson[] = []): ExportLoss[] {
  if (format === 'website') return websiteLosses(lesson);
  if (format === 'moodle' || format === 'qti') return questionLosses(lesson, format);
  const { overview, objectives } = lesson.fields;
  const ofLesson = linkLosses([overview, ...objectives].join('\n'), format, lessons);
  return [
    ...lessonLosses(lesson, format),
    ...ofLesson.map((reason) => ({ screen: null, title: '', reason })),
    ...lesson.screens.flatMap((screen, index) => screenLosses(screen, index + 1, lesson, format, lessons)),
  ];
}

/** What becomes of links that the documents of an export can't have. */
function linkLosses(text: string, format: Document, lessons: readonly ProjectLesson[]): string[] {
  const links = lessonLinksIn(text).map(({ address, link }) => ({ address, link, target: targetOf(link, lessons, ENDINGS[format]) }));
  const left = links.filter(({ target }) => target === null);
  const toLesson = links.filter(({ link, target }) => link.screen !== null && target?.anchor === '');
  const named = (found: typeof links) => shortList(found.map(({ address }) => address));
  return [
    ...(left.length > 0 ? [`Links to lessons that aren’t exported with it stay as they are: ${named(left)}.`] : []),
    ...(toLesson.length > 0 ? [`Links to screens without a heading lead to their lessons: ${named(toLesson)}.`] : []),
  ];
}

function lessonLosses(lesson: LessonContent, format: Document): ExportLoss[] {
  const { fields, packages, images, screens, accepted } = lesson;
  const losses: string[] = [];
  const { language } = fields;
  const kernel = kernelFor(language);
  const hasCode = screens.some((screen) => screen.fields.type === 'code');
  if (language !== null && hasCode && kernel === null)
    losses.push('Plain Jupyter doesn’t run the code of this lesson. It becomes listings.');
  else if (hasCode && kernel !== null && kernel.needs !== null) losses.push(`To run the code, install ${kernel.needs} in Jupyter.`);
  // The product's own package for checks is nothing that readers need.
  const installed = packages.flatMap((each) => (isPycheck(each) ? [] : [each.name]));
  if (hasCode && kernel !== null && installed.length > 0) losses.push(`To run the code, install its packages: ${shortList(installed)}.`);
  if (installed.length > 0 && listedPackages(packages).length === 0)
    losses.push(`Its packages are too many to list in ${THING[format]}: an import leaves them out.`);
  const blank: Readonly<Record<string, unknown>> = emptyLessonFields({ title: '', author: '' });
  const given: Readonly<Record<string, unknown>> = fields;
  const changed = Object.entries(SETTINGS).flatMap(([field, label]) =>
    JSON.stringify(blank[field]) === JSON.stringify(given[field]) ? [] : [label],
  );
  if (changed.length > 0) losses.push(`These lesson settings aren’t in ${THING[format]}: ${changed.join(', ')}.`);
  losses.push(...fileLosses(lesson, format));
  const renamed = [...exportedImageNames(images)].flatMap(([name, exported]) => (name === exported ? [] : [name]));
  if (renamed.length > 0) losses.push(`These images get names that work everywhere: ${shortList(renamed)}.`);
  const shown = new Set([fields.overview, ...screens.flatMap(textsOf)].flatMap(shownImages));
  const unseen = images.flatMap(({ file_name }) => (shown.has(file_name) ? [] : [file_name]));
  if (unseen.length > 0) losses.push(`No text shows these images, so an import of ${THING[format]} leaves them out: ${shortList(unseen)}.`);
  if (accepted.length > 0) losses.push(`Accepted findings of preflight aren’t in ${THING[format]}.`);
  return losses.map((reason) => ({ screen: null, title: '', reason }));
}

function fileLosses({ data_files, datasets }: LessonContent, format: Document): string[] {
  const losses: string[] = [];
  const changed = data_files.filter((file) => JSON.stringify(file) !== JSON.stringify(defaultDataFile(file.file_name)));
  if (changed.length > 0)
    losses.push(
      `The settings of these files aren’t in ${THING[format]}, and a file has its alias as its name: ${shortList(changed.map(({ file_name }) => file_name))}.`,
    );
  if (data_files.length > 0 && listedFiles(data_files).length === 0)
    losses.push(`Its data files are too many to list in ${THING[format]}: an import finds those that the code names.`);
  if (datasets.length > 0)
    losses.push(`Datasets become folders of plain files beside ${THING[format]}: ${shortList(datasets.map(({ name }) => name))}.`);
  return losses;
}

function screenLosses(
  { uuid, fields, skills, questions, tests, answer_output, answer_variables }: ScreenContent,
  screen: number,
  lesson: LessonContent,
  format: Document,
  lessons: readonly ProjectLesson[],
): ExportLoss[] {
  const losses: string[] = [];
  const thing = THING[format];
  const isCode = fields.type === 'code';
  const { language } = lesson.fields;
  const runs = language !== null && runsInJupyter(language);
  if (fields.runs_after !== null && fields.runs_after !== 'all')
    losses.push(`Which screens it runs after isn’t in ${thing}: all code before it runs.`);
  if (isCode && startScreenOf(lesson.screens, { uuid, fields }) !== null)
    losses.push(`“Starts from” isn’t in ${thing}: the answer of that screen becomes its initial code.`);
  if (answer_variables.some((variable) => Object.keys(variable).length > 1))
    losses.push(`The recorded values of the compared variables aren’t in ${thing}: run the answer again.`);
  if (tests.length > 0) losses.push(`Its screen tests aren’t in ${thing}.`);
  for (const [lost, names] of LOST_TEXTS) if (names.some((name) => isFilled(fields[name]))) losses.push(`${lost} in ${thing}.`);
  const isDeployed = fields.remote_run_only || fields.remote_run_code !== null;
  // An empty script is one, too.
  if (isDeployed && !isFilled(fields.remote_run_code)) losses.push(`Run and Deploy isn’t in ${thing}.`);
  if (
    skills.length > 0 ||
    questions.some(({ options, skill_uuid }) => [{ skill_uuid }, ...options].some((each) => each.skill_uuid !== null))
  )
    losses.push(`Its skills aren’t in ${thing}.`);
  const hasPictures = answer_output !== null && answer_output.images.length > 0;
  if (isCode && hasPictures && !(format === 'notebook' && runs))
    losses.push('The recorded pictures of the answer aren’t included. A build draws them if it runs the code.');
  if (!isCode && hasCodeFields(fields)) losses.push(`The code isn’t in ${thing}: only code screens have code.`);
  losses.push(...linkLosses(textsOf({ fields, questions }).join('\n'), format, lessons));
  return losses.map((reason) => ({ screen, title: fields.title, reason }));
}

/** The Markdown of a screen in documents. */
function textsOf({ fields, questions }: Pick<ScreenContent, 'fields' | 'questions'>): string[] {
  return [...MARKDOWN_TEXTS.map((field) => fields[field]), ...questions.map((question, index) => questionText(question, index + 1))];
}

/** The texts that documents can't hold, by what is reported. */
const LOST_TEXTS = [
  ...Map.groupBy(SCREEN_TEXT_FIELDS, (field) => {
    const { inDocuments }: ScreenText = SCREEN_TEXTS[field];
    return 'lost' in inDocuments ? inDocuments.lost : null;
  }),
].filter((entry): entry is [string, ScreenTextField[]] => entry[0] !== null);

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== '';
}

function hasCodeFields(fields: ScreenContent['fields']): boolean {
  return textsWith({ kind: 'code' }).some((field) => {
    const { inDocuments }: ScreenText = SCREEN_TEXTS[field];
    return 'part' in inDocuments && !('listing' in inDocuments) && isFilled(fields[field]);
  });
}

function websiteLosses({ screens }: LessonContent): ExportLoss[] {
  return screens.flatMap(({ fields: { type, title, values } }, index) => {
    const reasons = [
      ...(type === 'code' ? ['Learners read the code and the answer, and can’t run anything.'] : []),
      ...(isFilled(values) ? ['All readers get the values of the first draw.'] : []),
    ];
    return reasons.map((reason) => ({ screen: index + 1, title, reason }));
  });
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
