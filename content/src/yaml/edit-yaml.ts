import { mergeRegions } from '../merge-regions.ts';
import { BYTE_ORDER_MARK, hasAliases, newYaml, parseYaml, toPlain, YamlError, type YamlDocument } from './document.ts';
import { editDocument } from './edit-nodes.ts';
import { isPlainList, isPlainMap, isSamePlain, type Plain } from './plain.ts';
import { freshYaml, printYaml, type Layout } from './print.ts';

/**
 * The text of a YAML file after its meaning changed from `before` to `after`. Only the lines of what changed are
 * rewritten; comments, unknown keys, order and style of the rest stay. A file that could not be read is kept as a
 * comment below what is written in its place, so that nothing of it is lost.
 */
export function editYaml(text: string, before: Plain, after: Plain): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const isCrlf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
  const source = text.slice(mark.length);
  const result = editText(isCrlf ? source.replaceAll('\r\n', '\n') : source, before, after);
  return mark + (isCrlf ? result.replaceAll('\n', '\r\n') : result);
}

/** True where nothing but `[]` or `{}` is left of a file, not even a comment. */
export function isEmptyYaml(text: string): boolean {
  return /^\s*(\[\s*\]|\{\s*\})?\s*$/.test(text);
}

function editText(text: string, before: Plain, after: Plain): string {
  const doc = readable(text, after);
  if (!doc) return freshYaml(after) + commented(text);
  const layout = layoutOf(text);
  const target = editable(doc, layout);
  const printed = printYaml(target, layout);
  editDocument(target, before, after);
  const wanted = printYaml(target, layout);
  const patches = [patchLines(text, printed, wanted, withoutSpace), patchLines(text, printed, wanted, asItIs), wanted];
  // Not every layout can be printed as it was read (an empty list that is not indented); the canonical one can.
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
 * The document, or its data in a new one where it cannot be edited in place: an alias cannot be told from the value that
 * it stands for, and what the parser takes is not always what the printer takes (control characters in anchors, tags).
 */
function editable(doc: YamlDocument, layout: Layout): YamlDocument {
  if (!hasAliases(doc)) {
    try {
      printYaml(doc, layout);
      return doc;
    } catch {
      // Its data is all that can be kept.
    }
  }
  return newYaml(toPlain(doc));
}

/**
 * Printing a document lays it out anew. What printing alone changes (`text` → `printed`) is left as the author had it;
 * only what the edit changes (`printed` → `wanted`) is taken. Lines are the same if `keyOf` says so.
 */
function patchLines(text: string, printed: string, wanted: string, keyOf: (line: string) => string): string {
  const [base, mine, theirs] = [printed.split('\n'), text.split('\n'), wanted.split('\n')];
  const regions = mergeRegions(base.map(keyOf), mine.map(keyOf), theirs.map(keyOf), 'apart');
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

/** Authors align, indent and space as they like. */
function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}

/** Where white space is what was changed. */
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

/** How the author indents, so that new lines look like those around them. */
function layoutOf(text: string): Layout {
  const indents = Array.from(text.matchAll(/^( +)[^\s#]/gm), (match) => match[1]?.length ?? 0);
  const indent = indents.length === 0 ? 2 : indents.reduce((least, each) => Math.min(least, each));
  const list = /^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?: *#[^\n]*\n)*( *)- /m.exec(text);
  return { indent: Math.min(indent, 8), indentSeq: !list || (list[2] ?? '').length > (list[1] ?? '').length };
}

function commented(text: string): string {
  const rows = text.replace(/\n$/, '').split('\n');
  // oxlint-disable-next-line no-control-regex
  const safe = rows.map((row) => `# ${row.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, '�')}`.trimEnd());
  return ['', '# This file could not be read. What stood here before:', ...safe, ''].join('\n');
}
