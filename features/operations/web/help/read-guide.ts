import { searchWords } from '#platform/web/ui/matches.ts';

/** A page of the guide, as the product shows it. */
export interface GuidePage {
  /** The last part of its address. */
  name: string;
  title: string;
  /** Markdown without the title; links and pictures have the addresses that they have in the product. */
  source: string;
}

/** A heading of the index page with the pages that are listed below it. */
export interface GuideSection {
  title: string;
  pages: GuidePage[];
}

export interface Guide {
  index: GuidePage;
  sections: GuideSection[];
}

/** A picture of the guide. With its size, nothing moves when it is loaded. */
export interface GuidePicture {
  /** Where it is served. */
  readonly address: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The page that lists all others. */
export const INDEX_PAGE = 'index';

/**
 * Puts the guide together from its files. The headings and links of the index page are the list of pages.
 *
 * @param files Markdown by path from the root of the repository.
 * @param pictures By path.
 */
export function readGuide(files: Readonly<Record<string, string>>, pictures: Readonly<Record<string, GuidePicture>>): Guide {
  const documents = Object.entries(files).map(([path, text]) => readDocument(path, text));
  const addresses = new Map(documents.map(({ path, name }) => [path, name === INDEX_PAGE ? '/help' : `/help/${name}`]));
  const pages = new Map(documents.map((document) => [document.name, readPage(document, addresses, pictures)]));
  const index = pages.get(INDEX_PAGE);
  if (!index) throw new Error('The guide has no index page.');
  return { index, sections: readSections(index.source, pages) };
}

/** The sections with the pages that hold every word; a section without any is left out. Without words: all. */
export function findInGuide(sections: readonly GuideSection[], query: string): GuideSection[] {
  const words = searchWords(query);
  const holdsAll = ({ title, source }: GuidePage) => {
    const text = `${title} ${source}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return sections.map(({ title, pages }) => ({ title, pages: pages.filter(holdsAll) })).filter(({ pages }) => pages.length > 0);
}

interface GuideDocument {
  path: string;
  name: string;
  text: string;
}

/**
 * The name of a page is its `address` in the front matter, else that of its file, and for a `guide.md` that of its feature.
 */
function readDocument(path: string, text: string): GuideDocument {
  const [head = '', address] = /^---\naddress: ([\w-]+)\n---\n+/.exec(text) ?? [];
  const [, folder = '', file = ''] = /([^/]+)\/([^/]+)\.md$/.exec(path) ?? [];
  return { path, name: address ?? (file === 'guide' ? folder : file), text: text.slice(head.length) };
}

function readPage(
  { path, name, text }: GuideDocument,
  addresses: ReadonlyMap<string, string>,
  pictures: Readonly<Record<string, GuidePicture>>,
): GuidePage {
  const [, title = name, rest = text] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  const source = rest.replaceAll(/\]\(([\w./-]+)\)/g, (_, target: string) => {
    const { pathname } = new URL(target, `file://${path}`);
    const picture = pictures[pathname];
    if (picture) return `](${picture.address}){width=${picture.width} height=${picture.height}}`;
    return `](${addresses.get(pathname) ?? ''})`;
  });
  return { name, title, source };
}

function readSections(index: string, pages: ReadonlyMap<string, GuidePage>): GuideSection[] {
  const sections: GuideSection[] = [];
  for (const line of index.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: heading, pages: [] });
    const page = pages.get(/^- \[[^\]]+\]\(\/help\/([\w-]+)\)/.exec(line)?.[1] ?? '');
    if (page) sections.at(-1)?.pages.push(page);
  }
  return sections;
}
