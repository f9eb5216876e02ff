import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { boxesTo } from '#features/imports/rules/box-formats.ts';
import { listing } from '#features/imports/rules/cells.ts';
import { withEscapedMarkup } from '#features/imports/rules/markup-signs.ts';
import { isCodePart, MARK_KEY, markLine } from '#features/imports/rules/part-mark.ts';
import { kernelFor, LANGUAGES } from '#platform/contract/languages.ts';
import { exportedImageNames, withImages } from './image-names.ts';
import { documentMark, kernelLanguage, type LessonPart, lessonParts, runsInJupyter } from './lesson-parts.ts';
import { type DocumentEnding, type Linked, NOTHING_LINKED, withLinks } from './links.ts';
import { plainTitle } from './project.ts';

type Code = Extract<LessonPart, { kind: 'code' }>;

/** How a format writes what Markdown alone can't say. */
interface MarkdownFormat {
  readonly name: 'myst' | 'quarto';
  readonly ending: DocumentEnding;
  readonly frontMatter: (lesson: LessonContent) => readonly string[];
  readonly codeBlock: (part: Code, fence: string) => string;
}

/** Lessons as pages of a MyST project. Their images are beside the page in `images/`. */
export function writeMyst(lesson: LessonContent, linked = NOTHING_LINKED): string {
  return writeMarkdown(lesson, linked, {
    ending: 'md',
    name: 'myst',
    frontMatter: ({ fields: { author } }) => [
      ...(author === '' ? [] : ['authors:', `  - name: ${yamlText(author)}`]),
      'kernelspec:',
      `  name: ${kernelFor(kernelLanguage(lesson))?.name ?? ''}`,
      `  display_name: ${yamlText(kernelFor(kernelLanguage(lesson))?.label ?? '')}`,
    ],
    codeBlock: ({ mark, code, mayFail }, fence) => {
      const tags = [
        mark.part === 'answer' ? 'solution' : mark.part,
        ...(isFolded(mark.part) ? ['hide-input'] : []),
        ...(mayFail ? ['raises-exception'] : []),
      ];
      return listing(`{code-cell} ${fence}`, `:tags: [${tags.join(', ')}]\n\n${code}`);
    },
  });
}

/** The same for Quarto. */
export function writeQuarto(lesson: LessonContent, linked = NOTHING_LINKED): string {
  return writeMarkdown(lesson, linked, {
    ending: 'qmd',
    name: 'quarto',
    frontMatter: ({ fields: { author } }) => [
      ...(author === '' ? [] : [`author: ${yamlText(author)}`]),
      `jupyter: ${kernelFor(kernelLanguage(lesson))?.name ?? ''}`,
      // Without it, quotation marks and dashes are replaced.
      'from: markdown-smart',
    ],
    codeBlock: ({ mark, code, mayFail }, fence) => {
      const options = [
        ...(isFolded(mark.part) ? ['#| code-fold: true', `#| code-summary: ${mark.part === 'answer' ? 'Answer' : 'Setup code'}`] : []),
        ...(mayFail ? ['#| error: true'] : []),
      ];
      // An empty line ends the options.
      const source = code.startsWith('#|') ? `\n${code}` : code;
      return listing(`{${fence}}`, [...options, source].join('\n'));
    },
  });
}

function isFolded(part: LessonPart['mark']['part']): boolean {
  return part === 'answer' || part === 'setup';
}

function writeMarkdown(lesson: LessonContent, linked: Linked, { name, ending, frontMatter, codeBlock }: MarkdownFormat): string {
  const { language } = lesson.fields;
  const title = plainTitle(lesson.fields.title);
  const names = exportedImageNames(lesson.images);
  const fence = language === null ? '' : LANGUAGES[language].fence;
  const imageOf = (fileName: string) => {
    const image = names.get(fileName);
    return image === undefined ? null : `images/${image}`;
  };
  const textOf = (part: Extract<LessonPart, { kind: 'text' }>) => {
    const text = boxesTo(name, withEscapedMarkup(name, withoutTitle(part, title !== '')));
    return isCodePart(part.mark.part) ? text : withImages(withLinks(text, linked, ending), imageOf);
  };
  const parts = lessonParts(lesson, { runs: runsInJupyter, listsOutput: true }).flatMap((part) => {
    const source = part.kind === 'code' ? codeBlock(part, fence) : textOf(part);
    return [markLine(name, part.mark), ...(source === '' ? [] : [source])].join('\n\n');
  });
  const front = ['---', `title: ${yamlText(title)}`, ...frontMatter(lesson), `${MARK_KEY}: ${yamlText(documentMark(lesson))}`, '---'];
  return `${front.join('\n')}\n\n${parts.join('\n\n')}\n`;
}

/** The title is in the front matter, which shows it. */
function withoutTitle({ mark, text }: Extract<LessonPart, { kind: 'text' }>, hasTitle: boolean): string {
  return mark.part === 'lesson' && hasTitle ? text.replace(/^# [^\n]*(?:\n+|$)/, '') : text;
}

/** JSON texts are YAML texts too. */
export function yamlText(value: string | object): string {
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
