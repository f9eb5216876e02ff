import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainList, isPlainMap, type Plain, type PlainMap } from '#platform/content/yaml/plain.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { DOCUMENT_ENDINGS } from '../../contract/endings.ts';
import { exerciseFiles, findExercises, type Exercise } from '../exercises.ts';
import { readFrontMatter } from '../front-matter.ts';
import { START_PAGE_LINE } from '../part-mark.ts';
import { isSwirlFile } from '../read-import.ts';
import { notesOnOtherTools } from './other-tools.ts';
import { baseName, byName, folderOf, resolvePath, type CollectionFiles } from './paths.ts';
import { isQuestionFile, MANIFEST, questionPackageIn } from './question-files.ts';

/** A document in the order of a collection. */
export interface ContentsEntry {
  readonly path: string;
  /** As the table of contents names it; empty: use the document's own title. */
  readonly title: string;
  /** The part of the table of contents that it is in; empty: none. */
  readonly part: string;
}

/** What a collection is and which documents it has, in order. */
export interface Contents {
  /** The file that lists the documents; null: they are ordered by name. */
  readonly source: string | null;
  /** Empty: none was found. */
  readonly title: string;
  readonly description: string;
  readonly listed: readonly ContentsEntry[];
  /** Documents that the table of contents leaves out. */
  readonly unlisted: readonly string[];
  /** Entries of the table of contents that don't exist in the collection or can't be imported. */
  readonly notes: readonly { readonly path: string; readonly reason: string }[];
}

/** Documents about a repository, in hidden folders, and of a site's build. They are offered, but not chosen. */
const ABOUT =
  /(^|\/)((readme|license|licence|code_of_conduct|code-of-conduct|contributing|changelog|changes|history|news|authors|citation|security|conduct|404|genindex|search)\.\w+|(\.[^/]+|_includes|_layouts|node_modules|_build|renv)\/.*)$/i;

/** Documents that aren't chapters, and parts that others include: `_setup.qmd`. */
const isAside = (path: string) => ABOUT.test(path) || /^_.{0,200}\.[rq]md$/i.test(baseName(path));

const TITLES: readonly string[] = ['title', 'caption', 'section'];
/** What has entries below it, in every format. */
const CHILDREN: readonly string[] = ['parts', 'chapters', 'sections', 'children', 'subtrees', 'entries', 'contents', 'appendices'];

const WITHOUT_DOCUMENTS = 'It lists none of these documents; a build may write it. The documents are ordered by name instead.';

/** Finds the table of contents of a collection, or orders its documents by name. */
export function readContents(files: CollectionFiles): Contents {
  const isOne = (path: string, bytes: Uint8Array) =>
    (isDocument(path) && !isStartPage(path, bytes)) || isQuestionFile(path, bytes) || isSwirlFile(path, bytes);
  const documents = [...files].flatMap(([path, bytes]) => (isOne(path, bytes) ? [path] : [])).sort(byName);
  const found = new Reader(files, documents);
  const source = found.read();
  const titled = { title: found.title.slice(0, LIMITS.titleMax), description: found.description };
  const readme = readmeOf(files);
  const title = titled.title || titleOfBook(files) || readme.title;
  const description = titled.description || readme.description;
  const exercises = exercisesIn(files);
  // A table of contents that a build writes may list nothing that is here.
  const isEmpty = source !== null && found.entries.length === 0 && documents.length > 0;
  const empty = isEmpty ? [{ path: source, reason: WITHOUT_DOCUMENTS }] : [];
  const notes = [...empty, ...found.notes, ...notesOnOtherTools(files.keys())];
  if (source === null || isEmpty) {
    const others = documents.filter((path) => !isPartOf(exercises, path));
    const listed = [
      ...others.filter((path) => !isAside(path)).map((path) => ({ path, title: '', part: folderOf(path) })),
      ...exercises.map(({ path, folder, fields }) => ({ path, title: fields.title, part: folderOf(folder) })),
    ];
    return { source: null, title, description, listed, unlisted: others.filter(isAside), notes };
  }
  const taken = new Set(found.entries.map(({ path }) => path));
  // An exercise is offered as one lesson, unless the table of contents lists a document of its folder.
  const offered = exercises.filter(({ folder }) => !found.entries.some(({ path }) => isBelow(path, folder)));
  // A manifest names the files that its own tests consist of.
  const isOffered = (path: string) => isDocument(path) || baseName(source) !== MANIFEST;
  const others = documents.filter((path) => !taken.has(path) && isOffered(path) && !isPartOf(offered, path));
  const unlisted = [...others, ...offered.map(({ path }) => path)];
  return { source, title, description, listed: found.entries, unlisted, notes };
}

/** The front matter of a start page has nothing else but a title. */
const START_PAGE_BYTES = 4_096;

/** Whether a page only lists the lessons of an export. */
function isStartPage(path: string, bytes: Uint8Array): boolean {
  if (!/^index\.q?md$/.test(baseName(path))) return false;
  return new TextDecoder().decode(bytes.subarray(0, START_PAGE_BYTES)).includes(`\n${START_PAGE_LINE}\n---\n`);
}

const isBelow = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`);

/** Whether a screen of one of the exercises has this file. */
function isPartOf(exercises: readonly Exercise[], path: string): boolean {
  return exercises.some(({ folder, left }) => isBelow(path, folder) && !left.includes(path));
}

/** Texts of exercises are short; larger files are data. */
const EXERCISE_TEXT_MAX = 200_000;

const known = new WeakMap<CollectionFiles, readonly Exercise[]>();

/** The folders of a collection that are exercises with unit tests. Found once for each collection, as it doesn't change. */
export function exercisesIn(files: CollectionFiles): readonly Exercise[] {
  const found = known.get(files) ?? findExercises(textsOfExercises(files));
  known.set(files, found);
  return found;
}

function textsOfExercises(files: CollectionFiles): Map<string, string> {
  const isPart = exerciseFiles(files.keys());
  const texts = [...files].filter(([path, bytes]) => isPart(path) && bytes.length <= EXERCISE_TEXT_MAX && isUtf8(bytes));
  // Bash fails at Windows line breaks.
  return new Map(
    texts.map(([path, bytes]) => [
      path,
      decodeUtf8(bytes)
        .replace(/^\uFEFF/, '')
        .replaceAll('\r\n', '\n'),
    ]),
  );
}

/** Whether a file can become a lesson, judged by its name. */
export function isDocument(path: string): boolean {
  return DOCUMENT_ENDINGS.some((ending) => path.toLowerCase().endsWith(ending));
}

/** Reads whichever table of contents there is: a package's manifest, MyST's, Jupyter Book's, Quarto's, bookdown's, or the Carpentries'. */
class Reader {
  title = '';
  description = '';
  readonly entries: ContentsEntry[] = [];
  readonly notes: { path: string; reason: string }[] = [];
  readonly #files: CollectionFiles;
  readonly #documents: readonly string[];
  readonly #taken = new Set<string>();

  constructor(files: CollectionFiles, documents: readonly string[]) {
    this.#files = files;
    this.#documents = documents;
  }

  /** Returns the file that has the table of contents; null: there is none. */
  read(): string | null {
    return (
      this.#readPackage() ??
      this.#readMyst() ??
      this.#readJupyterBook() ??
      this.#readQuarto() ??
      this.#readBookdown() ??
      this.#readCarpentries()
    );
  }

  /** Questions of another system. */
  #readPackage(): string | null {
    const found = questionPackageIn(this.#files);
    if (!found) return null;
    this.#name({ title: found.title });
    for (const path of found.paths) this.#push({ path, title: '', part: '' });
    this.notes.push(...found.notes);
    return found.source;
  }

  #readMyst(): string | null {
    const found = this.#yaml('myst.yml');
    const project = found?.value['project'];
    if (!found || !isPlainMap(project)) return null;
    this.#name(project);
    if (!isPlainList(project['toc'])) return null;
    this.#addAll(project['toc'], found.folder, '');
    return found.path;
  }

  #readJupyterBook(): string | null {
    const found = this.#yaml('_toc.yml');
    if (!found) return null;
    const config = this.#yaml('_config.yml');
    if (config) this.#name(config.value);
    const { value, folder } = found;
    const root = value['root'] ?? value['master'];
    if (typeof root === 'string') this.#addFile(root, '', folder, '');
    if (found.list) this.#addAll(found.list, folder, '');
    this.#addChildren(value, folder, '');
    return found.path;
  }

  #readQuarto(): string | null {
    const found = this.#yaml('_quarto.yml') ?? this.#yaml('_quarto.yaml');
    if (!found) return null;
    const { value, folder } = found;
    const [book, website] = [value['book'], value['website']];
    this.#name(value);
    if (isPlainMap(book)) {
      this.#name(book);
      this.#addChildren(book, folder, '');
      return found.path;
    }
    if (!isPlainMap(website)) return null;
    this.#name(website);
    const sidebar = website['sidebar'];
    for (const each of isPlainList(sidebar) ? sidebar : [sidebar ?? null]) if (isPlainMap(each)) this.#addChildren(each, folder, '');
    return this.entries.length > 0 ? found.path : null;
  }

  #readBookdown(): string | null {
    const found = this.#yaml('_bookdown.yml');
    const chapters = found?.value['rmd_files'];
    // The chapters of one output format, or of all.
    const list = isPlainMap(chapters) ? Object.values(chapters).find(isPlainList) : chapters;
    if (!found || !isPlainList(list)) return null;
    this.#name({ title: found.value['book_title'] ?? '' });
    this.#addAll(list, found.folder, '');
    return found.path;
  }

  #readCarpentries(): string | null {
    const found = this.#yaml('config.yaml');
    if (!found) return this.#readOldCarpentries();
    this.#name(found.value);
    const { episodes } = found.value;
    if (!isPlainList(episodes)) return null;
    const folder = found.folder === '' ? 'episodes' : `${found.folder}/episodes`;
    for (const episode of episodes) if (typeof episode === 'string') this.#addFile(episode, '', folder, '');
    // The glossary and the set-up, which episodes link to.
    this.#addGlob('learners/*', found.folder, 'Learners');
    return found.path;
  }

  /** Before the Carpentries Workbench, the episodes were all documents of a folder, ordered by name. */
  #readOldCarpentries(): string | null {
    const config = this.#yaml('_config.yml');
    if (config) this.#name(config.value);
    const folders = [...new Set(this.#documents.filter((path) => /(^|\/)_episodes(_rmd)?\/[^/]+$/.test(path)).map(folderOf))];
    const depth = (folder: string) => folder.split('/').length;
    const least = Math.min(...folders.map(depth));
    // Deeper folders have templates for new episodes.
    const episodes = this.#documents.filter((path) => folders.includes(folderOf(path)) && depth(folderOf(path)) === least);
    for (const path of episodes) this.#push({ path, title: '', part: '' });
    if (config && episodes.length > 0) for (const name of ['setup.md', 'reference.md']) this.#addLearners(config.folder, name);
    return config && episodes.length > 0 ? config.path : null;
  }

  #addLearners(folder: string, name: string): void {
    const path = findDocument(this.#files, folder, name);
    if (path !== null) this.#push({ path, title: '', part: 'Learners' });
  }

  #addAll(list: readonly Plain[], folder: string, part: string): void {
    for (const entry of list) this.#add(entry, folder, part);
  }

  #add(entry: Plain, folder: string, part: string): void {
    if (typeof entry === 'string') return this.#addFile(entry, '', folder, part);
    if (!isPlainMap(entry)) return;
    const title = TITLES.map((key) => entry[key]).find((value) => typeof value === 'string') ?? '';
    const file = entry['file'] ?? entry['href'] ?? entry['doc'];
    const glob = entry['glob'] ?? entry['pattern'] ?? entry['auto'];
    // Quarto's parts are titles, or documents that introduce a part.
    const named = entry['part'] ?? entry['header'];
    if (typeof named === 'string' && isDocument(named)) this.#addFile(named, '', folder, part);
    const shown = typeof entry['text'] === 'string' ? entry['text'] : title;
    if (typeof file === 'string') this.#addFile(file, shown, folder, part);
    else if (typeof entry['url'] === 'string') this.#note(entry['url'], 'A link of the table of contents. It isn’t a document.');
    if (typeof glob === 'string') this.#addGlob(glob, folder, part);
    const own = typeof named === 'string' ? (isDocument(named) ? part : named) : typeof file === 'string' ? part : shown;
    this.#addChildren(entry, folder, own === '' ? part : own);
  }

  #addChildren(entry: PlainMap, folder: string, part: string): void {
    for (const key of CHILDREN) {
      const list = entry[key];
      if (isPlainList(list)) this.#addAll(list, folder, part);
      else if (typeof list === 'string' && list !== '')
        this.#addGlob(list.includes('*') ? list : `${list.replace(/\/$/, '')}/*`, folder, part);
    }
  }

  #addFile(name: string, title: string, folder: string, part: string): void {
    if (/^(https?:)?\/\//i.test(name)) return this.#note(name, 'A link of the table of contents. It isn’t a document.');
    // Quarto separates parts of a sidebar with lines.
    if (/^-+$/.test(name.trim())) return;
    if (name.includes('*')) return this.#addGlob(name, folder, part);
    const path = findDocument(this.#files, folder, name);
    if (path !== null && isStartPage(path, this.#files.get(path) ?? new Uint8Array())) return;
    if (path !== null) this.#push({ path, title: title.slice(0, LIMITS.titleMax), part: part.slice(0, LIMITS.titleMax) });
    else {
      const there = resolvePath(folder, name);
      this.#note(
        name,
        there !== null && this.#files.has(there)
          ? 'Only Jupyter notebooks and Markdown files can be imported.'
          : 'The table of contents lists it, but the collection doesn’t have it.',
      );
    }
  }

  #addGlob(pattern: string, folder: string, part: string): void {
    const path = resolvePath(folder, pattern);
    if (path === null) return this.#note(pattern, 'The table of contents lists it, but the collection doesn’t have it.');
    const matches = globOf(path);
    for (const each of this.#documents.filter(matches)) this.#push({ path: each, title: '', part });
  }

  #push(entry: ContentsEntry): void {
    if (this.#taken.has(entry.path)) return;
    this.#taken.add(entry.path);
    this.entries.push(entry);
  }

  #note(path: string, reason: string): void {
    this.notes.push({ path: path.slice(0, 300), reason });
  }

  #name(config: PlainMap): void {
    const { title, description, subtitle, abstract } = config;
    if (typeof title === 'string' && title.trim() !== '') this.title = title.trim();
    const text = [description, abstract, subtitle].find((value) => typeof value === 'string' && value.trim() !== '');
    if (typeof text === 'string') this.description = text.trim().slice(0, LIMITS.textMax);
  }

  /** The parsed file of this name. If there are several, the one that is closest to the root. */
  #yaml(name: string): { path: string; folder: string; value: PlainMap; list: readonly Plain[] | null } | null {
    const [path] = [...this.#files.keys()]
      .filter((each) => baseName(each) === name)
      .sort((one, other) => one.split('/').length - other.split('/').length || byName(one, other));
    const bytes = path === undefined ? undefined : this.#files.get(path);
    if (path === undefined || !bytes || !isUtf8(bytes)) return null;
    try {
      const value = toPlain(parseYaml(decodeUtf8(bytes)));
      if (isPlainMap(value)) return { path, folder: folderOf(path), value, list: null };
      return isPlainList(value) ? { path, folder: folderOf(path), value: {}, list: value } : null;
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      this.#note(path, `Couldn’t read it: ${error.message}`);
      return null;
    }
  }
}

/** The document that an address means, which may have no or another extension: `intro` and `intro.html` are `intro.md`. */
export function findDocument(files: CollectionFiles, folder: string, address: string): string | null {
  const path = resolvePath(folder, address);
  if (path === null) return null;
  if (files.has(path) && isDocument(path)) return path;
  const bare = path.replace(/\.html?$/i, '');
  for (const start of path === bare ? [path] : [bare, path])
    for (const ending of ENDINGS) {
      if (files.has(start + ending)) return start + ending;
      if (files.has(`${start}/index${ending}`)) return `${start}/index${ending}`;
    }
  return null;
}

const ENDINGS = [...DOCUMENT_ENDINGS, '.Rmd'];

/** `*` is any part of a name, `**` any number of folders; a file may have an ending that the pattern leaves out. */
export function globOf(pattern: string): (path: string) => boolean {
  const steps = pattern.split('/').filter((step, index, all) => step !== '**' || all[index - 1] !== '**');
  return (path) => {
    const names = path.split('/');
    // Which numbers of names the steps so far can match.
    let reached = new Set([0]);
    for (const step of steps) {
      const next = new Set<number>();
      for (const at of reached) {
        if (step === '**') for (let end = at; end < names.length; end++) next.add(end);
        else if (matchesName(step, names[at] ?? '')) next.add(at + 1);
      }
      reached = next;
    }
    return reached.has(names.length);
  };
}

function matchesName(pattern: string, name: string): boolean {
  return matchesWhole(pattern, name) || matchesWhole(pattern, name.replace(/\.\w+$/, ''));
}

function matchesWhole(pattern: string, name: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  const end = rest.pop() ?? '';
  if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - end.length) return false;
    at = found + part.length;
  }
  return true;
}

/** The title of a book of bookdown or Quarto is that of its first chapter, if its configuration has none. */
function titleOfBook(files: CollectionFiles): string {
  const path = [...files.keys()].filter((each) => /(?:^|\/)index\.[rq]md$/i.test(each)).sort(byName)[0];
  const bytes = path === undefined ? undefined : files.get(path);
  return bytes && isUtf8(bytes) ? readFrontMatter(decodeUtf8(bytes).replace(/\r\n?/g, '\n'), () => undefined).title : '';
}

/** The first heading and the first paragraph of the collection's README. */
function readmeOf(files: CollectionFiles): { title: string; description: string } {
  const bytes = files.get([...files.keys()].find((path) => /^readme\.md$/i.test(path)) ?? '');
  if (!bytes || !isUtf8(bytes)) return { title: '', description: '' };
  const lines = decodeUtf8(bytes).slice(0, 20_000).replace(/\r\n?/g, '\n');
  const heading = lines.split('\n').find((line) => /^# +\S/.test(line)) ?? '';
  const title = heading.slice(1, LIMITS.titleMax).replace(/#*$/, '').trim();
  const paragraphs = lines.split(/\n{2,}/).map((each) => each.trim());
  const description = paragraphs.find((each) => /^[\p{L}\p{N}"“*_]/u.test(each)) ?? '';
  return { title, description };
}
