import { elementsBelow, elementsIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import { isResponse } from './materials12.ts';

/**
 * Pairs as Blackboard writes them, in the form of other systems: the left sides are beside their responses there, and the choices are texts
 * of their own, in the order of each response's options. Null: the item has no such pairs.
 */
export function blackboardPairs(presentation: XmlElement): { presentation: XmlElement; responses: XmlElement[] } | null {
  const flows = [...elementsBelow(presentation)].filter(({ name }) => name === 'flow');
  const blockOf = (kind: string) => flows.find(({ attributes }) => attributes['class'] === kind);
  const [question, rights] = [blockOf('QUESTION_BLOCK'), blockOf('RIGHT_MATCH_BLOCK')];
  if (!question || !rights) return null;
  const choices = elementsIn(rights, 'flow');
  const responses = flows.flatMap((flow) =>
    elementsIn(flow)
      .filter(isResponse)
      .map((response) => ({
        ...response,
        children: [...elementsIn(flow).filter((each) => !isResponse(each)), ...optionsOf(response, choices)],
      })),
  );
  return { presentation: question, responses };
}

function optionsOf(response: XmlElement, choices: readonly XmlElement[]): XmlElement[] {
  return [...elementsBelow(response)]
    .filter(({ name }) => name === 'response_label')
    .map((label, at) => ({ ...label, children: choices[at] ? [choices[at]] : [] }));
}
