import { LanguageDescription, LanguageSupport, StreamLanguage } from '@codemirror/language';

/** The highlighted languages: those of lessons, markdown, and those of data files. */
export type EditorLanguage =
  | 'python'
  | 'sql'
  | 'r'
  | 'cli'
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

/** Names of the languages in fenced code blocks. */
const FENCES = [
  LanguageDescription.of({ name: 'python', alias: ['py', 'python3'], load: PROGRAMMING.python }),
  LanguageDescription.of({ name: 'sql', alias: ['sqlite', 'postgresql'], load: PROGRAMMING.sql }),
  LanguageDescription.of({ name: 'r', load: PROGRAMMING.r }),
  LanguageDescription.of({ name: 'shell', alias: ['bash', 'sh', 'console'], load: PROGRAMMING.cli }),
];

async function loadMarkdown(): Promise<LanguageSupport> {
  const { markdown, markdownLanguage } = await import('@codemirror/lang-markdown');
  return markdown({ base: markdownLanguage, codeLanguages: FENCES, addKeymap: true, completeHTMLTags: false });
}

/** Loads the editor support of a language on first use. */
export function loadLanguage(language: EditorLanguage): Promise<LanguageSupport> {
  return language === 'markdown' ? loadMarkdown() : PROGRAMMING[language]();
}
