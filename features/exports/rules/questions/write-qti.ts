import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { writeXml, xmlElement, xmlLines } from '#platform/content/xml/write-xml.ts';
import { questionScreens } from './exported-questions.ts';
import { questionHtml } from './question-html.ts';
import { QTI, writeQtiItem, XSI } from './write-qti-item.ts';

const TEST = 'test.xml';

const itemName = (screen: number, at: number) => `screen-${screen}-question-${at + 1}`;

/** The names of the files of {@link qtiFiles}: a test, and an item for each question. */
export function qtiFileNames(lesson: LessonContent): string[] {
  const items = questionScreens(lesson).flatMap(({ number, questions }) => questions.map((_, at) => `${itemName(number, at)}.xml`));
  return items.length === 0 ? [] : [TEST, ...items];
}

/** The questions of a lesson as a test of QTI 2.1 with its items, by file name. Images are in `images/` beside them. */
export function qtiFiles(lesson: LessonContent, folder: string, title: string): Map<string, string> {
  const pen = questionHtml(lesson, true, (name) => `images/${encodeURIComponent(name)}`);
  const screens = questionScreens(lesson);
  const sections = screens.map(({ number, title: name, text, questions }) =>
    xmlLines('assessmentSection', { identifier: `screen-${number}`, title: name, visible: 'true' }, [
      ...(text.trim() === '' ? [] : [xmlElement('rubricBlock', { view: 'candidate' }, pen.html(text))]),
      ...questions.map((_, at) =>
        xmlElement('assessmentItemRef', { identifier: itemName(number, at), href: `${itemName(number, at)}.xml` }),
      ),
    ]),
  );
  if (sections.length === 0) return new Map();
  const test = xmlLines(
    'assessmentTest',
    {
      xmlns: QTI,
      'xmlns:xsi': XSI,
      'xsi:schemaLocation': `${QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd`,
      identifier: `lesson-${folder}`,
      title,
    },
    [xmlLines('testPart', { identifier: 'part-1', navigationMode: 'nonlinear', submissionMode: 'individual' }, sections)],
  );
  return new Map([
    [TEST, writeXml(test)],
    ...screens.flatMap(({ number, questions }) =>
      questions.map(
        (each, at) => [`${itemName(number, at)}.xml`, writeQtiItem(each.question, itemName(number, at), each.title, pen)] as const,
      ),
    ),
  ]);
}

/** The manifest of a package with these files: what systems read first. */
export function qtiManifest(paths: readonly string[]): string {
  const CP = 'http://www.imsglobal.org/xsd/imscp_v1p1';
  const type = (path: string) =>
    path.endsWith(`/${TEST}`) ? 'imsqti_test_xmlv2p1' : path.endsWith('.xml') ? 'imsqti_item_xmlv2p1' : 'webcontent';
  const folderOf = (path: string) => path.slice(0, path.indexOf('/') + 1);
  const idOf = new Map(paths.map((path, at) => [path, `resource-${at + 1}`]));
  const byFolder = Map.groupBy(paths, folderOf);
  const resources = paths.map((path) => {
    const href = path.split('/').map(encodeURIComponent).join('/');
    const needed = path.endsWith(`/${TEST}`) ? (byFolder.get(folderOf(path)) ?? []).filter((other) => other !== path) : [];
    return xmlLines('resource', { identifier: idOf.get(path), type: type(path), href }, [
      xmlElement('file', { href }),
      ...needed.map((other) => xmlElement('dependency', { identifierref: idOf.get(other) })),
    ]);
  });
  return writeXml(
    xmlLines(
      'manifest',
      {
        xmlns: CP,
        'xmlns:xsi': XSI,
        'xsi:schemaLocation': `${CP} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd`,
        identifier: 'questions',
      },
      [
        xmlElement('metadata', {}, [xmlElement('schema', {}, 'QTIv2.1 Package'), xmlElement('schemaversion', {}, '1.0.0')]),
        xmlElement('organizations', {}, []),
        xmlLines('resources', {}, resources),
      ],
    ),
  );
}
