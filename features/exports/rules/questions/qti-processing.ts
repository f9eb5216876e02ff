import type { XmlElement } from '#platform/content/xml/read-xml.ts';
import { xmlElement, xmlLines } from '#platform/content/xml/write-xml.ts';

/** Expressions of QTI. */
export const variable = (identifier: string): XmlElement => xmlElement('variable', { identifier });
const baseValue = (baseType: string, text: string): XmlElement => xmlElement('baseValue', { baseType }, text);

export function isCorrect(identifier: string): XmlElement {
  return xmlElement('match', {}, [variable(identifier), xmlElement('correct', { identifier })]);
}

export function isText(identifier: string, text: string, isCased: boolean): XmlElement {
  return xmlElement('stringMatch', { caseSensitive: String(isCased) }, [variable(identifier), baseValue('string', text)]);
}

/** @param text with `*` for any characters */
export function fitsWildcards(identifier: string, text: string): XmlElement {
  const pattern = text
    .split('*')
    .map((piece) => piece.replaceAll(/[\\.*+?()[\]{}|^$-]/g, '\\$&'))
    .join('.*');
  return xmlElement('patternMatch', { pattern }, [variable(identifier)]);
}

/** @param tolerance a distance, or a share of the value */
export function isNumber(identifier: string, value: string, tolerance: number, isRelative = false): XmlElement {
  const reach = String(Number((isRelative ? tolerance * 100 : tolerance).toPrecision(15)));
  const attributes =
    tolerance === 0 ? { toleranceMode: 'exact' } : { toleranceMode: isRelative ? 'relative' : 'absolute', tolerance: `${reach} ${reach}` };
  return xmlElement('equal', attributes, [variable(identifier), baseValue('float', value)]);
}

/** All or any of several expressions; a single one is itself. */
export function allOrAny(name: 'and' | 'or', expressions: readonly XmlElement[]): XmlElement {
  const [only, ...others] = expressions;
  return only && others.length === 0 ? only : xmlElement(name, {}, expressions);
}

/** A score of 1 where the condition holds, and the feedback of answers. */
export function processing(condition: XmlElement, feedback: readonly XmlElement[] = []): XmlElement {
  const score = xmlElement('setOutcomeValue', { identifier: 'SCORE' }, [baseValue('float', '1')]);
  return xmlLines('responseProcessing', {}, [
    xmlElement('responseCondition', {}, [xmlElement('responseIf', {}, [condition, score])]),
    ...feedback,
  ]);
}

/** Shows feedback where a condition holds. */
export function feedbackIf(condition: XmlElement, identifier: string): XmlElement {
  const shown = xmlElement('setOutcomeValue', { identifier: 'FEEDBACK' }, [baseValue('identifier', identifier)]);
  return xmlElement('responseCondition', {}, [xmlElement('responseIf', {}, [condition, shown])]);
}

export interface Declaration {
  readonly identifier: string;
  readonly cardinality: 'single' | 'multiple' | 'ordered';
  readonly baseType: 'identifier' | 'string' | 'float' | 'directedPair';
  readonly correct: readonly string[];
}

export function responseDeclaration({ identifier, cardinality, baseType, correct }: Declaration): XmlElement {
  const values = correct.map((value) => xmlElement('value', {}, value));
  return xmlElement(
    'responseDeclaration',
    { identifier, cardinality, baseType },
    values.length === 0 ? [] : [xmlElement('correctResponse', {}, values)],
  );
}
