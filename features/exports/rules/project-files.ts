import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { START_PAGE_LINE } from '#features/imports/rules/part-mark.ts';
import { PYCHECK } from '#features/packages/contract.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { kernelFor } from '#platform/contract/languages.ts';
import type { ExportFormat } from '../contract.ts';
import { exportedImageNames } from './image-names.ts';
import { embedsImages, type Project } from './project.ts';
import { questionScreens } from './questions/exported-questions.ts';
import { writeMoodle } from './questions/write-moodle.ts';
import { qtiFileNames, qtiFiles, qtiManifest } from './questions/write-qti.ts';
import { SITE_STYLE } from './site-style.ts';
import { writeMyst, writeQuarto, yamlText } from './write-markdown.ts';
import { writeNotebook } from './write-notebook.ts';
import { siteIndex, sitePageNames, sitePages } from './write-site.ts';

/** A file of a lesson with its bytes elsewhere. */
export interface LessonFile {
  /** As code knows it, or the name of an image. It may have folders. */
  readonly name: string;
  readonly isImage: boolean;
}

/**
 * The files of a project that belong to no lesson, by path.
 *
 * @param paths of all other files
 */
export function projectFiles(format: ExportFormat, project: Project, paths: readonly string[]): Map<string, Uint8Array> {
  const files: Record<string, string> = {};
  if (format === 'website') Object.assign(files, { 'index.html': siteIndex(project), 'style.css': SITE_STYLE });
  if (format === 'myst') Object.assign(files, { 'myst.yml': mystConfig(project), 'index.md': startPage(project, '.md') });
  if (format === 'quarto') Object.assign(files, { '_quarto.yml': quartoConfig(project), 'index.qmd': startPage(project, '.qmd') });
  if (format === 'qti') files['imsmanifest.xml'] = qtiManifest(paths);
  return new Map(Object.entries(files).map(([path, text]) => [path, encodeUtf8(text)]));
}

/** The paths of what {@link lessonDocuments} writes. */
export function documentPaths(format: ExportFormat, lesson: LessonContent, folder: string): string[] {
  if (format === 'website') return sitePageNames(lesson).map((name) => `${folder}/${name}`);
  if (format === 'moodle') return questionScreens(lesson).length === 0 ? [] : [`${folder}/${folder}.xml`];
  if (format === 'qti') return qtiFileNames(lesson).map((name) => `${folder}/${name}`);
  const document = `${folder}/${folder}${{ notebook: '.ipynb', myst: '.md', quarto: '.qmd' }[format]}`;
  return requirementsOf(lesson) === '' ? [document] : [document, `${folder}/requirements.txt`];
}

/** The packages of a lesson whose kernel comes with Jupyter, as pip installs them; empty: none. */
function requirementsOf({ packages, fields: { language } }: LessonContent): string {
  const kernel = kernelFor(language);
  if (kernel === null || kernel.needs !== null) return '';
  return packages
    .filter(({ name }) => name !== PYCHECK)
    .map(({ name, version }) => `${name}${version === null || version === '' ? '' : `==${version}`}\n`)
    .join('');
}

/**
 * The documents of a lesson by path.
 *
 * @param images the bytes of its images by name, for formats that embed them
 */
export function lessonDocuments(
  format: ExportFormat,
  lesson: LessonContent,
  project: Project,
  { folder, images, files }: { folder: string; images: ReadonlyMap<string, Uint8Array>; files: readonly LessonFile[] },
): Map<string, Uint8Array> {
  const names = files.flatMap(({ name, isImage }) => (isImage ? [] : [name]));
  if (format === 'website')
    return new Map([...sitePages(lesson, project, folder, names)].map(([name, html]) => [`${folder}/${name}`, encodeUtf8(html)]));
  if (format === 'qti')
    return new Map([...qtiFiles(lesson, folder, titleIn(project, folder))].map(([name, xml]) => [`${folder}/${name}`, encodeUtf8(xml)]));
  if (format === 'moodle') {
    const exported = exportedImageNames(lesson.images);
    const named = new Map([...images].map(([name, bytes]) => [exported.get(name) ?? name, bytes]));
    return new Map(
      documentPaths(format, lesson, folder).map((path) => [path, encodeUtf8(writeMoodle(lesson, titleIn(project, folder), named))]),
    );
  }
  const linked = { lessons: project.lessons, files: names };
  const text =
    format === 'notebook'
      ? writeNotebook(lesson, images, linked)
      : format === 'myst'
        ? writeMyst(lesson, linked)
        : writeQuarto(lesson, linked);
  const [document = '', requirements] = documentPaths(format, lesson, folder);
  return new Map([
    [document, encodeUtf8(text)],
    ...(requirements === undefined ? [] : [[requirements, encodeUtf8(requirementsOf(lesson))] as const]),
  ]);
}

/** The paths of files in a project, in their order: data beside the document, where code finds it; null: the format has no place for a file. */
export function filePaths(format: ExportFormat, lesson: LessonContent, folder: string, files: readonly LessonFile[]): (string | null)[] {
  const images = exportedImageNames(lesson.images);
  const hasImages = !embedsImages(format) && (format !== 'qti' || questionScreens(lesson).length > 0);
  return files.map(({ name, isImage }) => {
    if (!isImage) return format === 'website' ? `${folder}/files/${name}` : hasOnlyQuestions(format) ? null : `${folder}/${name}`;
    const image = images.get(name);
    return image === undefined || !hasImages ? null : `${folder}/images/${image}`;
  });
}

/** The title of a lesson by its folder. */
function titleIn({ lessons, title }: Project, folder: string): string {
  return lessons.find((lesson) => lesson.folder === folder)?.title ?? title;
}

function hasOnlyQuestions(format: ExportFormat): boolean {
  return format === 'moodle' || format === 'qti';
}

function startPage({ title, lessons }: Project, ending: string): string {
  const links = lessons.map(
    (lesson) => `1. [${lesson.title.replace(/[\\`*_{}[\]<>#$~&^@]/g, '\\$&')}](${lesson.folder}/${lesson.folder}${ending})`,
  );
  return `---\ntitle: ${yamlText(title)}\n${START_PAGE_LINE}\n---\n\n${links.join('\n')}\n`;
}

function mystConfig({ title, lessons }: Project): string {
  return [
    'version: 1',
    'project:',
    `  title: ${yamlText(title)}`,
    '  toc:',
    '    - file: index.md',
    ...lessons.map(({ folder }) => `    - file: ${folder}/${folder}.md`),
    'site:',
    '  template: book-theme',
    `  title: ${yamlText(title)}`,
    '',
  ].join('\n');
}

function quartoConfig({ title, lessons }: Project): string {
  return [
    'project:',
    '  type: book',
    'book:',
    `  title: ${yamlText(title)}`,
    '  chapters:',
    '    - index.qmd',
    ...lessons.map(({ folder }) => `    - ${folder}/${folder}.qmd`),
    'format:',
    '  html:',
    '    theme: cosmo',
    '',
  ].join('\n');
}
