import { mergeRegions, StepBudget } from '../merge-regions.ts';
import { BYTE_ORDER_MARK, hasAliases, newYaml, parseYaml, toPlain, YamlError, type YamlDocument } from './document.ts';
import { editDocument } from './edit-nodes.ts';
import { isPlainList, isPlainMap, isSamePlain, type Plain } from './plain.ts';
import { toYaml, printYaml, type Layout } from './print.ts';

/**
 * Returns the text of a YAML file after its contents changed from `before` to `after`. Only affected lines are rewritten;
 * comments, unknown keys, order and style of the rest stay. The content of an unparsable file is kept as a comment below the new
 * content.
 */
export function editYaml(text: string, before: Plain, after: Plain): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const isCrlf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
  const source = text.slice(mark.length);
  const result = editText(isCrlf ? source.replaceAll('\r\n', '\n') : source, before, after);
  return mark + (isCrlf ? result.replaceAll('\n', '\r\n') : result);
}

/** Whether only `[]` or `{}` is left of a file, without comments. */
export function isEmptyYaml(text: string): boolean {
  return ['', '[]', '{}'].includes(text.replaceAll(/\s/g, ''));
}

function editText(text: string, before: Plain, after: Plain): string {
  const doc = readable(text, after);
  if (!doc) return toYaml(after) + commented(text);
  const layout = layoutOf(text);
  const target = editable(doc, layout);
  const printed = printYaml(target, layout);
  editDocument(target, before, after);
  const wanted = printYaml(target, layout);
  const patches = [patchLines(text, printed, wanted, withoutSpace), patchLines(text, printed, wanted, asItIs), wanted];
  // Not every layout can be printed as it was read (such as an unindented empty list); the canonical one can.
  return patches.find((patch) => meansTheSame(patch, target)) ?? printYaml(target);
}

function readable(text: string, after: Plain): YamlDocument | null {
  try {
    const doc = parseYaml(text);
    const root = toPlain(doc);
    const fits = root === null || (isPlainMap(after) ? isPlainMap(root) : isPlainList(root));
    return fits ? doc : null;
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

/**
 * The document, or its data in a new one if it can't be edited in place: aliases can't be distinguished from their values, and
 * the printer rejects some input that the parser accepts (control characters in anchors, tags).
 */
function editable(doc: YamlDocument, layout: Layout): YamlDocument {
  if (!hasAliases(doc)) {
    try {
      printYaml(doc, layout);
      return doc;
    } catch {
      // Only its data can be kept.
    }
  }
  return newYaml(toPlain(doc));
}

/** A few milliseconds for each file. Beyond it, more of the layout is printed again. */
const MOST_STEPS = 2_000_000;

/**
 * Printing a document changes its layout. Changes by printing alone (`text` → `printed`) are ignored; only those of the edit
 * (`printed` → `wanted`) are applied. Lines are equal if their `keyOf` is.
 */
function patchLines(text: string, printed: string, wanted: string, keyOf: (line: string) => string): string {
  const [base, mine, theirs] = [printed.split('\n'), text.split('\n'), wanted.split('\n')];
  const regions = mergeRegions(base.map(keyOf), mine.map(keyOf), theirs.map(keyOf), {
    touching: 'apart',
    budget: new StepBudget(MOST_STEPS),
  });
  const at = { mine: 0, theirs: 0 };
  const lines = regions.flatMap((region) => {
    const kept = mine.slice(at.mine, at.mine + region.mine.length);
    const made = theirs.slice(at.theirs, at.theirs + region.theirs.length);
    at.mine += kept.length;
    at.theirs += made.length;
    return region.kind === 'theirs' || region.kind === 'conflict' ? made : kept;
  });
  return lines.join('\n');
}

/** Ignores differences in alignment, indentation and spacing. */
function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}

/** For edits that change white space. */
function asItIs(line: string): string {
  return line;
}

function meansTheSame(text: string, target: YamlDocument): boolean {
  try {
    return isSamePlain(toPlain(parseYaml(text)), toPlain(target));
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/** The author's indentation, to use for new lines. */
function layoutOf(text: string): Layout {
  const indents = Array.from(text.matchAll(/^( +)[^\s#]/gm), (match) => match[1]?.length ?? 0);
  const indent = indents.length === 0 ? 2 : indents.reduce((least, each) => Math.min(least, each));
  const list = firstList(text);
  return { indent: Math.min(indent, 8), indentSeq: !list || list.item > list.key };
}

/** The indentation of the first key whose value is a list, and that of its first item. Comments may be between them. */
function firstList(text: string): { readonly key: number; readonly item: number } | null {
  let key: number | null = null;
  for (const line of text.split('\n')) {
    const content = line.trimStart();
    if (content.startsWith('#')) continue;
    const indent = line.length - content.length;
    if (key !== null && content.startsWith('- ')) return { key, item: indent };
    key = isKeyAlone(content) ? indent : null;
  }
  return null;
}

/** Whether a line ends with a colon, behind which only a comment may follow. */
function isKeyAlone(line: string): boolean {
  return !line.startsWith('-') && /:[ \t]*(?:#|$)/.test(line);
}

function commented(text: string): string {
  const rows = text.replace(/\n$/, '').split('\n');
  // oxlint-disable-next-line no-control-regex
  const safe = rows.map((row) => `# ${row.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, '�')}`.trimEnd());
  return ['', '# This file could not be read. Its previous content:', ...safe, ''].join('\n');
}
