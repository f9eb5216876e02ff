import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { elementsBelow, elementsIn, readXml, textIn, type XmlElement, XmlError } from '#platform/content/xml/read-xml.ts';
import type { ImportedDocument } from '../../cells.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { QuestionList } from '../question-list.ts';
import { readItem, rubricOf } from './read-item.ts';

/** Reads one item. */
export function readItemFile(item: XmlElement, list: QuestionList): ImportedDocument {
  readItem(item, list);
  return list.finish('');
}

/** Reads a test of QTI 2 with the items that it names. */
export function readTest(test: XmlElement, list: QuestionList, around: Surroundings): ImportedDocument {
  const title = test.attributes['title'] ?? '';
  const place = title || 'Test';
  if ([...elementsBelow(test)].some(({ name }) => name === 'selection')) list.report.count('drawn', place);
  if ([...elementsBelow(test)].some(({ name }) => name === 'timeLimits')) list.report.count('limits', place);
  const readPart = (part: XmlElement) => {
    const own = part.attributes['title'] ?? '';
    list.addText(own, rubricOf(part, list, own || place), own || place);
    for (const child of elementsIn(part)) {
      if (child.name === 'assessmentItemRef') readReferred(child.attributes['href'] ?? '', list, around);
      else if (child.name === 'assessmentSection' || child.name === 'testPart') readPart(child);
    }
  };
  readPart(test);
  return list.finish(title);
}

/** Reads the items of a package that has no test. */
export function readManifest(manifest: XmlElement, list: QuestionList, around: Surroundings): ImportedDocument {
  for (const resource of elementsBelow(manifest)) if (isItem(resource)) readReferred(resource.attributes['href'] ?? '', list, around);
  return list.finish(textIn([...elementsBelow(manifest)].find(({ name }) => name === 'title')));
}

function isItem({ name, attributes }: XmlElement): boolean {
  return name === 'resource' && /^imsqti_item_xmlv2p\d$/.test(attributes['type'] ?? '');
}

function readReferred(href: string, list: QuestionList, around: Surroundings): void {
  const bytes = around.file(href);
  const shown = href.slice(0, 100);
  if (!bytes || !isUtf8(bytes)) return list.report.note(shown, 'The package names this question, but doesn’t have it.');
  try {
    const item = readXml(decodeUtf8(bytes));
    list.texts.folder = href.slice(0, href.lastIndexOf('/') + 1);
    if (item.name === 'assessmentItem') readItem(item, list);
    else list.report.note(shown, 'This file is no question of QTI 2.1. It was skipped.');
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    list.report.note(shown, `This question couldn’t be read and was skipped. ${error.message}`);
  } finally {
    list.texts.folder = '';
  }
}

/** The questions of a package, as paths below the folder of its manifest: its tests, or the manifest for items without a test. */
export function questionFilesIn(manifest: XmlElement): { paths: string[]; others: number } {
  const resources = [...elementsBelow(manifest)].filter(({ name }) => name === 'resource');
  // Blackboard names files in an attribute of its own.
  const hrefOf = (resource: XmlElement) =>
    resource.attributes['href'] ?? resource.attributes['file'] ?? elementsIn(resource, 'file')[0]?.attributes['href'] ?? '';
  const tests = resources.filter(({ attributes }) =>
    /^imsqti_(?:test_|assessment_)?xmlv(?:1p[12]|2p\d)|^assessment\/x-bb-qti-/.test(attributes['type'] ?? ''),
  );
  const items = resources.filter(isItem);
  const others = resources.filter(
    ({ attributes }) => !/qti|^associatedcontent|learning-application-resource|^(?:course|resource)\/x-/.test(attributes['type'] ?? ''),
  ).length;
  if (tests.length > 0) return { paths: [...new Set(tests.map(hrefOf))].filter(Boolean), others };
  return { paths: items.length > 0 ? ['imsmanifest.xml'] : [], others };
}
