/** A style sheet or a file of the pages, by its path from the root. */
export interface StyledFile {
  readonly path: string;
  readonly text: string;
}

/** What the theme itself is made of. */
const THEME = ['platform/web/ui/tokens.css', 'platform/web/ui/typefaces.css', 'app/web/preview/preview.css'];

/**
 * Files with as many values by hand as written here. The number may only become smaller: a file that has fewer fails until its line is
 * corrected.
 */
export const BY_HAND: Readonly<Record<string, number>> = {
  // xterm.js takes colours, not variables.
  'features/terminals/web/terminal-theme.ts': 42,
};

interface Rule {
  readonly files: RegExp;
  readonly values: RegExp;
  readonly advice: string;
}

const COLOUR = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/gi;
const RULES: readonly Rule[] = [
  {
    files: /\.css$/,
    values: /\bfont(?:-size)?: [^;{}]{0,40}?\d(?:px|rem|pt)\b/g,
    advice: 'a size of text by hand. Use var(--mantine-font-size-xs|sm|md|lg|xl)',
  },
  {
    files: /\.css$/,
    // A line of 1px separates; it is no space.
    values:
      /(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)(?:-[a-z-]{1,20})?: [^;{}]{0,120}?(?<![\d.])(?!1px)\d[\d.]{0,5}(?:px|rem)\b/g,
    advice: 'a space by hand. Use var(--mantine-spacing-3xs|2xs|xs|sm|md|lg|xl|2xl)',
  },
  {
    files: /\.css$/,
    values: new RegExp(`${COLOUR.source}|--mantine-color-(?:red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-`, 'gi'),
    advice: 'a colour by hand. Use a meaning: var(--color-…)',
  },
  {
    files: /\.tsx?$/,
    values: new RegExp(`'[^'\\n]{0,80}?${COLOUR.source}`, 'gi'),
    advice: 'a colour by hand. Use a meaning: var(--color-…)',
  },
  { files: /\.tsx?$/, values: /\bfontSize: '[\d.]+(?:px|rem)/g, advice: "a size of text by hand. Use 'var(--mantine-font-size-…)'" },
  {
    files: /\.tsx$/,
    values: /\b(?:gap|[pm][xytblrse]?)=\{[1-9]\d{0,3}\}|\b(?:gap|margin|padding)[A-Za-z]{0,20}: [1-9]/g,
    advice: 'a space by hand. Use gap="xs" or another step',
  },
  {
    files: /\.tsx$/,
    values: /<(?:Row)?Badge\b[^>]{0,200}?color="(?:red|green|yellow|orange|grape|violet|blue|gray)"/g,
    advice: 'a colour without a meaning. Use one of platform/web/ui/meanings.ts',
  },
];

/** Sizes, spaces and colours that are written by hand instead of taken from the theme (docs/design.md). */
export function styleProblems(files: readonly StyledFile[], allowed: Readonly<Record<string, number>> = BY_HAND): string[] {
  return files
    .filter(({ path }) => !THEME.includes(path))
    .flatMap(({ path, text }) => {
      const found = RULES.filter((rule) => rule.files.test(path)).flatMap((rule) => findings(path, text, rule));
      const limit = allowed[path] ?? 0;
      if (found.length === limit) return [];
      return found.length > limit ? found : [`${path}: has only ${found.length} values by hand. Write that in scripts/styles/check.ts.`];
    });
}

function findings(path: string, text: string, { values, advice }: Rule): string[] {
  return [...text.matchAll(values)].map(({ index, 0: value }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${path}:${line}: ${value.trim()}: ${advice} (docs/design.md).`;
  });
}
