/** An error of a build as authors see it. */
export interface BuildProblem {
  readonly text: string;
  /** The installer's whole output, shown on request; null: the text is all of it. */
  readonly details: string | null;
}

type Rule = readonly [pattern: RegExp, explain: (...groups: string[]) => string];

const NAME = String.raw`([A-Za-z0-9][\w.-]*)`;
const rule = (pattern: string, explain: Rule[1]): Rule => [new RegExp(pattern), explain];

/** What the installers uv and pip say, most specific first. White space counts as one space. */
const RULES: readonly Rule[] = [
  rule(
    String.raw`Because ${NAME} was not found in the package registry and ${NAME}(?:==\S+)? depends on \1\b`,
    (name, by) => `PyPI has no package "${name}", which "${by}" needs. Choose another version of "${by}".`,
  ),
  rule(`${NAME} was not found in the package registry`, noPackage),
  rule(String.raw`satisfies the requirement ${NAME}\S* \(from versions: none\)`, noPackage),
  rule(String.raw`satisfies the requirement ${NAME}==(\S+) \(from versions: `, noVersion),
  rule(String.raw`Because there is no version of ${NAME}==(\S+) and you require`, noVersion),
  rule(
    String.raw`only ${NAME}<=(\S+) is available and you require \1(\S+?),? `,
    (name, newest, wanted) => `The newest version of "${name}" is ${newest}, but the lesson requires ${wanted}. Change the version.`,
  ),
  rule(
    String.raw`Because ${NAME}==(\S+) has no wheels with a matching Python`,
    (name, version) => `"${name}" ${version} doesn’t work with the Python version of this lesson. Choose another version.`,
  ),
  rule(String.raw`Because ${NAME}(?:==\S+)? depends on ${NAME}(\S+) and you require \1.* And because you require \2(\S+?),? `, conflict),
  rule(String.raw`Because ${NAME}(?:==\S+)? depends on ${NAME}(\S+) and you require \2(\S+?),? `, conflict),
  rule('package versions have conflicting dependencies', () => 'Packages of this lesson need different versions of the same package.'),
  rule(
    'error sending request|Failed to fetch|Request failed after|cannot be reached|Temporary failure in name resolution',
    () => 'The package index can’t be reached. Try again later.',
  ),
];

/** Explains the error of a build in one sentence, with the installer's output as details. Unknown output stays as it is. */
export function explainBuildError(error: string): BuildProblem {
  const line = `${error.replaceAll(/\s+/g, ' ')} `;
  for (const [pattern, explain] of RULES) {
    const match = pattern.exec(line);
    if (match) return { text: explain(...match.slice(1)), details: error };
  }
  const [first = '', ...others] = error.split('\n').filter((each) => each.trim() !== '');
  return { text: first.trim(), details: others.length === 0 ? null : error };
}

function noPackage(name: string): string {
  return `PyPI has no package "${name}". Check the spelling.`;
}

function noVersion(name: string, version: string): string {
  return `"${name}" has no version ${version.replace(/,$/, '')}. Choose another version.`;
}

function conflict(by = '', name = '', needed = '', wanted = ''): string {
  return `"${by}" needs ${name} ${needed}, but the lesson requires ${name} ${wanted}. Change one of the versions.`;
}
