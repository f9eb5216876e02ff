import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { elementIn, elementsBelow, elementsIn, readXml, textIn, XmlError } from './read-xml.ts';
import { writeXml, xmlElement, xmlLines } from './write-xml.ts';

it('reads elements with local names, texts, entities and CDATA', () => {
  const root = readXml('\uFEFF<?xml version="1.0"?><q:quiz xmlns:q="urn:x" a:b="1"><t>a &amp; b<![CDATA[<p>]]>&#233;</t><t/></q:quiz>');
  expect([root.name, root.attributes['b'], elementsIn(root, 't').length, textIn(root, 't')]).toEqual(['quiz', '1', 2, 'a & b<p>é']);
  expect([textIn(elementIn(root, 'none')), [...elementsBelow(root)].length]).toEqual(['', 2]);
});

it.each([
  ['an external entity', '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]><q>&x;</q>', 'document type'],
  ['entities in entities', '<!DOCTYPE q [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><q>&b;</q>', 'document type'],
  ['a document type of another file', '<!DOCTYPE q SYSTEM "https://example.com/q.dtd"><q/>', 'document type'],
  ['an entity that nothing defines', '<q>&nbsp;</q>', 'line 1'],
  ['an element that is not closed', '<q>\n<a></q>', 'line 2'],
  ['no XML', 'Text', 'line 1'],
  ['nothing', '', 'not valid'],
  ['elements nested too deep', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, '200 deep'],
  ['too many attributes', `<a ${Array.from({ length: 201 }, (_, at) => `a${at}=""`).join(' ')}/>`, '200 attributes'],
])('refuses %s', (_, text, reason) => {
  expect(() => readXml(text)).toThrow(XmlError);
  expect(() => readXml(text)).toThrow(reason);
});

it('refuses more elements than the limit', () => {
  expect(() => readXml('<a><b/><b/></a>', { depth: 9, elements: 2, attributes: 9 })).toThrow('more than 2 elements');
});

it.each(['<a>', '<a/>', '<a b="c"/>', '&amp;', '<![CDATA[]]>', '<!-- -->', '<?a?>', '<', ']]>', 'a="b" '])(
  'takes time that grows with the length, whatever is repeated: %s',
  (piece) => {
    const read = (size: number) => {
      try {
        readXml(`<q>${piece.repeat(size)}</q>`);
      } catch (error) {
        if (!(error instanceof XmlError)) throw error;
      }
    };
    expect(growthBeyondLinear(read, 1 << 12)).toBeNull();
  },
);

it('reads what it wrote, without characters that XML can’t have', () => {
  const text = fc.string({ unit: 'binary' });
  const kept = (given: string) => given.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  fc.assert(
    fc.property(text, text, (one, other) => {
      const root = readXml(writeXml(xmlLines('q', {}, [xmlElement('t', { a: one, b: undefined }, other), xmlElement('img')])));
      const read = elementIn(root, 't');
      expect([read?.attributes, textIn(read)]).toEqual([{ a: kept(one) }, kept(other)]);
    }),
    { numRuns: 30 },
  );
});
