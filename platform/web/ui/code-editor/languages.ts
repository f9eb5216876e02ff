import { LanguageDescription, LanguageSupport, StreamLanguage } from '@codemirror/language';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#platform/contract/languages.ts';

/** The highlighted languages: those of lessons, markdown, and those of data files. */
export type EditorLanguage =
  | Language
  | 'markdown'
  | 'json'
  | 'yaml'
  | 'toml'
  | 'ini'
  | 'html'
  | 'xml'
  | 'css'
  | 'javascript'
  | 'dockerfile';

const PROGRAMMING: Record<Exclude<EditorLanguage, 'markdown'>, () => Promise<LanguageSupport>> = {
  python: async () => (await import('@codemirror/lang-python')).python(),
  sql: async () => {
    const { sql, SQLite } = await import('@codemirror/lang-sql');
    return sql({ dialect: SQLite, upperCaseKeywords: true });
  },
  r: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/r')).r)),
  cli: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell)),
  json: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/javascript')).json)),
  javascript: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/javascript')).javascript)),
  yaml: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/yaml')).yaml)),
  toml: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/toml')).toml)),
  ini: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/properties')).properties)),
  html: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/xml')).html)),
  xml: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/xml')).xml)),
  css: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/css')).css)),
  dockerfile: async () => new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile)),
};

/** The names by which fenced code blocks call the languages of lessons. */
const FENCES = LANGUAGE_NAMES.map((language) => {
  const { fence, aliases } = LANGUAGES[language];
  return LanguageDescription.of({ name: fence, alias: aliases, load: PROGRAMMING[language] });
});

async function loadMarkdown(): Promise<LanguageSupport> {
  const [{ markdown, markdownLanguage }, { lessonMarkdown }] = await Promise.all([
    import('@codemirror/lang-markdown'),
    import('./markdown-syntax.ts'),
  ]);
  return markdown({
    base: markdownLanguage,
    extensions: lessonMarkdown,
    codeLanguages: FENCES,
    addKeymap: true,
    completeHTMLTags: false,
  });
}

/** Loads the editor support of a language on first use. */
export function loadLanguage(language: EditorLanguage): Promise<LanguageSupport> {
  return language === 'markdown' ? loadMarkdown() : PROGRAMMING[language]();
}
