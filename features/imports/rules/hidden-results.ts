import { isQuery, type Language } from '#platform/contract/languages.ts';

/** Statements that show nothing, by how their first line starts. */
const SILENT: Partial<Readonly<Record<Language, RegExp>>> = {
  python:
    /^(?:(?:import|from|def|class|async|with|try|del|global|assert)\b|@|[\w.[\]'", ]{1,200}[-+*/|&]?=(?!=)|(?:warnings|np\.random|random|pd\.set_option|plt\.(?:style|rcParams)|sns\.set|os|sys|logging)\b)/,
  r: /^(?:(?:library|require|source|set\.seed|options|theme_set|load|data|invisible|suppress\w{1,60}|attach|setwd)(?![\w.])|knitr::|opts_\w{1,60}|[\w.$[\]"'(), ]{1,200}<<?-|(?:[\w.]{1,60}\([\w.$, ]{1,100}\)|[\w.$[\]"', ]{1,200})[ ]?=(?!=))/,
};

/** Whether code shows anything when it runs, judged by its last statement. */
export function showsResult(language: Language | null, code: string): boolean {
  const silent = language === null ? undefined : SILENT[language];
  if (silent === undefined) return isQuery(language);
  const starts = code.split('\n').filter((line) => /^[^\s#)\]}]/.test(line));
  const last = starts.at(-1);
  return last !== undefined && !silent.test(last.slice(0, 500));
}

/** Where builds store the figures of a chunk, by its label. */
export function recordedFigures(label: string): string[] {
  if (!/^[\w.-]{1,100}$/.test(label)) return [];
  return ['figure-html', 'figure', 'fig', 'figures', 'figure-latex', 'figure-gfm'].flatMap((folder) =>
    ['png', 'svg', 'jpeg'].map((ending) => `${folder}/${label}-1.${ending}`),
  );
}
