import { isAlias, isMap, isNode, isSeq, type Pair } from 'yaml';
import { z } from 'zod';
import { keyText, toPlain, type YamlDocument } from './document.ts';

/** Reports something that could not be parsed. `at`: the offset in the text of the file, where it is known. */
export type Report = (message: string, at?: number) => void;

/** A node of a YAML file that may not exist: reads leniently, and reports what it skips. */
export class YamlCursor {
  readonly #doc: YamlDocument | null;
  readonly #node: unknown;
  readonly #name: string;
  readonly report: Report;

  /** @param at Where this node is in the file: its key, or else itself. Without its own place it has that of the node around it. */
  private constructor(doc: YamlDocument | null, node: unknown, name: string, report: Report, at?: number) {
    this.#doc = doc;
    this.#node = doc && isAlias(node) ? node.resolve(doc) : node;
    this.#name = name;
    this.report = at === undefined ? report : (message, inside = at) => report(message, inside);
  }

  /** The root of a document; null: there is none, and every default applies. */
  static root(doc: YamlDocument | null, report: Report): YamlCursor {
    return new YamlCursor(doc, doc?.contents ?? undefined, '', report);
  }

  /** False below a file that is missing or broken. */
  get isInFile(): boolean {
    return this.#doc !== null;
  }

  get isAbsent(): boolean {
    return this.#node === undefined;
  }

  /** The text of this node, '' if it doesn't exist: for seeds and messages. */
  get text(): string {
    if (!this.#doc || this.isAbsent) return '';
    const plain = toPlain(this.#doc, this.#node, true);
    return typeof plain === 'string' ? plain : JSON.stringify(plain);
  }

  get(key: string): YamlCursor {
    const pairs: readonly Pair[] = isMap(this.#node) ? this.#node.items.filter((pair) => keyText(pair.key) === key) : [];
    const [first, second] = pairs;
    if (second) this.report(`${this.#inside(key)} is there twice; the first one is used.`, startOf(second.key));
    return new YamlCursor(this.#doc, first ? (first.value ?? null) : undefined, this.#inside(key), this.report, startOf(first?.key));
  }

  /** The items of a list; reports a value that isn't a list. */
  items(): YamlCursor[] {
    if (isSeq(this.#node)) {
      return this.#node.items.map(
        (item, index) => new YamlCursor(this.#doc, item, `${this.#name}[${index + 1}]`, this.report, startOf(item)),
      );
    }
    if (this.text !== '') this.report(`${this.#subject()} must be a list.`);
    return [];
  }

  /** The items that are maps. */
  maps(): YamlCursor[] {
    return this.items().filter((item) => item.isMap());
  }

  /** True for a map or a missing node; reports anything else. */
  isMap(): boolean {
    if (this.isAbsent || isMap(this.#node)) return true;
    this.report(`${this.#subject()} must have keys and values.`);
    return false;
  }

  /** The value of this node if `schema` accepts it, otherwise `otherwise`. Invalid items of lists are skipped. */
  read<T>(schema: z.ZodType<T>, otherwise: T): T {
    if (this.isAbsent || !this.#doc) return otherwise;
    const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
    if (inner instanceof z.ZodArray) return this.#readList(schema, inner.element, otherwise);
    const typed = schema.safeParse(toPlain(this.#doc, this.#node));
    if (typed.success) return typed.data;
    const asText = schema.safeParse(toPlain(this.#doc, this.#node, true));
    if (asText.success) return asText.data;
    this.report(`${this.#subject()}: ${typed.error.issues[0]?.message ?? 'this value is not valid.'}`);
    return otherwise;
  }

  /** The fields of a map, each parsed separately; missing or invalid ones have their `defaults`. */
  fields<T extends object>(shape: { readonly [K in keyof T]: z.ZodType<T[K]> }, defaults: T): T {
    const read = { ...defaults };
    for (const key of Object.keys(shape) as (keyof T & string)[]) read[key] = this.get(key).read(shape[key], defaults[key]);
    return read;
  }

  #readList<T>(schema: z.ZodType<T>, element: unknown, otherwise: T): T {
    const item = element as z.ZodType;
    const missing = Symbol('missing');
    const good = this.items()
      .map((place) => place.read<unknown>(item, missing))
      .filter((value) => value !== missing);
    const list = schema.safeParse(good);
    if (list.success) return list.data;
    this.report(`${this.#subject()}: ${list.error.issues[0]?.message ?? 'this list is not valid.'}`);
    return otherwise;
  }

  #inside(key: string): string {
    return this.#name === '' ? key : `${this.#name}.${key}`;
  }

  #subject(): string {
    return this.#name === '' ? 'This file' : this.#name;
  }
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
