/** Kinds of Quarto's and MyST's labels, as they are written in a text. */
const WORDS: Readonly<Record<string, string>> = {
  fig: 'Figure',
  tbl: 'Table',
  eq: 'Equation',
  sec: 'Section',
  lst: 'Listing',
  exr: 'Exercise',
  thm: 'Theorem',
};

/** Labels of a document by kind, numbered in their order. */
export type Labels = ReadonlyMap<string, string>;

/** Finds `{#fig-plot}`, `#| label: fig-plot`, `(label)=` and `:name: fig-plot`. */
export function findLabels(text: string): Labels {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  const pattern = /(?:\{[^{}\n]{0,500}#|^\s*#\|\s*label:\s*|^:(?:name|label):\s*)((fig|tbl|eq|sec|lst|exr|thm)-[\w-]+)/gm;
  for (const [, label = '', kind = ''] of text.matchAll(pattern)) {
    if (labels.has(label)) continue;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    labels.set(label, `${WORDS[kind] ?? ''} ${number}`);
  }
  return labels;
}

/** Inline code, and a reference to a label. Each part ends at a character that it can't contain. */
const REFERENCE = /(`+[^`]*`+)|(?<![\w@/.])@((?:fig|tbl|eq|sec|lst|exr|thm)-[\w-]+)/g;
const ROLE = /\{([\w:-]+)\}`([^`]*)`/g;

/**
 * Writes roles of MyST (``{ref}`text <target>` ``) and references of Quarto (`@fig-plot`) as Markdown.
 *
 * @returns the text, and the names of roles that were reduced to their text
 */
export function resolveReferences(text: string, labels: Labels): { readonly text: string; readonly reduced: readonly string[] } {
  const reduced = new Set<string>();
  const resolved = text
    .replace(ROLE, (whole: string, role: string, content: string, at: number) =>
      isInListing(text, at) ? whole : roleText(role, content, labels, reduced),
    )
    .replace(REFERENCE, (whole: string, code: string | undefined, label: string | undefined) =>
      code !== undefined || label === undefined ? whole : (labels.get(label) ?? whole),
    )
    .replace(/^\([\w:-]+\)=[ \t]*\n/gm, '');
  return { text: resolved, reduced: [...reduced] };
}

function roleText(role: string, content: string, labels: Labels, reduced: Set<string>): string {
  const [, shown, target] = /^(.*?)\s*<([^<>]*)>$/.exec(content) ?? [];
  const text = (shown ?? content).trim();
  switch (role) {
    case 'math':
      return `$${content}$`;
    case 'sub':
    case 'sup':
      return `<${role}>${text}</${role}>`;
    case 'kbd':
    case 'code':
    case 'file':
    case 'command':
    case 'py:func':
    case 'func':
    case 'meth':
    case 'class':
    case 'mod':
      return `\`${text}\``;
    case 'strong':
      return `**${text}**`;
    case 'emphasis':
    case 'term':
      return `*${text}*`;
    default:
      reduced.add(role);
      return labels.get(target ?? content) ?? text;
  }
}

/** Whether a position is in a line of an indented listing. */
function isInListing(text: string, at: number): boolean {
  return /^(?: {4}|\t)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at));
}
