import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { plainText } from '#platform/content/rich-text/inline-texts.ts';
import { readParsedHtml } from '#platform/content/rich-text/parsed-html.ts';
import type { Block } from '#platform/content/rich-text/rich-text.ts';
import { writeXhtml } from '#platform/content/rich-text/write-xhtml.ts';
import { type XmlElement, elementsBelow } from '#platform/content/xml/read-xml.ts';
import { exportedImageNames } from '../image-names.ts';

/** Writes the Markdown of a lesson as HTML for other systems. */
export interface QuestionHtml {
  readonly html: (markdown: string) => XmlElement[];
  /** On one line, without formatting. */
  readonly line: (markdown: string) => string;
}

/** @param addressOf of an image, by the name that it has in the export */
export function questionHtml(lesson: Pick<LessonContent, 'images'>, isQti: boolean, addressOf: (name: string) => string): QuestionHtml {
  const names = exportedImageNames(lesson.images);
  const blocksOf = (markdown: string): readonly Block[] => {
    const html = renderMarkdown(markdown, {
      imageAddress: (name) => addressOf(names.get(name) ?? name),
      lessonAddress: () => null,
      fileAddress: () => null,
    });
    // A text that is too deeply nested is shown as it is written.
    return readParsedHtml(html, (src) => src)?.blocks ?? [{ type: 'code', language: '', text: markdown, isLine: false }];
  };
  return {
    html: (markdown) => writeXhtml(blocksOf(markdown), { isQti }),
    line: (markdown) => plainText(blocksOf(markdown)).replaceAll(/\s+/g, ' ').trim(),
  };
}

/** The addresses of the images in HTML. */
export function imagesIn(elements: readonly XmlElement[]): string[] {
  return elements.flatMap((element) =>
    [element, ...elementsBelow(element)].flatMap(({ name, attributes }) => (name === 'img' ? (attributes['src'] ?? []) : [])),
  );
}
