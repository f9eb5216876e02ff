import { isAlias, isMap, isNode, isSeq } from 'yaml';
import { keyText, parseYaml, toPlain, YamlError, type YamlDocument } from '#platform/content/yaml/document.ts';
import { SCHEMA_NAMES } from '../contract.ts';
import { FILE_SCHEMAS } from './file-schemas.ts';

/** A key of a YAML file that the product doesn't read. */
export interface UnknownKey {
  readonly key: string;
  /** The keys that the product reads there. */
  readonly known: readonly string[];
  /** The offset of the key in the text. */
  readonly at: number;
}

/** The part of JSON Schema that says which keys a map may have. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly not?: Schema;
  readonly const?: unknown;
  readonly required?: readonly string[];
}

/**
 * The keys that reading a file skips. A file that isn't YAML has none: reading reports it.
 * @param path From the root of the content repository.
 */
export function unknownKeys(path: string, text: string): UnknownKey[] {
  const schema = schemaOf(path);
  if (schema === null) return [];
  try {
    const doc = parseYaml(text);
    // What several aliases repeat is found once.
    return [...new Map([...keysIn(doc, doc.contents, [schema])].map((found) => [found.at, found])).values()];
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
}

const FORMS = SCHEMA_NAMES.map((name) => ({ name, names: FILE_SCHEMAS[name].files.split('/') }));
const schemas = new Map<string, Schema>();

function schemaOf(path: string): Schema | null {
  const names = path.split('/');
  const form = FORMS.find(
    (each) => each.names.length === names.length && each.names.every((name, at) => name === '*' || name === names[at]),
  );
  if (!form) return null;
  const schema = schemas.get(form.name) ?? FILE_SCHEMAS[form.name].schema();
  schemas.set(form.name, schema);
  return schema;
}

function* keysIn(doc: YamlDocument, written: unknown, forms: readonly Schema[]): Iterable<UnknownKey> {
  const node = isAlias(written) ? written.resolve(doc) : written;
  if (isSeq(node)) {
    const items = forms.flatMap((form) => alternatives(form)).flatMap(({ items: each }) => each ?? []);
    for (const item of node.items) yield* keysIn(doc, item, items);
  }
  if (!isMap(node)) return;
  const here = forms.flatMap((form) => formsFor(form, () => toPlain(doc, node)));
  for (const { key, value } of node.items) {
    const name = keyText(key);
    const inside = here.map((form) => ofKey(form, name));
    if (here.length > 0 && inside.every((each) => each === null))
      yield {
        key: name,
        known: here.flatMap(({ properties = {} }) => Object.keys(properties)),
        at: (isNode(key) && key.range?.[0]) || 0,
      };
    else
      yield* keysIn(
        doc,
        value,
        inside.filter((each) => each !== null),
      );
  }
}

function alternatives({ anyOf = [], oneOf = [], ...form }: Schema): Schema[] {
  return [form, ...[...anyOf, ...oneOf].flatMap(alternatives)];
}

/** The forms that a map may have: those that name its keys. A condition that it doesn't meet says nothing about it. */
function formsFor(schema: Schema, plain: () => unknown): Schema[] {
  const named = alternatives(schema).flatMap((form): Schema[] => [
    ...(form.properties || form.additionalProperties !== undefined ? [form] : []),
    ...(form.allOf ?? []).flatMap((part) => (part.if && !isMet(part.if, plain()) ? [] : formsFor(part.then ?? part, plain))),
  ]);
  const closed = named.filter(({ additionalProperties }) => additionalProperties !== undefined);
  // What has an open form beside a closed one is described by the closed one.
  return closed.length > 0 ? closed : named;
}

function ofKey({ properties = {}, additionalProperties = true }: Schema, key: string): Schema | null {
  if (Object.hasOwn(properties, key)) return properties[key] ?? {};
  return additionalProperties === false ? null : additionalProperties === true ? {} : additionalProperties;
}

/** The conditions of our own schemas: about the values of keys. */
function isMet({ not, anyOf, properties = {}, required = [], ...condition }: Schema, plain: unknown): boolean {
  if (not) return !isMet(not, plain);
  if (anyOf) return anyOf.some((each) => isMet(each, plain));
  if ('const' in condition) return plain === condition.const;
  const map = new Map(Object.entries(plain ?? {}));
  return (
    required.every((key) => map.has(key)) && Object.entries(properties).every(([key, each]) => !map.has(key) || isMet(each, map.get(key)))
  );
}
