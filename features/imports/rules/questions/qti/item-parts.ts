import { elementIn, elementsBelow, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import { writeXmlElement } from '#platform/content/xml/write-xml.ts';

/** What an item of QTI 2 says about a response. */
export interface Response {
  readonly id: string;
  readonly cardinality: string;
  readonly baseType: string;
  readonly correct: readonly string[];
  readonly mapping: readonly { readonly key: string; readonly value: number; readonly isCased: boolean }[];
}

export function responsesIn(item: XmlElement): ReadonlyMap<string, Response> {
  return new Map(
    elementsIn(item, 'responseDeclaration').map((declaration) => {
      const { identifier: id = '', cardinality = 'single', baseType = 'identifier' } = declaration.attributes;
      const correct = elementIn(declaration, 'correctResponse');
      const mapping = elementIn(declaration, 'mapping');
      return [
        id,
        {
          id,
          cardinality,
          baseType,
          correct: correct ? elementsIn(correct, 'value').map((value) => textIn(value).trim()) : [],
          mapping: (mapping ? elementsIn(mapping, 'mapEntry') : []).map(
            ({ attributes: { mapKey = '', mappedValue = '0', caseSensitive } }) => ({
              key: mapKey,
              value: Number(mappedValue),
              isCased: caseSensitive !== 'false',
            }),
          ),
        },
      ];
    }),
  );
}

/** The identifiers or texts that are right: the correct response, or what gives most points. */
export function rightValues({ correct, mapping }: Response): readonly string[] {
  if (correct.length > 0) return correct;
  return mapping.filter(({ value }) => value > 0).map(({ key }) => key);
}

export function isInteraction({ name }: XmlElement): boolean {
  return name.endsWith('Interaction');
}

export const INLINE_INTERACTIONS: ReadonlySet<string> = new Set(['textEntryInteraction', 'inlineChoiceInteraction']);

/** What readers don't see, or see only after an answer. */
const HIDDEN = new Set([
  'feedbackInline',
  'feedbackBlock',
  'rubricBlock',
  'templateInline',
  'templateBlock',
  'infoControl',
  'stylesheet',
  'modalFeedback',
]);

/**
 * Content of an item as HTML.
 *
 * @param replace what an interaction, or another element of QTI, is in the HTML; undefined: it stays
 */
export function htmlOf(element: XmlElement, replace: (element: XmlElement) => string | undefined = () => undefined): string {
  const shown = (child: XmlElement | string): (XmlElement | string)[] => {
    if (typeof child === 'string') return [child];
    if (HIDDEN.has(child.name)) return [];
    const replaced = replace(child);
    if (replaced !== undefined) return [replaced];
    if (child.name === 'object' && child.attributes['type']?.startsWith('image/') === true)
      return [{ name: 'img', attributes: { src: child.attributes['data'] ?? '', alt: textIn(child).trim() }, children: [] }];
    return [{ ...child, children: child.children.flatMap(shown) }];
  };
  return element.children
    .flatMap(shown)
    .map((child) => writeXmlElement(typeof child === 'string' ? { name: 'span', attributes: {}, children: [child] } : child))
    .join('');
}

/** Feedback by the identifier that shows it: of a choice, or of the whole item. */
export function feedbackIn(item: XmlElement): ReadonlyMap<string, string> {
  return new Map(elementsIn(item, 'modalFeedback').map((feedback) => [feedback.attributes['identifier'] ?? '', htmlOf(feedback)]));
}

/** The feedback inside of a choice. */
export function innerFeedback(choice: XmlElement): string {
  return [...elementsBelow(choice)]
    .filter(({ name }) => name === 'feedbackInline' || name === 'feedbackBlock')
    .map((each) => htmlOf(each))
    .join('');
}
