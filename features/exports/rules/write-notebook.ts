import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { boxesTo } from '#features/imports/rules/box-formats.ts';
import { withEscapedMarkup } from '#features/imports/rules/markup-signs.ts';
import { isCodePart, MARK_KEY } from '#features/imports/rules/part-mark.ts';
import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { toBase64 } from '#platform/content/to-base64.ts';
import { kernelFor, LANGUAGES } from '#platform/contract/languages.ts';
import { exportedImageNames, withImages } from './image-names.ts';
import { documentMark, kernelLanguage, type LessonPart, lessonParts, runsInJupyter } from './lesson-parts.ts';
import { type Linked, NOTHING_LINKED, withLinks } from './links.ts';
import { plainTitle } from './project.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Tags and settings of cells by what they are in the lesson. Solutions and setup code are folded. */
const CELLS: Partial<Record<LessonPart['mark']['part'], { tags: readonly string[]; isHidden?: boolean }>> = {
  setup: { tags: ['setup', 'hide-input'], isHidden: true },
  display: { tags: ['display'] },
  initial: { tags: ['initial'] },
  answer: { tags: ['solution', 'hide-input'], isHidden: true },
};

/**
 * Writes a lesson as a Jupyter notebook of format 4.5. Its images are attached to the cells that show them, so that the notebook is
 * complete without other files.
 *
 * @param images the bytes of the lesson's images by file name
 */
export function writeNotebook(lesson: LessonContent, images: ReadonlyMap<string, Uint8Array>, linked = NOTHING_LINKED): string {
  const { fields } = lesson;
  const title = plainTitle(fields.title);
  const names = exportedImageNames(lesson.images);
  const cells = lessonParts(lesson, { runs: runsInJupyter, listsOutput: false }).map((part) =>
    part.kind === 'code' ? codeCell(part) : textCell(part, names, images, linked),
  );
  const notebook: Json = {
    cells,
    metadata: {
      ...(fields.author === '' ? {} : { authors: [{ name: fields.author }] }),
      ...kernelMetadata(lesson),
      [MARK_KEY]: documentMark(lesson),
      ...(title === '' ? {} : { title }),
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function kernelMetadata(lesson: LessonContent): { kernelspec: Json; language_info: Json } {
  const language = kernelLanguage(lesson);
  const { name = '', label = '' } = kernelFor(language) ?? {};
  const { fence } = LANGUAGES[language];
  return { kernelspec: { display_name: label, language: fence, name }, language_info: { name: fence } };
}

function textCell(
  { id, mark, text }: Extract<LessonPart, { kind: 'text' }>,
  names: ReadonlyMap<string, string>,
  images: ReadonlyMap<string, Uint8Array>,
  linked: Linked,
): Json {
  const attachments: Record<string, Record<string, string>> = {};
  const written = boxesTo('notebook', withEscapedMarkup('notebook', text));
  const imageOf = (fileName: string) => {
    const name = names.get(fileName);
    const bytes = images.get(fileName);
    if (name === undefined || !bytes) return null;
    attachments[name] = { [imageType(name)]: toBase64(bytes) };
    return `attachment:${name}`;
  };
  const source = isCodePart(mark.part) ? written : withImages(withLinks(written, linked, 'ipynb'), imageOf);
  return {
    cell_type: 'markdown',
    id,
    metadata: { [MARK_KEY]: mark },
    ...(Object.keys(attachments).length === 0 ? {} : { attachments }),
    source: linesOf(source),
  };
}

function codeCell({ id, mark, code, output, mayFail }: Extract<LessonPart, { kind: 'code' }>): Json {
  const { tags = [], isHidden = false } = CELLS[mark.part] ?? {};
  return {
    cell_type: 'code',
    execution_count: null,
    id,
    metadata: {
      ...(isHidden && { jupyter: { source_hidden: true } }),
      [MARK_KEY]: mark,
      tags: mayFail ? [...tags, 'raises-exception'] : [...tags],
    },
    outputs: output === null ? [] : outputsOf(output),
    source: linesOf(code),
  };
}

function outputsOf({ stdout, stderr, images }: AnswerOutput): Json[] {
  const stream = (name: string, text: string): Json[] => (text === '' ? [] : [{ name, output_type: 'stream', text: linesOf(text) }]);
  const pictures = images.map((png): Json => ({ data: { 'image/png': png }, metadata: {}, output_type: 'display_data' }));
  return [...stream('stdout', stdout), ...stream('stderr', stderr), ...pictures];
}

/** Notebooks have texts as lines with their ends, which makes changes readable in git. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function imageType(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return `image/${{ jpg: 'jpeg', svg: 'svg+xml' }[ending] ?? ending}`;
}
