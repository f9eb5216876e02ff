/** What code does with the paths that it names, as far as its text says. */

/** Functions that write the file or make the folder that they are given. */
const WRITERS =
  /^(?:savefig|imsave|imwrite|savetxt|savez|to_\w+|dump|write[\w.]*|fwrite|save\w*|sink|dput|ggsave|cat|pdf|png|svg|jpe?g|tiff|bmp|makedirs?|mkdir|dir[._]create|file\.create)$/;
/** Functions that list a folder. */
const LISTS = /\b(?:glob|iglob|rglob|listdir|scandir|iterdir|walk|list\.files|list_files|dir|dir_ls|list\.dirs)\s?\(/;
const LISTS_BELOW = /\b(?:rglob|walk|list\.dirs)\s?\(|\*\*|\brecur(?:se|sive)\s?=\s?T/;
/** How far before a path the name of its function is looked for. */
const CALL_CHARACTERS = 200;

/** The name of the function whose arguments the text at `at` is among, without what is before its last dot in Python; empty: none. */
function functionAround(code: string, at: number): string {
  let open = 0;
  for (let index = at - 1; index >= Math.max(0, at - CALL_CHARACTERS); index--) {
    const sign = code[index];
    if (sign === ')' || sign === ']') open++;
    else if (sign === '[' && open > 0) open--;
    else if (sign === '(' && open > 0) open--;
    else if (sign === '(') return wordBefore(code, index);
  }
  return '';
}

function wordBefore(code: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < 40 && /[\w.]/.test(code[start - 1] ?? '')) start--;
  return code.slice(start, end);
}

/** Whether code writes the file or makes the folder that it names at `at`: `savefig("a.png")`, `open("a.txt", "w")`. */
export function isWritten(code: string, at: number, length: number): boolean {
  const name = functionAround(code, at);
  const after = code.slice(at + length, at + length + 30);
  // R's names have dots: `write.csv`. Python's are methods: `birds.to_csv`.
  return (
    WRITERS.test(name) ||
    WRITERS.test(name.slice(name.lastIndexOf('.') + 1)) ||
    /^\s?,\s?(?:mode\s?=\s?)?["'][wax]b?\+?["']/.test(after) ||
    /^\)\s?\.\s?(?:write_text|write_bytes|mkdir|touch)\(/.test(after)
  );
}

/** Whether code takes whatever files it finds in a folder. */
export function listsFiles(code: string): boolean {
  return LISTS.test(code);
}

/** Whether it also finds those in folders below. */
export function listsFilesBelow(code: string): boolean {
  return LISTS_BELOW.test(code);
}

/** Whether a quoted text is a folder by what is around it, although it might be a word: `Path("data")`, `"data/"`. */
export function isUsedAsFolder(code: string, at: number, whole: string): boolean {
  const name = functionAround(code, at);
  if (/\/["']$/.test(whole) || /(?:^|\.)(?:Path|join|file\.path|path|here|chdir|setwd)$/.test(name)) return true;
  if (LISTS.test(`${name.slice(name.lastIndexOf('.') + 1)}(`) || /(?:^|\.)list\.(?:files|dirs)$/.test(name)) return true;
  // A name for later: `folder = 'data'`.
  return /(?:path|dir|folder|root|base|data)\w{0,20}\s?(?:=|<-)\s?$/i.test(code.slice(Math.max(0, at - 60), at)) && name === '';
}

const IMPORTS = /^[ \t]{0,40}(?:from[ \t]{1,9}([\w.]{1,200})[ \t]{1,9}import\b([^#\n]{0,300})|import[ \t]{1,9}([^#\n]{1,300}))/gm;

/** The paths of Python modules that code may import, without ending: `import a.b` and `from a import b` name `a` and `a/b`. */
export function importedModules(code: string): string[] {
  const paths = new Set<string>();
  for (const [, from = '', names = '', modules = ''] of code.matchAll(IMPORTS)) {
    const listed = (from === '' ? modules : names).split(',').map((name) => name.replace(/[()]/g, ' ').trim().split(/\s/, 1)[0] ?? '');
    for (const name of from === '' ? listed : [from, ...listed.map((each) => `${from}.${each}`)]) {
      const steps = name.split('.').filter((step) => step !== '');
      if (steps.every((step) => /^\w+$/.test(step))) for (const end of steps.keys()) paths.add(steps.slice(0, end + 1).join('/'));
    }
  }
  return [...paths];
}
