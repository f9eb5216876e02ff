import { FormulaError, nameAlone, type Token, tokensOf, type Value } from '#features/questions/contract/kinds/formula-tokens.ts';
import { FormulaReader, withoutNoise } from '#features/questions/contract/kinds/formula.ts';
import { numbersFrom } from '#features/questions/contract/kinds/shuffled.ts';

/** The values of one learner, by name. */
export type Draw = ReadonlyMap<string, Value>;

/** What is wrong with a line of the values, in a sentence. */
export interface ValueProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

interface Definition {
  readonly name: string;
  readonly line: number;
  readonly tokens: readonly Token[];
}

/** Lines with a definition. */
const DEFINITIONS_MAX = 30;
/** Numbers of one range. */
const RANGE_MAX = 1_000_000;
const CHOICES_MAX = 100;
/** Lines that are reported: a text that isn't about values at all would have thousands. */
const PROBLEMS_MAX = 50;

/** Characters of a name. */
const NAME_MAX = 40;

/** The definitions of a screen's values, one on a line, and the lines that are none. Blank lines and lines that begin with # count for nothing. */
export function parseValues(text: string): { definitions: Definition[]; problems: ValueProblem[] } {
  const definitions: Definition[] = [];
  const problems: ValueProblem[] = [];
  for (const [index, written] of text.split(/\r\n?|\n/).entries()) {
    if (written.trim() === '' || written.trimStart().startsWith('#')) continue;
    const line = index + 1;
    try {
      if (definitions.length === DEFINITIONS_MAX) throw new FormulaError(`A screen can have at most ${DEFINITIONS_MAX} values.`);
      definitions.push({ line, ...definitionOf(written, definitions) });
    } catch (error) {
      problems.push({ line, message: sentenceOf(error) });
      // The lines behind it would say the same.
      if (definitions.length === DEFINITIONS_MAX || problems.length === PROBLEMS_MAX) break;
    }
  }
  return { definitions, problems };
}

function definitionOf(written: string, earlier: readonly Definition[]): Omit<Definition, 'line'> {
  const at = written.indexOf('=');
  const name = at < 0 || written[at + 1] === '=' ? null : nameAlone(written.slice(0, at));
  if (name === null || name.length > NAME_MAX) throw new FormulaError('Write a name, = and its value, such as n = 3..9.');
  if (name === 'step') throw new FormulaError('“step” can’t be a name: it belongs to ranges.');
  if (earlier.some((each) => each.name === name)) throw new FormulaError(`“${name}” is already defined above.`);
  return { name, tokens: tokensOf(written.slice(at + 1)) };
}

/** Thrown by {@link drawValues} for values that can't be drawn. */
export class DrawError extends Error {
  readonly line: number;

  constructor({ line, message }: ValueProblem) {
    super(message);
    this.line = line;
  }
}

/** Draws each value once; later ones may use earlier ones. @throws DrawError */
function drawValues(definitions: readonly Definition[], random: () => number): Draw {
  const names = new Map<string, Value>();
  for (const { name, line, tokens } of definitions) {
    try {
      names.set(name, drawOne(new FormulaReader(tokens, names), random));
    } catch (error) {
      throw new DrawError({ line, message: sentenceOf(error) });
    }
  }
  return names;
}

/** `3..9`, `1.5..4 step 0.25`, `"a" | "b"` or one formula. */
function drawOne(reader: FormulaReader, random: () => number): Value {
  const first = reader.value();
  if (reader.take('..')) return drawNumber(reader, first, random);
  const choices = [first];
  while (reader.take('|')) choices.push(reader.value());
  reader.end();
  if (choices.length > CHOICES_MAX) throw new FormulaError(`A value can have at most ${CHOICES_MAX} choices.`);
  return choices.length === 1 ? first : (choices[Math.floor(random() * choices.length)] ?? first);
}

function drawNumber(reader: FormulaReader, from: Value, random: () => number): number {
  const to = reader.value();
  const step = reader.take('step') ? reader.value() : 1;
  reader.end();
  if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number')
    throw new FormulaError('A range needs numbers. Write texts as "a" | "b".');
  if (step <= 0) throw new FormulaError('The step of a range must be more than zero.');
  // Steps of 0.1 don't add up exactly.
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count < 1) throw new FormulaError(`The range from ${from} to ${to} is empty.`);
  if (count > RANGE_MAX) throw new FormulaError(`A range can have at most ${RANGE_MAX.toLocaleString('en')} numbers.`);
  return withoutNoise(from + Math.floor(random() * count) * step);
}

function sentenceOf(error: unknown): string {
  if (error instanceof FormulaError) return error.message;
  throw error;
}

/** Attempts for each draw that is wanted: small ranges have few different ones. */
const ATTEMPTS = 10;

/** Copies of a screen draw the same as the original: their recorded output is that of its first draw. */
export function seedOf(definitions: readonly Definition[]): string {
  return JSON.stringify(definitions.map(({ name, tokens }) => [name, tokens]));
}

/**
 * The first different draws of values; fewer where there are fewer, none where values are wrong. More of them begin with the same ones. The
 * author of a screen and its builds draw the same.
 */
export function drawsOf(text: string, count: number): Draw[] {
  const { definitions, problems } = parseValues(text);
  if (definitions.length === 0 || problems.length > 0) return [];
  const random = numbersFrom(seedOf(definitions));
  const draws = new Map<string, Draw>();
  for (let attempt = 0; attempt < count * ATTEMPTS && draws.size < count; attempt++) {
    const draw = tryDraw(definitions, random);
    if (draw instanceof DrawError) continue;
    const key = JSON.stringify([...draw]);
    if (!draws.has(key)) draws.set(key, draw);
  }
  return [...draws.values()];
}

/** {@link drawValues}, with the error as a value. */
export function tryDraw(definitions: readonly Definition[], random: () => number): Draw | DrawError {
  try {
    return drawValues(definitions, random);
  } catch (error) {
    if (error instanceof DrawError) return error;
    throw error;
  }
}

/** The draws that the preview of an author shows. */
const PREVIEW_DRAWS = 3;

/** The first draws of a screen, the same that its builds begin with. */
export function previewDraws(text: string): Draw[] {
  return drawsOf(text, PREVIEW_DRAWS);
}
