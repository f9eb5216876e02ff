import type { Language } from '#platform/contract/languages.ts';
import { DEFAULT_OPTIONS } from './chunk-options.ts';

/** A statement that only sets up how knitr writes a page: up to its opening bracket, or all of it. */
const SETUP =
  /^[ \t]*(?:(?:knitr::)?(?:opts_chunk|opts_knit|opts_hooks|knit_hooks|knit_engines)\$\w+\(|(?:suppressPackageStartupMessages\()?(?:library|require)\(["']?(?:knitr|svglite|ragg|rmarkdown)["']?\)\)?|knitr::read_chunk\(|knitr_fig_path\(|options\(knitr\.|source\(["'][^"'\n]{0,200}(?:_common|chunk[-_]options|knitr[-_]setup)\.R["'][^()\n]*\))/;

/** Whether code may set up knitr, which runs its chunks of R in its own interpreter. */
export function canSetUpKnitr(language: Language | null): boolean {
  return language === 'r';
}

/** R code without the set-up of knitr, which runs need not have and can't follow. Code in other languages stays as it is. */
export function withoutKnitrSetup(language: Language | null, code: string): { readonly code: string; readonly removed: string } {
  if (!canSetUpKnitr(language)) return { code, removed: '' };
  const kept: string[] = [];
  const removed: string[] = [];
  const lines = code.split('\n');
  for (let at = 0; at < lines.length;) {
    const end = SETUP.test(lines[at] ?? '') ? endOfStatement(lines, at) : null;
    if (end === null) kept.push(lines[at++] ?? '');
    else {
      removed.push(...lines.slice(at, end));
      at = end;
    }
  }
  return {
    code: kept
      .join('\n')
      .trimEnd()
      .replace(/^\s*\n/, ''),
    removed: removed.join('\n').trim(),
  };
}

/** The index after the line that closes the brackets of a statement; null: none does. */
function endOfStatement(lines: readonly string[], start: number): number | null {
  let depth = 0;
  for (let at = start; at < lines.length; at++) {
    const plain = (lines[at] ?? '').replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*$/g, '');
    for (const sign of plain) depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth <= 0) return at + 1;
  }
  return null;
}

const CHUNK_DEFAULTS = /\bopts_chunk\$(?:set|append|merge)\(/;
const LONGEST = 20_000;

/** The options that R code sets for all chunks after it: `opts_chunk$set(echo = FALSE)`. */
export function chunkDefaultsIn(code: string): Map<string, string> {
  const defaults = new Map<string, string>();
  const lines = code.slice(0, LONGEST).split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!CHUNK_DEFAULTS.test(lines[at] ?? '')) continue;
    const end = endOfStatement(lines, at) ?? at + 1;
    const statement = lines.slice(at, end).join('\n');
    for (const [, name = '', value = ''] of statement.matchAll(/(?<![\w.])([a-z]{4,7})[ \t]{0,20}=[ \t]{0,20}(TRUE|FALSE|T|F)\b/g))
      if (DEFAULT_OPTIONS.includes(name)) defaults.set(name, value);
    at = end - 1;
  }
  return defaults;
}
