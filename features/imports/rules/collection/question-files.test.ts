import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { readContents } from './contents.ts';

const collection = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, encodeUtf8(text)]));
const resource = (type: string, href: string) => `<resource type="${type}" href="${href}"><file href="${href}"/></resource>`;
const manifest = (...resources: string[]) =>
  `<?xml version="1.0"?><!-- a --><manifest><metadata><title>Loops</title></metadata><resources>${resources.join('')}</resources></manifest>`;
const ITEM = '<assessmentItem title="A"/>';

it.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'a test of QTI 2.1, and not its items',
    {
      'imsmanifest.xml': manifest(resource('imsqti_test_xmlv2p1', 'a/test.xml'), resource('imsqti_item_xmlv2p1', 'a/1.xml')),
      'a/test.xml': '<assessmentTest/>',
      'a/1.xml': ITEM,
    },
    { source: 'imsmanifest.xml', title: 'Loops', listed: ['a/test.xml'], unlisted: [], notes: [] },
  ],
  [
    'items without a test',
    { 'imsmanifest.xml': manifest(resource('imsqti_item_xmlv2p1', '1.xml')), '1.xml': ITEM },
    { source: 'imsmanifest.xml', title: 'Loops', listed: ['imsmanifest.xml'], unlisted: [], notes: [] },
  ],
  [
    'a course of Canvas, in the version with all kinds of question',
    {
      'imsmanifest.xml': manifest(
        resource('imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'g1/assessment_qti.xml'),
        resource('imsqti_xmlv1p2/imscc_xmlv1p1/assessment', '../g2.xml'),
        resource('webcontent', 'wiki_content/a.html'),
      ),
      'g1/assessment_qti.xml': '<questestinterop/>',
      'non_cc_assessments/g1.xml.qti': '<questestinterop/>',
    },
    {
      source: 'imsmanifest.xml',
      title: 'Loops',
      listed: ['non_cc_assessments/g1.xml.qti'],
      unlisted: [],
      notes: [
        { path: '../g2.xml', reason: 'The manifest lists it, but the package doesn’t have it.' },
        { path: 'imsmanifest.xml', reason: 'One resource without questions, such as pages and links, can’t be imported.' },
      ],
    },
  ],
  [
    'XML and GIFT with questions among documents, and no other XML',
    {
      'a.md': '# A',
      'b.xml': '\uFEFF<?xml version="1.0"?>\n<quiz/>',
      'c.gift': 'a {}',
      'd.xml': '<rss/>',
      'e.xml': 'text',
      'f.xml': `<!-- ${'x'.repeat(5_000)} --><quiz/>`,
      'imsmanifest.xml': '<!DOCTYPE a><manifest/>',
    },
    { source: null, title: '', listed: ['a.md', 'b.xml', 'c.gift'], unlisted: [], notes: [] },
  ],
])('finds %s', (_, files, expected) => {
  const { source, title, listed, unlisted, notes } = readContents(collection(files));
  expect({ source, title, listed: listed.map(({ path }) => path), unlisted, notes }).toEqual(expected);
});
