import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { slug } from '#features/documents/rules/folder-name.ts';
import { normalCode } from '#features/imports/rules/box-formats.ts';
import { listing } from '#features/imports/rules/cells.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { taskTexts } from '#features/questions/contract/kinds/task-texts.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { DOCUMENT_TEXTS, SCREEN_TEXTS, type MarkdownField } from '#features/screens/contract/screen-texts.ts';
import { startCode } from '#features/screens/rules/start-code.ts';
import { contentWithFirstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import { directionOfLanguage, languageAttributes } from '#platform/content/language-direction.ts';
import { leadsTo, type LessonLink } from '#platform/content/lesson-link.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { mayBeEnglish } from '#platform/contract/text-language.ts';
import { exportedImageNames } from './image-names.ts';
import { fileAddress } from './links.ts';
import { plainTitle, type Project } from './project.ts';

/** The first page of a website: its lessons in order. */
export function siteIndex({ title, lessons }: Project): string {
  const items = lessons.map((lesson) => `<li><a href="${lesson.folder}/index.html">${escape(lesson.title)}</a></li>`);
  return page({
    title,
    depth: 0,
    trail: [],
    language: null,
    main: `<h1 dir="auto">${escape(title)}</h1>\n<ol class="contents">\n${items.join('\n')}\n</ol>`,
  });
}

/**
 * The pages of a lesson, by their names in its folder: one with its screens, and one for each of them. They need no server and no
 * scripts.
 *
 * @param files names of its data files, below `files/`
 */
export function sitePages(written: LessonContent, project: Project, folder: string, files: readonly string[]): Map<string, string> {
  // Readers have no draw of their own: they get the author's.
  const lesson = { ...written, screens: written.screens.map(contentWithFirstDraw) };
  const names = screenNames(written.screens);
  const at = project.lessons.findIndex((each) => each.folder === folder);
  const title = lessonTitle(lesson);
  const pen = penFor(lesson, project, files);
  const language = lesson.fields.text_language;
  const links = lesson.screens.map((screen, index) => `<li><a href="${names[index]}">${escape(screenTitle(screen, index))}</a></li>`);
  const objectives = lesson.fields.objectives.map((objective) => `<li>${pen.render(objective)}</li>`);
  const main = [
    pen.title(title),
    pen.render(lesson.fields.overview),
    objectives.length === 0 ? '' : `<h2>${pen.say('Objectives')}</h2>\n<ul>\n${objectives.join('\n')}\n</ul>`,
    links.length === 0 ? '' : `<h2>${pen.say('Screens')}</h2>\n<ol class="contents">\n${links.join('\n')}\n</ol>`,
    files.length === 0
      ? ''
      : `<h2>${pen.say('Files')}</h2>\n<ul>\n${files.map((name) => `<li><a href="files/${fileAddress(name)}" download>${escape(name)}</a></li>`).join('\n')}\n</ul>`,
  ];
  // A website of one lesson has its title twice otherwise.
  const trail = project.lessons.length === 1 ? [] : [{ href: '../index.html', text: project.title }];
  const neighbour = (lessonAt: number) => {
    const other = project.lessons[lessonAt];
    return other && lessonAt >= 0 ? { href: `../${other.folder}/index.html`, text: other.title } : null;
  };
  const first = lesson.screens[0] && { href: names[0] ?? '', text: screenTitle(lesson.screens[0], 0) };
  const pages = new Map([
    [
      'index.html',
      page({ title, depth: 1, trail, language, main: joined(main), previous: neighbour(at - 1), next: first ?? neighbour(at + 1) }),
    ],
  ]);
  const screenLink = (index: number) => {
    const screen = lesson.screens[index];
    return screen ? { href: names[index] ?? '', text: screenTitle(screen, index) } : null;
  };
  for (const [index, screen] of lesson.screens.entries())
    pages.set(
      names[index] ?? '',
      page({
        title: `${screenTitle(screen, index)} – ${title}`,
        depth: 1,
        trail: [...trail, { href: 'index.html', text: title }],
        language,
        main: screenMain(screen, index, lesson, pen),
        previous: index === 0 ? { href: 'index.html', text: title } : screenLink(index - 1),
        next: screenLink(index + 1) ?? neighbour(at + 1),
      }),
    );
  return pages;
}

/** The names of a lesson's pages in its folder. */
export function sitePageNames({ screens }: LessonContent): string[] {
  return ['index.html', ...screenNames(screens)];
}

/** Writes the parts of a lesson's pages. */
interface Pen {
  readonly render: (markdown: string) => string;
  readonly title: (text: string) => string;
  /** Words that aren't the lesson's. */
  readonly say: (words: string) => string;
  /** Attributes of what runs from left to right in every lesson. */
  readonly ltr: string;
}

function penFor(lesson: LessonContent, project: Project, files: readonly string[]): Pen {
  const names = exportedImageNames(lesson.images);
  const lessonAddress = (link: LessonLink) => {
    const target = project.lessons.find((each) => leadsTo(link, each));
    return target === undefined ? null : `../${target.folder}/index.html`;
  };
  const imageAddress = (fileName: string) => `images/${fileAddress(names.get(fileName) ?? fileName)}`;
  const dataFileAddress = (name: string) => (files.includes(name) ? `files/${fileAddress(name)}` : null);
  const tag = lesson.fields.text_language;
  const direction = directionOfLanguage(tag);
  return {
    render: (markdown) => renderMarkdown(markdown, { imageAddress, lessonAddress, fileAddress: dataFileAddress, direction }),
    title: (text) => `<h1${tag === null ? ' dir="auto"' : ''}>${escape(text)}</h1>`,
    say: (words) => (mayBeEnglish(tag) ? words : `<bdi lang="en">${words}</bdi>`),
    ltr: direction === 'rtl' ? ' dir="ltr"' : '',
  };
}

function lessonTitle({ sequence, fields }: Pick<LessonContent, 'sequence' | 'fields'>): string {
  const title = plainTitle(fields.title);
  return title === '' ? `Lesson ${sequence}` : title;
}

function screenTitle({ fields }: ScreenContent, index: number): string {
  const title = plainTitle(fields.title);
  return title === '' ? `Screen ${index + 1}` : title;
}

function screenNames(screens: readonly ScreenContent[]): string[] {
  const digits = String(screens.length).length;
  return screens.map(({ fields }, index) => `${String(index + 1).padStart(Math.max(2, digits), '0')}-${slug(fields.title, 'screen')}.html`);
}

function screenMain(screen: ScreenContent, index: number, { fields: { language }, screens }: LessonContent, pen: Pen): string {
  const { fields, questions } = screen;
  const part = (heading: string, content: string) => (content === '' ? '' : `<h2>${pen.say(heading)}</h2>\n${content}`);
  const fence = language === null ? '' : LANGUAGES[language].fence;
  const block = (text: string, kind: string) => (normalCode(text) === '' ? '' : pen.render(listing(kind, normalCode(text))));
  const code = (text: string) => block(text, fence);
  const isCode = fields.type === 'code';
  return joined([
    pen.title(screenTitle(screen, index)),
    pen.render(fields.body_markdown),
    ...DOCUMENT_TEXTS.headed.filter(isForLearners).map((field) => part(SCREEN_TEXTS[field].inDocuments.heading, pen.render(fields[field]))),
    ...(isCode
      ? [
          part('Given code', code(fields.display_code)),
          part('Start with', code(startCode(screens, screen))),
          part('Input', block(fields.inputs, '')),
          folded(pen.say('Answer'), joined([code(fields.answer_code), outputOf(screen, pen)])),
        ]
      : []),
    ...questions.map((question, at) => questionPart(question, questions.length === 1 ? 'Question' : `Question ${at + 1}`, pen)),
    ...DOCUMENT_TEXTS.boxed
      .filter(isForLearners)
      .map((field) => folded(pen.say(SCREEN_TEXTS[field].inDocuments.box), pen.render(fields[field]))),
  ]);
}

const isForLearners = (field: MarkdownField): boolean => SCREEN_TEXTS[field].isForLearners === true;

function outputOf({ answer_output }: ScreenContent, { ltr }: Pen): string {
  if (answer_output === null) return '';
  const { stdout, stderr, images } = answer_output;
  const texts = [stdout, stderr]
    .filter((text) => text.trim() !== '')
    .map((text) => `<pre class="output"${ltr}><code>${escape(text)}</code></pre>`);
  const pictures = images.filter((image) => /^[A-Za-z0-9+/=]+$/.test(image));
  return joined([
    ...texts,
    ...pictures.map((image) => `<p><img src="data:image/png;base64,${image}" alt="Picture that the answer draws"></p>`),
  ]);
}

function questionPart(given: QuestionContent, heading: string, pen: Pen): string {
  return given.task ? taskPart(given, given.task, heading, pen) : choicePart(given, heading, pen);
}

function taskPart({ uuid, question }: QuestionContent, task: QuestionTask, heading: string, pen: Pen): string {
  const { asks, shown, answer } = kindOf(task).inDocuments(task, uuid);
  const feedback = taskTexts(task)
    .filter(({ format, shown: when, text }) => format === 'markdown' && when === 'after' && text.trim() !== '')
    .map(({ label, text }) => `<dt>${pen.say(escape(label.charAt(0).toUpperCase() + label.slice(1)))}</dt>\n<dd>${pen.render(text)}</dd>`);
  const told = feedback.length === 0 ? '' : `<dl>\n${feedback.join('\n')}\n</dl>`;
  return joined([
    `<h2>${pen.say(heading)}</h2>`,
    pen.render(question),
    `<p>${pen.say(escape(asks))}</p>`,
    pen.render(shown),
    folded(pen.say('Answer'), joined([pen.render(answer), told])),
  ]);
}

function choicePart({ question, select_type, options }: QuestionContent, heading: string, pen: Pen): string {
  const labels = options.map(({ label }) => `<li>${pen.render(label)}</li>`);
  const right = options.flatMap(({ valid }, index) => (valid ? [String(index + 1)] : []));
  const feedback = options.flatMap(({ feedback_message }, index) =>
    feedback_message.trim() === '' ? [] : [`<dt>${pen.say(`Option ${index + 1}`)}</dt>\n<dd>${pen.render(feedback_message)}</dd>`],
  );
  return joined([
    `<h2>${pen.say(heading)}</h2>`,
    pen.render(question),
    `<p>${pen.say(select_type === 'single' ? 'Choose one:' : 'Choose all that apply:')}</p>`,
    labels.length === 0 ? '' : `<ol>\n${labels.join('\n')}\n</ol>`,
    folded(
      'Answer',
      joined([
        `<p>${pen.say(`Right: ${right.length === 0 ? 'none' : right.join(', ')}`)}</p>`,
        feedback.length === 0 ? '' : `<dl>\n${feedback.join('\n')}\n</dl>`,
      ]),
    ),
  ]);
}

function folded(title: string, content: string): string {
  return content === '' ? '' : `<details>\n<summary>${title}</summary>\n${content}\n</details>`;
}

interface Link {
  readonly href: string;
  readonly text: string;
}

interface PageParts {
  readonly title: string;
  /** Folders between the page and the style sheet. */
  readonly depth: 0 | 1;
  /** The pages above it. */
  readonly trail: readonly Link[];
  /** What the texts of the main part are written in; null: not stated. */
  readonly language: string | null;
  readonly main: string;
  readonly previous?: Link | null;
  readonly next?: Link | null;
}

function page({ title, depth, trail, language, main, previous = null, next = null }: PageParts): string {
  const turn = (link: Link | null, rel: 'prev' | 'next', label: string) =>
    link ? `<a rel="${rel}" href="${link.href}"><span>${label}</span> ${escape(link.text)}</a>` : '';
  const turns = [turn(previous, 'prev', 'Previous'), turn(next, 'next', 'Next')].filter((link) => link !== '');
  const above = trail.map(({ href, text }) => `<a href="${href}">${escape(text)}</a>`).join(' / ');
  return `${joined([
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Lessons show text of many authors, and none of it needs a script.
    `<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">`,
    `<title>${escape(title)}</title>\n<link rel="stylesheet" href="${depth === 0 ? '' : '../'}style.css">\n</head>\n<body>`,
    above === '' ? '' : `<header>\n<nav aria-label="Breadcrumb">${above}</nav>\n</header>`,
    `<main${attributesOf(language)}>\n${main}\n</main>`,
    turns.length === 0 ? '' : `<footer>\n<nav class="turn" aria-label="Pages">\n${turns.join('\n')}\n</nav>\n</footer>`,
    '</body>\n</html>',
  ])}\n`;
}

function attributesOf(language: string | null): string {
  return Object.entries(languageAttributes(language))
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n');
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}
