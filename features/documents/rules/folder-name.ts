/** Long enough to be meaningful, short enough for readable paths. */
const LONGEST_SLUG = 60;

/** ASCII spelling of letters that don't decompose into a base letter and accents. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  є: 'ye',
  і: 'i',
  ґ: 'g',
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  '&': ' and ',
  '+': ' plus ',
  '%': ' percent ',
};

/**
 * A text as part of a path: lower-case ASCII letters and digits with single hyphens, at most 60 characters. Characters without an
 * ASCII spelling are dropped; if nothing remains, returns `otherwise`.
 */
export function slug(text: string, otherwise: string): string {
  const ascii = Array.from(text.normalize('NFKD').toLowerCase().normalize('NFKD'))
    .map((character) => SPELLED[character] ?? character)
    .join('')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
  return ascii.slice(0, LONGEST_SLUG).replace(/-+$/, '') || otherwise;
}

/** The folder of a lesson below `lessons/`: `<sequence>-<slug>`. It is assigned once and doesn't change with the title. */
export function lessonFolder(sequence: number, title: string): string {
  return `${sequence}-${slug(title, 'lesson')}`;
}

/** The folder of a course below `courses/`, or of a path below `paths/`; like {@link lessonFolder}. */
export function curriculumFolder(kind: 'course' | 'path', sequence: number, name: string): string {
  return `${sequence}-${slug(name, kind)}`;
}

/**
 * The folder of a screen below `screens/`, different from all of `taken`. It is assigned once and doesn't change with title or
 * position.
 */
export function screenFolder(title: string, taken: Iterable<string>): string {
  return uniqueName(slug(title, 'screen'), taken);
}

/** Returns `wanted`, with a number appended if it is taken. */
export function uniqueName(wanted: string, taken: Iterable<string>): string {
  // Ignore case, as the file systems of many authors do.
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  if (!used.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const name = wanted.slice(0, LONGEST_SLUG - ending.length).replace(/-+$/, '') + ending;
    if (!used.has(name)) return name;
  }
}
